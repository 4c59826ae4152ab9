"""Divisions of a class: groups, games and seats for everybody, in one transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from moderator.play import division_now, selectors
from moderator.play.dividing.drafts import Division, GroupDraft, latecomers
from moderator.play.errors import InvalidInput
from moderator.play.log import folds
from moderator.play.models import Classroom, Game, Group, Person, Seat
from moderator.play.names import slugs_of
from moderator.play.services.classrooms import groups_create
from moderator.play.services.game_settings import DEFAULT_SETTINGS, GameSettings
from moderator.play.services.games import game_create, scenario_draw
from moderator.play.services.moderating import moderators_dismiss
from moderator.play.whole_class import games_of
from moderator.rules.log import Timeline
from moderator.rules.registry import GAMES


@dataclass(frozen=True, slots=True)
class NewGames:
    """What all groups of a division play; `scenario` is None if one is drawn for each."""

    rules: str
    scenario: Any
    settings: GameSettings = DEFAULT_SETTINGS
    options: Mapping[str, Any] = field(default_factory=dict)


@transaction.atomic
def division_start(
    classroom: Classroom,
    division: Division,
    new: NewGames | None,
    by: Person,
    unseated: Collection[int] = (),
    drawn_for: str | None = None,
) -> list[Group]:
    """Give everybody of the division the seat; missing groups are created.

    People who have been removed meanwhile are left out.

    Args:
        new: the games to create; None if the groups keep their present ones.
        unseated: the numbers of people who lose their seats in the present games.
        drawn_for: the `division_now.groups_key` when the division was drawn; None: any.

    Returns:
        The groups of the division, in its order.

    Raises:
        InvalidInput: there would be too many groups, or groups and games have changed since the
            division was drawn; nothing is changed.
        Refused: the rules don't accept the scenario or the options.
    """
    people = _locked(classroom)
    if drawn_for not in (None, division_now.groups_key(classroom)):
        raise _changed()  # perhaps somebody else has started another division
    groups = _groups(classroom, division)
    for group in groups:
        moderators_dismiss(group)
    games = [
        _game(group, draft, new, people, by) for group, draft in zip(groups, division, strict=True)
    ]
    out = [people[number] for number in unseated if number in people]
    for person in out:
        person.group = person.moderates = None
    _seat(classroom, games, division, people, out, is_new=new is not None)
    return groups


@transaction.atomic
def latecomers_seat(classroom: Classroom, people: Iterable[Person]) -> list[Group]:
    """Give each of the people a seat in the smallest group that plays.

    Returns:
        The groups that have changed.

    Raises:
        InvalidInput: no group plays.
    """
    numbers = {person.number for person in people}
    known = {number: one for number, one in _locked(classroom).items() if number in numbers}
    playing = _games_in_play(classroom)
    before = division_now.present_division([game.group for game in playing])
    if not any(draft.open_seats for draft in before):
        raise InvalidInput(gettext("No group is playing. Divide the class first."))
    after = latecomers(before, known)
    changed = [
        (game, draft)
        for game, old, draft in zip(playing, before, after, strict=True)
        if draft != old
    ]
    _seat(classroom, [game for game, _ in changed], [draft for _, draft in changed], known)
    return [game.group for game, _ in changed]


def _locked(classroom: Classroom) -> dict[int, Person]:
    """Lock the class, its present games and its people, who are returned by number.

    Games come before people, as when somebody takes a seat.
    """
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    pks = selectors.present_games().filter(group__classroom=classroom).values_list("pk", flat=True)
    list(Game.objects.select_for_update().filter(pk__in=[*pks]).order_by("pk").values_list("pk"))
    people = selectors.people(classroom).select_for_update(no_key=True, of=("self",))
    return {person.number: person for person in people.order_by("pk")}


def _games_in_play(classroom: Classroom) -> list[Game]:
    """The present games that are neither stopped nor over, in the order of their groups."""
    groups = selectors.groups_of(classroom)
    games = games_of(groups)
    present = [games[group.pk] for group in groups if group.pk in games]
    logs = folds.folds_of(present)
    return [game for game in present if _is_in_play(game, logs[game.pk].timeline)]


def _is_in_play(game: Game, now: Timeline) -> bool:
    return not game.is_stopped and not now.game.is_over(now.state)


def _groups(classroom: Classroom, division: Division) -> list[Group]:
    known = {group.number: group for group in selectors.groups_of(classroom)}
    missing = sum(draft.number == 0 for draft in division)
    made = iter(groups_create(classroom, missing) if missing else ())
    try:
        return [known[draft.number] if draft.number else next(made) for draft in division]
    except KeyError:
        raise _changed() from None


def _game(
    group: Group, draft: GroupDraft, new: NewGames | None, people: Mapping[int, Person], by: Person
) -> Game:
    if new is None:
        game = selectors.game_now(group)
        if game is None or game.seats.count() != len(draft.seats):
            raise _changed()
        return game
    options = dict(new.options)
    if GAMES[new.rules].players:
        options["players"] = list(_players(draft, people))
    scenario = scenario_draw(new.rules, options) if new.scenario is None else new.scenario
    return game_create(group, new.rules, scenario, options, by, new.settings)


def _players(draft: GroupDraft, people: Mapping[int, Person]) -> tuple[str, ...]:
    """The seats' ids, after the first person of each."""
    first = [next((people[one] for one in seat if one in people), None) for seat in draft.seats]
    return slugs_of(person.display_name if person else "" for person in first)


def _seat(
    classroom: Classroom,
    games: Sequence[Game],
    division: Sequence[GroupDraft],
    people: Mapping[int, Person],
    out: Collection[Person] = (),
    is_new: bool = False,
) -> None:
    """Give these people their places, and take their other seats in the present games.

    Args:
        out: people who only lose their seats.
        is_new: the games have just been created: nobody else sits there.
    """
    seats: dict[int, list[int]] = {game.pk: [] for game in games}
    for pk, game_pk in Seat.objects.filter(game__in=games).order_by("pk").values_list("pk", "game"):
        seats[game_pk].append(pk)
    wanted, moved = set(), list(out)
    for game, draft in zip(games, division, strict=True):
        placed = [
            (pk, n) for pk, those in zip(seats[game.pk], draft.seats, strict=True) for n in those
        ]
        wanted |= {(pk, people[number].pk) for pk, number in placed if number in people}
        for person in (people[number] for number in draft.people if number in people):
            person.group = game.group
            person.moderates = game.group if person.number == draft.moderator else None
            moved.append(person)
    _sit(classroom, wanted, moved, games if is_new else ())
    Person.objects.bulk_update(moved, ["group", "moderates"], batch_size=100)


def _sit(
    classroom: Classroom,
    wanted: set[tuple[int, int]],
    moved: Collection[Person],
    emptied: Collection[Game],
) -> None:
    """These seats, by primary keys, for these people; in `emptied` games nobody else keeps one."""
    sitting = Seat.persons.through.objects.filter(
        seat__game__in=selectors.present_games().filter(group__classroom=classroom)
    )
    new_games, own = {game.pk for game in emptied}, {person.pk for person in moved}
    there, lost = set(), []
    for pk, seat, person, game in sitting.values_list("pk", "seat", "person", "seat__game"):
        there.add((seat, person))
        if (person in own or game in new_games) and (seat, person) not in wanted:
            lost.append(pk)
    Seat.persons.through.objects.filter(pk__in=lost).delete()
    Seat.persons.through.objects.bulk_create(
        [
            Seat.persons.through(seat_id=seat, person_id=person)
            for seat, person in sorted(wanted - there)
        ]
    )


def _changed() -> InvalidInput:
    return InvalidInput(
        gettext("Groups or games have changed since this was drawn. Draw the groups again.")
    )
