"""Phones that press and write on a bad network: groups for them, what they do, what is stored."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.support.engines.fixtures import Engine
from tests.support.engines.screen import Screen
from tests.support.shared import shared
from tests.support.site import Site
from tests.support.web.bad_network import BadNetwork, anything, nothing
from tests.support.web.outbox import WAITING

ORDERS, TURNS, OVER = "orders", "turns", "over"
# A class with a group for each kind of game that is asked for, and two students for each.
MAKE = """
import json
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from moderator.core.access import PERSONS
from moderator.core.games import shipped
from moderator.core.models import Game
from moderator.core.people import instructor_person, person_join
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.clock.write import game_stop
from moderator.features.deals.offers_write import offer_make
from moderator.features.deals.records import promise_make
from moderator.features.debrief.questions import question_ask, question_make
from moderator.features.new_game.write import game_create
from moderator.features.people.write import seat_take
from moderator.rules.registry import GAMES
asked = json.loads({asked!r})
pat, _ = User.objects.get_or_create(username="bad-network")
classroom = classroom_create(pat, "HIST 210")
by = instructor_person(classroom)
scenario = GAMES["age-of-iron"].scenario_wire(shipped()["age-of-iron"]["1800-bc"])
question = question_make(classroom, "What would you do again?")
question_ask(question)
made = []
for group, (kind, players) in zip(groups_create(classroom, len(asked)), asked):
    is_written = kind == "orders"
    options = dict(deployment="simultaneous" if is_written else "sequential",
                   communication="written", diplomatic_records=True, turns=3)
    game = game_create(group, "age-of-iron", scenario, options, by)
    if not is_written:
        Game.objects.filter(pk=game.pk).update(acting="seats")
        game.refresh_from_db()
    sessions = {{}}
    persons = {{}}
    for player in {{*players, "assyria"}}:
        persons[player] = person_join(classroom, f"{{player}} {{group.number}}", group)
        seat_take(persons[player], game.seats.get(player=player))
        session = SessionStore()
        session[PERSONS] = {{str(classroom.pk): persons[player].pk}}
        session.save()
        sessions[player] = session.session_key
    if is_written:
        terms = {{"kind": "no-attack", "target": "babylon", "region": "syria", "until": 1}}
        promise_make(game, "babylon", terms, None, "made", persons["assyria"])
    if kind == "turns":
        move = {{"type": "trade", "player": "assyria", "partner": "egypt",
                 "give": {{"T": 1}}, "get": {{"G": 1}}}}
        offer_make(game, move, "made", persons["assyria"], None, 0)
    if kind == "over":
        game_stop(game, by, "instructor")
    made.append([group.code, sessions])
print(json.dumps(made))
"""
ADVANCE = """
import json
from moderator.core import queries
from moderator.core.look import look_at
from moderator.core.people import instructor_person
from moderator.features.moves.write import move_play
from moderator.features.slips.read import book_of
from moderator.features.slips.write import slips_fill, slips_reveal
for code in json.loads({codes!r}):
    group = queries.group_by_code(code)
    game, by = queries.game_now(group), instructor_person(group.classroom)
    while True:
        try:
            versions = [slip.version for slip in book_of(look_at(game)).slips]
            slips_fill(game, versions, "fill", by, "instructor")
            slips_reveal(game, book_of(look_at(game)).public_number, "reveal", by, "instructor")
            break
        except Exception as error:
            if type(error).__name__ != "Stale":
                raise
    while not book_of(look := look_at(game)).is_open:
        state = look.state
        move = {{"type": "end-turn", "player": state.scenario.players[state.active].id}}
        move_play(game, move, look.fold.number, f"end{{look.fold.number}}", by, "instructor")
"""
READ = """
import json
from moderator.core import queries
from moderator.core.look import look_at
from moderator.core.written import said_in
from moderator.features.deals.models import Promise
from moderator.features.debrief.models import Answer
from moderator.features.slips.read import book_of
found = {{}}
for code in json.loads({codes!r}):
    group = queries.group_by_code(code)
    game = queries.game_now(group)
    slips = {{}}
    for row in game.slip_versions.order_by("pk"):
        if row.opened_by == book_of(look_at(game)).opened_by:
            orders = {{one.get("region", "civilization"): one["rfs"] for one in row.orders}}
            slips[row.player] = [orders, row.is_sealed]
    found[code] = dict(
        slips=slips,
        said=[(one.kind, one.text, one.turn) for one in said_in(look_at(game))],
        promises=list(Promise.objects.filter(game=game).order_by("number")
                      .values_list("maker", "answer", "turn", "accepted_after")),
        offers=list(game.player_offers.order_by("number").values_list("maker", "answer")),
        moves=[one["type"] for one in game.entries.values_list("move", flat=True)],
        answers=list(Answer.objects.filter(person__group=group).values_list("text", flat=True)),
        turn_began=book_of(look_at(game)).opened_by,
    )
print(json.dumps(found))
"""
STATE = """() => {
    const names = Object.keys(localStorage).filter((name) => name.startsWith("outbox "));
    const boxes = names.map((name) => JSON.parse(localStorage.getItem(name)));
    const text = (selector) => document.querySelector(selector)?.textContent ?? "";
    const rows = [...document.querySelectorAll("#slip [data-place]")];
    return {
        waits: boxes.flatMap((box) => box.items).length,
        line: text("#unsaved > [role=status]"),
        refused: boxes.flatMap((box) => box.refused).map((one) => `${one.sentence} ${one.text}`),
        field: document.getElementById("message-text")?.value ?? "",
        answer: text("#answer .error") + text(".message.bad[role=alert]:not([hidden])"),
        isSealed: document.getElementById("slip")?.dataset.sealed !== undefined,
        placed: Object.fromEntries(rows.map((row) => [
            row.dataset.place, Number(row.querySelector(".placed")?.textContent ?? 0)])),
    };
}"""
# Each step is pressed or written after so many milliseconds, if it is there.
STEPS = """(steps) => {
    const write = ({ to, text, field }) => {
        const box = document.querySelector(field);
        const players = document.querySelectorAll("#compose [name=to]");
        for (const one of players) one.checked = one.value === to;
        box.value = text;
        box.dispatchEvent(new Event("input", { bubbles: true }));
    };
    for (const [at, what] of steps) {
        setTimeout(() => {
            if (typeof what === "object") write(what);
            else document.querySelector(what)?.click();
        }, at);
    }
}"""
Steps = list[tuple[int, Any]]
Stored = dict[str, Any]


def page_of(code: str, rest: str = "") -> str:
    """The path of a student's page."""
    return f"/play/{code}/{rest}"


@dataclass(frozen=True)
class Job:
    """What a phone does: `path` and `ready` bring it to where `steps` can be done. `is_stored`: how
    often that is stored, by what `READ` has found."""

    name: str
    kind: str
    player: str
    path: str
    steps: Callable[[Random, str], Steps]
    stored: Callable[[Stored, str], int]
    ready: tuple[str, ...] = ()
    until: str = "#unsaved"


def _slip(random: Random, _text: str) -> Steps:
    steps: Steps = [(random.randrange(0, 900), "#slip button[value='deploy:syria 1']")] * 7
    steps += [(random.randrange(0, 900), "#slip button[value='build 1']") for _ in range(4)]
    return sorted([*steps, (950, "#slip-seal")], key=lambda step: step[0])


def _messages(random: Random, text: str) -> Steps:
    found: Steps = []
    for n in range(2):
        to = {"to": "egypt", "text": f"{text} {n}", "field": "#message-text"}
        found += [(n * 700 + 100, to), (n * 700 + 150, "#compose-send")]
    return found


def _press(selector: str) -> Callable[[Random, str], Steps]:
    def steps(random: Random, _text: str) -> Steps:
        at = random.randrange(100, 900)
        return [(at, selector), (at + 60, selector)]  # a double press

    return steps


def _answer(_random: Random, text: str) -> Steps:
    write = {"text": text, "field": ".question textarea"}
    return [(100, write), (300, ".question form .main")]


def _offers(found: Stored, maker: str) -> int:
    return sum(one == maker for one, _answer in found["offers"])


OPEN_OFFER = ".offer-form [data-side=get] [data-step='1']"
MESSAGE = Job(
    "message",
    ORDERS,
    "hatti",
    "?tab=talks&to=egypt",
    _messages,
    lambda found, text: sum(one.startswith(text) for _, one, _turn in found["said"]),
)
JOBS = (
    Job("slip", ORDERS, "egypt", "", _slip, lambda found, _: int("egypt" in found["slips"])),
    *(MESSAGE for _ in shared("WRITING")),
    Job(
        "promise",
        ORDERS,
        "egypt",
        "promise/?to=hatti&kind=no-attack",
        _press("#offer-it"),
        lambda found, _: sum(one[0] == "egypt" for one in found["promises"]),
        until="#offer-it",
    ),
    Job(
        "answer a promise",
        ORDERS,
        "babylon",
        "?tab=talks",
        _press("#accept-1"),
        lambda found, _: sum(one[1] == "accepted" for one in found["promises"]),
        until="#accept-1",
    ),
    Job(
        "move",
        TURNS,
        "egypt",
        "",
        _press("#confirm-move"),
        lambda found, _: found["moves"].count("deploy"),
        ready=(".own-act button[name=choice]",),
        until="#confirm-move",
    ),
    Job(
        "offer",
        TURNS,
        "hatti",
        "offer/?start=trade.egypt",
        _press("#offer-form .main"),
        lambda found, _: _offers(found, "hatti"),
        ready=(OPEN_OFFER,),
        until="#offer-form",
    ),
    Job(
        "accept",
        TURNS,
        "egypt",
        "?tab=talks",
        _press("[id^=accept-]"),
        lambda found, _: sum(one == "accepted" for _, one in found["offers"]),
        until="[id^=accept-]",
    ),
    Job(
        "counter-offer",
        TURNS,
        "egypt",
        "?tab=talks",
        _press("#offer-form .main"),
        lambda found, _: _offers(found, "egypt"),
        ready=("[id^=counter-]", OPEN_OFFER),
        until="#offer-form",
    ),
    Job("answer", OVER, "egypt", "questions/", _answer, lambda found, _: len(found["answers"])),
)
EVENTS = ("", "lock", "reload", "back", "two tabs", "again")


@dataclass
class Phone:
    """A phone with its job on a bad network of its own, and what it says in the end."""

    job: Job
    event: str
    text: str
    random: Random
    network: BadNetwork
    screen: Screen = field(init=False)
    took_back: str = ""
    says: dict[str, Any] = field(default_factory=dict)

    @property
    def wanted(self) -> int:
        """How much it has tried to store."""
        return 2 if self.job.name == "message" else 1

    def open(self, screen: Screen, code: str, session: str) -> None:
        """Begins to load its page."""
        self.screen, self.url = screen, f"{self.network.url}{page_of(code, self.job.path)}"
        screen.sign_in(self.network.url, session)
        screen.run("(url) => void setTimeout(() => location.assign(url))", self.url)

    def set_out(self) -> None:
        """Brings it to where it presses."""
        self.screen.loads("/play/")
        for selector in self.job.ready:
            self.screen.shows(selector)
            self.screen.press(selector)
        self.screen.shows(self.job.until)

    def press(self) -> None:
        self.screen.run(STEPS, self.job.steps(self.random, self.text))

    def interrupt(self) -> None:
        """What happens to it while it waits."""
        if self.event == "lock":
            self.screen.lock()
        elif self.event == "reload":
            self.screen.run("() => void setTimeout(() => location.reload())")
        elif self.event == "back":
            self.screen.goto(f"{self.network.url}/about/")
            self.screen.run("() => void setTimeout(() => history.back())")
        elif self.event == "two tabs":
            self.screen.run("() => void open(location.href)")
        elif self.event == "again":
            self.screen.again(self.url)

    def look(self) -> bool:
        """Looks at the page; whether nothing waits any more."""
        try:
            self.says = self.screen.run(STATE)
        except Exception:  # the page is just being left
            return False
        return bool(self.says) and not self.says["waits"] and self.says["line"] != WAITING

    @property
    def refused(self) -> int:
        """How much of it was said to be refused."""
        texts = [*self.says["refused"], self.says["field"]]
        if self.job.name == "message":
            return sum(self.text in one for one in texts)
        return int(bool(self.says["refused"] or self.says["answer"]))


@dataclass
class Run:
    """One seed: a group, and phones of it."""

    seed: int
    phones: list[Phone]
    is_advanced: bool  # the Game-turn goes on while something waits
    code: str = ""

    @property
    def kind(self) -> str:
        return self.phones[0].job.kind


def run_of(seed: int, phones: int, port: int, hosts: Iterator[str]) -> Run:
    """What is done for that seed, on so many phones at most, in front of that port."""
    random = Random(seed)
    kind = (ORDERS, TURNS, ORDERS, TURNS, OVER)[seed % 5]
    of_kind = [job for job in JOBS if job.kind == kind]
    random.shuffle(of_kind)
    is_advanced = kind == ORDERS and random.random() < 0.4
    draw = nothing if seed % 4 == 0 else anything
    made = [
        Phone(
            job,
            random.choice(EVENTS),
            f"Text of {seed}",
            Random(f"{seed} {job.name}"),
            BadNetwork(port, f"{seed} {job.name}", draw, next(hosts)),
        )
        for job in list({job.player: job for job in of_kind}.values())[:phones]
    ]
    return Run(seed, made, is_advanced)


def set_out(site: Site, runs: list[Run], engine: Engine) -> None:
    """Makes their groups, and brings their phones to where they press."""
    asked = json.dumps([[run.kind, [one.job.player for one in run.phones]] for run in runs])
    made = json.loads(site.run(MAKE.format(asked=asked)))
    for run, (code, sessions) in zip(runs, made, strict=True):
        run.code = code
        for phone in run.phones:
            phone.open(engine.open(), code, sessions[phone.job.player])
    for run in runs:
        for phone in run.phones:
            phone.set_out()


def read(site: Site, runs: list[Run]) -> dict[str, Stored]:
    found: dict[str, Stored] = json.loads(
        site.run(READ.format(codes=json.dumps([run.code for run in runs])))
    )
    return found


def advance(site: Site, runs: list[Run]) -> None:
    """The next Game-turn begins in these groups."""
    site.run(ADVANCE.format(codes=json.dumps([run.code for run in runs])))
