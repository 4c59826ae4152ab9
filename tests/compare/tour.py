"""A tour of everybody through the site of a checkout: `pages.py` starts it in a process of its own.

It knows URLs, fields of forms, models and commands, but of the site's modules only its settings and
`server/asgi.py`, so that it runs unchanged before and after modules move.
"""

from __future__ import annotations

import html
import io
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tests.compare.browser import CHOSEN, Fixed, Site, Viewer, normal

DEMO = 1  # the demo class
FULL = 6  # recorded games of each kind of which everything is taken, and of later ones less


def function(name: str) -> Callable[..., Any]:
    """The site's function of that name, wherever it is."""
    modules = [module for key, module in sys.modules.items() if key.startswith("moderator.")]
    found = {one for module in modules if callable(one := vars(module).get(name))}
    if len(found) != 1:
        sys.exit(f"The site has {len(found)} functions {name}, not one: {found}")
    return found.pop()


class Tour:
    """Everybody's way through the site."""

    def __init__(self, site: Site, checkout: Path, most: int) -> None:
        from django.apps import apps

        self.site, self.most, self.tests = site, most, checkout / "tests"
        self.model = lambda name: apps.get_model("play", name).objects.order_by("pk")
        self.teacher, self.began = Viewer(site, "instructor"), time.monotonic()
        self.viewers: dict[int, dict[str, Viewer]] = {}
        self.full = set[int]()  # groups of which everything is taken

    def run(self) -> None:
        """Make classes, games and people; look at everything; then play on and look again."""
        self.begin()
        self.fill("Played games", sorted(self.tests.glob("played/*/*.json")))
        outcomes = set(self.tests.glob("examples/*.out.json"))
        self.fill("Examples", sorted(set(self.tests.glob("examples/*.json")) - outcomes))
        self.rehearse()
        self.hold_tournament()
        classes, groups = list(self.model("Classroom")), list(self.model("Group"))
        self.site.names |= {group.code: self.folder(group) for group in groups}
        groups = [group for group in groups if group.games.exists()]
        self.full |= {group.pk for group in groups if group.classroom_id == DEMO}
        for group in groups:
            self.enter(group)
        self.prepare()
        self.site.names |= {one.code: one.name.replace(" ", "-") for one in classes}
        self.say("Everything is made")
        self.look_without_access(classes)
        for classroom in classes:
            self.look_at_class(f"/classes/{classroom.pk}/")
        self.say("The classes have been looked at")
        for group in groups:
            self.look_at_group(group)
            self.say(f"{self.folder(group)} has been looked at")
        for group in [group for group in groups if group.pk in self.full]:
            self.play_on(group)
        self.say("Done")

    def say(self, text: str) -> None:
        counts = ", ".join(f"{count} {kind}" for kind, count in self.site.counts.items())
        print(f"{time.monotonic() - self.began:4.0f} s  {text}: {counts}", flush=True)

    def folder(self, group: Any) -> str:
        return f"{group.classroom.name}-{group.number}".replace(" ", "-")

    def begin(self) -> None:
        """The demo as `up` makes it, and the instructor signs in with the link that `up` prints."""
        from django.core.management import get_commands, load_command_class
        from django.http import HttpResponse

        load_command_class(get_commands()["up"], "up")
        found = function("welcome")(True)  # in earlier commits with its lines in it
        lines = [(one.name, one.path, one.note) for one in getattr(found, "lines", found)]
        text = "\n".join(map("\t".join, lines))
        self.site.keep("up", "printed", HttpResponse(text, content_type="text/plain"))
        self.teacher.send(next(path for _, path, _ in lines if path.startswith("/sign-in/")))

    def new_class(self, name: str, groups: int) -> str:
        """The path of a new class with so many groups."""
        path = str(self.teacher.send("/classes/new/", name=name, time_zone="UTC").at)
        for left in range(groups, 0, -30):
            self.teacher.send(f"{path}groups/", count=min(left, 30))
        return path

    def fill(self, name: str, records: list[Path]) -> None:
        """A class with a group for each record that is accepted."""
        from django.core.files.uploadedfile import SimpleUploadedFile

        kinds = [json.loads(record.read_bytes()).get("game", "") for record in records]
        counts = [kinds[: place + 1].count(kind) for place, kind in enumerate(kinds)]
        some = [pair for pair in zip(records, counts, strict=True) if pair[1] <= self.most]
        path = self.new_class(name, min(len(some), 60))
        groups = list(self.model("Group").filter(classroom=int(path.split("/")[2])))
        for record, count in some:
            file = SimpleUploadedFile(record.name, record.read_bytes(), "application/json")
            address = f"{path}groups/{groups[0].number}/record/"
            if self.teacher.send(address, record=file).status_code == 200:
                group = groups.pop(0)
                self.full |= {group.pk} if name == "Played games" and count <= FULL else set()

    def rehearse(self) -> None:
        """A class of simulated students, who play."""
        path = f"{self.new_class('Rehearsal', 0)}rehearsal/"
        self.teacher.send(path, do="fill", count=9, game="age-of-iron/1800-bc")
        for pace in ("round", "move"):
            self.teacher.send(path, do="play", pace=pace)

    def hold_tournament(self) -> None:
        """A class with a tournament in its first round."""
        path = f"{self.new_class('Tournament', 2)}tournaments/new/"
        plan = {"rules": "valley-of-war", "system": "swiss", "rounds": "", "tables": 2}
        made = self.teacher.send(path, **plan, title="Cup", names="Ann\nBob\nCem\nDee")
        self.teacher.send(made.at, do="round", after=0)

    def prepare(self) -> None:
        """What an instructor prepares: announcements, a clock, packs of sheets."""
        from django.core.management import call_command

        path, form = f"/classes/{DEMO}/", {"text": "Please sit down.", "to": "all", "at_round": ""}
        self.teacher.send(f"{path}announcements/", **form, do="now")
        self.teacher.send(f"{path}announcements/", **form | {"at_round": 2}, do="keep")
        self.teacher.send(f"{path}clock/", act="start", seen="", minutes=90, label="Negotiation")
        page = self.teacher.ask(f"{path}print/").content.decode()
        for preset in [value for name, value in CHOSEN.findall(page) if name == "preset"][:4]:
            form = {"preset": preset, "order": "group", "paper": "a4", "moves": "yes"}
            self.teacher.send(f"{path}print/", **form)
            call_command("make_packs", stdout=io.StringIO())

    def enter(self, group: Any) -> None:
        """A moderator opens the group's console with its link, and students take the seats."""
        page = f"/classes/{group.classroom_id}/groups/{group.number}/"
        moderator = Viewer(self.site, f"{self.folder(group)}/moderator")
        self.follow(moderator, self.teacher.ask(page), rf"/m/{group.code}-[\w-]+/")
        viewers = self.viewers[group.pk] = {"moderator": moderator}
        game = group.games.order_by("-number").first()
        seats = game.seats.filter(is_partner=False).order_by("pk")
        for seat in seats if group.pk in self.full else seats[:1]:
            viewers[seat.player] = Viewer(self.site, f"{self.folder(group)}/seat-{seat.player}")
            person = seat.persons.order_by("pk").first()
            if person is None:
                join = f"/join/{group.code}/"
                viewers[seat.player].take(join)
                shown = viewers[seat.player].send(join, name=f"{seat.player} {group.pk}")
                if f'value="{seat.pk}"' in shown.content.decode():  # not of a game that is over
                    viewers[seat.player].send(f"{join}seats/", seat=seat.pk)
            else:  # of the demo, who comes back with a link
                page = f"/classes/{group.classroom_id}/people/{person.number}/"
                shown = self.teacher.send(page, do="link")
                self.follow(viewers[seat.player], shown, r"/join/back/[^/]+/")

    def follow(self, viewer: Viewer, page: Any, pattern: str) -> None:
        """Open a secret link of a page, and press its button."""
        found = re.search(pattern, html.unescape(page.content.decode()))
        if not found:
            sys.exit(f"{viewer.folder}: the page has no link {pattern}")
        viewer.take(found[0])
        viewer.send(found[0])

    def look_without_access(self, classes: list[Any]) -> None:
        """Pages for those who have nothing, or only the code of a class."""
        starts = ["/", "/?code=WRONG22", "/m/", "/sign-in/", "/join/", "/nowhere/", "/healthz"]
        for one in classes:
            starts += [
                f"/join/{one.code}/",
                f"/w/{one.code}/",
                f"/w/{one.code}/feed?protocol=1&after=x",
            ]
            starts += [
                f"/classes/{one.pk}/",
                *(f"/c/{group.code}/" for group in one.groups.all()[:1]),
            ]
        Viewer(self.site, "anybody").crawl(starts, "/(?:about|check|join|m|sign-in|t)/.*")
        self.teacher.take("/classes/")

    def look_at_class(self, path: str) -> None:
        """The instructor's pages."""
        starts = [
            path,
            f"{path}?wall",
            f"{path}feed?protocol=1&after=x",
            f"{path}reports/feed?protocol=1&after=x",
        ]
        starts += [f"{path}all/?do=end", f"{path}game/?group=all"]
        inside = f"{path}.*|/[wt]/.*|/g/[^/]+/(?:notes/|tournament/|sheets/|people/|run/)?"
        self.teacher.crawl(starts, inside)

    def look_at_group(self, group: Any) -> None:
        """A group's pages for everybody who may see it."""
        code, is_full = group.code, group.pk in self.full
        most, starts = 6 if is_full else 3, [f"/c/{group.code}/", f"/c/{group.code}/?wall"]
        public = Viewer(self.site, f"{self.folder(group)}/public")
        public.crawl([*starts, f"/c/{code}/feed?protocol=1&after=x"], f"/c/{code}/.*", most)
        for name, viewer in self.viewers[group.pk].items():
            page = f"/g/{code}/" if name == "moderator" else f"/play/{code}/"
            texts = ("", "end", "undo", "a", "%3F") if name == "moderator" else ()
            starts = [
                page,
                f"{page}feed?protocol=1&after=x",
                *(f"{page}hear/?text={text}" for text in texts),
            ]
            less = f"{page}(?:replay/|sheets/|cell/|chart.pdf|log.pdf)?|/c/{code}/history/"
            inside = f"/[cg]/{code}/.*|{page}.*" if is_full else less
            viewer.crawl(starts, inside, most)

    def play_on(self, group: Any) -> None:
        """Moves by everybody who may record one, and what they change on every screen."""
        pages = {"moderator": f"/g/{group.code}/"}
        viewers = self.viewers[group.pk]
        for name, viewer in viewers.items():
            page = pages.get(name, f"/play/{group.code}/")
            pressed = re.search(r'name="move" value="([^"]+)"', viewer.ask(page).content.decode())
            sent = [{"text": text} for text in ("undo", "redo", "what") if name in pages]
            sent += [{"form": "press", "move": html.unescape(pressed[1])}] if pressed else []
            for number, move in enumerate(sent):
                text = viewer.ask(page).content.decode()
                known = dict(re.findall(r'name="(after|game)" value="(\d+)"', text))
                viewer.send(f"{page}move/", **known, **move)
                for other, watching in viewers.items():
                    watching.watch(pages.get(other, f"/play/{group.code}/"), f"{name}-{number}")


def take(checkout: Path, out: Path, most: int) -> None:
    """Make the site of this checkout, and show it to everybody."""
    sys.path.insert(0, str(checkout))
    fixed = Fixed()
    import django

    django.setup()
    # Packs are made here, and not in another process, which would have another clock.
    subprocess.Popen = lambda *_, **__: SimpleNamespace(poll=lambda: None)
    site = Site(fixed, out)
    Tour(site, checkout, most).run()
    (out / "index.txt").write_bytes(normal("\n".join(site.index).encode()))


if __name__ == "__main__":
    take(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
