"""What the console, the student's page and moves add to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.moves import cells, correct, student_moves, typed
from moderator.features.moves.console import console, hand
from moderator.features.moves.student import play

FEATURE = Feature(
    urls=(
        path("play/<code:code>/", play, name="play"),
        path("play/<code:code>/move/", student_moves.move, name="play-move"),
        path("play/<code:code>/preview/", student_moves.preview, name="play-preview"),
        path("play/<code:code>/finish/", student_moves.finish_turn, name="play-finish"),
        path("play/<code:code>/partner/", student_moves.bot_move, name="play-partner"),
        path("g/<code:code>/", console, name="console"),
        path("g/<code:code>/hear/", typed.command_reply, name="hear"),
        path("g/<code:code>/cell/", cells.cell, name="cell"),
        path("g/<code:code>/move/", typed.move, name="move"),
        path("g/<code:code>/finish/", typed.finish_turn, name="finish"),
        path("g/<code:code>/partner/", typed.bot_move, name="partner"),
        path("g/<code:code>/hands/<slug:player>/", hand, name="console-hand"),
        path("g/<code:code>/correct/", correct.correct, name="correct"),
    ),
)
