"""Sixteen at once: who wins is a matter of chance, but everything is decided once."""

import pytest

from moderator.play import selectors
from moderator.play.log.verify import log_findings
from moderator.play.models import Group, Person
from moderator.rules import record
from tests.support.play.at_once import at_once
from tests.support.play.slip_races import RACES, game_for

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 16


@pytest.mark.parametrize("name", RACES)
def test_it_is_decided_once(group: Group, moderator: Person, name: str) -> None:
    race = RACES[name]
    game = game_for(race, group, moderator)
    done = at_once(lambda number: race.compete(game.pk, number), THREADS)
    outcome = tuple(sorted(filter(None, done)))
    assert outcome in race.outcomes
    assert (game.entries.count(), game.slip_versions.count()) == race.outcomes[outcome]
    assert log_findings(game) == []
    assert record.replay(selectors.record_of(game), {}).state == selectors.timeline(game).state
