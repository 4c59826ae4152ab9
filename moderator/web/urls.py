"""The URLs of all pages."""

from __future__ import annotations

from django.urls import path, register_converter

from moderator.web.account import password, sign_in
from moderator.web.classes import (
    class_delete,
    classes,
    game_delete,
    groups,
    people,
    removed,
    starts,
    uploads,
)
from moderator.web.console import (
    again,
    catch_up,
    cells,
    clock,
    console,
    correct,
    group_people,
    hands,
    hear,
    pauses,
    settings,
    slips,
    stops,
)
from moderator.web.console import messages as console_messages
from moderator.web.console import moves as console_moves
from moderator.web.console import offers as console_offers
from moderator.web.console import promises as console_promises
from moderator.web.console import records as console_records
from moderator.web.console import starts as console_starts
from moderator.web.core.codes import CodeConverter
from moderator.web.join import home, moderators, seats, students
from moderator.web.lessons import (
    announcements,
    class_all,
    class_people,
    class_wall,
    divide,
    hand_over,
    joining,
    message_reports,
    notes,
    overview,
    overview_help,
    rehearsal,
    results,
    roster,
)
from moderator.web.lessons import clock as class_clock
from moderator.web.lessons import debrief as class_debrief
from moderator.web.lessons import questions as class_questions
from moderator.web.new_game import new_game
from moderator.web.pages import about, check
from moderator.web.player import leaving, player
from moderator.web.player import messages as player_messages
from moderator.web.player import moves as player_moves
from moderator.web.player import offers as player_offers
from moderator.web.player import preview as player_preview
from moderator.web.player import promises as player_promises
from moderator.web.player import questions as player_questions
from moderator.web.player import records as player_records
from moderator.web.player import slips as player_slips
from moderator.web.printing import (
    class_downloads,
    downloads,
    join_cards,
    records_sheet,
    sheet_list,
)
from moderator.web.printing.packs import pages as packs
from moderator.web.tournaments import detail, index, pdf, table, wall
from moderator.web.watch import (
    chart,
    comments,
    debrief,
    dice,
    games,
    history,
    log,
    replay,
    rules,
)

register_converter(CodeConverter, "code")

urlpatterns = [
    path("", home.home, name="home"),
    path("about/", about.about, name="about"),
    path("check/", check.check, name="check"),
    # Students join. A code is accepted as typed, with spaces and look-alikes.
    path("join/", home.join_home, name="join-home"),
    path("join/back/<str:token>/", students.back, name="back"),
    path("join/<str:code>/", students.join, name="join"),
    path("join/<str:code>/seats/", seats.seats, name="seats"),
    # Moderators open a console.
    path("m/", moderators.pin, name="pin"),
    path("m/<str:token>/", moderators.link, name="console-link"),
    # Instructors sign in and out.
    path("sign-in/", sign_in.sign_in, name="sign-in"),
    path("sign-in/code/", sign_in.code, name="sign-in-code"),
    path("sign-in/password/", password.password, name="password"),
    path("sign-in/second-factor/", password.second_factor, name="second-factor"),
    path("sign-in/<str:token>/", sign_in.one_time, name="one-time"),
    path("sign-out/", sign_in.sign_out, name="sign-out"),
    # The instructor's classes.
    path("classes/", classes.classes, name="classes"),
    path("classes/new/", classes.new, name="class-new"),
    path("classes/<int:pk>/", classes.classroom, name="classroom"),
    path("classes/<int:pk>/change/", classes.change, name="class-change"),
    path("classes/<int:pk>/delete/", class_delete.delete, name="class-delete"),
    path("classes/<int:pk>/restore/", class_delete.restore, name="class-restore"),
    path("classes/<int:pk>/people/erase/", removed.erase, name="people-erase"),
    path("classes/<int:pk>/people/<int:number>/", people.person, name="person"),
    path("classes/<int:pk>/game/", new_game.new, name="game-new"),
    path("classes/<int:pk>/start/", starts.start, name="games-start"),
    path("classes/<int:pk>/groups/", groups.make, name="groups-make"),
    path("classes/<int:pk>/groups/<int:number>/", groups.group, name="group"),
    path("classes/<int:pk>/groups/<int:number>/withdraw/", groups.withdraw, name="group-withdraw"),
    path("classes/<int:pk>/groups/<int:number>/record/", uploads.upload, name="record-upload"),
    path("classes/<int:pk>/groups/<int:number>/delete/", groups.delete, name="group-delete"),
    path(
        "classes/<int:pk>/groups/<int:number>/games/<int:game>/delete/",
        game_delete.delete,
        name="game-delete",
    ),
    # A lesson; its wall is for everybody who has the class's code.
    path("classes/<int:pk>/overview/", overview.overview, name="overview"),
    path("classes/<int:pk>/people/", class_people.people, name="people"),
    path("classes/<int:pk>/people/cards.pdf", join_cards.class_cards, name="join-cards"),
    path("classes/<int:pk>/rehearsal/", rehearsal.rehearsal, name="rehearsal"),
    path("classes/<int:pk>/divide/", divide.divide, name="divide"),
    path("classes/<int:pk>/all/", class_all.class_all, name="class-all"),
    path("classes/<int:pk>/announcements/", announcements.announcements, name="announcements"),
    path("classes/<int:pk>/groups/<int:number>/hand-over/", hand_over.hand_over, name="hand-over"),
    path("classes/<int:pk>/groups/<int:number>/seats/", overview_help.seats, name="seats-give"),
    path("classes/<int:pk>/clock/", class_clock.clock, name="class-clock"),
    path("classes/<int:pk>/roster/", roster.roster, name="roster"),
    path("classes/<int:pk>/joining/", joining.joining, name="joining"),
    path("classes/<int:pk>/joining/since/", joining.joined_since, name="joined-since"),
    path("classes/<int:pk>/results/", results.results, name="results"),
    path("classes/<int:pk>/debrief/", class_debrief.debrief, name="class-debrief"),
    path("classes/<int:pk>/questions/", class_questions.questions, name="debrief-questions"),
    # Packs of sheets, for all groups at once.
    path("classes/<int:pk>/print/", packs.class_print, name="class-print"),
    path("classes/<int:pk>/print/<int:number>/", packs.class_pack, name="class-pack"),
    path(
        "classes/<int:pk>/print/<int:number>/pack.pdf",
        packs.class_pack_pdf,
        name="class-pack-pdf",
    ),
    path(
        "classes/<int:pk>/print/<slug:sheet>.pdf",
        class_downloads.class_sheet_pdf,
        name="class-sheet-pdf",
    ),
    path("classes/<int:pk>/reports/", message_reports.reports, name="message-reports"),
    path("classes/<int:pk>/wall/", class_wall.wall_show, name="wall-show"),
    path("classes/<int:pk>/notes/", notes.of_class, name="notes"),
    path("g/<code:code>/notes/", notes.of_group, name="group-notes"),
    path("w/<code:code>/", class_wall.class_wall, name="class-wall"),
    # Tournaments; the wall is for everybody who has the class's code.
    path("classes/<int:pk>/tournaments/", index.tournaments_of, name="tournaments"),
    path("classes/<int:pk>/tournaments/new/", index.new, name="tournament-new"),
    path("classes/<int:pk>/tournaments/<int:number>/", detail.tournament, name="tournament"),
    path(
        "classes/<int:pk>/tournaments/<int:number>/delete/",
        index.delete,
        name="tournament-delete",
    ),
    path(
        "classes/<int:pk>/tournaments/<int:number>/tournament.pdf",
        pdf.pdf,
        name="tournament-pdf",
    ),
    path("t/<code:code>/<int:number>/", wall.wall, name="tournament-wall"),
    path("g/<code:code>/tournament/", table.table, name="tournament-table"),
    path("g/<code:code>/people/", group_people.group_people, name="helping"),
    path("g/<code:code>/comments/", comments.comments, name="comments"),
    # Sheets and the record of a group's game.
    path("g/<code:code>/records.pdf", records_sheet.records_pdf, name="records-pdf"),
    path("g/<code:code>/<slug:sheet>.pdf", downloads.sheet_pdf, name="sheet-pdf"),
    path("g/<code:code>/sheets/", sheet_list.sheet_list, name="sheets"),
    path("g/<code:code>/record.json", downloads.record, name="record"),
    # The chart, the student's page and the console.
    path("c/<code:code>/", chart.chart, name="chart"),
    path("c/<code:code>/replay/", replay.chart, name="chart-replay"),
    path("c/<code:code>/history/", history.history, name="history"),
    path("c/<code:code>/debrief/", debrief.debrief, name="debrief"),
    path("c/<code:code>/log/", log.log, name="log"),
    path("c/<code:code>/games/", games.chart, name="chart-games"),
    path("c/<code:code>/rules/", rules.rules, name="rules"),
    path("c/<code:code>/dice/", dice.dice_page, name="dice"),
    path("play/<code:code>/", player.play, name="play"),
    path("play/<code:code>/move/", player_moves.move, name="play-move"),
    path("play/<code:code>/slip/", player_slips.slip, name="play-slip"),
    path("play/<code:code>/preview/", player_preview.preview, name="play-preview"),
    path("play/<code:code>/finish/", player_moves.finish_turn, name="play-finish"),
    path("play/<code:code>/partner/", player_moves.bot_move, name="play-partner"),
    path("play/<code:code>/return/", leaving.give_back, name="play-return"),
    path("play/<code:code>/offer/", player_offers.offer, name="play-offer"),
    path("play/<code:code>/answer/", player_offers.answer, name="play-answer"),
    path("play/<code:code>/object/", player_offers.objection, name="play-object"),
    path("play/<code:code>/contact/", player_records.contact, name="play-contact"),
    path("play/<code:code>/records/", player_records.records, name="play-records"),
    path("play/<code:code>/promise/", player_promises.promise, name="play-promise"),
    path("play/<code:code>/promise/answer/", player_records.answer, name="play-promise-answer"),
    path("play/<code:code>/message/", player_messages.message, name="play-message"),
    path("play/<code:code>/messages/", player_messages.messages, name="play-messages"),
    path("play/<code:code>/report/", player_messages.report, name="play-report"),
    path("play/<code:code>/questions/", player_questions.questions, name="play-questions"),
    path("play/<code:code>/leave/", leaving.leave, name="play-leave"),
    path("g/<code:code>/", console.console, name="console"),
    path("g/<code:code>/replay/", replay.console, name="replay"),
    path("g/<code:code>/games/", games.console, name="games"),
    path("g/<code:code>/hear/", hear.command_reply, name="hear"),
    path("g/<code:code>/cell/", cells.cell, name="cell"),
    path("g/<code:code>/move/", console_moves.move, name="move"),
    path("g/<code:code>/finish/", console_moves.finish_turn, name="finish"),
    path("g/<code:code>/partner/", console_moves.bot_move, name="partner"),
    path("g/<code:code>/slips/", slips.fill, name="slips-fill"),
    path("g/<code:code>/hands/<slug:player>/", hands.hand, name="console-hand"),
    path("g/<code:code>/slips/<slug:player>/", slips.slip, name="console-slip"),
    path("g/<code:code>/reveal/", slips.reveal, name="slips-reveal"),
    path("g/<code:code>/offers/", console_offers.offers, name="offers"),
    path("g/<code:code>/objections/", console_offers.objections, name="objections"),
    path("g/<code:code>/records/", console_records.records, name="console-records"),
    path("g/<code:code>/promise/", console_promises.promise, name="console-promise"),
    path("g/<code:code>/messages/", console_messages.messages, name="messages"),
    path("g/<code:code>/run/", settings.game_settings_page, name="run"),
    path("g/<code:code>/redraw/", settings.redraw, name="redraw"),
    path("g/<code:code>/release/", settings.release, name="release"),
    path("g/<code:code>/start/", console_starts.start, name="start"),
    path("g/<code:code>/pause/", pauses.pause, name="pause"),
    path("g/<code:code>/stop/", stops.stop, name="stop"),
    path("g/<code:code>/continue/", stops.go_on, name="continue"),
    path("g/<code:code>/clock/", clock.clock, name="group-clock"),
    path("g/<code:code>/again/", again.again, name="again"),
    path("g/<code:code>/catch-up/", catch_up.catch_up, name="catch-up"),
    path("g/<code:code>/correct/", correct.correct, name="correct"),
]
