"""Verdicts on promises: judged once for each log and book, and shown when players may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from moderator.play.cache import MB, LruCache
from moderator.play.log.folds import Fold
from moderator.play.models import Diplomacy, Game
from moderator.play.stopped import has_ended_for_good, is_ended
from moderator.play.table.diplomacy import DiplomaticRecords, PromiseOnTable
from moderator.play.table.snapshot import table_of
from moderator.rules.promises import PENDING, Verdict


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The verdict on a promise, and on what was promised in exchange."""

    terms: Verdict
    exchange: Verdict | None = None


_judged: LruCache[Mapping[int, Verdicts]] = LruCache(MB)


def verdicts_of(
    game: Game, fold: Fold, records: DiplomaticRecords, is_stopped: bool | None = None
) -> Mapping[int, Verdicts]:
    """The verdicts on all accepted promises of the game, by their numbers; nobody's view yet.

    Args:
        is_stopped: whether no more moves will be made; None: as the game is now.
    """
    is_stopped = game.is_stopped if is_stopped is None else is_stopped
    accepted = tuple(one for one in records.promises if one.is_accepted)
    if fold.timeline.game.promises is None or not accepted:
        return {}
    key = (game.uid, fold.hash, is_stopped, tuple(one.number for one in accepted))
    return _judged.get_or_make(key, lambda: _judge(fold, accepted, is_stopped))


def verdicts_shown(
    game: Game, fold: Fold, records: DiplomaticRecords
) -> Mapping[int, Verdicts | None]:
    """The verdicts that those who may read the promises see now; None: not yet.

    Until the game has ended for good, the settings decide: at once, at the end of the round, or
    nothing. A game that is stopped may go on, so by itself that shows and decides nothing, but
    all are shown once everything has been released for its debrief.
    """
    when, now = records.settings.verdicts, fold.timeline
    is_debrief = is_ended(game, fold) and table_of(game, fold).releases.has_all
    has_ended = is_debrief or has_ended_for_good(game, fold)
    found = verdicts_of(game, fold, records, is_stopped=game.is_stopped and has_ended)
    if has_ended or when == Diplomacy.Verdicts.AT_ONCE:
        return found
    if when == Diplomacy.Verdicts.DEBRIEF:
        return dict.fromkeys(found)
    played = now.game.rounds_played(now.state)
    complete = played[0] if played else 0

    def shown(one: Verdict) -> Verdict:
        return one if one.turn is not None and one.turn <= complete else NOT_YET

    return {
        number: Verdicts(shown(one.terms), one.exchange and shown(one.exchange))
        for number, one in found.items()
    }


NOT_YET = Verdict(PENDING, None, None, "")


def _judge(
    fold: Fold, accepted: tuple[PromiseOnTable, ...], is_stopped: bool
) -> Mapping[int, Verdicts]:
    rules = fold.timeline.game.promises
    if rules is None:
        return {}
    asked = [each for one in accepted for each in one.judged]
    moves = [entry.move for entry in fold.entries]
    found = iter(rules.judge(fold.timeline, moves, asked, is_stopped))
    return {
        one.number: Verdicts(next(found), next(found) if one.exchange is not None else None)
        for one in accepted
    }
