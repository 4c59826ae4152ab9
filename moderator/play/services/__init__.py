"""All writes, each in one transaction."""

from moderator.play.errors import (
    InvalidInput,
    JoiningClosed,
    NameTaken,
    NotAllowed,
    SeatTaken,
    Stale,
)
from moderator.play.services.accounts import (
    app_secret,
    app_url,
    has_second_factor,
    second_code_use,
    second_factor_turn_off,
    second_factor_turn_on,
    seed_new,
    sign_in_link_create,
    sign_in_link_use,
)
from moderator.play.services.again import game_again, has_own_names
from moderator.play.services.agreed import ChangedOffer, offer_discard, offer_record
from moderator.play.services.announcements import (
    announcement_make,
    announcement_release,
    announcement_withdraw,
)
from moderator.play.services.classrooms import (
    classroom_change,
    classroom_create,
    group_delete,
    group_link_withdraw,
    group_rename,
    groups_create,
    names_printed_change,
    paper_change,
)
from moderator.play.services.clocks import (
    ClockChanged,
    clock_add,
    clock_pause,
    clock_resume,
    clock_start,
    clock_stop,
    lesson_plan_set,
)
from moderator.play.services.comments import comment_change, comment_delete, comment_write
from moderator.play.services.compaction import compact
from moderator.play.services.contacts import contact_note, contact_strike
from moderator.play.services.debrief_answers import answer_write
from moderator.play.services.debrief_questions import (
    question_ask,
    question_change,
    question_close,
    question_delete,
    question_make,
    question_move,
    question_withdraw,
    questions_take,
)
from moderator.play.services.debrief_releases import debrief_release, debrief_withdraw
from moderator.play.services.deletion import (
    classroom_delete,
    classroom_erase,
    classroom_restore,
    classrooms_purge,
)
from moderator.play.services.diplomacy import (
    diplomacy_settings,
    messages_show,
    writing_close,
    writing_open,
)
from moderator.play.services.divisions import NewGames, division_start, latecomers_seat
from moderator.play.services.entrants import entrant_add, entrant_return, entrant_withdraw
from moderator.play.services.forgetting import people_forget, person_forget
from moderator.play.services.from_paper import PaperNote, RecordedText, text_record
from moderator.play.services.game_settings import (
    GameSettings,
    game_release,
    game_settings_change,
    game_settings_of,
)
from moderator.play.services.games import game_create, game_delete, game_redraw, scenario_draw
from moderator.play.services.hand_over import group_hand_over
from moderator.play.services.joining import (
    Joining,
    classroom_code_replace,
    join_request_of,
    join_requests_decide,
    joining_change,
    person_of_request,
    student_join,
)
from moderator.play.services.lessons import stuck_after
from moderator.play.services.mailboxes import draft_save, message_read
from moderator.play.services.message_reports import (
    REPORTED_MOST,
    message_report,
    report_seen,
    reported_messages,
)
from moderator.play.services.messages import SentMessage, message_send
from moderator.play.services.moderating import (
    moderator_appoint,
    moderators_dismiss,
    person_volunteer,
)
from moderator.play.services.moves import bot_move_play, move_play
from moderator.play.services.notes import note_delete, note_write
from moderator.play.services.objections import objection_dismiss, objection_make
from moderator.play.services.offers import ANSWERS, offer_answer, offer_make
from moderator.play.services.packs import (
    PackGone,
    pack_fail,
    pack_finish,
    pack_progress,
    pack_request,
    pack_take,
    packs_check,
    packs_forget,
)
from moderator.play.services.pauses import lesson_end, pause_begin, pause_end, reason_read
from moderator.play.services.people import (
    instructor_person,
    moderator_enter,
    person_by_return_link,
    person_join,
    person_remove,
    person_rename,
    person_return_link,
    personal_links_renew,
)
from moderator.play.services.presence import presence_store
from moderator.play.services.previews import move_preview
from moderator.play.services.promises import FromPaper, promise_answer, promise_make
from moderator.play.services.recording import RecordedMove
from moderator.play.services.records import ReadRecord, game_from_record, record_read
from moderator.play.services.rehearsals import (
    rehearsal_games,
    simulated_play,
    simulated_remove,
    simulated_students,
    students_simulate,
)
from moderator.play.services.reminders import player_remind
from moderator.play.services.results import ConfirmationNeeded, ResultConflict, result_record
from moderator.play.services.reveals import slips_reveal
from moderator.play.services.roster import roster_import, roster_remove
from moderator.play.services.seats import seat_any, seat_give, seat_return, seat_take, seats_leave
from moderator.play.services.slips import (
    SlipChange,
    WrittenSlip,
    filled_orders,
    slip_write,
    slips_fill,
)
from moderator.play.services.starts import game_start, games_start
from moderator.play.services.stops import game_continue, game_stop
from moderator.play.services.tournaments import (
    TournamentPlan,
    pairing_play,
    rounds_make,
    tournament_create,
    tournament_delete,
)
from moderator.play.services.tries import (
    RateLimit,
    RateLimitKey,
    pause_left_s,
    try_begin,
    try_was_right,
)
from moderator.play.services.turns import can_turn_end, check_turn_end, turn_end
from moderator.play.services.walls import ALL_PLACES, wall_charts, wall_next_place, wall_results

__all__ = [
    "ALL_PLACES",
    "ANSWERS",
    "REPORTED_MOST",
    "ChangedOffer",
    "ClockChanged",
    "ConfirmationNeeded",
    "FromPaper",
    "GameSettings",
    "InvalidInput",
    "Joining",
    "JoiningClosed",
    "NameTaken",
    "NewGames",
    "NotAllowed",
    "PackGone",
    "PaperNote",
    "RateLimit",
    "RateLimitKey",
    "ReadRecord",
    "RecordedMove",
    "RecordedText",
    "ResultConflict",
    "SeatTaken",
    "SentMessage",
    "SlipChange",
    "Stale",
    "TournamentPlan",
    "WrittenSlip",
    "announcement_make",
    "announcement_release",
    "announcement_withdraw",
    "answer_write",
    "app_secret",
    "app_url",
    "bot_move_play",
    "can_turn_end",
    "check_turn_end",
    "classroom_change",
    "classroom_code_replace",
    "classroom_create",
    "classroom_delete",
    "classroom_erase",
    "classroom_restore",
    "classrooms_purge",
    "clock_add",
    "clock_pause",
    "clock_resume",
    "clock_start",
    "clock_stop",
    "comment_change",
    "comment_delete",
    "comment_write",
    "compact",
    "contact_note",
    "contact_strike",
    "debrief_release",
    "debrief_withdraw",
    "diplomacy_settings",
    "division_start",
    "draft_save",
    "entrant_add",
    "entrant_return",
    "entrant_withdraw",
    "filled_orders",
    "game_again",
    "game_continue",
    "game_create",
    "game_delete",
    "game_from_record",
    "game_redraw",
    "game_release",
    "game_settings_change",
    "game_settings_of",
    "game_start",
    "game_stop",
    "games_start",
    "group_delete",
    "group_hand_over",
    "group_link_withdraw",
    "group_rename",
    "groups_create",
    "has_own_names",
    "has_second_factor",
    "instructor_person",
    "join_request_of",
    "join_requests_decide",
    "joining_change",
    "latecomers_seat",
    "lesson_end",
    "lesson_plan_set",
    "message_read",
    "message_report",
    "message_send",
    "messages_show",
    "moderator_appoint",
    "moderator_enter",
    "moderators_dismiss",
    "move_play",
    "move_preview",
    "names_printed_change",
    "note_delete",
    "note_write",
    "objection_dismiss",
    "objection_make",
    "offer_answer",
    "offer_discard",
    "offer_make",
    "offer_record",
    "pack_fail",
    "pack_finish",
    "pack_progress",
    "pack_request",
    "pack_take",
    "packs_check",
    "packs_forget",
    "pairing_play",
    "paper_change",
    "pause_begin",
    "pause_end",
    "pause_left_s",
    "people_forget",
    "person_by_return_link",
    "person_forget",
    "person_join",
    "person_of_request",
    "person_remove",
    "person_rename",
    "person_return_link",
    "person_volunteer",
    "personal_links_renew",
    "player_remind",
    "presence_store",
    "promise_answer",
    "promise_make",
    "question_ask",
    "question_change",
    "question_close",
    "question_delete",
    "question_make",
    "question_move",
    "question_withdraw",
    "questions_take",
    "reason_read",
    "record_read",
    "rehearsal_games",
    "report_seen",
    "reported_messages",
    "result_record",
    "roster_import",
    "roster_remove",
    "rounds_make",
    "scenario_draw",
    "seat_any",
    "seat_give",
    "seat_return",
    "seat_take",
    "seats_leave",
    "second_code_use",
    "second_factor_turn_off",
    "second_factor_turn_on",
    "seed_new",
    "sign_in_link_create",
    "sign_in_link_use",
    "simulated_play",
    "simulated_remove",
    "simulated_students",
    "slip_write",
    "slips_fill",
    "slips_reveal",
    "stuck_after",
    "student_join",
    "students_simulate",
    "text_record",
    "tournament_create",
    "tournament_delete",
    "try_begin",
    "try_was_right",
    "turn_end",
    "wall_charts",
    "wall_next_place",
    "wall_results",
    "writing_close",
    "writing_open",
]
