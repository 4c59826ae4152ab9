"""The groups of a new game, and the last game of one of them, which is played again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from moderator.play import selectors
from moderator.play.log.entries import rules_of, scenario_of
from moderator.play.models import Game, Group
from moderator.web.core.scenario_choices import DRAWN
from moderator.web.core.setting_options import ACTING, AGREED, DICE, HELP, PARTNER, REVEAL
from moderator.web.core.written_options import written_settings
from moderator.web.new_game import line_ups
from moderator.web.new_game.catalogue import is_in_catalogue


@dataclass(frozen=True)
class TargetGroup:
    """A group to make a game for, and a summary of its present game."""

    group: Group
    summary: selectors.GameSummary


@dataclass(frozen=True)
class LastGame:
    """What the form of a new game is filled with; `key` is the catalogue's."""

    key: str
    settings: dict[str, Any]
    options: Mapping[str, Any]
    line_up: dict[str, str]


def last_game(targets: Sequence[TargetGroup]) -> LastGame | None:
    """The present game of the only group; None if it has none that can be chosen again."""
    game = targets[0].summary.game if len(targets) == 1 else None
    if game is None:
        return None
    rules = rules_of(game)
    id = game.scenario["id"] if isinstance(game.scenario, Mapping) else game.scenario
    key = f"{game.rules}/{DRAWN if rules.drawn_word else id}"
    if not is_in_catalogue(key):
        return None
    settings = {
        ACTING: game.acting,
        DICE: game.dice,
        HELP: game.has_help,
        AGREED: game.is_trade_automatic,
        REVEAL: game.is_reveal_automatic,
        PARTNER: game.seats.filter(is_partner=True).exists(),
        **written_settings(game),
    }
    options = {name: value for name, value in game.options.items() if name != "players"}
    return LastGame(key, settings, options, _line_up(game))


def _line_up(game: Game) -> dict[str, str]:
    """The same names in the same order, so that everybody keeps the seat."""
    if rules_of(game).players is None:
        return {}
    seats = rules_of(game).seats(scenario_of(game), game.options)
    names = "\n".join(seat.name for seat in seats)
    return {line_ups.WHO: line_ups.TYPED, line_ups.NAMES: names, line_ups.LOT: ""}
