"""Every write, each in one transaction."""

from moderator.play.errors import NameTaken, NotAllowed, SeatTaken, Stale, Unfit
from moderator.play.services.classrooms import (
    classroom_change,
    classroom_create,
    classroom_delete,
    group_delete,
    group_link_withdraw,
    group_rename,
    groups_create,
)
from moderator.play.services.games import game_create, game_delete
from moderator.play.services.moves import Played, move_play
from moderator.play.services.people import (
    instructor_person,
    moderator_enter,
    person_by_return_link,
    person_forget,
    person_join,
    person_remove,
    person_rename,
    person_return_link,
)
from moderator.play.services.records import ReadRecord, game_from_record, record_read
from moderator.play.services.seats import seat_any, seat_give, seat_take
from moderator.play.services.sign_in import sign_in_link_create, sign_in_link_use

__all__ = [
    "NameTaken",
    "NotAllowed",
    "Played",
    "ReadRecord",
    "SeatTaken",
    "Stale",
    "Unfit",
    "classroom_change",
    "classroom_create",
    "classroom_delete",
    "game_create",
    "game_delete",
    "game_from_record",
    "group_delete",
    "group_link_withdraw",
    "group_rename",
    "groups_create",
    "instructor_person",
    "moderator_enter",
    "move_play",
    "person_by_return_link",
    "person_forget",
    "person_join",
    "person_remove",
    "person_rename",
    "person_return_link",
    "record_read",
    "seat_any",
    "seat_give",
    "seat_take",
    "sign_in_link_create",
    "sign_in_link_use",
]
