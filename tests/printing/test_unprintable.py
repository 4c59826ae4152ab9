"""Pages say before printing which names sheets can't print, and what installs the fonts."""

import pytest
from django.urls import reverse

from moderator.core.class_models import RosterName
from moderator.core.models import Classroom
from moderator.features.classes.write import group_rename
from moderator.features.printing import choice
from moderator.features.printing.choice import PackChoice, pack_key
from moderator.features.printing.class_parts import Site
from tests.support.web.world import World

COMMAND = "python3 manage.py up --extra fonts"
NAMES = ("李明", "अनिता शर्मा", "สมชาย")


@pytest.fixture
def named(world: World) -> World:
    """Eve and her group are written in other scripts, and so is one who hasn't joined."""
    eve = world.person("Eve")
    eve.name = NAMES[0]
    eve.save()
    group_rename(world.group, NAMES[1])
    RosterName.objects.create(classroom=world.classroom, name=NAMES[2], name_key=NAMES[2])
    return world


def warnings(world: World, address: str) -> str:
    answer = world.browsers["instructor"].get(address)
    assert answer.status_code == 200
    text = answer.content.decode()
    return text if COMMAND in text or "Sheets print them as boxes" in text else ""


def addresses(world: World) -> list[str]:
    return [
        reverse("class-print", args=[world.classroom.pk]),
        reverse("people", args=[world.classroom.pk]),
        reverse("sheets", args=[world.group.code]),
    ]


@pytest.mark.usefixtures("no_fonts")
def test_without_the_fonts_pages_name_the_names_and_the_command(named: World) -> None:
    of_class, people, of_group = (warnings(named, one) for one in addresses(named))
    for page in (of_class, people):
        assert all(f">{name}</" in page or name in page for name in NAMES)
        assert COMMAND in page
    assert NAMES[0] in of_group
    assert NAMES[2] not in of_group  # who is in no group
    other = reverse("sheets", args=[named.other_group.code])
    assert not warnings(named, other)


@pytest.mark.usefixtures("no_fonts")
def test_names_of_a_scenario_are_looked_at_too(world: World) -> None:
    world.game.scenario["players"][0]["name"] = "埃及"
    type(world.game).objects.filter(pk=world.game.pk).update(scenario=world.game.scenario)
    assert "埃及" in warnings(world, reverse("sheets", args=[world.group.code]))


@pytest.mark.usefixtures("no_fonts")
def test_usual_names_and_emoji_need_no_warning(world: World) -> None:
    group_rename(world.group, "Łódź שלום محمد 🚀")
    assert not any(warnings(world, one) for one in addresses(world))


@pytest.mark.extra("fonts")
def test_with_the_fonts_only_names_in_no_font_are_warned_of(named: World) -> None:
    assert not any(warnings(named, one) for one in addresses(named))
    group_rename(named.group, "𓀀")
    page = warnings(named, addresses(named)[2])
    assert "𓀀" in page
    assert COMMAND not in page


@pytest.mark.extra("fonts")
def test_a_pack_made_without_the_fonts_is_made_again(
    world: World, request: pytest.FixtureRequest
) -> None:
    with_fonts = _key(world.classroom)
    request.getfixturevalue("no_fonts")
    assert _key(world.classroom) != with_fonts


def _key(classroom: Classroom) -> str:
    choice._release.cache_clear()
    try:
        return pack_key(
            classroom, Site("https://site.example", is_reached=True), PackChoice(("chart",)), "en"
        )
    finally:
        choice._release.cache_clear()
