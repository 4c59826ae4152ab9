"""A lesson of one class, held through the site's forms; `play.py` keeps it in a database.

The first group is in its second Game-turn, the second has finished and looks back, the third plays
a scenario that ships and is paused, the fourth plays for the tournament, and the fifth rolls the
server's dice. The others have whole games from records.
"""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from moderator.core import credentials, log, queries
from moderator.core.class_models import News
from moderator.core.look import look_at
from moderator.core.models import Game, Group
from moderator.core.people import instructor_person
from moderator.features.deals.offers import opening_of
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create
from moderator.features.people.joining import joining_change
from moderator.features.slips.read import book_of, opened_by_of
from tests.releases.fixed import FixedClock

PASSWORD = "pat may come in, whenever that is"
SEATS = ("ur", "mari", "susa")
OPTIONS = {
    "deployment": "simultaneous",
    "communication": "written",
    "diplomatic_records": True,
    "extended_trading": True,
}
RECORDS = (
    "age_of_iron/900-bc",
    "age_of_iron/control",
    "age_of_war/shared-victory",
    "valley_of_war/picked-out",
    "war/gifts-and-the-last-card",
)
REMOVED = "susa2"


class Lesson:
    """The class and its browsers; `sent`: every form that was posted, with its first answer."""

    def __init__(self, clock: FixedClock, code: Path) -> None:
        self.clock, self.code = clock, code
        self.browsers: dict[str, Client] = {"nobody": Client()}
        self.sent: list[dict[str, Any]] = []
        self.pages: list[tuple[str, str, str]] = []
        self.seated: dict[str, str] = {}  # the code of each student's group, and their number
        self.keys = 0

    def hold(self) -> None:
        """From the first sign-in to the debrief."""
        self._open()
        first, second, third, fourth, fifth, *others = self.groups
        self._before()
        for group, turns in ((first, 2), (second, 1)):
            self._game_of_letters(group, turns)
        self._announce()
        for group in (first, second):
            self._turn(group)
        self._second_turn(first)
        self._look_back(second)
        self._shipped_scenario(third)
        self._tournament(fourth)
        self._dice(fifth)
        for group, name in zip(others, RECORDS, strict=True):
            self._from_record(group, name)
        self._people()
        self._links()
        News.objects.all().delete()  # they contain the number of this process

    @property
    def known(self) -> dict[str, Any]:
        """What the test needs besides the rows."""
        return {
            "now": self.clock.now.isoformat(),
            "browsers": {who: self._session(who) for who in self.browsers},
            "sent": [one for one in self.sent if one["who"] != REMOVED],
            "pages": self.pages,
        }

    @property
    def sessions(self) -> dict[str, str]:
        """The students' cookies, by their group's code and their number; the removed one first."""
        first_removed = sorted(self.seated, key=lambda who: who != REMOVED)
        return {self.seated[who]: self._session(who) for who in first_removed}

    def _session(self, who: str) -> str:
        cookie = self.browsers[who].cookies.get("sessionid")
        return cookie.value if cookie else ""

    # What all of them use

    def key(self) -> str:
        self.keys += 1
        return f"kept-{self.keys}"

    def post(self, who: str, path: str, **fields: Any) -> None:
        """A form, which must be accepted."""
        self.clock.tick()
        answer = self.browsers[who].post(path, fields)
        assert answer.status_code == 303, (path, fields, answer.status_code, _text(answer))
        # Not who has joined already, not an uploaded file, and not an offer of an earlier turn.
        is_repeatable = "join" not in path and "record" not in fields and "offer" not in fields
        if {"key", "once"} & set(fields) and is_repeatable:
            location = answer["Location"].partition("#")[0]
            self.sent.append({"who": who, "path": path, "fields": fields, "location": location})

    def browser(self, who: str) -> None:
        self.browsers[who] = Client()

    def teach(self, path: str, **fields: Any) -> None:
        self.post("pat", f"/classes/{self.classroom.pk}/{path}", **fields)

    def game(self, group: Group) -> Game:
        game = queries.game_now(group)
        assert game
        return game

    def fields(self, group: Group) -> dict[str, Any]:
        game = self.game(group)
        after = queries.timeline(game).number
        return {"game": game.number, "after": after, "key": self.key()}

    def say(self, group: Group, text: str) -> None:
        """A command on the console."""
        self.post(f"mo{group.number}", f"/g/{group.code}/move/", **self.fields(group), text=text)

    def phone(self, group: Group, seat: str, form: str, **fields: Any) -> None:
        path = f"/play/{group.code}/{form}/"
        self.post(f"{seat}{group.number}", path, **{**self.fields(group), **fields})

    # The class

    def _open(self) -> None:
        user = User.objects.create_user("pat", password=PASSWORD)
        self.browser("pat")
        self.post("pat", "/sign-in/", username="pat", password=PASSWORD)
        self.post(
            "pat", "/classes/new/", name="HIST 210", time_zone="Europe/Berlin", once="k-class"
        )
        self.classroom = user.classrooms.get()
        self.teach("groups/", count=5 + len(RECORDS), once="k-groups")
        self.groups = list(self.classroom.groups.order_by("number"))
        for group in self.groups:
            group.classroom = self.classroom
            who = f"mo{group.number}"
            self.browser(who)
            link = credentials.console_token(group)
            self.post(who, f"/m/{link}/", name=f"Moderator {group.number}")

    def _before(self) -> None:
        names = [f"{seat.title()} {number}" for number in (1, 2) for seat in SEATS]
        listed = [f"{name}\t{2900 + place}" for place, name in enumerate((*names, "Absent Abe"))]
        self.teach("roster/", do="import", names="\n".join(listed))
        joining_change(self.classroom, are_others_welcome=True)
        self.teach("clock/", act="plan", ends="10:45", debrief="6", negotiation="7")
        self.teach("clock/", act="start", label="Talks", minutes="7", seen="0", once="k-clock")

    def _game_of_letters(self, group: Group, turns: int) -> None:
        """The small scenario of the played games, with everything that is written."""
        file = self.code / "tests" / "played" / "age_of_iron" / "extended-trading.json"
        scenario = json.loads(file.read_text(encoding="utf-8"))["scenario"]
        settings = GameSettings(acting="seats", is_confirmed=True)
        by = instructor_person(self.classroom)
        options = {**OPTIONS, "turns": turns}
        game_create(group, "age-of-iron", scenario, options, by, settings)
        for seat in SEATS:
            who, name = f"{seat}{group.number}", f"{seat.title()} {group.number}"
            self.browser(who)
            self.clock.tick(60)
            listed = self.classroom.roster.get(name=name)
            self.post(who, f"/join/{group.code}/", roster=listed.pk, once=f"k-{who}")
            self.seated[who] = f"{group.code} {self.classroom.people.get(name=name).number}"
            pk = self.game(group).seats.get(player=seat).pk
            self.post(who, f"/join/{group.code}/seats/", seat=pk)

    def _announce(self) -> None:
        for once, fields in (
            ("k-now", {"do": "now", "text": "The river floods.", "to": "all"}),
            ("k-later", {"do": "keep", "text": "A comet", "to": "player:ur", "at_round": "2"}),
            ("k-one", {"do": "keep", "text": "Quiet please", "to": "group:2"}),
        ):
            self.teach("announcements/", once=once, **fields)

    def _turn(self, group: Group) -> None:
        """The first Game-turn, with all that is written in it."""
        self._write(group)
        self._promise(group)
        self._trade(group)
        self._order(group)
        self._act(group)

    def _write(self, group: Group) -> None:
        number = group.number
        self.phone(group, "ur", "message", to="mari", text=f"Leave me the delta. ({number})")
        self.phone(group, "mari", "message", to=["susa", "ur"], text="Let us all keep quiet.")
        self.phone(group, "susa", "message", to="ur", text=f"Beware of Mari {number}!")
        self.phone(group, "susa", "message", to="mari", text="not sent yet", do="draft")
        self.phone(group, "ur", "message", read="susa 1")
        self.phone(group, "ur", "contact", **{"with": "susa"}, text=f"Susa warned me, {number}.")
        self.phone(group, "ur", "contact", **{"with": ["mari", "susa"]}, text="A mistake")
        self.phone(group, "ur", "contact", strike="2")
        paper = {"player": "mari", "with": "ur", "text": "Noted on paper"}
        path = f"/g/{group.code}/records/"
        self.post(f"mo{number}", path, **self.fields(group), **paper)
        report = f"/play/{group.code}/report/?with=mari%2Csusa&message=1"
        self.post(f"ur{number}", report, game=1, reason="For the kept database")

    def _offer_promise(
        self, group: Group, maker: str, partner: str, terms: Any, exchange: Any = None
    ) -> None:
        sent = {"terms": json.dumps(terms), "exchange": json.dumps(exchange or {})}
        self.phone(group, maker, "promise", do="offer", to=partner, **sent)

    def _promise(self, group: Group) -> None:
        offer = partial(self._offer_promise, group)
        attack = {"kind": "no-attack", "target": "ur", "until": 1}
        offer("mari", "ur", attack, {"kind": "no-placement", "region": "hills", "until": 1})
        offer("susa", "mari", {"kind": "presence", "region": "hills", "at": 1})
        offer("ur", "susa", {"kind": "no-attack", "target": "susa", "until": 1})
        offer("mari", "susa", {"kind": "no-placement", "region": "ur", "until": 1})
        offer("susa", "ur", {"kind": "no-placement", "region": "ur", "until": 1})
        self.phone(group, "ur", "promise/answer", answer="accepted.1")  # and it will be broken
        self.phone(group, "mari", "promise/answer", answer="accepted.2")
        self.phone(group, "susa", "promise/answer", answer="declined.2")
        self.phone(group, "mari", "promise/answer", answer="withdrawn.3")

    def _offer(self, group: Group, maker: str, partner: str, give: str, get: str) -> int:
        """An offer of one good for one; its number."""
        game = self.game(group)
        fold = log.fold_of(game)
        agreed = fold.timeline.rules.agreed
        assert agreed
        fields = {
            "type": "trade",
            "choice": json.dumps({"player": maker, "partner": partner}),
            "counts": "give get",
            f"give.{give}": 1,
            f"get.{get}": 1,
            "turn": opening_of(fold, agreed),
        }
        self.phone(group, maker, "offer", **fields)
        return game.player_offers.latest("pk").number

    def _trade(self, group: Group) -> None:
        taken = self._offer(group, "mari", "susa", "B", "C")
        left = self._offer(group, "ur", "mari", "A", "B")
        self._offer(group, "susa", "ur", "C", "A")
        self.phone(group, "susa", "answer", answer=f"accepted.{taken}")
        self.phone(group, "mari", "answer", answer=f"declined.{left}")
        self.post(
            f"mo{group.number}",
            f"/g/{group.code}/offers/",
            **self.fields(group),
            offer=f"record.{taken}",
        )

    def slip(self, group: Group, seat: str, version: int, *places: str, do: str = "") -> None:
        turn = opened_by_of(log.fold_of(self.game(group)))
        fields = {"turn": turn, "version": version, "change": list(places), "do": do}
        self.phone(group, seat, "slip", **fields)

    def _order(self, group: Group) -> None:
        self.slip(group, "ur", 0, "deploy:delta 4")
        self.slip(group, "ur", 1, "deploy:delta 2", do="seal")
        self.slip(group, "mari", 0, "deploy:delta 5", "deploy:hills 1", do="seal")
        self.slip(group, "mari", 1, do="open")
        self.slip(group, "mari", 2, do="seal")
        self.slip(group, "susa", 0, "deploy:hills 5")
        game = self.game(group)
        book = book_of(look_at(game))
        moderator, common = f"mo{group.number}", {"game": game.number, "turn": book.opened_by}
        self.post(moderator, f"/g/{group.code}/slips/susa/", **common, do="remind", key=self.key())
        versions = " ".join(str(slip.version) for slip in book.slips)
        path = f"/g/{group.code}/slips/"
        self.post(moderator, path, **common, versions=versions, key=self.key())
        seen = book_of(look_at(game)).public_number
        path = f"/g/{group.code}/reveal/"
        self.post(moderator, path, **common, seen=seen, key=self.key())

    def _act(self, group: Group) -> None:
        ends = {seat: {"type": "end-turn", "player": seat} for seat in SEATS}
        self.phone(group, "ur", "move", **ends["ur"])
        self.say(group, "a ur delta 5")
        self.say(group, "undo")
        self.say(group, "redo")
        number = queries.timeline(self.game(group)).number
        self.phone(group, "ur", "object", entry=self._attack(group))
        path = f"/g/{group.code}/comments/?move={number}"
        text = f"A promise, and an attack ({group.number})"
        self.post(f"mo{group.number}", path, do="add", text=text, once=self.key())
        self.phone(group, "mari", "move", **ends["mari"])
        self.say(group, "end")

    def _attack(self, group: Group) -> int:
        entries = self.game(group).entries.order_by("number")
        return next(one.number for one in entries if one.move["type"] == "attack")

    def _second_turn(self, group: Group) -> None:
        """Two slips are written, one of them is sealed; a message and an offer are new."""
        self.phone(group, "susa", "message", to=["mari", "ur"], text="Now for the second turn.")
        number = self._offer(group, "ur", "mari", "A", "B")
        self.phone(group, "mari", "answer", answer=f"accepted.{number}")
        self.say(group, "ok")
        self.slip(group, "ur", 0, "deploy:delta 6", do="seal")
        self.slip(group, "susa", 0, "deploy:hills 3")
        terms = {"kind": "no-attack", "target": "mari", "until": 2}
        self._offer_promise(group, "ur", "mari", terms)
        self.phone(group, "mari", "promise/answer", answer="accepted.4")
        seen = f"/g/{group.code}/clock/"
        fields = {"act": "start", "label": "Own", "minutes": "9", "seen": "0", "once": self.key()}
        self.post(f"mo{group.number}", seen, **fields)
        for who, path, shown in (
            ("mo1", f"/g/{group.code}/", "Delta"),
            ("mo1", f"/g/{group.code}/messages/", "Now for the second turn."),
            ("mo1", f"/g/{group.code}/records/", "A mistake"),
            ("ur1", f"/play/{group.code}/", "Ur 1"),
            ("susa1", f"/play/{group.code}/messages/", "Now for the second turn."),
            ("ur1", f"/play/{group.code}/records/", "A mistake"),
        ):
            self.pages.append((who, path, shown))

    def _look_back(self, group: Group) -> None:
        """Everything is released for the debrief; questions are asked and answered."""
        game, number = self.game(group), group.number
        self.post(f"mo{number}", f"/g/{group.code}/release/", game=game.number, open="1")
        self.teach("debrief/", release="of:ur", group=number, game=game.number)
        withdrawn = game.debrief_releases.get().pk
        self.teach("debrief/", withdraw=withdrawn, group=number, game=game.number)
        self.teach("debrief/", release="all", group=number, game=game.number)
        for to, text in (("all", "Whom did you trust?"), (number, "Why that attack?")):
            self.teach("questions/", do="keep-ask", text=text, to=to, once=self.key())
        question = self.classroom.questions.get()
        fields = {"question": question.pk, "text": "Nobody, and rightly so"}
        self.post(f"mari{number}", f"/play/{group.code}/questions/", **fields)
        for who, path, shown in (
            ("nobody", f"/c/{group.code}/", "Ur"),
            ("nobody", f"/c/{group.code}/?wall", "Ur"),
            ("nobody", f"/c/{group.code}/debrief/", f"Beware of Mari {number}!"),
            ("nobody", f"/c/{group.code}/log/", "Delta"),
            ("nobody", f"/c/{group.code}/replay/", "Delta"),
            ("nobody", f"/c/{group.code}/history/", "Ur"),
            ("ur2", f"/play/{group.code}/", "Ur 2"),
            ("mari2", f"/play/{group.code}/questions/", "Nobody, and rightly so"),
            ("mo2", f"/g/{group.code}/replay/", "Delta"),
            ("mo2", f"/g/{group.code}/record.json", "three-cities"),
        ):
            self.pages.append((who, path, shown))

    def _shipped_scenario(self, group: Group) -> None:
        fields = {
            "group": group.number,
            "scenario": "age-of-iron/1800-bc",
            "turns": 4,
            "deployment": "sequential",
            "combat": "equal",
            "communication": "open",
            **dict.fromkeys(
                ("home_first", "control", "diplomatic_records", "extended_trading"), "off"
            ),
            "run_acting": "moderator",
            "run_dice": "table",
        }
        self.teach("game/", **fields, once="k-game")
        path = f"/g/{group.code}/pause/"
        self.post(f"mo{group.number}", path, reason="Fire drill")
        self.pages.append((f"mo{group.number}", f"/g/{group.code}/", "Fire drill"))

    def _tournament(self, group: Group) -> None:
        fields = {"rules": "valley-of-war", "title": "Evening", "system": "swiss", "tables": "2"}
        names = "Ann\nBob\nCy\nDee\nEve"
        self.teach("tournaments/new/", **fields, names=names, once="k-tournament")
        path = "tournaments/1/"
        self.teach(path, do="round", after="0")
        result = {"do": "result", "round": 1, "pairing": 1, "outcome": "red"}
        self.teach(path, **result, seen=0, key=self.key())
        again = {"outcome": "blue", "seen": 1, "sure": "1"}
        self.teach(path, **{**result, **again}, key=self.key())
        self.teach(path, do="play", round=1, pairing=2, group=group.number)
        self.teach(path, do="add", name="Flo")
        self.say(group, "r 1 b 0")
        code = self.classroom.code
        for who, page, shown in (
            ("pat", f"/classes/{self.classroom.pk}/{path}", "Dee"),
            ("nobody", f"/t/{code}/1/", "Evening"),
            ("nobody", f"/c/{group.code}/", "Bob"),
            (f"mo{group.number}", f"/g/{group.code}/", "Dee"),
        ):
            self.pages.append((who, page, shown))

    def _from_record(self, group: Group, name: str) -> None:
        file = self.code / "tests" / "played" / f"{name}.json"
        record = SimpleUploadedFile("record.json", file.read_bytes(), "application/json")
        self.teach(f"groups/{group.number}/record/", record=record, once=self.key())
        self.pages.append(("nobody", f"/c/{group.code}/replay/", group.name))

    def _dice(self, group: Group) -> None:
        settings = GameSettings(dice="server")
        by = instructor_person(self.classroom)
        options = {"players": ["ann", "bob"]}
        game_create(group, "age-of-war", "standard", options, by, settings)
        self.say(group, "roll")
        self.pages.append(("nobody", f"/c/{group.code}/dice/", "Age of War"))

    def _people(self) -> None:
        """A note, a name that was changed, and somebody who was removed."""
        people = {one.name: one.number for one in self.classroom.people.all()}
        self.teach("notes/", about=people["Ur 1"], text="Spoke twice", once=self.key())
        self.teach(f"people/{people['Mari 1']}/", do="rename", name="Zoë O’Neil 1")
        self.teach(f"people/{people['Susa 2']}/", do="remove")

    def _links(self) -> None:
        pk, code = self.classroom.pk, self.classroom.code
        for page, shown in (
            ("", "HIST 210"),
            ("overview/", "Moderator 1"),
            ("people/", "Zoë O’Neil"),
            ("roster/", "Absent Abe"),
            ("announcements/", "The river floods."),
            ("clock/", "Talks"),
            ("results/", "Ur"),
            ("debrief/", "Mari"),
            ("questions/", "Nobody, and rightly so"),
            ("notes/", "Spoke twice"),
            ("reports/", "For the kept database"),
            ("tournaments/", "Evening"),
            ("print/", "HIST 210"),
        ):
            self.pages.append(("pat", f"/classes/{pk}/{page}", shown))
        self.pages += [
            ("nobody", f"/w/{code}/", "HIST 210"),
            ("nobody", f"/join/{code}/", "HIST 210"),
        ]
        for group in self.groups:
            self.pages.append(("nobody", f"/m/{credentials.console_token(group)}/", group.name))


def _text(answer: Any) -> str:
    """The answer without tags, for the message of a failure."""
    text = re.sub(r"<[^>]*>", " ", answer.content.decode())
    return re.sub(r"\s+", " ", text)[:3000]
