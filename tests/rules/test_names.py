"""Names of players that no scenario names: they are in sentences and can be typed, and no rule
depends on them."""

from __future__ import annotations

import random

import pytest

from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.age_of_war import AGE_OF_WAR
from moderator.rules.age_of_war.castles import STANDARD
from moderator.rules.errors import Refused
from moderator.rules.log import Timeline, canonical
from moderator.rules.seating import COLOUR_NAMES, MODERATOR, NamedPlayers
from tests.rules.age_of_iron.table import scenario
from tests.support.rules.cases import every_game
from tests.support.rules.walks import Case, legal_wire, play_out, wires

NAMES = ("Jean-Luc Picard", "O’Brien", "Zoë", "李雷", "אבי כהן", "<b>Bo</b> & co.")
IDS = tuple(f"player-{number}" for number in range(1, 7))


def table(*names: str) -> Timeline:
    """A game of people with these names."""
    ids = IDS[: len(names)]
    start = AGE_OF_WAR.begin(STANDARD, {"players": list(ids)})
    return Timeline(AGE_OF_WAR, AGE_OF_WAR.named(start, dict(zip(ids, names, strict=True))))


def _shown(timeline: Timeline) -> tuple[str, ...]:
    return tuple(seat.name for seat in timeline.rules.seats_of(timeline.state))


def typed(timeline: Timeline, who: str) -> str:
    """The player whose command it is."""
    wire = AGE_OF_WAR.parse_command(timeline.state, f"{who}: roll").wire
    return _shown(timeline)[IDS.index(wire["player"])]


def refused(timeline: Timeline, who: str) -> Refused:
    with pytest.raises(Refused) as refusal:
        typed(timeline, who)
    return refusal.value


def test_names_are_shown_as_they_are() -> None:
    game = table(*NAMES)
    assert _shown(game) == NAMES
    assert [game.state.player_name(number) for number in range(6)] == [*NAMES]
    roll = {"type": "roll", "player": "player-1", "dice": ["archery"] * 7}
    step = game.play(roll).standing
    assert step is not None
    assert str(step.move.describe(step.before)).startswith("Jean-Luc Picard rolls ")
    assert AGE_OF_WAR.glance(game.state).startswith("Jean-Luc Picard ")
    assert AGE_OF_WAR.task(game.state, "player-2").sentence == "Waiting for Jean-Luc Picard"


def test_a_name_that_is_not_known_is_made_of_the_id() -> None:
    start = AGE_OF_WAR.begin(STANDARD, {"players": ["jean-luc", "player-2"]})
    assert [seat.name for seat in AGE_OF_WAR.seats_of(start)] == ["Jean Luc", "Player 2"]
    named = AGE_OF_WAR.named(start, {"jean-luc": "Jean-Luc", "player-2": "", "zed": "Zed"})
    assert [seat.name for seat in AGE_OF_WAR.seats_of(named)] == ["Jean-Luc", "Player 2"]


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ann", "Ann", "ann"), ("Ann", "Ann 2", "ann 3")),
        (("Ann", "Ann 2", "Ann"), ("Ann", "Ann 2", "Ann 3")),
        (("Ann", "Ann", "Ann 2"), ("Ann", "Ann 2", "Ann 2 2")),
        (("n" * 80, "n" * 80), ("n" * 80, "n" * 80 + " 2")),
        (("ß", "SS"), ("ß", "SS 2")),
    ],
)
def test_equal_names_are_told_apart(names: tuple[str, ...], shown: tuple[str, ...]) -> None:
    game = table(*names)
    assert _shown(game) == shown
    assert len({seat.letter for seat in AGE_OF_WAR.seats_of(game.state)}) == len(shown)


def test_players_named_after_a_colour_have_it() -> None:
    game = table("Orange", "Ann", "TEAL")
    assert [seat.number for seat in AGE_OF_WAR.seats_of(game.state)] == [2, 3, 1]
    every = table(*map(str.capitalize, COLOUR_NAMES))
    assert [seat.number for seat in AGE_OF_WAR.seats_of(every.state)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("who", "name"),
    [
        ("j", "Jean-Luc Picard"),
        ("JEAN", "Jean-Luc Picard"),
        ("jean luc", "Jean-Luc Picard"),
        ("jean-luc picard", "Jean-Luc Picard"),
        ("jeanlucp", "Jean-Luc Picard"),
        ("picard", "Jean-Luc Picard"),
        ("o'b", "O’Brien"),
        ("o’brien", "O’Brien"),
        ("obr", "O’Brien"),
        ("zoe", "Zoë"),
        ("ZOË", "Zoë"),
        ("李", "李雷"),
        ("אבי", "אבי כהן"),
        ("<b>b", "<b>Bo</b> & co."),
        ("bbo", "<b>Bo</b> & co."),
    ],
)
def test_the_beginning_of_a_name_is_typed(who: str, name: str) -> None:
    assert typed(table(*NAMES), who) == name


def test_a_name_that_is_another_s_beginning_can_be_typed() -> None:
    game = table("Ann", "Ann Lee", "Anna", "Paul", "Ann")
    assert typed(game, "ann") == "Ann"
    assert typed(game, "ann l") == "Ann Lee"
    assert typed(game, "anna") == "Anna"
    assert typed(game, "ann 2") == "Ann 2"
    # All the ids begin with "p".
    assert typed(game, "p") == "Paul"
    assert refused(game, "an").code == "ambiguous"
    assert "Ann or Ann Lee or Anna" in str(refused(game, "an"))


def test_who_types_a_wrong_name_reads_the_right_ones() -> None:
    refusal = refused(table("Jean-Luc", "O’Brien"), "xyz")
    assert refusal.code == "not-understood"
    assert str(refusal) == "No player begins with “xyz”: type one of Jean-Luc, O’Brien."


def test_names_of_a_scenario_stay() -> None:
    start = AGE_OF_IRON.begin(AGE_OF_IRON.read_scenario(scenario()), {})
    named = AGE_OF_IRON.named(start, {"egypt": "Kim"})
    assert AGE_OF_IRON.seats_of(named) == AGE_OF_IRON.seats_of(start)


@pytest.mark.slow
@every_game
def test_nothing_follows_from_names(case: Case) -> None:
    """A game that is played with names has the same moves and ends without them."""
    chance = random.Random(7)
    plain = case.start(chance)
    ids = [seat.id for seat in plain.rules.seats_of(plain.state)]
    start = plain.rules.named(plain.start, dict(zip(ids, NAMES, strict=False)))
    named = Timeline(plain.rules, start)
    for _ in range(60):
        wire = legal_wire(case, named, chance)
        if wire is None:
            break
        plain, named = plain.play(wire), named.play(wire)
        before, after = (one.rules.summary(one.state) for one in (plain, named))
        assert canonical(before) == canonical(after)
    assert wires(plain) == wires(named)
    shown = _shown(named)
    assert shown == (NAMES[: len(ids)] if isinstance(start, NamedPlayers) else _shown(plain))


@pytest.mark.slow
@every_game
def test_the_end_has_the_names(case: Case) -> None:
    """In games whose end is announced: each of its seats is one of the game."""
    plain = play_out(case, 5)
    ids = [seat.id for seat in plain.rules.seats_of(plain.state)]
    state = plain.rules.named(plain.state, dict(zip(ids, NAMES, strict=False)))
    end = plain.rules.end_view([plain.rules.named(plain.start, {}), state], MODERATOR)
    if end is not None:
        seats = {one.seat.id: one.seat for one in end.ranking}
        assert seats == {seat.id: seat for seat in plain.rules.seats_of(state)}
