"""Impossible records: their codes (docs/rules/record.md, "Error codes") and a sentence, on the page
and from `replay`."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tests.support.paths import PLAYED
from tests.support.web.tables import Table
from tests.support.web.uploading import RECORD, refused, taken

Record = dict[str, Any]
WAR: Record = json.loads((PLAYED / "war" / "attacks.json").read_bytes())
WAR_FIGHT = next(n for n, move in enumerate(WAR["moves"]) if move["type"] == "fight")
AGE_OF_WAR: Record = {
    "format": "record/1",
    "game": "age-of-war",
    "scenario": "standard",
    "options": {"players": ["kim", "ed"]},
    "moves": [{"type": "roll", "player": "kim", "dice": ["daimyo"] * 7}],
}
MARKUP = "<script>alert(1)</script>"


def roll(*dice: Any, player: Any = "kim") -> Record:
    return AGE_OF_WAR | {"moves": [{"type": "roll", "player": player, "dice": list(dice)}]}


def players(*ids: Any) -> Record:
    return AGE_OF_WAR | {"options": {"players": list(ids)}, "moves": []}


def fight(**more: Any) -> Record:
    moves = [*WAR["moves"][:WAR_FIGHT], WAR["moves"][WAR_FIGHT] | more]
    return WAR | {"moves": moves}


def war(**more: Any) -> Record:
    return WAR | {"scenario": WAR["scenario"] | more, "moves": []}


def deck(*more: Any) -> Record:
    return war(deck=[*WAR["scenario"]["deck"], *more])


def swapped() -> Record:
    """The last green card and the first pink one swapped."""
    cards = deepcopy(WAR["scenario"]["deck"])
    pile = len(cards) // 3
    pink = next(n for n, card in enumerate(cards) if n >= pile and card[1] == 3)
    cards[0], cards[pink] = cards[pink], cards[0]
    return war(deck=cards)


def in_two_pieces() -> Record:
    """One tile is far away."""
    tiles = dict(WAR["scenario"]["tiles"])
    name, symbol = tiles.popitem()
    assert name != "z99"
    return war(tiles={**tiles, "z99": symbol})


def tile(name: str) -> Record:
    tiles = dict(WAR["scenario"]["tiles"])
    _, symbol = tiles.popitem()
    return war(tiles={**tiles, name: symbol})


BAD: dict[str, tuple[Record, str, int | None]] = {
    "a face that no die has": (roll(*["dragon"] * 7), "bad-move", 1),
    "a number for a face": (roll(*[6] * 7), "bad-move", 1),
    "eight dice of seven": (roll(*["daimyo"] * 8), "wrong-dice", 1),
    "no dice": (roll(), "wrong-dice", 1),
    "a seven": (fight(attacker=7), "bad-move", WAR_FIGHT + 1),
    "a nought": (fight(defender=0), "bad-move", WAR_FIGHT + 1),
    "half an eye": (fight(defender=1.5), "bad-move", WAR_FIGHT + 1),
    "a true": (fight(attacker=True), "bad-move", WAR_FIGHT + 1),
    "one die too many": (fight(referee=6), "bad-move", WAR_FIGHT + 1),
    "a card too many": (deck(["drop", 6]), "bad-scenario", None),
    "a card of a symbol that isn’t": (deck([MARKUP, 6]), "bad-scenario", None),
    "a pink card among the green": (swapped(), "bad-scenario", None),
    "a map in two pieces": (in_two_pieces(), "bad-scenario", None),
    "a tile with markup": (tile(MARKUP), "bad-scenario", None),
    "300 players": (players(*(f"p{n}" for n in range(300))), "bad-record", None),
    "300 players at war": (
        WAR | {"options": {"players": [f"p{n}" for n in range(300)]}},
        "bad-record",
        None,
    ),
    "no player": (players(), "bad-record", None),
    "one player twice": (players("kim", "kim"), "bad-record", None),
    "an id with markup": (players("kim", MARKUP), "bad-record", None),
    "an id that is no text": (players("kim", ["ed"]), "bad-record", None),
    "an id that is long": (players("kim", "e" * 41), "bad-record", None),
    "somebody else’s turn": (roll(*["daimyo"] * 7, player="ed"), "not-your-turn", 1),
    "somebody with markup": (roll(*["daimyo"] * 7, player=MARKUP), "unknown-player", 1),
    "a third who fights": (fight(player="cid"), "unknown-player", WAR_FIGHT + 1),
    "more players than the map is for": (
        WAR | {"options": {"players": ["ann", "bob", "cid"]}, "moves": []},
        "bad-scenario",
        None,
    ),
}


@pytest.mark.slow
def test_the_page_and_the_command_say_the_same(
    table: Table, teacher: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.json"
    for what, (record, code, move) in BAD.items():
        data = json.dumps(record).encode()
        shown = refused(table, teacher, data)
        assert f"({code})" in shown, what
        assert (f"Move {move}:" in shown) is (move is not None), what
        file.write_bytes(data)
        with pytest.raises(SystemExit) as ended:
            call_command("replay", str(file), "--json")
        assert ended.value.code == 1
        error = json.loads(capsys.readouterr().out)["error"]
        assert (error["code"], error["move"]) == (code, move), what
        assert error["message"] in shown, what
        assert error["message"].endswith("."), what


def test_what_is_right_is_none_of_these(table: Table, teacher: Client) -> None:
    """The base record is accepted, so that each is refused for the error in its name."""
    for record in (AGE_OF_WAR, WAR, WAR | {"moves": WAR["moves"][: WAR_FIGHT + 1]}, RECORD):
        taken(table, teacher, record)
