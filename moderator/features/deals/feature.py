"""What offers and diplomatic records add to what all features share."""

from moderator.core.feature import Feature, Part
from moderator.features.deals.demo import write_note
from moderator.features.deals.forgetting import forget_name, forget_person
from moderator.features.deals.offers.part import shown_offers
from moderator.features.deals.offers.read import OBJECTIONS, OFFERS
from moderator.features.deals.records.part import shown_records
from moderator.features.deals.records.read import RECORDS, said

FEATURE = Feature(
    books=(OFFERS, OBJECTIONS, RECORDS),
    parts=(Part("offers", shown_offers), Part("records", shown_records, "below")),
    said=said,
    forget_person=forget_person,
    forget_name=forget_name,
    demo_writes=dict.fromkeys(("contact", "promise", "answer"), write_note),
)
