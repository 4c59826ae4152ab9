"""The balance of a scenario: what is counted, and how it is printed."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from bench.ladder import starts
from moderator.rules.age_of_iron.bots.balance import Played, balance, played, report


def game(totals: tuple[int, ...], *led: tuple[int, ...]) -> Played:
    return Played(totals, led, met=(True, False), trades=4, removed=2)


def test_what_is_counted() -> None:
    games = [game((5, 3), (1,), (0, 1), (0,)), game((4, 4), (1,), (0,), (0, 1))]
    found = balance(games)
    assert [one.share for one in found.countries] == [0.75, 0.25]
    assert [one.points for one in found.countries] == [4.5, 3.5]
    assert [one.spread for one in found.countries] == [0.5, 0.5]
    assert found.off == 0.25
    assert found.decided == 0.5
    assert found.changes == 1
    assert found.drama == 0.25
    assert found.met == (1, 0)
    assert (found.trades, found.removed) == (4, 2)


def test_a_game_has_each_game_turn() -> None:
    _, start = next(starts())
    found = played(start, Random(1).randrange)
    assert len(found.led) == start.turns
    assert len(found.met) == len(start.scenario.objectives)
    assert max(found.totals) == found.totals[found.winners[0]]


def test_the_report_names_countries_and_objectives() -> None:
    _, start = next(starts())
    chance = Random(2).randrange
    text = "\n".join(report(start, balance([played(start, chance) for _ in range(3)])))
    assert "programs, not students" in text
    for line in ("| Egypt | ", "| no Hatti in Syria | Egypt |", "| nobody else in Hatti | Hatti |"):
        assert line in text


def printed(*args: str) -> str:
    out = StringIO()
    call_command("balance", *args, stdout=out)
    return out.getvalue()


def test_the_command_prints_the_same_for_a_seed(tmp_path: Path) -> None:
    found = printed("900-bc", "--games", "4")
    assert found == printed("900-bc", "--games", "4")
    assert "| Phoenicia |" in found
    copy = tmp_path / "own.toml"
    copy.write_text(Path("scenarios/age_of_iron/900-bc.toml").read_text())
    assert found == printed(str(copy), "--games", "4")
    assert found != printed("900-bc", "--games", "4", "--deployment", "sequential")


def test_what_it_refuses(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("turns = 0")
    with pytest.raises(CommandError, match=r"neither a scenario \(.*1800-bc.*\) nor a file"):
        printed("nowhere")
    with pytest.raises(CommandError, match="In the scenario"):
        printed(str(broken))
    with pytest.raises(CommandError, match="from 1 to 100000"):
        printed("1800-bc", "--games", "0")
