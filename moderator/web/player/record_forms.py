"""What a student's page offers for diplomatic records."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.play.log.folds import Fold
from moderator.play.models import Game
from moderator.play.models.diplomacy import NOTE_LETTERS
from moderator.play.stopped import is_ended
from moderator.play.table.snapshot import table_of
from moderator.rules.seating import SeatLabel
from moderator.web.feed.records import readers_sentence


@dataclass(frozen=True)
class RecordForms:
    """What a player can add to its diplomatic record: contacts with `others`, and promises.

    `readers`: who can read it, as a sentence. `is_open`: whether the game is being played.
    `to_answer`: how many promises wait for the player's answer.
    """

    others: tuple[SeatLabel, ...]
    readers: str
    round_word: str
    is_open: bool
    can_promise: bool
    to_answer: int
    text_letters: int = NOTE_LETTERS


def record_forms(game: Game, fold: Fold, seat_id: str) -> RecordForms | None:
    """What can be added to the seat's record; None without records, and before the start."""
    records = table_of(game, fold).records
    if not records.is_on or game.is_waiting:
        return None
    rules, state = fold.timeline.game, fold.timeline.state
    is_open = not is_ended(game, fold)
    return RecordForms(
        others=tuple(seat for seat in rules.seats_of(state) if seat.id != seat_id),
        readers=readers_sentence(records.settings, rules.seat_word),
        round_word=rules.round_word,
        is_open=is_open,
        can_promise=is_open and rules.promises is not None,
        to_answer=sum(one.is_open and one.partner == seat_id for one in records.promises)
        if is_open
        else 0,
    )
