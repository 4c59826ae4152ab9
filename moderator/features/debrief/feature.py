"""What the debrief adds to what all features share."""

from django.urls import path

from moderator.core.feature import Feature, Part
from moderator.features.debrief import comments, replay
from moderator.features.debrief import pages as debrief_pages
from moderator.features.debrief.class_pages import class_debrief, class_questions
from moderator.features.debrief.part import (
    debrief_html,
    history_html,
    shown_debrief,
    shown_questions,
)
from moderator.features.debrief.question_pages import player_questions
from moderator.features.debrief.releases import RELEASES, seal_again

FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/debrief/", class_debrief, name="class-debrief"),
        path("classes/<int:pk>/questions/", class_questions, name="debrief-questions"),
        path("g/<code:code>/comments/", comments.comments, name="comments"),
        path("c/<code:code>/replay/", replay.chart, name="chart-replay"),
        path("c/<code:code>/history/", debrief_pages.history, name="history"),
        path("c/<code:code>/debrief/", debrief_pages.debrief, name="debrief"),
        path("play/<code:code>/questions/", player_questions, name="play-questions"),
        path("g/<code:code>/replay/", replay.console, name="replay"),
    ),
    group_pages={"public:history:": history_html, "public:debrief:": debrief_html},
    books=(RELEASES,),
    goes_on=seal_again,
    forget_person=lambda person: person.answers.all().delete(),
    parts=(Part("debrief", shown_debrief), Part("questions", shown_questions, is_private=True)),
)
