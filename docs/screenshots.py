"""Takes the pictures in docs/img from the demo class: `python docs/screenshots.py`.

It starts the site on a free port with its own data, and stops it afterwards.
"""

import re
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from tests.conftest import CHROMIUM_ARGS, chromium  # noqa: E402
from tests.support.site import Site  # noqa: E402
from tests.support.web.slips import orders_room, sit_together  # noqa: E402

IMG = HERE / "img"

# Unfinished games, from the records in tests/played: the file, and how many of its moves.
UNFINISHED = (("age_of_war/six-daimyos", 96), ("war/attacks", 44), ("valley_of_war/picked-out", 22))
BEGIN = """
import json
from pathlib import Path
from moderator.play import services
from moderator.play.models import Classroom
classroom = Classroom.objects.get()
for group, (name, moves) in zip(services.groups_create(classroom, len({0})), {0}):
    record = json.loads(Path(f"tests/played/{{name}}.json").read_text())
    record["moves"] = record["moves"][:moves]
    read = services.record_read(json.dumps(record).encode())
    services.game_from_record(group, read, services.instructor_person(classroom))
    print(group.code)
"""


def save(browser: Browser, address: str, name: str, size: tuple[int, int], press: str = "") -> None:
    """Saves a screenshot of a page; `press` is the selector of a button that leads to it."""
    with browser.new_context(viewport={"width": size[0], "height": size[1]}) as context:
        page = context.new_page()
        page.goto(address)
        if press:
            page.click(press)
            page.wait_for_url("**/g/**")
        page.wait_for_timeout(2_500)  # until the marks of new numbers have faded
        page.screenshot(path=IMG / f"{name}.png")


def save_slip(browser: Browser, site: Site) -> None:
    """Saves a phone with an order slip that is half written."""
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = sit_together(orders_room(site), context, "Omar")
        for place, rfs in (("deploy:palestine", 2), ("deploy:syria", 4), ("build", 3)):
            for _ in range(rfs):
                page.click(f"#slip button[value='{place} 1']")
        page.wait_for_timeout(2_500)  # until everything is saved
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=IMG / "slip.png")


def main() -> None:
    """Takes all the pictures."""
    IMG.mkdir(exist_ok=True)
    var = Path(tempfile.mkdtemp())
    site = Site(var)
    try:
        site.start()
        console = re.findall(r"http\S+/m/\S+", site.printed)[1]
        chart = re.findall(r"http\S+/c/\S+", site.printed)[1]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium(), headless=True, args=CHROMIUM_ARGS
            )
            save(browser, console, "console", (1280, 860), press="main button")
            save(browser, chart, "phone", (320, 720))
            save(browser, chart + "?wall", "wall", (1920, 1080))
            codes = site.run(BEGIN.format(UNFINISHED)).split()
            for code, (name, _) in zip(codes, UNFINISHED, strict=True):
                picture = name.partition("/")[0].replace("_", "-")
                save(browser, f"{site.url}/c/{code}/?wall", picture, (1920, 1080))
            save_slip(browser, site)
            browser.close()
    finally:
        site.end()
        shutil.rmtree(var)


if __name__ == "__main__":
    main()
