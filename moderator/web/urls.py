"""Every page's address, and nothing else."""

from __future__ import annotations

from django.urls import path, register_converter

from moderator.web import (
    about,
    account,
    chart,
    classes,
    console,
    correct,
    dice,
    enter,
    games,
    groups,
    health,
    helping,
    home,
    join,
    people,
    play_page,
    record_move,
    replay,
    run,
    seats,
    sheets,
    sign_in,
    tournament,
    tournament_new,
    tournament_pdf,
    tournament_wall,
    uploads,
)
from moderator.web.codes import CodeConverter

register_converter(CodeConverter, "code")

urlpatterns = [
    path("", home.home, name="home"),
    path("about/", about.about, name="about"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
    # A student comes in. A code is taken as it was typed, spaces and look-alikes included.
    path("join/", home.join_home, name="join-home"),
    path("join/back/<str:token>/", join.back, name="back"),
    path("join/<str:code>/", join.join, name="join"),
    path("join/<str:code>/seats/", seats.seats, name="seats"),
    # A moderator comes in.
    path("m/", enter.pin, name="pin"),
    path("m/<str:token>/", enter.link, name="console-link"),
    # An instructor comes in, and goes.
    path("sign-in/", sign_in.sign_in, name="sign-in"),
    path("sign-in/code/", sign_in.code, name="sign-in-code"),
    path("sign-in/password/", account.password, name="password"),
    path("sign-in/second-factor/", account.second_factor, name="second-factor"),
    path("sign-in/<str:token>/", sign_in.one_time, name="one-time"),
    path("sign-out/", sign_in.sign_out, name="sign-out"),
    # The instructor's classes.
    path("classes/", classes.classes, name="classes"),
    path("classes/new/", classes.new, name="class-new"),
    path("classes/<int:pk>/", classes.classroom, name="classroom"),
    path("classes/<int:pk>/change/", classes.change, name="class-change"),
    path("classes/<int:pk>/delete/", classes.delete, name="class-delete"),
    path("classes/<int:pk>/people/<int:number>/", people.person, name="person"),
    path("classes/<int:pk>/game/", games.new, name="game-new"),
    path("classes/<int:pk>/groups/", groups.make, name="groups-make"),
    path("classes/<int:pk>/groups/<int:number>/", groups.group, name="group"),
    path("classes/<int:pk>/groups/<int:number>/withdraw/", groups.withdraw, name="group-withdraw"),
    path("classes/<int:pk>/groups/<int:number>/record/", uploads.upload, name="record-upload"),
    path("classes/<int:pk>/groups/<int:number>/delete/", groups.delete, name="group-delete"),
    path(
        "classes/<int:pk>/groups/<int:number>/games/<int:game>/delete/",
        games.delete,
        name="game-delete",
    ),
    # Tournaments; the wall is for whoever has the class's code.
    path("classes/<int:pk>/tournaments/", tournament_new.tournaments_of, name="tournaments"),
    path("classes/<int:pk>/tournaments/new/", tournament_new.new, name="tournament-new"),
    path("classes/<int:pk>/tournaments/<int:number>/", tournament.tournament, name="tournament"),
    path(
        "classes/<int:pk>/tournaments/<int:number>/delete/",
        tournament_new.delete,
        name="tournament-delete",
    ),
    path(
        "classes/<int:pk>/tournaments/<int:number>/tournament.pdf",
        tournament_pdf.pdf,
        name="tournament-pdf",
    ),
    path("t/<code:code>/<int:number>/", tournament_wall.wall, name="tournament-wall"),
    path("g/<code:code>/tournament/", tournament_wall.table, name="tournament-table"),
    path("g/<code:code>/people/", helping.helping, name="helping"),
    # Sheets and the record of a group's game.
    path("g/<code:code>/chart.pdf", sheets.chart_pdf, name="chart-pdf"),
    path("g/<code:code>/score.pdf", sheets.score_pdf, name="score-pdf"),
    path("g/<code:code>/briefings.pdf", sheets.briefings_pdf, name="briefings-pdf"),
    path("g/<code:code>/record.json", sheets.record, name="record"),
    # The chart, the student's page and the console.
    path("c/<code:code>/", chart.chart, name="chart"),
    path("c/<code:code>/replay/", replay.chart, name="chart-replay"),
    path("c/<code:code>/dice/", dice.dice_page, name="dice"),
    path("play/<code:code>/", play_page.play, name="play"),
    path("play/<code:code>/move/", record_move.play_move, name="play-move"),
    path("play/<code:code>/partner/", record_move.play_partner, name="play-partner"),
    path("play/<code:code>/leave/", play_page.leave, name="play-leave"),
    path("g/<code:code>/", console.console, name="console"),
    path("g/<code:code>/replay/", replay.console, name="replay"),
    path("g/<code:code>/hear/", console.hear, name="hear"),
    path("g/<code:code>/move/", record_move.move, name="move"),
    path("g/<code:code>/partner/", record_move.partner, name="partner"),
    path("g/<code:code>/run/", run.run, name="run"),
    path("g/<code:code>/redraw/", run.redraw, name="redraw"),
    path("g/<code:code>/correct/", correct.correct, name="correct"),
]
