"""Comments on moves: who writes, changes and deletes them, and who may read them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core.errors import InvalidInput
from moderator.core.people import instructor_person, person_remove
from moderator.features.debrief import comments
from moderator.features.debrief.comments import comment_change, comment_delete, comment_write
from moderator.features.debrief.models import Comment
from moderator.features.from_paper.models import LateEntry
from moderator.features.new_game.write import game_delete
from moderator.features.people.write import person_forget
from tests.everywhere.test_secrets import pdf_text
from tests.support.addresses import url
from tests.support.play.play import deploy, record, record_older
from tests.support.web import world as worlds
from tests.support.web.world import World, start

WORDS = "A bold move by Eve"


@pytest.fixture
def laptop(world: World) -> Client:
    """The group's moderator; one move has been recorded."""
    record(world.game, deploy("egypt", "nubia", 5), instructor_person(world.classroom))
    return world.browsers["moderator"]


def address(world: World, move: int = 1) -> str:
    return f"{reverse('comments', args=[world.group.code])}?game={world.game.number}&move={move}"


def write(world: World, browser: Client, text: str = WORDS, move: int = 1, once: str = "k1") -> int:
    form = {"do": "add", "text": text, "once": once.ljust(22, "x")}
    return browser.post(address(world, move), form).status_code


def pages(world: World, browser: Client, game: int = 1) -> Iterator[str]:
    """The public replay and log."""
    for name in ("chart-replay", "log"):
        page = browser.get(reverse(name, args=[world.group.code]), {"game": game})
        yield page.content.decode()


def test_a_comment_is_beside_the_move_in_replay_and_log(world: World, laptop: Client) -> None:
    assert [write(world, laptop) for _k in range(2)] == [303, 303]  # a double click
    (comment,) = Comment.objects.all()
    assert (comment.number, comment.is_instructor) == (1, False)
    for page in (*pages(world, laptop), *pages(world, Client())):
        assert WORDS in page
    at = reverse("replay", args=[world.group.code])
    assert WORDS in laptop.get(at, {"move": "1"}).content.decode()
    assert WORDS not in laptop.get(at, {"move": "0"}).content.decode()
    forms = [name in page for name in ("textarea",) for page in pages(world, Client())]
    assert not any(forms)


def test_one_s_own_comment_can_be_changed_and_the_instructor_deletes_any(
    world: World, laptop: Client
) -> None:
    write(world, laptop)
    teacher, other = world.browsers["instructor"], worlds.moderate(world.group, "Second")
    comment = Comment.objects.get()
    change = {"do": "change", "comment": comment.pk, "text": "Better said"}
    delete = {"do": "delete", "comment": comment.pk}
    for browser in (other, teacher):
        assert browser.post(address(world), change).status_code == 404
    assert other.post(address(world), delete).status_code == 404
    assert laptop.post(address(world), change).status_code == 303
    assert Comment.objects.get().text == "Better said"
    answer = laptop.post(address(world), {**change, "text": " "})
    assert answer.status_code == 422
    assert "Write a few words first." in answer.content.decode()
    assert laptop.post(address(world, 0), delete).status_code == 404  # on another entry
    assert teacher.post(address(world), delete).status_code == 303
    assert not Comment.objects.exists()
    assert write(world, teacher) == 303
    assert Comment.objects.get().is_instructor
    own = {"do": "delete", "comment": Comment.objects.get().pk}
    assert laptop.post(address(world), own).status_code == 404


def test_a_comment_that_was_deleted_meanwhile_stays_deleted(world: World, laptop: Client) -> None:
    write(world, laptop)
    comment = Comment.objects.get()  # as the second of two tabs has read it
    comment_delete(Comment.objects.get())
    comment_change(comment, "Too late")
    assert not Comment.objects.exists()


def test_a_comment_on_a_secret_order_is_read_by_moderators_only(
    world: World, laptop: Client
) -> None:
    by = instructor_person(world.classroom)
    game = world.game = start(world.group, {"deployment": "simultaneous"})
    record_older(game, [deploy("egypt", "syria", 5)], by)
    assert write(world, laptop) == 303
    for browser in (Client(), world.browsers["student"], laptop):
        for page in pages(world, browser, game.number):
            assert WORDS not in page
    at = reverse("replay", args=[world.group.code])
    assert WORDS in laptop.get(at, {"move": "1"}).content.decode()
    rest = [("egypt", "syria", 6), ("babylon", "elam", 11), ("assyria", "assyria", 11)]
    record_older(game, [*(deploy(*one) for one in rest), deploy("hatti", "hatti", 10)], by)
    assert all(WORDS in page for page in [*pages(world, Client(), game.number)][1:])


def test_the_log_on_paper_has_comments_and_what_was_recorded_later(
    world: World, laptop: Client
) -> None:
    by = instructor_person(world.classroom)
    record(world.game, deploy("egypt", "egypt", 1), by)
    record(world.game, {"type": "undo"}, by)
    write(world, laptop, "Undone at once", move=2, once="k2")
    write(world, laptop, "Before it began", move=0, once="k3")
    write(world, laptop)
    LateEntry.objects.create(
        game=world.game, first=1, last=1, by=by, reason="no network", at=world.game.created
    )
    sheet = laptop.get(url("log-pdf", code=world.group.code)).content
    words = " ".join(pdf_text(sheet).split())
    assert f"1* Egypt places 5 in Nubia (0 to 5) Moderator: {WORDS}" in words
    assert "recorded later, marked *: no network" in words
    assert "1 move was taken back Moderator: Undone at once" in words
    assert "Moderator: Before it began" in words


def test_the_log_on_paper_keeps_secrets(world: World, laptop: Client) -> None:
    by = instructor_person(world.classroom)
    game = world.game = start(world.group, {"deployment": "simultaneous"})
    record_older(game, [deploy("egypt", "syria", 5)], by)
    write(world, laptop)
    LateEntry.objects.create(
        game=game, first=1, last=1, by=by, reason="Syria", at=world.game.created
    )
    words = pdf_text(laptop.get(url("log-pdf", code=world.group.code)).content)
    assert "still secret" in words
    for secret in (WORDS, "Syria", "places"):
        assert secret not in words


def test_texts_and_numbers_are_limited(
    world: World, laptop: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ("", "a\0b", "\u202eover", "x" * 501):
        assert write(world, laptop, text, once=f"t{len(text)}") == 422
    assert write(world, laptop, move=2) == 404
    monkeypatch.setattr(comments, "COMMENTS_MOST", 1)
    assert write(world, laptop, once="k2") == 303
    assert write(world, laptop, once="k3") == 422
    by = instructor_person(world.far_group.classroom)
    with pytest.raises(ValueError, match="another class"):
        comment_write(world.game, 1, WORDS, by)
    with pytest.raises(InvalidInput):
        comment_write(world.game, 9, WORDS, instructor_person(world.classroom))


def test_names_and_games_that_are_erased_take_them_along(world: World, laptop: Client) -> None:
    write(world, laptop, "EVE and Evelyn, eve!")
    by = instructor_person(world.classroom)
    LateEntry.objects.create(
        game=world.game, first=1, last=1, by=by, reason="Eve was late", at=world.game.created
    )
    eve = person_remove(world.person("Eve"))
    person_forget(eve)
    shown = eve.display_name
    assert Comment.objects.get().text == f"{shown} and Evelyn, {shown}!"
    assert LateEntry.objects.get().reason == f"{shown} was late"
    game_delete(world.game)
    assert not Comment.objects.exists()
