"""Takes pictures of all that people look at during games, and says what is wrong on them.

    python tests/everywhere/looks.py FOLDER              every screen under every condition
    python tests/everywhere/looks.py FOLDER pairs        so many that each two conditions meet
    python tests/everywhere/looks.py FOLDER pairs war    only what has that word

In FOLDER is a contact sheet for each screen afterwards, with all its pictures side by side, and
`faults.txt`. It starts the site on a free port with its own data, and stops it afterwards.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import django
from PIL import Image, ImageDraw
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

from tests.conftest import CHROMIUM_ARGS, chromium  # noqa: E402
from tests.support.engines.windows import windows  # noqa: E402
from tests.support.site import Site  # noqa: E402
from tests.support.web.screens import SCREENS, Condition, Visitor, every, pairs  # noqa: E402

HEIGHT, LABEL, WIDTH = 420, 26, 1900  # of a picture on a sheet, of the line above it; of a sheet
Pictures = list[tuple[Condition, bytes, list[str]]]


def save_sheet(path: Path, pictures: Pictures) -> None:
    """One picture of all these, side by side; those with faults have a red line above them."""
    places, x, y = [], 0, 0
    for condition, data, faults in pictures:
        shot = Image.open(io.BytesIO(data)).convert("RGB")
        shot = shot.resize((max(1, round(shot.width * HEIGHT / shot.height)), HEIGHT))
        if x + shot.width > WIDTH and x:
            x, y = 0, y + HEIGHT + LABEL
        places.append((x, y, condition, shot, faults))
        x += shot.width + 10
    sheet = Image.new("RGB", (WIDTH, y + HEIGHT + LABEL), "white")
    draw = ImageDraw.Draw(sheet)
    for x, y, condition, shot, faults in places:
        draw.text((x, y), str(condition), "black")
        if faults:
            draw.rectangle((x, y + LABEL - 10, x + shot.width, y + LABEL), "red")
        sheet.paste(shot, (x, y + LABEL))
    sheet.save(path)


def main() -> None:
    """Visits, and writes the contact sheets."""
    folder, *asked = sys.argv[1:]
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    visits = list(pairs() if "pairs" in asked else every())
    words = [word for word in asked if word != "pairs"]
    visits = [one for one in visits if all(word in f"{one[0]}, {one[1]}" for word in words)]
    visits.sort(key=lambda one: (one[1].look, one[1].size, one[1].names))
    taken: dict[str, Pictures] = defaultdict(list)
    var = Path(tempfile.mkdtemp())
    site = Site(var, "--no-demo")
    try:
        site.start()
        visitor = Visitor(site)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium(), headless=True, args=CHROMIUM_ARGS
            )
            with windows(playwright, browser) as opened:
                for name, condition in visits:
                    screen = opened.window(condition.look, condition.size)
                    faults = visitor.look(screen, SCREENS[name], condition)
                    taken[name].append((condition, screen.picture(), faults))
            browser.close()
    finally:
        site.end()
        shutil.rmtree(var)
    lines = []
    for name, pictures in taken.items():
        save_sheet(out / f"{name.replace(' ', '-')}.png", pictures)
        lines += [f"{name}, {on}: {fault}" for on, _, faults in pictures for fault in faults]
    (out / "faults.txt").write_text("".join(f"{line}\n" for line in sorted(lines)))
    print(f"{len(visits)} pictures of {len(taken)} screens, {len(lines)} faults: {out}")


if __name__ == "__main__":
    main()
