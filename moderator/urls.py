"""The site's URLs. Those that end in `/feed` are served before Django (server/asgi.py)."""

from __future__ import annotations

from django.urls import include, path

from moderator.core.feature import FEATURES
from moderator.features.about.pages import about, check
from moderator.features.accounts.pages import (
    code,
    one_time,
    password,
    second_factor,
    sign_in,
    sign_out,
)
from moderator.features.chart import dice
from moderator.features.chart.pages import chart, chart_games, console_games, log, rules
from moderator.features.classes import groups, notes
from moderator.features.classes.pages import change, classes, classroom, new
from moderator.features.clock import all_groups, announcement_pages, start_pages
from moderator.features.clock.pages import class_clock, group_clock, pause
from moderator.features.deals.offers.pages import answer, objection, objections, offer, offers
from moderator.features.deals.records import console as records_console
from moderator.features.deals.records import student as records_student
from moderator.features.deals.records.student import contact, promise, records
from moderator.features.debrief import comments, history_page, replay
from moderator.features.debrief import pages as debrief_pages
from moderator.features.debrief.questions.pages import class_questions, player_questions
from moderator.features.debrief.releases.pages import debrief
from moderator.features.from_paper.pages import catch_up
from moderator.features.moves import cells, correct, student_moves, typed
from moderator.features.moves.console import console, hand
from moderator.features.moves.student import play
from moderator.features.new_game import pages as new_game_pages
from moderator.features.new_game import run
from moderator.features.overview import pages as overview_pages
from moderator.features.overview import wall_pages
from moderator.features.overview.pages import overview
from moderator.features.people import hand_over, join, joining_pages, rehearsal, seats
from moderator.features.people.dividing.pages import divide
from moderator.features.people.pages import erase, people, person
from moderator.features.people.roster.pages import roster
from moderator.features.printing import class_sheets, downloads, join_cards
from moderator.features.printing.packs.pages import class_pack, class_pack_pdf, class_print
from moderator.features.slips import console as slips_console
from moderator.features.slips.console import fill
from moderator.features.slips.student import slip
from moderator.features.tournaments import pages as tournaments_pages
from moderator.features.tournaments import pdf, wall
from moderator.features.tournaments.pages import tournaments_of

urlpatterns = [
    path("", join.home, name="home"),
    path("about/", about, name="about"),
    path("check/", check, name="check"),
    # Students join. A code is accepted as typed, with spaces and look-alikes.
    path("join/", join.join_home, name="join-home"),
    path("join/back/<str:token>/", join.back, name="back"),
    path("join/<str:code>/", join.join, name="join"),
    path("join/<str:code>/seats/", seats.seats, name="seats"),
    # Moderators open a console.
    path("m/", seats.pin, name="pin"),
    path("m/<str:token>/", seats.link, name="console-link"),
    # Instructors sign in and out.
    path("sign-in/", sign_in, name="sign-in"),
    path("sign-in/code/", code, name="sign-in-code"),
    path("sign-in/password/", password, name="password"),
    path("sign-in/second-factor/", second_factor, name="second-factor"),
    path("sign-in/<str:token>/", one_time, name="one-time"),
    path("sign-out/", sign_out, name="sign-out"),
    # The instructor's classes.
    path("classes/", classes, name="classes"),
    path("classes/new/", new, name="class-new"),
    path("classes/<int:pk>/", classroom, name="classroom"),
    path("classes/<int:pk>/change/", change, name="class-change"),
    path("classes/<int:pk>/delete/", groups.class_delete, name="class-delete"),
    path("classes/<int:pk>/restore/", groups.class_restore, name="class-restore"),
    path("classes/<int:pk>/people/erase/", erase, name="people-erase"),
    path("classes/<int:pk>/people/<int:number>/", person, name="person"),
    path("classes/<int:pk>/game/", new_game_pages.new, name="game-new"),
    path("classes/<int:pk>/start/", start_pages.games_start, name="games-start"),
    path("classes/<int:pk>/groups/", groups.make, name="groups-make"),
    path("classes/<int:pk>/groups/<int:number>/", groups.group, name="group"),
    path("classes/<int:pk>/groups/<int:number>/withdraw/", groups.withdraw, name="group-withdraw"),
    path("classes/<int:pk>/groups/<int:number>/record/", groups.upload, name="record-upload"),
    path("classes/<int:pk>/groups/<int:number>/delete/", groups.group_delete, name="group-delete"),
    path(
        "classes/<int:pk>/groups/<int:number>/games/<int:game>/delete/",
        groups.game_delete,
        name="game-delete",
    ),
    # A lesson; its wall is for everybody who has the class's code.
    path("classes/<int:pk>/overview/", overview, name="overview"),
    path("classes/<int:pk>/people/", people, name="people"),
    path("classes/<int:pk>/people/cards.pdf", join_cards.class_cards, name="join-cards"),
    path("classes/<int:pk>/rehearsal/", rehearsal.rehearsal, name="rehearsal"),
    path("classes/<int:pk>/divide/", divide, name="divide"),
    path("classes/<int:pk>/all/", all_groups.class_all, name="class-all"),
    path("classes/<int:pk>/announcements/", announcement_pages.announcements, name="announcements"),
    path("classes/<int:pk>/groups/<int:number>/hand-over/", hand_over.hand_over, name="hand-over"),
    path("classes/<int:pk>/groups/<int:number>/seats/", overview_pages.seats, name="seats-give"),
    path("classes/<int:pk>/clock/", class_clock, name="class-clock"),
    path("classes/<int:pk>/roster/", roster, name="roster"),
    path("classes/<int:pk>/joining/", joining_pages.joining, name="joining"),
    path("classes/<int:pk>/joining/since/", joining_pages.joined_since, name="joined-since"),
    path("classes/<int:pk>/results/", overview_pages.results, name="results"),
    path("classes/<int:pk>/debrief/", debrief, name="class-debrief"),
    path("classes/<int:pk>/questions/", class_questions, name="debrief-questions"),
    # Packs of sheets, for all groups at once.
    path("classes/<int:pk>/print/", class_print, name="class-print"),
    path("classes/<int:pk>/print/<int:number>/", class_pack, name="class-pack"),
    path(
        "classes/<int:pk>/print/<int:number>/pack.pdf",
        class_pack_pdf,
        name="class-pack-pdf",
    ),
    path(
        "classes/<int:pk>/print/<slug:sheet>.pdf",
        class_sheets.class_sheet_pdf,
        name="class-sheet-pdf",
    ),
    path("classes/<int:pk>/wall/", wall_pages.wall_show, name="wall-show"),
    path("classes/<int:pk>/notes/", notes.of_class, name="notes"),
    path("g/<code:code>/notes/", notes.of_group, name="group-notes"),
    path("w/<code:code>/", wall_pages.class_wall, name="class-wall"),
    # Tournaments; the wall is for everybody who has the class's code.
    path("classes/<int:pk>/tournaments/", tournaments_of, name="tournaments"),
    path("classes/<int:pk>/tournaments/new/", tournaments_pages.new, name="tournament-new"),
    path(
        "classes/<int:pk>/tournaments/<int:number>/",
        tournaments_pages.tournament,
        name="tournament",
    ),
    path(
        "classes/<int:pk>/tournaments/<int:number>/delete/",
        tournaments_pages.delete,
        name="tournament-delete",
    ),
    path(
        "classes/<int:pk>/tournaments/<int:number>/tournament.pdf",
        pdf.pdf,
        name="tournament-pdf",
    ),
    path("t/<code:code>/<int:number>/", wall.wall, name="tournament-wall"),
    path("g/<code:code>/tournament/", wall.table, name="tournament-table"),
    path("g/<code:code>/people/", seats.group_people, name="helping"),
    path("g/<code:code>/comments/", comments.comments, name="comments"),
    # Sheets and the record of a group's game.
    path("g/<code:code>/records.pdf", downloads.records_pdf, name="records-pdf"),
    path("g/<code:code>/<slug:sheet>.pdf", downloads.sheet_pdf, name="sheet-pdf"),
    path("g/<code:code>/sheets/", downloads.sheet_list, name="sheets"),
    path("g/<code:code>/record.json", downloads.record, name="record"),
    # The chart, the student's page and the console.
    path("c/<code:code>/", chart, name="chart"),
    path("c/<code:code>/replay/", replay.chart, name="chart-replay"),
    path("c/<code:code>/history/", history_page.history, name="history"),
    path("c/<code:code>/debrief/", debrief_pages.debrief, name="debrief"),
    path("c/<code:code>/log/", log, name="log"),
    path("c/<code:code>/games/", chart_games, name="chart-games"),
    path("c/<code:code>/rules/", rules, name="rules"),
    path("c/<code:code>/dice/", dice.dice_page, name="dice"),
    path("play/<code:code>/", play, name="play"),
    path("play/<code:code>/move/", student_moves.move, name="play-move"),
    path("play/<code:code>/slip/", slip, name="play-slip"),
    path("play/<code:code>/preview/", student_moves.preview, name="play-preview"),
    path("play/<code:code>/finish/", student_moves.finish_turn, name="play-finish"),
    path("play/<code:code>/partner/", student_moves.bot_move, name="play-partner"),
    path("play/<code:code>/return/", seats.give_back, name="play-return"),
    path("play/<code:code>/offer/", offer, name="play-offer"),
    path("play/<code:code>/answer/", answer, name="play-answer"),
    path("play/<code:code>/object/", objection, name="play-object"),
    path("play/<code:code>/contact/", contact, name="play-contact"),
    path("play/<code:code>/records/", records, name="play-records"),
    path("play/<code:code>/promise/", promise, name="play-promise"),
    path("play/<code:code>/promise/answer/", records_student.answer, name="play-promise-answer"),
    path("play/<code:code>/questions/", player_questions, name="play-questions"),
    path("play/<code:code>/leave/", seats.leave, name="play-leave"),
    path("g/<code:code>/", console, name="console"),
    path("g/<code:code>/replay/", replay.console, name="replay"),
    path("g/<code:code>/games/", console_games, name="games"),
    path("g/<code:code>/hear/", typed.command_reply, name="hear"),
    path("g/<code:code>/cell/", cells.cell, name="cell"),
    path("g/<code:code>/move/", typed.move, name="move"),
    path("g/<code:code>/finish/", typed.finish_turn, name="finish"),
    path("g/<code:code>/partner/", typed.bot_move, name="partner"),
    path("g/<code:code>/slips/", fill, name="slips-fill"),
    path("g/<code:code>/hands/<slug:player>/", hand, name="console-hand"),
    path("g/<code:code>/slips/<slug:player>/", slips_console.slip, name="console-slip"),
    path("g/<code:code>/reveal/", slips_console.reveal, name="slips-reveal"),
    path("g/<code:code>/offers/", offers, name="offers"),
    path("g/<code:code>/objections/", objections, name="objections"),
    path("g/<code:code>/records/", records_console.records, name="console-records"),
    path("g/<code:code>/promise/", records_console.promise, name="console-promise"),
    path("g/<code:code>/run/", run.game_settings_page, name="run"),
    path("g/<code:code>/redraw/", run.redraw, name="redraw"),
    path("g/<code:code>/release/", run.release, name="release"),
    path("g/<code:code>/start/", start_pages.game_start, name="start"),
    path("g/<code:code>/pause/", pause, name="pause"),
    path("g/<code:code>/stop/", start_pages.stop, name="stop"),
    path("g/<code:code>/continue/", start_pages.go_on, name="continue"),
    path("g/<code:code>/clock/", group_clock, name="group-clock"),
    path("g/<code:code>/again/", new_game_pages.again, name="again"),
    path("g/<code:code>/catch-up/", catch_up, name="catch-up"),
    path("g/<code:code>/correct/", correct.correct, name="correct"),
    *(path for feature in FEATURES for path in feature.urls),
    # For load balancers and monitoring.
    path("", include("moderator.server.urls")),
]

handler400 = "moderator.core.responses.bad_request"
handler404 = "moderator.core.responses.not_found"
handler500 = "moderator.core.responses.server_error"
