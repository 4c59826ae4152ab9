"""Correct: the moderator corrects a recorded mistake."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from moderator.rules import cells, reading
from moderator.rules.age_of_iron.setup import table
from moderator.rules.age_of_iron.state import REGION, State, check_has_control, players
from moderator.rules.age_of_iron.typed_words import (
    missing,
    named_first,
    places,
    short_country,
    short_place,
    typed_player,
)
from moderator.rules.cells import CorrectionField, CorrectionLine
from moderator.rules.command import match, number
from moderator.rules.errors import Refused, printable
from moderator.rules.kinds import PLAYER, SENTENCE, Kind, field
from moderator.rules.move import Description, Move, with_item
from moderator.rules.reading import Wire

MOST = 99_999
ON_PAPER = "played so on paper"
"""The reason of corrections that are typed from paper."""
PARTS = ("chart", "civilization", "goods", "controlled")


def _are_counts(value: Any) -> bool:
    return isinstance(value, dict) and all(
        reading.is_whole(item) and 0 <= item <= MOST for item in value.values()
    )


_chart = reading.fits(
    lambda value: isinstance(value, dict) and all(map(_are_counts, value.values())),
    f"{{region: {{player: number}}}} with numbers from 0 to {MOST}",
)
_civilization = reading.fits(_are_counts, f"{{player: number}} with numbers from 0 to {MOST}")


def _goods(state: State) -> reading.Check:
    letters, numbers = set(state.scenario.letters), state.scenario.player_numbers

    def are_rows(player: str, rows: Any) -> bool:
        if not isinstance(rows, dict) or set(rows) != {"for_trade", "acquired"}:
            return False
        known = player in numbers
        own = {state.scenario.players[numbers[player]].good} if known else letters
        return (
            all(map(_are_counts, rows.values()))
            and set(rows["acquired"]) <= letters
            and set(rows["for_trade"]) <= own & letters
        )

    return reading.fits(
        lambda value: isinstance(value, dict) and all(are_rows(*item) for item in value.items()),
        "{player: {“for_trade”: {letter: number}, “acquired”: {letter: number}}}, with the "
        f"player’s own letter alone in “for_trade” and numbers from 0 to {MOST}",
    )


def _are_owners(value: Any) -> bool:
    """Whether it lists none, one or two different texts."""
    is_list = isinstance(value, list) and all(isinstance(owner, str) for owner in value)
    return is_list and len(set(value)) == len(value) <= 2


_controlled = reading.fits(
    lambda value: isinstance(value, dict) and all(map(_are_owners, value.values())),
    "{region: [players]} with none, one or two different players",
)


def _keyed(
    key: Kind,
    check: reading.Check,
    item: Kind | None = None,
    check_in: Callable[[State], reading.Check] | None = None,
) -> Kind:
    """An object with ids as its keys; its items are read by a kind of their own."""
    inner = item or Kind(check)
    return Kind(
        check,
        lambda state, part: {
            key.read(state, id): inner.read(state, new) for id, new in part.items()
        },
        lambda state, part: {
            key.write(state, n): inner.write(state, new) for n, new in part.items()
        },
        check_in,
    )


@dataclass(frozen=True, slots=True)
class Correct(Move[State]):
    """New numbers in one or more parts; whatever is not named stays.

    `civilization` counts RFs in all boxes together; `goods` replaces both rows of a player;
    `controlled` replaces the list of a region. Typed with one number: `c xen ariel 7 miscounted`.
    """

    verb = "correct"
    words = ("correct", "c")
    label = "Correct"
    is_moderators = True
    is_legal_when_over = True

    reason: str = field(SENTENCE)
    chart: Mapping[int, Mapping[int, int]] | None = field(
        _keyed(REGION, _chart, _keyed(PLAYER, table)), optional=True
    )
    civilization: Mapping[int, int] | None = field(_keyed(PLAYER, _civilization), optional=True)
    goods: Mapping[int, Mapping[str, Mapping[str, int]]] | None = field(
        _keyed(PLAYER, table, check_in=_goods), optional=True
    )
    controlled: Mapping[int, tuple[int, ...]] | None = field(
        _keyed(REGION, _controlled, players(table)), optional=True
    )

    @classmethod
    def check_wire(cls, state: State, wire: Wire) -> None:
        """Raise `bad-move` if it has no part that this game has, or `unknown-player`."""
        if not any(part in wire for part in PARTS):
            raise Refused("bad-move", f"A correction needs one or more of {', '.join(PARTS)}.")
        if "controlled" in wire:
            check_has_control(state)
        lists = (*wire.get("chart", {}).values(), wire.get("civilization", ()))
        for ids in (*lists, wire.get("goods", ()), *wire.get("controlled", {}).values()):
            for id in ids:  # all players come before all regions
                state.player(id)

    def check(self, state: State) -> None:
        """Raise `civilization-complete` or `bad-target`."""
        capacity = state.scenario.box_capacity
        for player, rfs in (self.civilization or {}).items():
            if rfs > capacity:
                message = "{name}’s boxes hold {capacity} RFs together, not {rfs}."
                name = state.player_name(player)
                raise Refused(
                    "civilization-complete", message, name=name, capacity=capacity, rfs=rfs
                )
        for region in self.controlled or {}:
            if state.scenario.is_country(region):
                message = "{place} is a country; only territories are controlled."
                raise Refused("bad-target", message, place=state.region_name(region))

    def apply(self, state: State) -> State:
        """The state with the new numbers; hands and turns don't change."""
        state = state.with_cells({(region, player): rfs for region, player, rfs in self._cells()})
        for player, rfs in (self.civilization or {}).items():
            state = state._replace(built=with_item(state.built, player, rfs))
        for player, rows in (self.goods or {}).items():
            state = _set_goods(state, player, rows)
        for region, owners in (self.controlled or {}).items():
            controlled = with_item(state.controlled, region, tuple(sorted(owners)))
            state = state._replace(controlled=controlled)
        return state

    def _cells(self) -> Iterator[tuple[int, int, int]]:
        for region, row in (self.chart or {}).items():
            for player, rfs in row.items():
                yield region, player, rfs

    def describe(self, before: State) -> Description:
        """Every new number after the old one, and the reason."""
        player_name, region_name = before.player_name, before.region_name
        parts = [
            f"{player_name(player)} in {region_name(region)} {before.chart[region][player]} → {rfs}"
            for region, player, rfs in self._cells()
        ]
        parts += [
            f"{player_name(player)}’s civilization {before.built[player]} → {rfs}"
            for player, rfs in (self.civilization or {}).items()
        ]
        parts += [
            f"{player_name(player)}’s goods {_goods_text(rows['for_trade'])} for trade, "
            f"{_goods_text(rows['acquired'])} acquired"
            for player, rows in (self.goods or {}).items()
        ]
        parts += [
            f"{region_name(region)} controlled by "
            + (" and ".join(map(player_name, owners)) or "nobody")
            for region, owners in (self.controlled or {}).items()
        ]
        new = "; ".join(parts) or "nothing"
        return Description(f"Correction: {new} ({printable(self.reason, 200)})")

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """A region or civilization, a player, RFs, and the reason."""
        known, regions = places(state), state.scenario.regions
        place = match(words[0], known, "region") if words else len(regions) - 1
        whole = [known.ids[place], state.player_id(0), "7", "miscounted"]
        if len(words) < len(whole):
            line = " ".join([cls.words[1], *words, *whole[len(words) :]])
            parts = ("the region", "the country", "the right number", "the reason")
            raise missing("A correction needs {part}.", line, part=parts[len(words)])
        row = {typed_player(state, words[1]): number(words[2], "RFs", 0, MOST)}
        is_region = place < len(regions)
        part = {"chart": {known.ids[place]: row}} if is_region else {"civilization": row}
        return {"reason": _typed_reason(text), **part}

    @classmethod
    def typed_examples(cls, state: State, player: int) -> Iterator[tuple[str, Self, str]]:
        region = named_first(state)[0]
        move = cls(reason="miscounted", chart={region: {player: 7}})
        cell = f"{short_place(state, region)} {short_country(state, player)}"
        yield f"c {cell} 7 miscounted", move, "; the reason comes last"
        if state.scenario.box_points:
            move = cls(reason="typo", civilization={player: 3})
            yield f"c civ {short_country(state, player)} 3 typo", move, ""


def corrections(before: State, after: State, region: int) -> tuple[str, ...]:
    """Lines that correct the cells of a region as a move would have changed them on paper."""
    place, rows = before.region_id(region), (before.chart[region], after.chart[region])
    return tuple(
        f"{Correct.words[1]} {place} {before.player_id(player)} {max(0, rfs)} {ON_PAPER}"
        for player, (was, rfs) in enumerate(zip(*rows, strict=True))
        if max(0, rfs) != was
    )


def _typed_reason(text: str) -> str:
    """What follows the fourth word as it was typed; a player and a colon may stand before."""
    before = 5 if ":" in text.split()[0] else 4
    return re.split(r"[\s,:]+", text.strip(), maxsplit=before)[-1]


def _set_goods(state: State, player: int, rows: Mapping[str, Mapping[str, int]]) -> State:
    own = state.scenario.players[player].good
    acquired = tuple(rows["acquired"].get(letter, 0) for letter in state.scenario.letters)
    for_trade = rows["for_trade"].get(own, 0) if own else 0
    return state._replace(
        for_trade=with_item(state.for_trade, player, for_trade),
        acquired=with_item(state.acquired, player, acquired),
    )


def _goods_text(row: Mapping[str, int]) -> str:
    return " ".join(f"{units} {letter}" for letter, units in row.items() if units) or "none"


# What can be corrected on one page: all numbers of the charts, and who controls what.


class ChartCorrection:
    """Documented in `moderator.rules.cells.CorrectionRules`.

    Source: docs/rules/age-of-iron.md, "correct".
    """

    verb = Correct.verb

    def parts(self, state: State) -> Mapping[str, tuple[CorrectionLine, ...]]:
        """The Game Chart, boxes, goods and control, as far as this game uses them."""
        lines = (_chart_lines, _civilization_lines, _goods_lines, _controlled_lines)
        return {part: tuple(made(state)) for part, made in zip(PARTS, lines, strict=True)}

    def wire(self, state: State, posted: Mapping[str, Any]) -> dict[str, Any]:
        """Goods and control are whole if they differ, since they replace the current ones."""
        current = {
            "chart": state.chart_by_id,
            "civilization": state.by_id(state.built),
            "goods": state.goods_by_id,
            "controlled": state.controlled_by_id,
        }
        return cells.changes(posted, current)


def _chart_lines(state: State) -> Iterator[CorrectionLine]:
    for r, region in enumerate(state.scenario.regions):
        name = state.region_name(r)
        fields = (
            CorrectionField(f"chart.{region.id}.{seat.id}", f"{seat.name}, {name}", str(rfs))
            for seat, rfs in zip(state.scenario.seats, state.chart[r], strict=True)
        )
        yield name, tuple(fields)


def _civilization_lines(state: State) -> Iterator[CorrectionLine]:
    fields = (
        CorrectionField(f"civilization.{seat.id}", seat.name, str(state.built[i]))
        for i, seat in enumerate(state.scenario.seats)
    )
    if state.scenario.box_points:
        yield "Civilization: RFs in all boxes together", tuple(fields)


def _goods_lines(state: State) -> Iterator[CorrectionLine]:
    """A line for each player: their own good for trade, and every good acquired."""
    for i, seat in enumerate(state.scenario.seats if state.scenario.goods else ()):
        own = state.scenario.players[i].good
        for_trade = CorrectionField(
            f"goods.{seat.id}.for_trade.{own}", f"for trade: {own}", str(state.for_trade[i])
        )
        acquired = (
            CorrectionField(f"goods.{seat.id}.acquired.{letter}", f"acquired: {letter}", str(units))
            for letter, units in zip(state.scenario.letters, state.acquired[i], strict=True)
        )
        yield seat.name, (for_trade, *acquired)


def _controlled_lines(state: State) -> Iterator[CorrectionLine]:
    """A line for each territory, with a checkbox for each player."""
    for r, region in enumerate(state.scenario.regions if state.options.control else ()):
        if state.scenario.home_owner[r] is None:
            fields = (
                CorrectionField(
                    f"controlled.{region.id}", seat.name, seat.id, i in state.controlled[r]
                )
                for i, seat in enumerate(state.scenario.seats)
            )
            yield state.region_name(r), tuple(fields)


CORRECTION = ChartCorrection()
