"""Takes the pictures of sheets in docs/img: `python docs/sheet_pictures.py`.

They are of a recorded game, in black and white as a laser printer prints them; pdftoppm (of
poppler-utils) draws them.
"""

import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import django  # noqa: E402

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moderator.settings")
os.environ.setdefault("SECRET_KEY", "for pictures, and protects nothing")
os.environ.setdefault("VAR_DIR", tempfile.mkdtemp())
django.setup()

from PIL import Image  # noqa: E402

from moderator.features.printing.class_parts import AttendanceData, AttendanceRow  # noqa: E402
from moderator.features.printing.class_sheets import attendance_part  # noqa: E402
from moderator.features.printing.join_cards import JoinCard, join_cards  # noqa: E402
from moderator.features.printing.results import results_part  # noqa: E402
from moderator.rules import record  # noqa: E402
from moderator.rules.log import Timeline  # noqa: E402
from moderator.rules.registry import GAMES  # noqa: E402
from moderator.sheets.drawing.canvas import SheetPart  # noqa: E402
from moderator.sheets.games import log_sheet, sheets_of  # noqa: E402
from moderator.sheets.layout.kind import pdf_of  # noqa: E402
from moderator.sheets.layout.table import MoveStep  # noqa: E402
from moderator.sheets.snapshot import ConsolePlace, GameSnapshot, JoinPlace, Stamp  # noqa: E402
from tests.support.sheets.of_class import scenario  # noqa: E402
from tests.support.sheets.said import said  # noqa: E402

IMG = HERE / "img"
SCENARIOS = HERE.parent / "scenarios"
PLAYED = HERE.parent / "tests" / "played"
WIDTH = 700
NAMES = ("Amina", "Bruno", "Clara", "David", "Elena", "Farid")
JOIN = JoinPlace("school.example", "KAN-ESH", "https://school.example/j/KANESH/")
GAMES_SHOWN = (
    ("age_of_iron/1800-bc", "before", 0),
    ("age_of_iron/1800-bc", "during", 64),
    ("age_of_iron/1800-bc", "after", None),
    ("age_of_war/six-daimyos", "", 96),
    ("war/attacks", "", 44),
    ("valley_of_war/picked-out", "", 22),
)
"""A recorded game, at which time its sheets are shown (all if empty), after how many moves."""


def main() -> None:
    """All pictures."""
    for name, when, moves in GAMES_SHOWN:
        timeline = played(name, moves)
        for kind in sheets_of(timeline.rules.id).values():
            is_shown = when == kind.when or (not when and kind.id != "instructions")
            if is_shown and kind.is_listed and kind.id != "log":  # which needs its lines
                print(save(timeline, kind.id))
    timeline = played("age_of_iron/1800-bc", None)
    stamp = stamp_of(timeline)
    print(save_parts("join-cards", join_cards(cards(stamp), True, stamp)))
    print(save_parts("log", log_parts(timeline, stamp)))
    of_class = replace(stamp, group_name=stamp.class_name, class_name="")
    print(save_parts("results", [results_part(scenario(5), of_class)]))
    of_people = replace(of_class, title=of_class.group_name, copyright="")
    print(save_parts("attendance", [attendance_part(people(), of_people)]))


def cards(stamp: Stamp) -> list[JoinCard]:
    """Join cards for the students, two to a country."""
    countries = ("Egypt", "Babylon", "Assyria")
    found = [
        JoinCard(name, stamp.group_name, countries[k // 2], JOIN) for k, name in enumerate(NAMES)
    ]
    return [*found, *[JoinCard("", stamp.group_name, "", JOIN)] * 2]


def people() -> AttendanceData:
    """The students, two of whom haven't joined, and the moderator."""
    rows = [
        AttendanceRow(name, True, "Group Kanesh", role, "17 Nov, 09:38", "17 Nov, 10:51")
        for name, role in zip(NAMES[:4], ("Egypt", "Egypt", "Babylon", "Assyria"), strict=True)
    ]
    absent = [AttendanceRow(name, False) for name in NAMES[4:]]
    led = AttendanceRow("Zoe", True, "Group Kanesh", "Moderator", "17 Nov, 09:31", "17 Nov, 10:52")
    return AttendanceData((*rows, *absent, led))


def log_parts(timeline: Timeline, stamp: Stamp) -> list[SheetPart]:
    """The log of the game, with two comments."""
    rules, state = timeline.rules, timeline.state
    seats = rules.seats_of(state)
    said = {
        3: ("Moderator: Look at this again after the game: who gained by it?"),
        12: ("Amina: We had promised the opposite one Game-turn before."),
    }
    lines: list[str | MoveStep] = []
    for step in tuple(timeline.steps())[::-1]:
        if step.number == 1:
            lines.append("Game-turn 1")
        by = seats[step.move.player] if step.move.is_players() else None
        comments = (said[step.number],) if step.number in said else ()
        text = str(step.move.describe(step.before))
        lines.append(MoveStep(step.number, text, by, comments))
    now = GameSnapshot(rules, state, seats)
    return log_sheet.parts(now, stamp, "a4", lines)


def played(name: str, moves: int | None) -> Timeline:
    """The recorded game after that many moves, or at its end."""
    read = record.read((PLAYED / f"{name}.json").read_bytes())
    rules = GAMES[read.game]
    files = (SCENARIOS / read.game.replace("-", "_")).glob("*.toml")
    shipped = {one.stem: rules.read_scenario_toml(one.read_text(encoding="utf-8")) for one in files}
    _game, _scenario, timeline = record.start(read, shipped)
    for wire in read.moves[:moves]:
        timeline = timeline.play(wire)
    return timeline


def save(timeline: Timeline, id: str) -> str:
    """The first page of a sheet; returns what it was saved as."""
    rules, state = timeline.rules, timeline.state
    past = tuple(timeline.steps())[::-1]
    seats = rules.seats_of(state)
    now = GameSnapshot(rules, state, seats, past=past, said=said(seats, rounds=3))
    parts = sheets_of(rules.id)[id].parts(now, stamp_of(timeline))
    return save_parts(id if rules.id == "age-of-iron" else f"{rules.id}-{id}", parts)


def stamp_of(timeline: Timeline) -> Stamp:
    """The stamp of an invented group's game."""
    seats = timeline.rules.seats_of(timeline.state)
    return Stamp(
        group_name="Group Kanesh",
        class_name="World History, Tuesday",
        game_number=1,
        entries=timeline.number,
        hash="0123456789abcdef" * 4,
        at=datetime(2026, 11, 17, 9, 42, tzinfo=UTC),
        time_zone="Europe/Vienna",
        moderators="Zoe",
        players=dict(zip([seat.id for seat in seats], NAMES, strict=False)),
        join=JOIN,
        console=ConsolePlace("school.example/m", "7XH-U6ZJ", "4RJBH8FQ"),
        title=getattr(getattr(timeline.state, "scenario", None), "title", timeline.rules.name),
        copyright=timeline.rules.copyright,
    )


def save_parts(name: str, parts: list[SheetPart]) -> str:
    """The first page of these parts; returns what it was saved as."""
    path = IMG / f"sheet-{name}.png"
    draw(pdf_of(parts), path)
    return f"{path.name}: {path.stat().st_size:,} bytes"


def draw(pdf: bytes, path: Path) -> None:
    """The first page of the PDF as a small grey picture of its black and white."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sheet.pdf"
        file.write_bytes(pdf)
        command = ["pdftoppm", "-r", "200", "-mono", "-singlefile", str(file), str(file)]
        subprocess.run(command, check=True)
        page = Image.open(f"{file}.pbm").convert("L")
        height = page.height * WIDTH // page.width
        small = page.resize((WIDTH, height), Image.Resampling.LANCZOS)
        shades = small.point(lambda value: (value + 42) // 85)  # 0 is black, 3 is white
        picture = Image.frombytes("P", small.size, shades.tobytes())
        picture.putpalette([shade * 85 for shade in range(4) for _channel in "rgb"])
        picture.save(path, optimize=True, bits=2)


if __name__ == "__main__":
    main()
