"""What the overview adds to what all features share."""

from django.urls import path

from moderator.core.class_page import Step
from moderator.core.feature import Feature, Part
from moderator.core.publishing import OVERVIEW
from moderator.features.overview import pages, wall
from moderator.features.overview.part import overview_html, shown_unmoderated
from moderator.live.channel import PUBLIC

FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/overview/", pages.overview, name="overview"),
        path("classes/<int:pk>/groups/<int:number>/seats/", pages.seats, name="seats-give"),
        path("classes/<int:pk>/results/", pages.results, name="results"),
        path("classes/<int:pk>/next/", pages.next_lesson, name="next-lesson"),
        path("classes/<int:pk>/wall/", wall.wall_show, name="wall-show"),
        path("w/<code:code>/", wall.class_wall, name="class-wall"),
    ),
    parts=(Part("unmoderated", shown_unmoderated, "below", is_private=True),),
    class_steps={Step.PLAYING: pages.playing, Step.OVER: pages.over},
    class_pages={OVERVIEW: overview_html, PUBLIC: wall.wall_html},
)
