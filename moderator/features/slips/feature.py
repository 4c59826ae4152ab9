"""What order slips add to what all features share."""

from moderator.core.feature import Feature, Part
from moderator.features.slips.part import shown_panel, shown_reminder, shown_reveal, shown_slip
from moderator.features.slips.read import ORDER_SLIPS, as_seen, awaited

FEATURE = Feature(
    books=(ORDER_SLIPS,),
    parts=(
        Part("reminder", shown_reminder),
        Part("revealed", shown_reveal),
        Part("slip", shown_slip),
        Part("slips_panel", shown_panel, "chart"),
    ),
    as_seen=as_seen,
    awaited=awaited,
)
