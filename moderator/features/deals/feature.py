"""What offers and diplomatic records add to what all features share."""

from django.urls import path

from moderator.core.feature import Feature, Part, Typed
from moderator.core.models import TEXT_LETTERS
from moderator.features.deals.models import Contact
from moderator.features.deals.offers.pages import answer, objection, objections, offer, offers
from moderator.features.deals.offers.part import shown_offers
from moderator.features.deals.offers.read import OBJECTIONS, OFFERS
from moderator.features.deals.records import console as records_console
from moderator.features.deals.records import student as records_student
from moderator.features.deals.records.part import shown_records
from moderator.features.deals.records.read import RECORDS, said
from moderator.features.deals.records.student import contact, promise, records
from moderator.features.deals.records.write import note_write, person_forget_records

FEATURE = Feature(
    urls=(
        path("play/<code:code>/offer/", offer, name="play-offer"),
        path("play/<code:code>/answer/", answer, name="play-answer"),
        path("play/<code:code>/object/", objection, name="play-object"),
        path("play/<code:code>/contact/", contact, name="play-contact"),
        path("play/<code:code>/records/", records, name="play-records"),
        path("play/<code:code>/promise/", promise, name="play-promise"),
        path(
            "play/<code:code>/promise/answer/", records_student.answer, name="play-promise-answer"
        ),
        path("g/<code:code>/offers/", offers, name="offers"),
        path("g/<code:code>/objections/", objections, name="objections"),
        path("g/<code:code>/records/", records_console.records, name="console-records"),
        path("g/<code:code>/promise/", records_console.promise, name="console-promise"),
    ),
    books=(OFFERS, OBJECTIONS, RECORDS),
    parts=(
        Part("offers", shown_offers, is_private=True),
        Part("records", shown_records, "below", is_private=True),
    ),
    said=said,
    forget_person=person_forget_records,
    typed=(Typed(Contact, "text", TEXT_LETTERS, by="person", seat="player"),),
    demo_writes=dict.fromkeys(("contact", "promise", "answer"), note_write),
)
