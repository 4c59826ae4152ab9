"""Many clients in one game: double clicks, aborted requests, repetitions, two processes."""

import random
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from threading import Barrier
from time import monotonic, sleep
from uuid import uuid4

import pytest

from tests.support.amount import amount
from tests.support.durability.history import Look, Post, check
from tests.support.durability.laptop import CONFLICT, RECORDED, Enter, Laptop
from tests.support.durability.pair import Pair
from tests.support.durability.room import Room, check_complete, rooms_of

LAPTOPS = amount(8, 16)
MOVES = 3  # that each tries, whether accepted or not

pytestmark = pytest.mark.slow


@dataclass
class Seen:
    """The observations of one laptop."""

    posts: list[Post] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)

    def post(self, laptop: Laptop, form: dict[str, str]) -> int:
        began = monotonic()
        answer = laptop.post(form)
        ended = monotonic()
        is_recorded = answer.status == RECORDED
        self.posts.append(Post(form["key"], int(form["after"]), began, ended, is_recorded))
        if answer.status == CONFLICT:
            self.looks.append(Look(int(answer.hidden["after"]), began, ended))
        return answer.status

    def look(self, laptop: Laptop) -> None:
        began = monotonic()
        laptop.look()
        self.looks.append(Look(laptop.after, began, monotonic()))


def busy(laptop: Laptop, other: Laptop, number: int, barrier: Barrier) -> tuple[Seen, set[int]]:
    """Sends every form three times, once to the other process; returns responses and statuses.

    `other`: the same browser connected to the other process, if there is one.
    """
    chance = random.Random(number)
    seen = Seen()
    statuses: set[int] = set()
    barrier.wait(60)
    for _ in range(MOVES):
        # On a busy machine others take so long that an idle connection isn't kept.
        laptop.close()
        other.close()
        form = laptop.form(uuid4().hex)
        began = monotonic()
        with laptop.post_unread(form) as impatient:
            seen.posts.append(Post(form["key"], laptop.after, began))
            if chance.random() < 0.5:
                impatient.close()  # aborted at once, or only after the responses to the others
            statuses |= {seen.post(laptop, form), seen.post(other, form)}
        seen.look(laptop)
    laptop.close()
    return seen, statuses


def test_numbers_are_given_once_and_repeats_get_the_first_answer(room: Room, enter: Enter) -> None:
    all_at_once([room], enter)


@pytest.mark.long
def test_so_they_are_by_two_processes(pair: Pair, enter: Enter) -> None:
    (room,) = rooms_of(pair.here)
    all_at_once([room, replace(room, site=pair.there)], enter)


def all_at_once(servers: list[Room], enter: Enter) -> None:
    """`servers`: the room at each of the processes that serve it."""
    laptops = [enter(servers[n % len(servers)], f"Moderator {n}") for n in range(LAPTOPS)]
    others = [
        replace(each, room=servers[-1 - n % len(servers)], _line=None)
        for n, each in enumerate(laptops)
    ]
    barrier = Barrier(LAPTOPS)
    with ThreadPoolExecutor(LAPTOPS) as pool, ExitStack() as opened:
        for other in others:
            opened.callback(other.close)
        work = [
            pool.submit(busy, laptop, other, n, barrier)
            for n, (laptop, other) in enumerate(zip(laptops, others, strict=True))
        ]
        done = [each.result() for each in work]
    assert set.union(*(statuses for _, statuses in done)) == {RECORDED, CONFLICT}
    posts = [post for seen, _ in done for post in seen.posts]
    looks = [look for seen, _ in done for look in seen.looks]
    log = servers[0].keys
    check(log, 2, posts, looks)  # the first move is from before
    assert len({post.key for post in posts}) == LAPTOPS * MOVES
    check_complete(servers[0].site, servers[:1], log)
    print(f"{len(log)} moves recorded of {len(posts)} posts; {len(looks)} looks")


def test_a_lost_response_is_sent_again(room: Room, enter: Enter) -> None:
    laptop, other = enter(room, "Mo"), enter(room, "Max")
    form = laptop.form("unheard")
    with laptop.post_unread(form):
        wait_until_stored(room, "unheard")
    other.look()
    assert other.send("another").status == RECORDED
    assert laptop.post(form).status == RECORDED
    check_complete(room.site, [room], ["unheard", "another"])


def test_a_crash_between_the_commit_and_the_answer(room: Room, enter: Enter) -> None:
    laptop = enter(room, "Mo")
    form = laptop.form("crashed")
    with laptop.post_unread(form):
        wait_until_stored(room, "crashed")
        room.site.kill()
    room.site.start()
    laptop.close()
    assert laptop.post(form).status == RECORDED
    check_complete(room.site, [room], ["crashed"])


def wait_until_stored(room: Room, key: str, limit_s: float = 20) -> None:
    """Reads the database itself, many times a second."""
    until = monotonic() + limit_s
    with closing(sqlite3.connect(room.site.var / "moderator.sqlite3")) as database:
        query = "SELECT 1 FROM play_entry WHERE game_id = ? AND key = ?"
        while not database.execute(query, (room.game, key)).fetchone():
            assert monotonic() < until, f"{key} was not recorded"
            sleep(0.002)
