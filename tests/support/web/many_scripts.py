"""A class of sixty in twelve scripts, who have played a round in twelve groups; run on a site."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from moderator.core import queries
from moderator.core.models import Game, Person
from moderator.core.people import instructor_person, person_join
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.deals.records import promise_answer, promise_make
from moderator.features.people.roster import roster_import
from moderator.features.people.roster_reading import ReadName
from moderator.features.people.write import seat_give
from tests.support.play.play import deploy, record, start
from tests.support.shared import shared

FAMILIES = {
    "Latin": "Åström",
    "Greek": "Παπαδοπούλου",
    "Cyrillic": "Шевченко",
    "Hebrew": "כהן",
    "Arabic": "الحسيني",
    "Devanagari": "शर्मा",
    "Tamil": "சுப்ரமணியன்",
    "Thai": "ศรีสุวรรณ",
    "Chinese": "欧阳",
    "Japanese": "さいとう",
    "Korean": "김",
    "Georgian": "ბერიძე",
}
FIRST = {
    "Latin": ("Zoë", "Åsa", "Łucja", "José", "Aoife"),
    "Greek": ("Ελένη", "Γιώργος", "Μαρία", "Νίκος", "Άννα"),
    "Cyrillic": ("Олена", "Тарас", "Юлія", "Іван", "Ганна"),
    "Hebrew": ("נועה", "דוד", "שרה", "יוסף", "רחל"),
    "Arabic": ("ليلى", "محمد", "فاطمة", "علي", "مريم"),
    "Devanagari": ("अनिता", "विक्रम", "प्रिया", "श्रेया", "कृष्ण"),
    "Tamil": ("கௌரி", "முருகன்", "லட்சுமி", "செல்வி", "பாரதி"),
    "Thai": ("สมชาย", "น้ำฝน", "กิตติ", "พิมพ์", "ปิติ"),
    "Chinese": ("娜娜", "小明", "晓丽", "建国", "雪梅"),
    "Japanese": ("ゆき", "太郎", "花子", "健", "みさき"),
    "Korean": ("민준", "서연", "지훈", "하은", "도윤"),
    "Georgian": ("ნინო", "გიორგი", "მარიამ", "ლუკა", "თამარ"),
}
NAMES = tuple(f"{first} {FAMILIES[script]}" for script in FIRST for first in FIRST[script])
OPTIONS = {"deployment": "sequential", "communication": "written", "diplomatic_records": True}
HOMES = {"egypt": "egypt", "babylon": "babylon", "assyria": "assyria", "hatti": "hatti"}
PROMISE = {"kind": "no-attack", "target": "babylon", "region": "syria", "until": 1}


def number_of(name: str) -> str:
    """The student number on the roster."""
    return f"77{NAMES.index(name):03}"


def make() -> None:
    """Prints the class's key and a session of its instructor.

    In each group one moderates and four play, none of whom write in the same script.
    """
    teacher = User.objects.create_user("teacher")
    classroom = classroom_create(teacher, "HIST 210")
    by = instructor_person(classroom)
    roster = [
        ReadName(line, name, number_of(name), FAMILIES[script])
        for line, (name, script) in enumerate(
            zip(NAMES, (script for script in FIRST for _ in range(5)), strict=True), 1
        )
    ]
    roster_import(classroom, roster, is_replacing=False)
    groups = groups_create(classroom, 12)
    for k, group in enumerate(groups):
        game = start(group, by, "1800-bc", OPTIONS)
        moderator, *players = [person_join(classroom, name, group) for name in NAMES[k::12]]
        moderator.moderates = group
        moderator.save(update_fields=["moderates"])
        for player, seat in zip(players, game.seats.order_by("pk"), strict=True):
            seat_give(player, seat)
        _play(game, moderator, players, in_nubia=k % 5)
    print(json.dumps([classroom.pk, session_of(teacher)]))


def session_of(user: User) -> Any:
    browser = Client()
    browser.force_login(user)
    return browser.cookies["sessionid"].value


def _play(game: Game, by: Person, players: list[Person], in_nubia: int) -> None:
    """Messages, a promise, a round, and the beginning of the next."""
    for say in shared("say"):
        say(game, "egypt", ["babylon"], "Ένα σύμφωνο? 同盟", players[0])
        say(game, "babylon", ["egypt"], "हाँ, gladly", players[1])
    promise_make(game, "babylon", PROMISE, None, "p1", players[0])
    promise_answer(game, 1, "accepted", "a1", players[1])
    if in_nubia:
        record(game, deploy("egypt", "nubia", in_nubia), by)
    for _ in range(len(HOMES) + 1):
        now = queries.timeline(game)
        summary = now.rules.summary(now.state)
        player = summary["active"]
        record(game, deploy(player, HOMES[player], summary["hand"][player]), by)
        if now.state.turn == 1:
            record(game, {"type": "end-turn", "player": player}, by)
