"""The screens that people look at during games, and the conditions under which they do.

`SCREENS` are the walls, boards, films, ends, students' pages and consoles of all games. A condition
is a size, how long everybody's names are, and an engine with its colours.
`tests/everywhere/looks.py` takes pictures of all of them; the test beside it visits `few`, or in a
long run `pairs`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tests.support.engines.screen import Screen
from tests.support.site import Site
from tests.support.web.faults import faults

SIZES = ((320, 568), (390, 844), (1024, 768), (1366, 768), (1920, 1080))
LOOKS = (
    "chromium light", "chromium dark", "chromium forced",
    "firefox light", "firefox dark", "webkit light",
)  # fmt: skip
# People's names: the first two of a game are the worst, one of words and one without a gap.
BASES = (
    "Augusta Ada King-Noel Countess of Lovelace and of Ockham in the county of Surrey Esq",
    "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessens",
    "Maximiliane Featherstonehaugh-Cholmondeley von und zu Hohenlohe-Schillingsfuerst jr.",
    "Bartholomew Papadopoulos-Konstantinidis of the Hanging Gardens at the river Euphrates",
    "Konstantinos O’Brien McDonald Jean-Luc Zoë de la Vega y Santa Maria del Mar Caribe x",
    "Yekaterina Aleksandrovna Romanova-Dostoyevskaya Princess of the Kingdom far far away",
)
HEBREW = ("אבי כהן", "נועה לוי-אברמוביץ׳", "יונתן בן דוד", "שירה מזרחי", "דניאל פרץ", "תמר גולן")
NAMES = ("1", "12", "40", "80", "hebrew")


def names_of(kind: str) -> tuple[str, ...]:
    """Six names of so many letters, or Hebrew ones."""
    if kind == "hebrew":
        return HEBREW
    letters = int(kind)
    cut = [base[:letters] for base in BASES]
    return tuple(f"{name[:-1]}." if name[-1] == " " else name for name in cut)


@dataclass(frozen=True)
class Scene:
    """A game up to a move of a record of `tests/played`, made by `tests.support.web.scenes`.

    `settings`: of the game; `seat`: whose phone is looked at, by its place.
    """

    record: str
    moves: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    seat: int = 0
    has_talks: bool = False


SEATS = {"acting": "seats", "dice": "server"}
WRITTEN = {"communication": "written", "diplomatic_records": True}
SCENES = {
    "iron": Scene("age_of_iron/1800-bc", 64),
    "iron-hidden": Scene("age_of_iron/900-bc", 36, settings={**SEATS, "points": "none"}, seat=3),
    "iron-orders": Scene("age_of_iron/1800-bc", 51, WRITTEN, {"points": "own"}, has_talks=True),
    "iron-end": Scene("age_of_iron/1800-bc", None, WRITTEN, has_talks=True),
    "castles": Scene("age_of_war/six-daimyos", 95, settings=SEATS, seat=2),
    "castles-end": Scene("age_of_war/six-daimyos"),
    "war-throw": Scene("war/attacks", 18, settings=SEATS),
    "war-fight": Scene("war/attacks", 39, settings={"acting": "seats"}, seat=1),
    "war-four": Scene("war/four-share", 40, settings=SEATS),
    "war-end": Scene("war/attacks"),
    "valley": Scene("valley_of_war/picked-out", 25),
    "valley-end": Scene("valley_of_war/picked-out"),
}


@dataclass(frozen=True)
class Page:
    """An address of a scene's group, with what is pressed there; `by` is "student", "moderator" or
    nobody. A wall is looked at from afar: nobody scrolls it."""

    scene: str
    path: str
    by: str = ""
    presses: tuple[str, ...] = ()

    @property
    def is_wall(self) -> bool:
        return "wall" in self.path or self.path.startswith("/w/")


WALL, BOARD, FILM = "/c/{group}/?wall", "/c/{group}/", "/c/{group}/replay/?move="
PHONE, CONSOLE = "/play/{group}/", "/g/{group}/"
NEXT = ("[data-next]",) * 9
TABS = {tab: f"{PHONE}?tab={tab}" for tab in ("turn", "chart", "talks", "goals")}
SCREENS = {
    **{f"wall {scene}": Page(scene, WALL) for scene in SCENES if not scene.endswith("-end")},
    **{f"end {name}": Page(f"{name}-end", WALL, "", NEXT) for name in ("iron", "castles", "war")},
    "end valley": Page("valley-end", WALL),
    "debrief wall": Page("iron-end", "/c/{group}/debrief/?wall&move=64"),
    "debrief of one": Page("iron-end", "/c/{group}/debrief/?who=egypt&move=64"),
    "class wall": Page("castles", "/w/{class}/"),
    **{f"board {name}": Page(name, BOARD) for name in ("iron", "castles", "war-four", "valley")},
    **{f"board {name} end": Page(f"{name}-end", BOARD) for name in ("iron", "castles", "war")},
    **{f"film {name}": Page(f"{name}-end", f"{FILM}{move}")
       for name, move in {"iron": 64, "castles": 95, "war": 39, "valley": 22}.items()},
    "history": Page("iron-end", "/c/{group}/history/"),
    **{f"phone {tab}": Page("iron-orders", path, "student") for tab, path in TABS.items()},
    "phone talk": Page("iron-orders", f"{TABS['talks']}&to=hatti", "student"),
    "phone own turn": Page("iron-hidden", TABS["turn"], "student"),
    "phone own chart": Page("iron-hidden", TABS["chart"], "student"),
    **{f"phone {name}": Page(name, PHONE, "student")
       for name in ("iron-end", "castles", "castles-end", "war-throw", "war-fight", "war-end")},
    "phone valley": Page("valley", PHONE, "student"),
    **{f"console {name}": Page(name, CONSOLE, "moderator")
       for name in ("iron", "castles", "war-fight", "valley")},
    "correction": Page("iron", f"{CONSOLE}correct/", "moderator"),
}  # fmt: skip


OVER = (" end", "-end", "history")  # of a game's end, but for walls and films


@dataclass(frozen=True)
class Condition:
    """How a page is looked at."""

    size: tuple[int, int]
    names: str
    look: str

    def __str__(self) -> str:
        return f"{self.size[0]}×{self.size[1]}, {self.names}, {self.look}"


def every() -> Iterator[tuple[str, Condition]]:
    """Every screen under every condition."""
    for name in SCREENS:
        for look in LOOKS:
            for names in NAMES:
                for size in SIZES:
                    yield name, Condition(size, names, look)


def pairs(shift: int = 0) -> Iterator[tuple[str, Condition]]:
    """So few that each two of a screen, a size, a kind of names, and a look meet; with each shift
    others, until each screen has been at each size in each look."""
    for place, name in enumerate(SCREENS):
        for number, look in enumerate(LOOKS):
            size = SIZES[(number + place + shift) % len(SIZES)]
            names = NAMES[(2 * number + place // len(SIZES)) % len(NAMES)]
            yield name, Condition(size, names, look)


def few() -> Iterator[tuple[str, Condition]]:
    """Every second screen once, in Chromium, with long names and Hebrew ones; each two of a size, a
    kind of names, and a look meet. Of the end of a game, walls and films."""
    for place, name in enumerate([one for one in SCREENS if not one.endswith(OVER)][::2]):
        names = NAMES[3 + place // len(SIZES) % 2]
        yield name, Condition(SIZES[place % len(SIZES)], names, LOOKS[place % 3])


@dataclass
class Visitor:
    """Opens screens on the site; those with a kind of names are made when it comes up."""

    site: Site
    made: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)

    def look(self, screen: Screen, page: Page, condition: Condition) -> list[str]:
        """Opens the page in that window, and says what is wrong there."""
        self.open(screen, page, condition.names)
        is_far = page.is_wall and condition.size[0] > 1000  # a wall on a phone can be scrolled
        return faults(screen.run, is_far)

    def open(self, screen: Screen, page: Page, names: str) -> None:
        """Shows the page in that window, with everything loaded."""
        at = self._scene(page.scene, names)
        screen.sign_in(self.site.url, at.get(page.by, "nobody"))
        screen.goto(self.site.url + page.path.format(**at))
        screen.until(lambda: bool(screen.run(READY)), "fonts")
        for selector in page.presses:
            screen.run("(one) => document.querySelector(one)?.click()", selector)
        screen.run(CALM)

    def _scene(self, name: str, names: str) -> dict[str, str]:
        if names not in self.made:
            self.made[names] = json.loads(self.site.run(MAKE.format(names)))
        return self.made[names][name]


CALM = """() => document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime < Infinity)
    .forEach((one) => one.finish())"""
READY = "() => document.readyState === 'complete' && document.fonts.status === 'loaded'"
MAKE = """
import json
from tests.support.web.scenes import make
print(json.dumps(make({!r})))
"""
