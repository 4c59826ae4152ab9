"""Packs: one at a time, one for the same contents, and given up when their process has died."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from moderator.core.models import Classroom
from moderator.features.classes.write import classroom_create
from moderator.features.printing.models import Pack
from moderator.features.printing.write import (
    PackGone,
    pack_finish,
    pack_progress,
    pack_request,
    pack_take,
    packs_check,
)
from tests.support.clock import Clock
from tests.support.play.at_once import at_once

CHOICE = {"kinds": ["chart"]}


def asked(classroom: Classroom, key: str) -> Pack:
    return pack_request(classroom, key * 64, CHOICE, "en", "")


def new_class() -> Classroom:
    return classroom_create(User.objects.create_user("pat"), "HIST 210")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_ask_for_one_pack_and_two_processes_take_one() -> None:
    classroom = new_class()
    packs = at_once(lambda number: asked(classroom, "a" if number % 2 else "b"))
    assert len({pack.pk for pack in packs}) == 2
    taken = at_once(lambda number: pack_take())
    assert [pack.pk for pack in taken if pack is not None] == [min(pack.pk for pack in packs)]


@pytest.mark.django_db
def test_packs_are_made_in_the_order_in_which_they_were_asked_for() -> None:
    classroom = new_class()
    first, second = asked(classroom, "a"), asked(classroom, "b")
    assert pack_take() == first
    assert pack_take() is None
    pack_finish(first, first.key, b"%PDF", is_secret=False)
    assert pack_take() == second


@pytest.mark.django_db
def test_a_pack_whose_process_says_nothing_is_given_up_and_made_again(clock: Clock) -> None:
    classroom = new_class()
    pack = asked(classroom, "a")
    pack_take()
    clock.now += timedelta(seconds=59)
    pack_progress(pack, 1, 2)
    clock.now += timedelta(seconds=59)
    packs_check()
    assert asked(classroom, "a") == pack
    clock.now += timedelta(seconds=2)
    again = asked(classroom, "a")
    assert again != pack
    assert pack_take() == again
    with pytest.raises(PackGone):
        pack_progress(pack, 2, 2)


@pytest.mark.django_db
def test_a_dead_pack_does_not_wait_for_a_clock_that_was_set_back(clock: Clock) -> None:
    classroom = new_class()
    pack = asked(classroom, "a")
    pack_take()
    clock.now -= timedelta(days=365)
    packs_check()
    again = asked(classroom, "a")
    assert again != pack
    assert pack_take() == again


@pytest.mark.django_db
def test_packs_are_kept_for_a_day(clock: Clock) -> None:
    classroom = new_class()
    pack = asked(classroom, "a")
    pack_take()
    pack_finish(pack, pack.key, b"%PDF", is_secret=False)
    clock.now += timedelta(hours=23)
    assert asked(classroom, "a") == pack
    clock.now += timedelta(hours=2)
    asked(classroom, "b")
    assert not Pack.objects.filter(pk=pack.pk).exists()
