"""What order slips add to what all features share."""

from django.urls import path

from moderator.core.feature import Feature, Part
from moderator.features.slips import pages
from moderator.features.slips.part import shown_panel, shown_reminder, shown_reveal, shown_slip
from moderator.features.slips.read import ORDER_SLIPS, as_seen, authors_of, awaited

FEATURE = Feature(
    urls=(
        path("play/<code:code>/slip/", pages.own_slip, name="play-slip"),
        path("g/<code:code>/slips/", pages.fill, name="slips-fill"),
        path("g/<code:code>/slips/<slug:player>/", pages.slip, name="console-slip"),
        path("g/<code:code>/reveal/", pages.reveal, name="slips-reveal"),
    ),
    books=(ORDER_SLIPS,),
    parts=(
        Part("reminder", shown_reminder, is_private=True),
        Part("revealed", shown_reveal),
        Part("slip", shown_slip, is_private=True),
        Part("slips_panel", shown_panel, "chart", is_private=True),
    ),
    as_seen=as_seen,
    slip_authors=authors_of,
    awaited=awaited,
)
