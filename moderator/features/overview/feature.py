"""What the overview adds to what all features share."""

from django.urls import path

from moderator.core.class_page import Step
from moderator.core.feature import Feature, Part
from moderator.core.publishing import OVERVIEW
from moderator.features.overview import pages as overview_pages
from moderator.features.overview.pages import over, overview, playing
from moderator.features.overview.part import overview_html
from moderator.features.overview.take_over import shown_unmoderated
from moderator.features.overview.wall import class_wall, wall_html, wall_show
from moderator.live.channel import PUBLIC

FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/overview/", overview, name="overview"),
        path(
            "classes/<int:pk>/groups/<int:number>/seats/", overview_pages.seats, name="seats-give"
        ),
        path("classes/<int:pk>/results/", overview_pages.results, name="results"),
        path("classes/<int:pk>/next/", overview_pages.next_lesson, name="next-lesson"),
        path("classes/<int:pk>/wall/", wall_show, name="wall-show"),
        path("w/<code:code>/", class_wall, name="class-wall"),
    ),
    parts=(Part("unmoderated", shown_unmoderated, "below", is_private=True),),
    class_steps={Step.PLAYING: playing, Step.OVER: over},
    class_pages={OVERVIEW: overview_html, PUBLIC: wall_html},
)
