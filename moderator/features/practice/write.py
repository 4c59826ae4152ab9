"""Beginning practice games and playing them; what an instructor sets; and deleting old games."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import credentials, site_time
from moderator.core.errors import InvalidInput, Stale
from moderator.core.games import guided, shipped
from moderator.core.models import Classroom, Person
from moderator.core.text import json_values
from moderator.features.practice.models import ClassPractice, PracticeGame
from moderator.rules.bots import BotLevel
from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.log import Timeline
from moderator.rules.practice import DECLINED, MADE, Happened, Practised, answered, bots_go_on
from moderator.rules.reading import Wire
from moderator.rules.registry import GAMES
from moderator.rules.seating import SeatLabel

KEPT = timedelta(days=7)
OF_BROWSER, OF_SITE = 3, 20
"""So many games of a browser can be open, and so many be played that began on the front page."""
PLAYED = timedelta(hours=1)
"""A game is being played so long after its last step."""


@dataclass(frozen=True)
class Practisable:
    """A scenario that can be practised; `id` is its game's and its own."""

    id: str
    rules: Rules[Any]
    scenario: Any
    is_guided: bool = False

    @property
    def levels(self) -> Sequence[BotLevel]:
        """How well its bots can play: those that decide while a page is waited for."""
        bots = self.rules.bots
        return [one for one in bots.levels if one.is_quick] if bots else []

    @property
    def seats(self) -> Sequence[SeatLabel]:
        """In the order of play; the first one is the player's in the guided game."""
        return self.rules.seats(self.scenario, {})


def guided_games() -> tuple[Practisable, ...]:
    """The guided game of each game that has one."""
    return tuple(
        Practisable(f"{rules}/{id}", GAMES[rules], scenario, is_guided=True)
        for rules, found in guided().items()
        for id, scenario in found.items()
    )


def practisable() -> tuple[Practisable, ...]:
    """The scenarios that an instructor can allow: those in which there is something to win."""
    return tuple(
        Practisable(f"{rules}/{id}", GAMES[rules], scenario)
        for rules, found in shipped().items()
        if GAMES[rules].guide
        for id, scenario in found.items()
        if GAMES[rules].has_goals(scenario)
    )


def of_class(classroom: Classroom) -> ClassPractice:
    """What is set for the class."""
    found = ClassPractice.objects.filter(classroom=classroom).first()
    return found or ClassPractice(classroom=classroom)


def choices_of(classroom: Classroom | None) -> tuple[Practisable, ...]:
    """What can be practised in the class, or (None) from the front page."""
    allowed = of_class(classroom).scenarios if classroom else ()
    return guided_games() + tuple(one for one in practisable() if one.id in allowed)


# A game as it stands.


@dataclass(frozen=True)
class Standing:
    """A practice game as its steps say."""

    row: PracticeGame
    game: Practised

    @property
    def timeline(self) -> Timeline:
        return self.game.timeline

    @property
    def rules(self) -> Rules[Any]:
        return self.timeline.rules

    @property
    def state(self) -> Any:
        return self.timeline.state

    @property
    def number(self) -> int:
        """How many steps there are: a form made for another number is stale."""
        return len(self.row.steps)

    @property
    def last_step(self) -> tuple[Happened, ...]:
        return _happened(self.row.steps[-1:])


def standing_of(row: PracticeGame) -> Standing:
    """The game as its steps say."""
    rules = GAMES[row.rules]
    start = Timeline(rules, rules.begin(rules.read_scenario(row.scenario), {}))
    game = Practised(start, row.player, row.level, row.seed)
    return Standing(row, game.then(_happened(row.steps)))


def _happened(steps: Sequence[Any]) -> tuple[Happened, ...]:
    return tuple(Happened(*one) for step in steps for one in step)


# Beginning a game.


def practice_begin(
    browser: str,
    classroom: Classroom | None,
    chosen: Practisable,
    player: str,
    level: str,
    key: str,
) -> PracticeGame:
    """A new game, with what bots do before the player's first decision; a repeated key gives the
    one that it has begun.

    Args:
        browser: the key in the browser's session.
        player, level: of no importance for a guided game.

    Raises:
        InvalidInput: there are too many games, or no such seat or level.
    """
    seats, levels = ([one.id for one in listed] for listed in (chosen.seats, chosen.levels))
    if chosen.is_guided:
        player, level = seats[0], levels[0]
    if player not in seats or level not in levels:
        raise InvalidInput(gettext("Choose one of these."))
    with transaction.atomic():
        if begun := own_games(browser).filter(last_key=key).first():
            return begun
        _check_room(browser, classroom)
        row = PracticeGame.objects.create(
            token=credentials.new(),
            browser=_hash(browser),
            classroom=classroom,
            rules=chosen.rules.id,
            scenario=dict(chosen.scenario.wire),
            is_guided=chosen.is_guided,
            player=player,
            level=level,
            seed=secrets.token_hex(16),
        )
        _store(row, bots_go_on(standing_of(row).game), 0, key)
    return row


def _check_room(browser: str, classroom: Classroom | None) -> None:
    if own_games(browser).filter(finished=None).count() >= OF_BROWSER:
        raise InvalidInput(
            gettext("You have %(number)d games open. Finish or delete one of them first.")
            % {"number": OF_BROWSER}
        )
    if classroom is not None:
        return
    since = timezone.now() - PLAYED
    played = PracticeGame.objects.filter(classroom=None, finished=None, changed__gt=since)
    if played.count() >= OF_SITE:
        raise InvalidInput(
            gettext(
                "Many people practise on this site just now. Try again in some minutes, or open "
                "practice from the page of your class."
            )
        )


def _hash(browser: str) -> str:
    return hashlib.sha256(browser.encode()).hexdigest()


def own_games(browser: str) -> QuerySet[PracticeGame]:
    """The games of a browser by the key in its session, the newest first."""
    return PracticeGame.objects.filter(browser=_hash(browser))


# Playing it.


def practice_play(row: PracticeGame, wire: Wire, after: int | None, key: str) -> PracticeGame:
    """Make the player's move, and then those of the bots; a repeated key changes nothing.

    Args:
        wire: a move of the player's without its dice, or what a bot has to agree to.

    Raises:
        Stale: the game has gone on since the page was made; nothing is stored.
        Refused: the rules don't accept it, or it isn't the guided game's next step.
    """

    wire = json_values(wire, "bad-move")

    def decided(now: Standing) -> list[Happened]:
        _check_guide(now, wire)
        rules, state = now.rules, now.state
        if rules.agreed and str(wire.get("type")) in rules.agreed.verbs:
            offered = rules.agreed.read(state, row.player, wire)
            rules.check(state, rules.read_move(state, offered))
            return answered(now.game, offered)
        check_own(now, wire)
        return [now.game.move(row.player, wire)]

    return _changed(row, decided, after, key)


def practice_answer(
    row: PracticeGame, is_accepted: bool, after: int | None, key: str
) -> PracticeGame:
    """Accept or decline what a bot asks for; raises as `practice_play`."""

    def decided(now: Standing) -> list[Happened]:
        asked = now.game.asked
        if asked is None:
            raise Stale(now.timeline)
        if not is_accepted:
            _check_guide(now, {})
            return [Happened(DECLINED, row.player, asked.wire)]
        return [Happened(MADE, asked.by, asked.wire)]

    return _changed(row, decided, after, key)


def check_own(now: Standing, wire: Wire) -> None:
    """Raise `Refused` for anything but a move of the player's seat that players make."""
    verb = now.rules.verbs.get(str(wire.get("type")))
    if verb is None or verb.is_moderators or wire.get("player") != now.row.player:
        raise Refused("not-your-turn", gettext("You can make moves for your own seat only."))
    if now.game.asked:
        raise Refused("not-your-turn", gettext("Answer the offer first."))


def _check_guide(now: Standing, wire: Wire) -> None:
    """Raise `Refused` if the guided game asks for something else."""
    steps, done = now.rules.guide, now.game.steps_done
    if not now.row.is_guided or done >= len(steps):
        return
    if not steps[done].is_done_by(wire):
        sentence = gettext("This first game goes step by step: do what the step says.")
        raise Refused("not-now", sentence)


def practice_undo(row: PracticeGame, after: int | None, key: str) -> PracticeGame:
    """Take back the player's last decision, with what bots did after it; raises as
    `practice_play`."""
    with transaction.atomic():
        row = PracticeGame.objects.select_for_update().get(pk=row.pk)
        if row.last_key == key:
            return row
        if after != len(row.steps):
            raise Stale(standing_of(row).timeline)
        if len(row.steps) > 1:
            row.steps.pop()
        row.finished, row.last_key = None, key
        row.save()
    return row


def _changed(
    row: PracticeGame, decided: Callable[[Standing], list[Happened]], after: int | None, key: str
) -> PracticeGame:
    with transaction.atomic():
        row = PracticeGame.objects.select_for_update().get(pk=row.pk)
        if row.last_key == key:
            return row
        now = standing_of(row)
        if after != now.number:
            raise Stale(now.timeline)
        game = bots_go_on(now.game.then(decided(now)))
        _store(row, game, len(now.game.happened), key)
    return row


def _store(row: PracticeGame, game: Practised, before: int, key: str) -> None:
    """Add what has happened in the game after the first `before` things."""
    row.steps = [*row.steps, [list(one) for one in game.happened[before:]]]
    row.last_key = key
    if row.finished is None and game.timeline.is_over:
        row.finished = timezone.now()
    row.save()


def practice_delete(row: PracticeGame) -> None:
    """Delete the game."""
    row.delete()


# What an instructor sets, and who has finished the guided game.


@transaction.atomic
def class_practice_set(
    classroom: Classroom, scenarios: Collection[str], is_finish_told: bool
) -> None:
    """Store what students may practise; when the instructor no longer sees who has finished, that
    is forgotten."""
    known = [one.id for one in practisable() if one.id in scenarios]
    values = {"scenarios": known, "is_finish_told": is_finish_told}
    found, _ = ClassPractice.objects.update_or_create(classroom=classroom, defaults=values)
    if not is_finish_told:
        found.finished.clear()


def finish_note(row: PracticeGame, person: Person | None) -> None:
    """Note that the student has finished the guided game, if the class has chosen so."""
    if person and row.is_guided and row.finished and row.classroom_id == person.classroom_id:
        for chosen in ClassPractice.objects.filter(classroom=row.classroom_id, is_finish_told=True):
            chosen.finished.add(person)


def practice_purge() -> int:
    """Delete the games that nobody has played for a week; returns how many."""
    return PracticeGame.objects.filter(changed__lt=site_time.passed() - KEPT).delete()[0]
