"""Takes the pictures in docs/img: `python docs/screenshots.py`; with `lesson` only a lesson's.

It starts the site on a free port with its own data, and stops it afterwards.
"""

import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

import django
from playwright.sync_api import Browser, sync_playwright

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()  # what the tests share has models

from docs.lesson_screenshots import save_lesson  # noqa: E402
from tests.conftest import CHROMIUM_ARGS, chromium  # noqa: E402
from tests.support.site import Site  # noqa: E402
from tests.support.web.slips import orders_room, sit_together  # noqa: E402

IMG = HERE / "img"

# Games from the records in tests/played: the file, and how many of its moves (None: all).
GAMES = (
    ("age_of_war/six-daimyos", 96),
    ("war/attacks", 44),
    ("valley_of_war/picked-out", 22),
    ("age_of_iron/1800-bc", 64),
    ("age_of_iron/1800-bc", None),
)
BEGIN = """
import json
from pathlib import Path
from moderator.core import credentials
from moderator.core.models import Classroom
from moderator.features.classes.write import groups_create
from moderator.features.new_game.write import game_from_record, record_read
from moderator.core.people import instructor_person
classroom = Classroom.objects.get()
for group, (name, moves) in zip(groups_create(classroom, len({0})), {0}):
    record = json.loads(Path(f"tests/played/{{name}}.json").read_text())
    record["moves"] = record["moves"][:moves]
    read = record_read(json.dumps(record).encode())
    game_from_record(group, read, instructor_person(classroom))
    print(credentials.console_token(group))
"""
PUBLIC_URL = "http://192.168.0.10:8000"  # what the pictures show
WALL, LAPTOP, PHONE = (1920, 1080), (1366, 768), (320, 640)


def save(
    browser: Browser, address: str, name: str, size: tuple[int, int], *steps: str, key: str = ""
) -> None:
    """Saves a screenshot of a page.

    Args:
        steps: selectors of what is pressed before, each once it is there.
        key: a key that is pressed eight times before.
    """
    with browser.new_context(viewport={"width": size[0], "height": size[1]}) as context:
        page = context.new_page()
        page.goto(address)
        for step in steps:
            page.click(step)
        page.wait_for_load_state()
        for _ in range(8 if key else 0):
            page.keyboard.press(key)
            page.wait_for_timeout(300)
        page.wait_for_timeout(6_000)  # until new numbers and the last move are calm
        page.screenshot(path=IMG / f"{name}.png")


def save_slip(browser: Browser, site: Site) -> None:
    """Saves a phone with an order slip that is half written."""
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = sit_together(orders_room(site), context, "Omar")
        for place, rfs in (("deploy:palestine", 2), ("deploy:syria", 4), ("build", 3)):
            for _ in range(rfs):
                page.click(f"#slip button[value='{place} 1']")
        page.click("#worth > summary")
        page.wait_for_timeout(2_500)  # until everything is saved
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=IMG / "slip.png")


def save_cell(browser: Browser, console: str) -> None:
    """Saves a console on which an attack is being prepared: a cell, and the defender's."""
    with browser.new_context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]}) as context:
        page = context.new_page()
        page.goto(console)
        page.click("main button")
        page.click("button[value='egypt.syria']")
        page.click("button[value='assyria.syria']")
        page.wait_for_timeout(1_000)
        page.screenshot(path=IMG / "cell.png")


def save_demo(browser: Browser, site: Site) -> None:
    """Saves the pictures of the demo class."""
    console = site.url + re.findall(r"/m/\S+", site.printed)[1]
    chart = site.url + re.findall(r"/c/\S+", site.printed)[1]
    save(browser, console, "console", (1280, 860), "main button")
    save(browser, chart, "phone", (320, 720))
    (debrief,) = re.findall(r"/c/\S+/debrief/", site.printed)
    save(browser, f"{site.url}{debrief}?move=27", "debrief", LAPTOP)
    tokens = site.run(BEGIN.format(GAMES)).split()
    charts = [f"{site.url}/c/{token.partition('-')[0]}/" for token in tokens]
    for address, (name, _) in zip(charts[:3], GAMES, strict=False):
        picture = name.partition("/")[0].replace("_", "-")
        save(browser, f"{address}?wall", picture, WALL)
    playing, over = charts[3:]
    save(browser, f"{playing}?wall", "wall", WALL)
    save(browser, f"{over}?wall", "wall-end", WALL, key="Space")
    save(browser, f"{over}replay/?move=64", "film", LAPTOP)
    save(browser, playing, "phone-map", PHONE, "#view-map")
    save_cell(browser, f"{site.url}/m/{tokens[3]}/")
    save_slip(browser, site)


def main() -> None:
    """Takes all the pictures, or only those of the lesson."""
    IMG.mkdir(exist_ok=True)
    var = Path(tempfile.mkdtemp())
    site = Site(var, env={"PUBLIC_URL": PUBLIC_URL})
    try:
        site.start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium(has_windows=True), headless=True, args=CHROMIUM_ARGS
            )
            if sys.argv[1:] != ["lesson"]:
                save_demo(browser, site)
            save_lesson(browser, site, IMG)
            browser.close()
    finally:
        site.end()
        shutil.rmtree(var)


if __name__ == "__main__":
    main()
