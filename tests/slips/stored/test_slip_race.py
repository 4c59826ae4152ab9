"""Many at once: who wins is a matter of chance, but everything is decided once."""

from typing import Any

import pytest

from moderator.core import queries
from moderator.core.heads import log_findings
from moderator.core.models import Game, Group, Person
from moderator.features.new_game.write import game_delete
from moderator.features.slips.models import SlipVersion
from moderator.features.slips.write import SlipChange, slip_write
from moderator.rules import record
from tests.support.amount import amount
from tests.support.play.at_once import at_once, kinds
from tests.support.play.play import start
from tests.support.play.slip_races import RACES, game_for
from tests.support.play.slips import EGYPT

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = amount(8, 16)


@pytest.mark.slow
@pytest.mark.parametrize("name", RACES)
def test_it_is_decided_once(group: Group, moderator: Person, name: str) -> None:
    race = RACES[name]
    game = game_for(race, group, moderator)
    done = at_once(lambda number: race.compete(game.pk, number), THREADS)
    outcome = tuple(sorted(filter(None, done)))
    assert outcome in race.outcomes
    assert (game.entries.count(), game.slip_versions.count()) == race.outcomes[outcome]
    assert log_findings(game) == []
    assert record.replay(queries.record_of(game), {}).state == queries.timeline(game).state


@pytest.mark.slow
def test_a_slip_of_a_game_that_is_deleted_is_written_or_stale(
    group: Group, moderator: Person
) -> None:
    pk = start(group, moderator, "1800-bc").pk
    as_read_before = Game.objects.select_related("group").get(pk=pk)

    def ask(number: int) -> Any:
        game = Game.objects.filter(pk=pk).first() or as_read_before
        if number == 0:
            return game_delete(game)
        change = SlipChange("egypt", 0, EGYPT, True)
        return slip_write(game, change, f"k{number}", moderator, "moderator")

    answers = kinds(at_once(ask))
    assert answers["NoneType"] == 1
    assert set(answers) <= {"NoneType", "Done", "Stale"}
    assert not SlipVersion.objects.exists()
