"""The pictures of docs/first-lesson.md: a class of sixty that a script plays."""

import json
from pathlib import Path

from PIL import Image
from PIL.Image import Dither
from playwright.sync_api import Browser, Page

from tests.support.site import Site

WALL, LAPTOP = (1280, 720), (1366, 768)
NAMES = """Amina Anton Bruno Cem Clara Dana David Elena Emil Farid Femke Gero Greta Hana Hugo Ida
Igor Ines Ivan Jana Jonas Julia Kai Karim Lea Leo Lina Luca Maja Malik Marta Milo Mina
Nele Nico Noah Nora Olga Omar Otto Paula Pia Priya Rosa Ruth Sami Sara Silas Sofia
Stefan Tariq Tessa Theo Tomas Vera Wei Yara Yusuf Zoe Zora"""
LIST = "Last name;First name;Student number\nAdler;Amina;2310114\nBecker;Bruno;2310118\n\n"
LIST += "Demir;Cem;2310121\nDemir;Cem;2310121\nDuval;Clara;2310125\n"

MAKE = """
import json
from django.contrib.auth.models import User
from django.test import Client
from moderator.features.classes.write import classroom_create
from moderator.features.people.roster_reading import ReadName
from moderator.features.people.roster import roster_import
from moderator.core.people import person_join
teacher = User.objects.create_user("teacher")
classroom = classroom_create(teacher, "World History, Tuesday", "Europe/Vienna")
names = {names!r}.split()
roster = [ReadName(n, name, f"23101{{n:02}}") for n, name in enumerate(names, 1)]
roster_import(classroom, roster, False)
people = [person_join(classroom, name) for name in names]
classroom.people.filter(number__lte=60, number__gt=42).update(is_volunteer=True)
browser = Client()
browser.force_login(teacher)
print(json.dumps([classroom.pk, classroom.code, browser.cookies["sessionid"].value]))
"""
# Simulated students play like these do; then everybody is a real person again.
PLAY = """
from datetime import timedelta
from random import Random
from django.utils import timezone
from moderator.core.models import Classroom, Game
from moderator.core.people import instructor_person
from moderator.features.people.rehearsal import simulated_play
classroom = Classroom.objects.get(pk={pk})
by = instructor_person(classroom)
students = classroom.people.filter(kind="student")
names = list(students.filter(is_simulated=False).values_list("pk", flat=True))
students.update(is_simulated=True)
real = timezone.now
now = real()
games = Game.objects.filter(group__classroom=classroom).order_by("group__number")
for place, game in enumerate(games):
    ago = {ago}[place % 12]
    before = now - timedelta(seconds=ago)
    game.group.resumed_at = before
    game.group.save(update_fields=["resumed_at"])
    Game.objects.filter(pk=game.pk).update(created=before)
    timezone.now = lambda: before
    for moves in {moves}[place % 12]:
        simulated_play(game, by, Random(place), moves)
timezone.now = real
students.filter(pk__in=names).update(is_simulated=False)
"""
SEEN = """
from datetime import timedelta
from django.utils import timezone
from moderator.core.class_models import Presence
from moderator.core.models import Classroom
classroom = Classroom.objects.get(pk={pk})
for person in classroom.people.select_related("moderates"):
    is_away = person.number in {away} or (person.moderates and person.moderates.number == 9)
    away = timedelta(minutes=3 if is_away and {away} else 0)
    Presence.objects.update_or_create(person=person, defaults={{"seen": timezone.now() - away}})
"""
COLOURS, NONE = 128, Dither.NONE  # small files, and nobody sees the difference
ROUND = 200  # moves, at most
AGO = [95, 610, 20, 150, 45, 70, 380, 10, 120, 60, 35, 80]
MOVES = [
    [ROUND, 3],
    [6],
    [ROUND],
    [ROUND, 2],
    [ROUND, 5],
    [ROUND, 1],
    [9],
    [ROUND, 4],
    [8],
    [ROUND],
]
MOVES += [[ROUND, ROUND, 2], [11]]


class Lesson:
    """The class, in the instructor's browser."""

    def __init__(self, browser: Browser, site: Site, img: Path) -> None:
        self.site, self.img = site, img
        made = site.run(MAKE.format(names=NAMES)).strip().splitlines()[-1]
        self.pk, self.code, session = json.loads(made)
        context = browser.new_context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]})
        cookie = {"name": "sessionid", "value": session, "url": site.url}
        context.add_cookies([cookie])  # type: ignore[list-item]
        self.page = context.new_page()

    def go(self, path: str) -> Page:
        self.page.goto(f"{self.site.url}/classes/{self.pk}/{path}")
        return self.page

    def save(self, page: Page, name: str, wait_ms: int = 700) -> None:
        page.wait_for_timeout(wait_ms)
        path = self.img / f"lesson-{name}.png"
        page.screenshot(path=path)
        Image.open(path).convert("RGB").quantize(COLOURS, dither=NONE).save(path, optimize=True)

    def do(self, code: str, **values: object) -> str:
        return self.site.run(code.format(pk=self.pk, **values))


def save_lesson(browser: Browser, site: Site, img: Path) -> None:
    """Saves the pictures of a lesson."""
    lesson = Lesson(browser, site, img)
    page = lesson.go("roster/")
    page.fill("#list", LIST)
    page.click("button[value='preview']")
    lesson.save(page, "roster")
    lesson.go("").click("button[value='draw-here']")
    page.click("button[value='start']")
    page.wait_for_load_state()
    lesson.do(PLAY, ago=AGO, moves=MOVES)
    lesson.do(SEEN, away=[7, 23, 24, 50])
    lesson.save(lesson.go(""), "overview", 2_000)
    lesson.do(PLAY, ago=[0] * 12, moves=[[ROUND] * 6] * 12)
    lesson.go("results/").click("button[value='results']")
    for _ in range(3):
        page.click("button[value='next']")
    wall = browser.new_page(viewport={"width": WALL[0], "height": WALL[1]})
    wall.goto(f"{site.url}/w/{lesson.code}/")
    lesson.save(wall, "wall-results", 7_000)  # until new numbers are calm
