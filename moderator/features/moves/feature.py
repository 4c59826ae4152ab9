"""What the console, the student's page and moves add to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.moves import cells, console, student_moves
from moderator.features.moves.student import play

FEATURE = Feature(
    urls=(
        path("play/<code:code>/", play, name="play"),
        path("play/<code:code>/move/", student_moves.move, name="play-move"),
        path("play/<code:code>/preview/", student_moves.preview, name="play-preview"),
        path("play/<code:code>/finish/", student_moves.finish_turn, name="play-finish"),
        path("g/<code:code>/", console.console, name="console"),
        path("g/<code:code>/hear/", console.command_reply, name="hear"),
        path("g/<code:code>/cell/", cells.cell, name="cell"),
        path("g/<code:code>/move/", console.move, name="move"),
        path("g/<code:code>/finish/", console.finish_turn, name="finish"),
        path("g/<code:code>/hands/<slug:player>/", console.hand, name="console-hand"),
        path("g/<code:code>/correct/", cells.correct, name="correct"),
    )
)
