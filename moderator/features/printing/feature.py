"""What printing adds to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.printing import class_sheets, downloads
from moderator.features.printing.packs.pages import class_pack, class_pack_pdf, class_print
from moderator.features.printing.write import packs_forget

FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/people/cards.pdf", class_sheets.class_cards, name="join-cards"),
        path("classes/<int:pk>/print/", class_print, name="class-print"),
        path("classes/<int:pk>/print/<int:number>/", class_pack, name="class-pack"),
        path(
            "classes/<int:pk>/print/<int:number>/pack.pdf",
            class_pack_pdf,
            name="class-pack-pdf",
        ),
        path(
            "classes/<int:pk>/print/<slug:sheet>.pdf",
            class_sheets.class_sheet_pdf,
            name="class-sheet-pdf",
        ),
        path("g/<code:code>/records.pdf", downloads.records_pdf, name="records-pdf"),
        path("g/<code:code>/<slug:sheet>.pdf", downloads.sheet_pdf, name="sheet-pdf"),
        path("g/<code:code>/sheets/", downloads.sheet_list, name="sheets"),
        path("g/<code:code>/record.json", downloads.record, name="record"),
    ),
    forget_person=lambda person: packs_forget(person.classroom),
)
