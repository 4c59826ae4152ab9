"""Reading and checking a scenario from JSON or TOML (docs/rules/age-of-iron.md, "A scenario")."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NoReturn

from moderator.rules import reading
from moderator.rules.age_of_iron import scenario
from moderator.rules.age_of_iron.scenario import (
    FORMAT,
    PRESENCE,
    PREVENT,
    Objective,
    Player,
    Point,
    Region,
    Scenario,
)
from moderator.rules.errors import Refused, printable
from moderator.rules.reading import toml
from moderator.rules.reading.toml import Path

# Checks of a scenario's parts; an invalid one is named by its path.


class Invalid(Exception):
    def __init__(self, path: Path, sentence: str) -> None:
        super().__init__(sentence)
        self.path = path
        self.sentence = sentence


def key_of(path: Path) -> str:
    out = ""
    for part in path:
        out += f"[{part + 1}]" if isinstance(part, int) else f".{printable(part)}"
    return out.removeprefix(".")


def check(
    value: object,
    path: Path,
    required: Mapping[str, reading.Check],
    optional: Mapping[str, reading.Check] | None = None,
) -> None:
    invalid = reading.problem(value, required, optional)
    if invalid is not None:
        key, sentence = invalid
        raise Invalid(path if key is None else (*path, key), sentence)


def each(value: object, path: Path, check: reading.Check) -> None:
    expected = check(value)
    if expected is not None:
        raise Invalid(path, f"should be {expected}, not {printable(value)}")


def index_of(value: object, path: Path, known: list[str], what: str) -> int:
    if value not in known:
        raise Invalid(path, f"“{printable(value)}” is not a {what} of this scenario")
    return known.index(str(value))


# The keys of a scenario's tables, each with its check.
#
# Source: docs/rules/age-of-iron.md, "A scenario".

Checks = Mapping[str, reading.Check]
EVENT_LETTERS = 200

_LETTER = re.compile(r"[A-Z]{1,2}")
_MOST_INCOMES = 60


table = reading.fits(lambda value: isinstance(value, dict), "a table of keys and values")


def list_of(low: int, high: int) -> reading.Check:
    """A list with `low` to `high` members."""
    return reading.fits(
        lambda value: isinstance(value, list) and low <= len(value) <= high,
        f"a list of {low} to {high}",
    )


def _are_incomes(value: object) -> bool:
    """Whether it is RFs per Game-turn, or a list of them."""
    found = value if isinstance(value, list) else [value]
    return 1 <= len(found) <= _MOST_INCOMES and not any(map(reading.whole(0, 100), found))


income = reading.fits(_are_incomes, "a whole number from 0 to 100, or a list of 1 to 60 of them")
letter_of = reading.fits(
    lambda value: isinstance(value, str) and bool(_LETTER.fullmatch(value)),
    "one or two capital letters",
)


def _is_point(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(number) in (int, float) for number in value)
        and -180 <= value[0] <= 180
        and -90 <= value[1] <= 90
    )


def _is_line(value: object) -> bool:
    return isinstance(value, list) and 1 <= len(value) <= 12 and all(map(_is_point, value))


position = reading.fits(
    lambda value: _is_line(value) or _is_point(value),
    "[longitude, latitude] in degrees, or a list of 1 to 12 such points",
)
year = reading.fits(
    lambda value: reading.is_whole(value) and -10_000 <= value <= 2_100 and value != 0,
    "a whole number from -10000 to 2100, and not 0",
)
"""Of the chronology; those B.C. are negative."""
event = reading.fits(
    lambda value: reading.name(value) is None and len(value) <= EVENT_LETTERS,
    f"a text of one line, not blank, with at most {EVENT_LETTERS} letters",
)
REQUIRED: Checks = {
    "format": reading.one_of(FORMAT),
    "id": reading.slug,
    "title": reading.name,
    "turns": reading.whole(1, scenario.MOST_TURNS_AT_START),
    "goods": table,
    "players": list_of(2, 10),
    "regions": list_of(1, 40),
}
OPTIONAL: Checks = {
    "description": reading.text,
    "credits": reading.text,
    "turn_name": reading.line,
    "options": table,
    "civilization": table,
    "trade": table,
    "objectives": list_of(0, 1_000_000),
    "chronology": list_of(0, 100),
    "setup": table,
}
PLAYER: tuple[Checks, Checks] = (
    {"id": reading.slug, "name": reading.name, "income": income},
    {
        "income_simultaneous": income,
        "home": reading.text,
        "good": letter_of,
        "briefing": reading.text,
    },
)
REGION: tuple[Checks, Checks] = (
    {"id": reading.slug, "name": reading.name},
    {"note": reading.line, "position": position},
)
EVENT: Checks = {"year": year, "text": event}
OBJECTIVE: tuple[Checks, Checks] = (
    {
        "player": reading.text,
        "kind": reading.one_of(PRESENCE, PREVENT),
        "region": reading.text,
        "victory_points": reading.whole(1, 100),
    },
    {"by": list_of(1, 9)},
)


# Reading the scenario as a whole.


def read_scenario(value: object) -> Scenario:
    """A scenario from its JSON object.

    Raises:
        Refused: `bad-scenario`, naming the key.
    """
    try:
        return _read(value)
    except Invalid as invalid:
        _refuse(key_of(invalid.path), invalid.sentence)


def read_scenario_toml(text: str) -> Scenario:
    """The same from TOML.

    Raises:
        Refused: `bad-scenario`, naming the key, and the line if it is known.
    """
    value = toml.load(text)
    try:
        return _read(value)
    except Invalid as invalid:
        number = toml.line_of(text, invalid.path)
        _refuse(key_of(invalid.path) + (f" (line {number})" if number else ""), invalid.sentence)


def _refuse(where: str, sentence: str) -> NoReturn:
    start = f"In the scenario {where} " if where else "The scenario "
    raise Refused("bad-scenario", f"{start}{sentence}.") from None


def _read(value: Any) -> Scenario:
    check(value, (), REQUIRED, OPTIONAL)
    recommended = value.get("options", {})
    check(recommended, ("options",), {}, {one.name: one.check for one in scenario.OPTIONS})
    civilization = _read_civilization(value)
    trade = value.get("trade", {})
    check(
        trade,
        ("trade",),
        {},
        {"units": reading.whole(1, 20), "victory_points": reading.whole(0, 100)},
    )
    goods = _read_goods(value)
    regions = _read_regions(value["regions"])
    players = _read_players(value["players"], regions, goods)
    return Scenario(
        id=value["id"],
        title=value["title"],
        description=value.get("description", ""),
        credits=value.get("credits", ""),
        turn_name=value.get("turn_name", ""),
        turns=value["turns"],
        options=recommended,
        goods=goods,
        box=civilization.get("box", 10),
        box_points=tuple(civilization["victory_points"]),
        trade_units=trade.get("units", len(players)),
        trade_points=trade.get("victory_points", 0),
        players=players,
        regions=regions,
        objectives=_read_objectives(value.get("objectives", []), players, regions),
        setup=_read_setup(value.get("setup", {}), players, regions),
        chronology=_read_chronology(value.get("chronology", [])),
        wire=value,
    )


def _read_civilization(value: Mapping[str, Any]) -> Mapping[str, Any]:
    civilization: Mapping[str, Any] = value.get("civilization", {"victory_points": []})
    points = {"victory_points": list_of(0, 20)}
    check(civilization, ("civilization",), points, {"box": reading.whole(1, 100)})
    for i, box_points in enumerate(civilization["victory_points"]):
        each(box_points, ("civilization", "victory_points", i), reading.whole(0, 100))
    return civilization


def _read_goods(value: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    goods = value["goods"]
    for letter, good in goods.items():
        each(letter, ("goods", letter), letter_of)
        each(good, ("goods", letter), reading.name)
    if goods and len(goods) != len(value["players"]):
        raise Invalid(
            ("goods",),
            f"has {len(goods)} goods for {len(value['players'])} players: "
            "as many goods as players are needed, or none",
        )
    return tuple(goods.items())


def _read_regions(value: list[Any]) -> tuple[Region, ...]:
    for i, item in enumerate(value):
        check(item, ("regions", i), *REGION)
        if item["id"] in [other["id"] for other in value[:i]]:
            raise Invalid(("regions", i, "id"), f"“{item['id']}” is used by two regions")
    return tuple(
        Region(item["id"], item["name"], item.get("note", ""), _points(item.get("position", [])))
        for item in value
    )


def _points(value: list[Any]) -> tuple[Point, ...]:
    line = value if all(isinstance(point, list) for point in value) else [value]
    return tuple((float(longitude), float(latitude)) for longitude, latitude in line)


def _read_chronology(value: list[Any]) -> tuple[tuple[str, str], ...]:
    for i, item in enumerate(value):
        check(item, ("chronology", i), EVENT)
    return tuple((when(item["year"]), printable(item["text"], EVENT_LETTERS)) for item in value)


def when(year: int) -> str:
    """A year of the chronology as it is written.

    >>> when(-1792), when(622)
    ('1792 B.C.', 'A.D. 622')
    """
    return f"{-year} B.C." if year < 0 else f"A.D. {year}"


def _read_players(
    value: list[Any], regions: tuple[Region, ...], goods: tuple[tuple[str, str], ...]
) -> tuple[Player, ...]:
    region_ids = {region.id for region in regions}
    letters = {letter for letter, _ in goods}
    players: list[Player] = []
    for i, item in enumerate(value):
        path: Path = ("players", i)
        check(item, path, *PLAYER)
        home, good = item.get("home"), item.get("good")
        if item["id"] in {player.id for player in players}:
            raise Invalid((*path, "id"), f"“{item['id']}” is used by two players")
        if home is not None and home not in region_ids:
            raise Invalid((*path, "home"), f"“{printable(home)}” is not a region of this scenario")
        if home is not None and home in {player.home for player in players}:
            raise Invalid((*path, "home"), f"“{home}” is the home of two players")
        if good is None and letters:
            raise Invalid((*path, "good"), "is missing: there are goods, so every player has one")
        if good is not None and good not in letters:
            raise Invalid((*path, "good"), f"“{good}” is not in the table of goods")
        if good is not None and good in {player.good for player in players}:
            raise Invalid((*path, "good"), f"“{good}” is the good of two players")
        income = _incomes(item["income"])
        players.append(
            Player(
                id=item["id"],
                name=item["name"],
                income=income,
                income_simultaneous=_incomes(item.get("income_simultaneous", list(income))),
                home=home,
                good=good,
                briefing=item.get("briefing", ""),
            )
        )
    return tuple(players)


def _incomes(value: int | list[int]) -> tuple[int, ...]:
    return tuple(value) if isinstance(value, list) else (value,)


def _read_objectives(
    value: list[Any], players: tuple[Player, ...], regions: tuple[Region, ...]
) -> tuple[Objective, ...]:
    player_ids = [player.id for player in players]
    region_ids = [region.id for region in regions]
    out = []
    for i, item in enumerate(value):
        path: Path = ("objectives", i)
        check(item, path, *OBJECTIVE)
        player = index_of(item["player"], (*path, "player"), player_ids, "player")
        region = index_of(item["region"], (*path, "region"), region_ids, "region")
        by: tuple[int, ...] = ()
        if item["kind"] == PREVENT:
            everybody_else = [other for other in player_ids if other != item["player"]]
            named = item.get("by", everybody_else)
            by = tuple(index_of(one, (*path, "by"), player_ids, "player") for one in named)
            if player in by or len(set(by)) < len(by):
                raise Invalid((*path, "by"), "contains the player itself, or another one twice")
        elif "by" in item:
            raise Invalid((*path, "by"), "is only for the kind “prevent”")
        out.append(Objective(player, item["kind"], region, by, item["victory_points"]))
    return tuple(out)


def _read_setup(
    value: Mapping[str, Any], players: tuple[Player, ...], regions: tuple[Region, ...]
) -> tuple[tuple[int, ...], ...]:
    region_ids = [region.id for region in regions]
    player_ids = [player.id for player in players]
    for region, cells in value.items():
        index_of(region, ("setup", region), region_ids, "region")
        each(cells, ("setup", region), table)
        for player, rfs in cells.items():
            index_of(player, ("setup", region, player), player_ids, "player")
            each(rfs, ("setup", region, player), reading.whole(0, 999))
    return tuple(
        tuple(value.get(region, {}).get(player, 0) for player in player_ids)
        for region in region_ids
    )
