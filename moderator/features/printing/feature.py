"""What printing adds to what all features share."""

from django.urls import path

from moderator.core.feature import Feature, Part
from moderator.features.printing import pages
from moderator.features.printing.write import packs_forget

OF_CLASS = "classes/<int:pk>/print/"

FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/people/cards.pdf", pages.class_cards, name="join-cards"),
        path(OF_CLASS, pages.class_print, name="class-print"),
        path(f"{OF_CLASS}<int:number>/", pages.class_pack, name="class-pack"),
        path(f"{OF_CLASS}<int:number>/pack.pdf", pages.class_pack_pdf, name="class-pack-pdf"),
        path(f"{OF_CLASS}<slug:sheet>.pdf", pages.class_sheet_pdf, name="class-sheet-pdf"),
        path("play/<code:code>/page.pdf", pages.own_pdf, name="play-page"),
        path("g/<code:code>/records.pdf", pages.records_pdf, name="records-pdf"),
        path("g/<code:code>/<slug:sheet>.pdf", pages.sheet_pdf, name="sheet-pdf"),
        path("g/<code:code>/sheets/", pages.sheet_list, name="sheets"),
        path("g/<code:code>/record.json", pages.record, name="record"),
    ),
    parts=(Part("page", pages.shown_own_page, is_private=True),),
    forget_person=lambda person: packs_forget(person.classroom),
    forget_name=lambda classroom, name: packs_forget(classroom),
)
