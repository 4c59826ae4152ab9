"""All writes, each in one transaction."""

from moderator.play.errors import InvalidInput, NameTaken, NotAllowed, SeatTaken, Stale
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
from moderator.play.services.classrooms import (
    classroom_change,
    classroom_create,
    group_delete,
    group_link_withdraw,
    group_rename,
    groups_create,
    names_printed_change,
)
from moderator.play.services.deletion import (
    classroom_delete,
    classroom_erase,
    classroom_restore,
    classrooms_purge,
)
from moderator.play.services.entrants import entrant_add, entrant_return, entrant_withdraw
from moderator.play.services.forgetting import people_forget, person_forget
from moderator.play.services.game_settings import (
    GameSettings,
    game_release,
    game_settings_change,
    game_settings_of,
)
from moderator.play.services.games import game_create, game_delete, game_redraw, scenario_draw
from moderator.play.services.moves import bot_move_play, move_play
from moderator.play.services.notes import note_delete, note_write
from moderator.play.services.objections import objection_dismiss, objection_make
from moderator.play.services.offers import ANSWERS, offer_answer, offer_make
from moderator.play.services.people import (
    instructor_person,
    moderator_enter,
    person_by_return_link,
    person_join,
    person_remove,
    person_rename,
    person_return_link,
)
from moderator.play.services.previews import move_preview
from moderator.play.services.recording import RecordedMove
from moderator.play.services.records import ReadRecord, game_from_record, record_read
from moderator.play.services.reminders import player_remind
from moderator.play.services.results import ConfirmationNeeded, ResultConflict, result_record
from moderator.play.services.reveals import slips_reveal
from moderator.play.services.seats import seat_any, seat_give, seat_return, seat_take
from moderator.play.services.slips import (
    SlipChange,
    WrittenSlip,
    filled_orders,
    slip_write,
    slips_fill,
)
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
    "ChangedOffer",
    "ConfirmationNeeded",
    "GameSettings",
    "InvalidInput",
    "NameTaken",
    "NotAllowed",
    "RateLimit",
    "RateLimitKey",
    "ReadRecord",
    "RecordedMove",
    "ResultConflict",
    "SeatTaken",
    "SlipChange",
    "Stale",
    "TournamentPlan",
    "WrittenSlip",
    "app_secret",
    "app_url",
    "bot_move_play",
    "can_turn_end",
    "check_turn_end",
    "classroom_change",
    "classroom_create",
    "classroom_delete",
    "classroom_erase",
    "classroom_restore",
    "classrooms_purge",
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
    "game_stop",
    "group_delete",
    "group_link_withdraw",
    "group_rename",
    "groups_create",
    "has_own_names",
    "has_second_factor",
    "instructor_person",
    "moderator_enter",
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
    "pairing_play",
    "pause_left_s",
    "people_forget",
    "person_by_return_link",
    "person_forget",
    "person_join",
    "person_remove",
    "person_rename",
    "person_return_link",
    "player_remind",
    "record_read",
    "result_record",
    "rounds_make",
    "scenario_draw",
    "seat_any",
    "seat_give",
    "seat_return",
    "seat_take",
    "second_code_use",
    "second_factor_turn_off",
    "second_factor_turn_on",
    "seed_new",
    "sign_in_link_create",
    "sign_in_link_use",
    "slip_write",
    "slips_fill",
    "slips_reveal",
    "tournament_create",
    "tournament_delete",
    "try_begin",
    "try_was_right",
    "turn_end",
    "wall_charts",
    "wall_next_place",
    "wall_results",
]
