"""What is left after a lesson that the bell ends, of sixty students who write in twelve scripts.

It is stopped, released, printed, graded, archived, deleted, brought back on an empty site, and
printed again. To see the sheets: pdftoppm on what `PDFS` names.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.site import Site, manage
from tests.support.web.many_scripts import NAMES, number_of
from tests.support.web.rooms import note_problems

MAKE = "from tests.support.web.many_scripts import make; make()"
EMPTY = """
from django.contrib.auth.models import User
from tests.support.web.many_scripts import session_of
print(session_of(User.objects.create_user("colleague")))
"""
OLDER = """
from datetime import timedelta
from moderator.core.models import Classroom
found = Classroom.every.get(pk={pk})
found.deleted_at -= timedelta(days=8)
found.save()
"""
GROUPS = """
import json
from moderator.core.models import Classroom
print(json.dumps([one.code for one in Classroom.objects.get(pk={pk}).groups.order_by("number")]))
"""
ADDRESS = {"PUBLIC_URL": "http://history.example"}  # on the sheets, of both machines
OWN = {"instructions"}  # the kinds of sheets with a link and a PIN
LONG_MS = 300_000


@pytest.mark.long
@pytest.mark.extra("fonts")
def test_a_class_is_graded_archived_and_printed_again_elsewhere(
    browser: Browser, site_start: Callable[..., Site], tmp_path: Path
) -> None:
    first = site_start("--no-demo", env=ADDRESS)
    pk, session = json.loads(first.run(MAKE))
    problems: list[str] = []
    with signed_in(browser, first, session) as context:
        desk = context.new_page()
        note_problems(desk, problems)
        end(desk, pk)
        release(desk, pk)
        sheets = printed(first, desk, pk)
        assert len(sheets) > 12 * 12
        keep(sheets)
        names_are_printed(sheets, tmp_path)
        grade(desk, pk)
        archive = downloaded(desk, f"/classes/{pk}/archive/", "Download the archive")
        delete(first, desk, pk)
        assert context.request.get(f"/classes/{pk}/").status == 404

    second = site_start("--no-demo", env=ADDRESS)
    with signed_in(browser, second, second.run(EMPTY).strip()) as context:
        desk = context.new_page()
        note_problems(desk, problems)
        desk.goto("/classes/archive/")
        desk.set_input_files("#archive", {"name": "a.zip", "mimeType": "", "buffer": archive})
        desk.get_by_role("button", name="Bring").click()
        expect(desk.get_by_text("Its codes are the same as before.")).to_be_visible(timeout=LONG_MS)
        (again,) = map(int, re.findall(r"/classes/(\d+)/", desk.url))
        after = printed(second, desk, again)
    assert sheets.keys() == after.keys()
    assert [name for name, pdf in sheets.items() if after[name] != pdf] == []
    verified = manage(second.var, "verify_log")
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert problems == []


def signed_in(browser: Browser, site: Site, session: str) -> BrowserContext:
    context = browser.new_context(base_url=site.url, viewport={"width": 1366, "height": 768})
    context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    context.set_default_timeout(LONG_MS)
    return context


def end(desk: Page, pk: int) -> None:
    """The bell: no game will be continued, so the groups see their objectives."""
    desk.goto(f"/classes/{pk}/")
    desk.get_by_role("link", name="End the lesson").click()
    desk.get_by_role("radio", name="No").check()
    desk.get_by_role("button", name="End the lesson").click()
    expect(desk.get_by_text("12 of 12 groups have a result.")).to_be_visible()


def release(desk: Page, pk: int) -> None:
    desk.goto(f"/classes/{pk}/debrief/")
    desk.get_by_role("button", name="Release everything of all groups").click()
    expect(desk.get_by_role("button", name="Release everything of all groups")).to_have_count(0)


def printed(site: Site, desk: Page, pk: int) -> dict[str, bytes]:
    """Every sheet of every group and of the class, and a pack of all, by their addresses."""
    codes, found = json.loads(site.run(GROUPS.format(pk=pk))), {}
    for code in codes:
        desk.goto(f"/g/{code}/sheets/")
        links = desk.locator("a[href*='.pdf']").evaluate_all("all => all.map((a) => a.href)")
        paths = {link.removeprefix(site.url) for link in links}
        found |= {path: got(desk, path) for path in paths if not any(o in path for o in OWN)}
    desk.goto(f"/classes/{pk}/print/")
    for box in desk.locator("input[name=sheet]").all():
        box.set_checked(box.get_attribute("value") not in OWN)
    desk.get_by_role("button", name=re.compile("^Make|^Print")).last.click()
    done = desk.get_by_role("link", name="Open the PDF")
    expect(done).to_be_visible(timeout=LONG_MS)
    expect(desk.get_by_role("alert")).to_have_count(0)
    found["pack"] = got(desk, done.get_attribute("href") or "")
    return found


def got(desk: Page, path: str) -> bytes:
    answer = desk.request.get(path)
    assert answer.status == 200, path
    assert answer.body().startswith(b"%PDF"), path
    return answer.body()


def keep(sheets: dict[str, bytes]) -> None:
    """For looking at them."""
    if folder := os.environ.get("PDFS"):
        for path, pdf in sheets.items():
            name = path.partition("?")[0].strip("/").replace("/", "-").removesuffix(".pdf")
            Path(folder, f"{name}.pdf").write_bytes(pdf)


def names_are_printed(sheets: dict[str, bytes], folder: Path) -> None:
    """Each name is in the pack's text, in the order in which it is read."""
    file = folder / "pack.pdf"
    file.write_bytes(sheets["pack"])
    words = subprocess.run(["pdftotext", "-raw", file, "-"], capture_output=True, check=True)
    text = re.sub(r"\s+", "", words.stdout.decode())
    lacking = [name for name in NAMES if re.sub(r"\s+", "", name) not in text]
    right_to_left = [name for name in lacking if re.search("[\u0590-\u06ff]", name)]
    assert lacking == right_to_left  # a reader turns these around


def grade(desk: Page, pk: int) -> None:
    """Everybody's grade, in gradebooks as Canvas and Moodle export them, the latter for Excel."""
    desk.goto(f"/classes/{pk}/grades/")
    for box in desk.locator(".grade-parts input").all():
        most = {"points": "80", "attendance": "20"}
        box.fill(most.get(box.get_attribute("name") or "", "0"))
    desk.get_by_role("button", name="Save what counts").click()
    title = desk.input_value("#title")
    canvas = "Student,ID,SIS User ID,SIS Login ID,Section,Quiz (12)\n    Points Possible,,,,,10\n"
    moodle = "First name,Last name,ID number,Email address,Quiz\n"
    for name in NAMES:
        first, last = name.split()
        canvas += f'"{last}, {first}",{number_of(name)}9,{number_of(name)},,HIST,7\n'
        moodle += f"{first},{last},{number_of(name)},{number_of(name)}@school.example,7\n"
    for kind, template, first_row in (("canvas", canvas, 2), ("moodle", moodle, 1)):
        rows = filled(desk, pk, kind, template)
        assert len(rows) == len(NAMES) + first_row
        (column,) = [k for k, head in enumerate(rows[0]) if title in head]
        grades = [float(row[column]) for row in rows[first_row:] if row[column]]
        assert len(grades) == len(NAMES)
        assert max(grades) == 100
        assert {row[5 if kind == "canvas" else 4] for row in rows[first_row:]} == {"7"}


def filled(desk: Page, pk: int, kind: str, template: str) -> list[list[str]]:
    desk.goto(f"/classes/{pk}/grades/")
    name, data = f"{kind}.csv", template.encode()
    if kind == "moodle":
        book = Workbook()
        for row in csv.reader(io.StringIO(template)):
            book.active.append(row)  # type: ignore[union-attr]
        book.save(made := io.BytesIO())
        name, data = "Grades – Prüfung 1.xlsx", made.getvalue()
    desk.set_input_files("#gradebook", [{"name": name, "mimeType": "", "buffer": data}])
    desk.get_by_role("button", name="Fill it in").click()
    with desk.expect_download() as download:
        desk.get_by_role("button", name="Download").click()
    assert Path(download.value.suggested_filename).suffix == Path(name).suffix
    data = Path(download.value.path()).read_bytes()
    if kind == "canvas":
        return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))
    rows = load_workbook(io.BytesIO(data)).worksheets[0].iter_rows(values_only=True)
    return [["" if one is None else str(one) for one in row] for row in rows]


def downloaded(desk: Page, path: str, link: str) -> bytes:
    desk.goto(path)
    with desk.expect_download() as download:
        desk.get_by_role("link", name=link).click()
    return Path(download.value.path()).read_bytes()


def delete(site: Site, desk: Page, pk: int) -> None:
    """For good."""
    desk.goto(f"/classes/{pk}/delete/")
    desk.get_by_label("Type the name of the class").fill("HIST 210")
    desk.get_by_role("button", name="Delete the class").click()
    desk.wait_for_url("**/classes/*")
    site.run(OLDER.format(pk=pk))
    erased = manage(site.var, "purge_classes")
    assert "Classes erased: 1." in erased.stdout
