"""Whole games on phones whose network loses one request in ten, in all engines."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from moderator.core.games import shipped
from moderator.rules.age_of_iron import AGE_OF_IRON
from tests.support.engines.fixtures import ENGINES, Engine
from tests.support.engines.screen import Screen
from tests.support.shared import shared
from tests.support.site import Site
from tests.support.web.bad_network import LOST, BadNetwork, listening, one_in_ten
from tests.support.web.boards import MAKE
from tests.support.web.rooms import Room

SIZES = ((390, 844), (320, 568))
AGAIN_S = 12  # so long somebody waits before pressing again
LIMIT_S = 120
ALL = ".numbers button:last-child"
SEAT = "button.chair"
MARK = """(name) => {
    const all = [...document.querySelectorAll("button.chair")];
    all.find((one) => one.innerText.includes(name)).id = "mine";
}"""
VERSION = "() => Number(document.getElementById('live').dataset.version) - 1000000"
IS_THERE = """(selector) => [...document.querySelectorAll(selector)].some(
    (one) => one.getClientRects().length > 0)"""
PRESS = """(selector, times) => {
    for (let i = 0; i < times; i++) document.querySelector(selector).click();
}"""
SAYS = "() => document.getElementById('unsaved')?.innerText + ' / ' + document.body.innerText"
SAID = """
import json
from moderator.core import queries
from moderator.core.look import look_at
from moderator.core.written import said_in
game = queries.game_now(queries.group_by_code({code!r}))
print(json.dumps(sorted((one.player, one.text) for one in said_in(look_at(game)))))
"""


@dataclass
class Table:
    """The phones by the names of their countries; `verbs` of what has been recorded."""

    room: Room
    phones: dict[str, Screen] = field(default_factory=dict)
    networks: list[BadNetwork] = field(default_factory=list)
    verbs: list[str] = field(default_factory=list)

    def own_move(self, name: str, choice: str, verb: str, number: str = "") -> None:
        """Chooses a move and its number, and presses the red button."""
        phone = self.phones[name]
        press(phone, choice, "#confirm")
        if number:
            press(phone, f"#confirm {number}", f"#confirm {number}[aria-current]")
        self.verbs.append(verb)
        press(phone, "#confirm-move", lambda: phone.run(VERSION) >= len(self.verbs))
        until(lambda: not is_there(phone, "#confirm"), "the list of moves")

    def end_turn(self, name: str) -> None:
        self.own_move(name, ".last-act button", "end-turn")

    def all_show(self, text: str) -> None:
        for phone in self.phones.values():
            phone.shows("main", text)


def until(is_so: Callable[[], bool], what: str, limit_s: float = LIMIT_S) -> bool:
    """Waits for it; a page may just be loaded."""
    limit = time.monotonic() + limit_s
    while time.monotonic() < limit:
        try:
            if is_so():
                return True
        except Exception:  # of any driver
            pass
        time.sleep(0.1)
    if limit_s < LIMIT_S:
        return False
    raise AssertionError(f"waited in vain for {what}")


def is_there(phone: Screen, selector: str) -> bool:
    return bool(phone.run(IS_THERE, selector))


def press(phone: Screen, selector: str, then: str | Callable[[], bool]) -> None:
    """Presses, and again if nothing comes of it for a while, as a person does."""
    is_done = then if callable(then) else lambda: is_there(phone, str(then))
    until(lambda: is_there(phone, selector), f"{selector} at {phone.path}")
    limit = time.monotonic() + LIMIT_S
    while time.monotonic() < limit:
        if is_there(phone, selector):
            phone.press(selector)
        if until(is_done, selector, AGAIN_S):
            return
    raise AssertionError(f"{selector} at {phone.path} did nothing: {phone.run(SAYS)}")


@contextmanager
def sitting(
    site: Site, engine: Engine, scenario: str, options: dict[str, Any], countries: tuple[str, ...]
) -> Iterator[Table]:
    """A group that plays by itself, whose students have joined while the network was good."""
    wire = AGE_OF_IRON.scenario_wire(shipped()["age-of-iron"][scenario])
    alone = {"acting": "seats", "is_reveal_automatic": True, "is_trade_automatic": True}
    given = json.dumps(["age-of-iron", wire, options, alone, []])
    table = Table(Room(site, *json.loads(site.run(MAKE.format(given=given)))))
    hosts = engine.hosts()
    table.networks = [
        BadNetwork(site.port, name, one_in_ten, next(hosts), feeds_lost=LOST) for name in countries
    ]
    with listening(table.networks), ExitStack() as stack:
        stack.callback(engine.close_windows)
        for n, (name, network) in enumerate(zip(countries, table.networks, strict=True)):
            phone = table.phones[name] = engine.open(SIZES[n % 2])
            phone.goto(f"{network.url}/join/{table.room.code}/")
            phone.write("input[name=name]", name)
            phone.press("main form button")
            phone.shows(SEAT, name)
            phone.run(MARK, name)
            phone.press("#mine")
            phone.shows("#task")
        for network in table.networks:
            network.is_bad = True
        yield table
        assert any(fate.lost or fate.answer_lost for one in table.networks for fate in one.fates)


def tab(phone: Screen, name: str) -> None:
    phone.press(f"#tabs [data-show={name}]")


def trade(table: Table, maker: str, partner: str) -> None:
    """One offers a good for a good, and the other accepts; it is recorded without a moderator."""
    offering, answering = table.phones[maker], table.phones[partner]
    tab(offering, "talks")
    offering.press("#offer-starts summary")
    offering.press(f"#offer-starts a[href*='{partner.lower()}']")
    for side in ("get", "give"):
        offering.press(f".offer-form [data-side={side}] [data-step='1']")
    press(offering, "#offer-form .main", "[id^=withdraw-]")
    tab(answering, "talks")
    table.verbs.append("trade")
    press(answering, "[id^=accept-]", lambda: answering.run(VERSION) >= len(table.verbs))
    for phone in (offering, answering):
        tab(phone, "turn")


@pytest.mark.long
@pytest.mark.parametrize("engine", ENGINES, indirect=True)
def test_five_phones_make_own_moves(site: Site, engine: Engine) -> None:
    countries = ("Assyria", "Egypt", "Babylon", "Urartu", "Phoenicia")
    options = {"deployment": "sequential", "turns": 2}
    with sitting(site, engine, "900-bc", options, countries) as table:
        for turn in (1, 2):
            for name in countries:
                table.phones[name].shows("#task .own-turn")
                table.own_move(name, "button[name=choice][value*=syria]", "deploy", ALL)
                if name == "Egypt" or (turn == 2 and name == "Babylon"):
                    table.own_move(name, ".own-act button[name=choice]:has(.seat)", "attack")
                if name == "Urartu":
                    trade(table, name, "Phoenicia")
                table.end_turn(name)
        table.all_show("The game is over")
        assert [move["type"] for move in table.room.entries] == table.verbs


def play_by_slips(table: Table, turns: int) -> list[list[str]]:
    """All write a slip and, where they can, a message in each Game-turn, and read one; the
    messages."""
    names, told = list(table.phones), []
    for turn in range(1, turns + 1):
        for name, other in zip(names, (*names[1:], names[0]), strict=True):
            phone = table.phones[name]
            phone.shows("#slip .left")
            left = int(phone.run("() => document.getElementById('slip').dataset.left"))
            for place, rfs in ((f"deploy:{name.lower()}", 5), ("build", left - 5)):
                phone.run(PRESS, f"#slip button[value='{place} 1']", rfs)
            for talk, box, send in shared("WRITING"):
                told.append([name.lower(), f"Peace in {turn}?"])
                tab(phone, "talks")
                phone.press(talk.format(other.lower()))
                phone.write(box, told[-1][1])
                phone.press(send)
                tab(phone, "turn")
            press(phone, "#slip-seal", lambda phone=phone: not is_there(phone, "#slip-seal"))
        for writer, reader in zip(names, (*names[1:], names[0]), strict=True):
            for talk, _, _ in shared("WRITING"):
                tab(table.phones[reader], "talks")
                last = f"{talk.format(writer.lower())} .last"
                table.phones[reader].shows(last, f"Peace in {turn}?")
                tab(table.phones[reader], "turn")
        table.verbs += ["deploy", "build"] * len(names)
        for name in names:
            until(lambda name=name: table.phones[name].run(VERSION) >= len(table.verbs), name)
            table.end_turn(name)
    return sorted(told)


def said(table: Table) -> Any:
    return json.loads(table.room.site.run(SAID.format(code=table.room.code)))


@pytest.mark.long
@pytest.mark.parametrize("engine", ENGINES, indirect=True)
def test_four_phones_write_slips_and_messages(site: Site, engine: Engine) -> None:
    turns = 6
    countries = ("Egypt", "Babylon", "Assyria", "Hatti")
    options = {"deployment": "simultaneous", "communication": "written", "turns": turns}
    with sitting(site, engine, "1800-bc", options, countries) as table:
        told = play_by_slips(table, turns)
        table.all_show("The game is over")
        until(lambda: said(table) == told, "the messages")
        assert sorted(move["type"] for move in table.room.entries) == sorted(table.verbs)
