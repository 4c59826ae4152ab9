"""Sixteen at one game over HTTP: pressed twice, given up waiting, sent once more."""

import random
import sqlite3
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier
from time import monotonic, sleep
from uuid import uuid4

import pytest

from tests.durability.laptop import CONFLICT, RECORDED, Enter, Laptop
from tests.durability.room import Room, check_whole

LAPTOPS = 16
MOVES = 6  # that each tries, right or not

pytestmark = pytest.mark.slow


def busy(laptop: Laptop, number: int, barrier: Barrier) -> list[tuple[str, int]]:
    """What every form got, by its key; each is sent three times at least."""
    chance = random.Random(number)
    heard: list[tuple[str, int]] = []
    barrier.wait(60)
    for _ in range(MOVES):
        key = uuid4().hex
        form = laptop.form(key)
        with laptop.post_unheard(form) as impatient:
            if chance.random() < 0.5:
                impatient.close()  # given up at once, or only after the answers to the others
            answers = [laptop.post(form), laptop.post(form)]
        heard += [(key, answer.status) for answer in answers]
        laptop.look()
    laptop.close()
    return heard


def test_numbers_are_given_once_and_repeats_get_the_first_answer(room: Room, enter: Enter) -> None:
    laptops = [enter(room, f"Moderator {number}") for number in range(LAPTOPS)]
    barrier = Barrier(LAPTOPS)
    with ThreadPoolExecutor(LAPTOPS) as pool:
        work = [pool.submit(busy, each, n, barrier) for n, each in enumerate(laptops)]
        heard = [answer for done in work for answer in done.result()]
    statuses = Counter(status for _, status in heard)
    assert set(statuses) == {RECORDED, CONFLICT}
    assert len(heard) == LAPTOPS * MOVES * 2
    by_key: dict[str, set[int]] = {}
    for key, status in heard:
        by_key.setdefault(key, set()).add(status)
    # One form has one answer, the first: the log went on meanwhile, or it did not.
    assert all(len(answers) == 1 for answers in by_key.values())
    recorded = [key for key, answers in by_key.items() if answers == {RECORDED}]
    check_whole(room.site, [room], recorded)
    print(f"{statuses[RECORDED]} answers to {len(recorded)} moves, {statuses[CONFLICT]} conflicts")


def test_who_never_heard_the_answer_gets_it_once_more(room: Room, enter: Enter) -> None:
    laptop, other = enter(room, "Mo"), enter(room, "Max")
    form = laptop.form("unheard")
    with laptop.post_unheard(form):
        wait_until_stored(room, "unheard")
    other.look()
    assert other.send("another").status == RECORDED
    assert laptop.post(form).status == RECORDED
    check_whole(room.site, [room], ["unheard", "another"])


def test_a_crash_between_the_commit_and_the_answer(room: Room, enter: Enter) -> None:
    laptop = enter(room, "Mo")
    form = laptop.form("crashed")
    with laptop.post_unheard(form):
        wait_until_stored(room, "crashed")
        room.site.kill()
    room.site.start()
    laptop.close()
    assert laptop.post(form).status == RECORDED
    check_whole(room.site, [room], ["crashed"])


def wait_until_stored(room: Room, key: str, limit_s: float = 20) -> None:
    """Looks into the database itself, many times a second."""
    until = monotonic() + limit_s
    with closing(sqlite3.connect(room.site.var / "moderator.sqlite3")) as database:
        query = "SELECT 1 FROM play_entry WHERE game_id = ? AND key = ?"
        while not database.execute(query, (room.game, key)).fetchone():
            assert monotonic() < until, f"{key} was not recorded"
            sleep(0.002)
