"""Takes the pictures of sheets in docs/img: `python docs/sheet_pictures.py`.

They are of a recorded game, in black and white as a laser printer prints them; pdftoppm (of
poppler-utils) draws them.
"""

import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import django  # noqa: E402
from django.conf import settings  # noqa: E402

if not settings.configured:
    settings.configure(INSTALLED_APPS=["moderator.play"], USE_I18N=True)
django.setup()

from PIL import Image  # noqa: E402

from moderator.rules import record  # noqa: E402
from moderator.rules.log import Timeline  # noqa: E402
from moderator.rules.registry import GAMES  # noqa: E402
from moderator.sheets import (  # noqa: E402
    ConsolePlace,
    GameSnapshot,
    JoinPlace,
    Stamp,
    pdf_of,
    sheets_of,
)

IMG = HERE / "img"
SCENARIOS = HERE.parent / "scenarios"
PLAYED = HERE.parent / "tests" / "played"
WIDTH = 700
NAMES = ("Amina", "Bruno", "Clara", "David", "Elena", "Farid")
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
        for kind in sheets_of(timeline.game.id).values():
            if when == kind.when or (not when and kind.id != "instructions"):
                print(save(timeline, kind.id))


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
    rules, state = timeline.game, timeline.state
    seats = rules.seats_of(state)
    stamp = Stamp(
        group_name="Group Kanesh",
        class_name="World History, Tuesday",
        game_number=1,
        entries=timeline.number,
        hash="0123456789abcdef" * 4,
        at=datetime(2026, 11, 17, 9, 42, tzinfo=UTC),
        time_zone="Europe/Vienna",
        moderators="Zoe",
        players=dict(zip([seat.id for seat in seats], NAMES, strict=False)),
        join=JoinPlace("school.example", "KAN-ESH", "https://school.example/j/KANESH/"),
        console=ConsolePlace("school.example/m", "7XH-U6ZJ", "4RJBH8FQ"),
    )
    past = tuple(timeline.steps())[::-1]
    now = GameSnapshot(rules, state, seats, past=past)
    parts = sheets_of(rules.id)[id].parts(now, stamp)
    name = id if rules.id == "age-of-iron" else f"{rules.id}-{id}"
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
