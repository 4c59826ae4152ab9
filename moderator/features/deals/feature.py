"""What offers and diplomatic records add to what all features share."""

from django.urls import path

from moderator.core.feature import Feature, Part
from moderator.features.deals import offers_pages, records_pages
from moderator.features.deals.offers import OBJECTIONS, OFFERS, shown_offers
from moderator.features.deals.records import RECORDS, note_write, person_forget_records, said
from moderator.features.deals.records_part import shown_records

FEATURE = Feature(
    urls=(
        path("play/<code:code>/offer/", offers_pages.offer, name="play-offer"),
        path("play/<code:code>/answer/", offers_pages.answer, name="play-answer"),
        path("play/<code:code>/object/", offers_pages.objection, name="play-object"),
        path("play/<code:code>/contact/", records_pages.contact, name="play-contact"),
        path("play/<code:code>/records/", records_pages.own_records, name="play-records"),
        path("play/<code:code>/promise/", records_pages.own_promise, name="play-promise"),
        path("play/<code:code>/promise/answer/", records_pages.answer, name="play-promise-answer"),
        path("g/<code:code>/offers/", offers_pages.offers, name="offers"),
        path("g/<code:code>/objections/", offers_pages.objections, name="objections"),
        path("g/<code:code>/records/", records_pages.all_records, name="console-records"),
        path("g/<code:code>/promise/", records_pages.paper_promise, name="console-promise"),
    ),
    books=(OFFERS, OBJECTIONS, RECORDS),
    parts=(
        Part("offers", shown_offers, is_private=True),
        Part("records", shown_records, "below", is_private=True),
    ),
    said=said,
    forget_person=person_forget_records,
    demo_writes=dict.fromkeys(("contact", "promise", "answer"), note_write),
)
