"""A rehearsal: simulated students fill a class, play by a press, and leave by another."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext

from moderator.core import credentials, log, queries
from moderator.core.access import own_class, user_of
from moderator.core.dice import rolls_here
from moderator.core.errors import InvalidInput, NotAllowed, Stale
from moderator.core.forms import ActionForm, PostedNumber, PostedText, Typed, only_once
from moderator.core.log import rules_of
from moderator.core.look import Look, look_at
from moderator.core.models import Classroom, Entry, Game, Person
from moderator.core.people import instructor_person
from moderator.core.responses import SeeOther, render_page
from moderator.features.bots.write import bot_play, bots_of, is_awaited
from moderator.features.moves.write import is_moderators_verb, move_play
from moderator.features.new_game.drafts import (
    CatalogueItem,
    catalogue,
    catalogue_item,
)
from moderator.features.people.dividing import division_start
from moderator.features.people.draw import Attendance, Division, divide, in_groups
from moderator.features.people.write import (
    rehearsal_games,
    simulated_remove,
    simulated_students,
    students_simulate,
)
from moderator.features.slips.write import SlipChange, open_book, slip_write, slips_reveal
from moderator.rules.bots import Decision, Known
from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.log import Timeline
from moderator.rules.offer import Choice, Offer
from moderator.rules.orders import OrderRules, Orders
from moderator.rules.reading import Wire
from moderator.rules.seating import PointsSeen, Viewer

# Moves and orders for simulated students: a bot's, or any that are legal. Pure: chance is the
# caller's.

_TRIES = 6  # at orders that fit together


def simulated_move(now: Timeline, seats: Collection[str], chance: Random) -> Wire | None:
    """A move of one of these seats, with dice; None if none of them is to move.

    Where nobody in particular is to move, it is the table's. Moves that need another player's
    agreement, or only a moderator's word, are not made.
    """
    rules, state = now.rules, now.state
    movers: list[str | None] = [state.player_id(number) for number in rules.movers(state)]
    own = [seat for seat in movers if seat in seats] if movers else [None]
    chance.shuffle(own)
    for seat in own:
        if seat and (found := bots_decide(now, seat, seats, chance)):
            return _rolled(rules, state, found[0].wire, chance)
        offers = [one for one in rules.offers(state, seat) if not one.move.is_moderators]
        for offer, choice in _open_choices(offers, chance):
            wire = _wire(rules, state, offer, choice, chance)
            with suppress(Refused):
                rules.check(state, rules.read_move(state, wire))
                return wire
    return None


def bots_decide(
    now: Timeline, seat: str, seats: Collection[str], chance: Random
) -> Sequence[Decision]:
    """What a bot does there as a student might; empty where the program plays no seats."""
    known = Known(now, Viewer(seat=seat, points=PointsSeen.OWN), frozenset(seats))
    return now.rules.bots.decide(known, "", chance.randrange) if now.rules.bots else ()


def random_orders(
    rules: Rules[Any], orders: OrderRules[Any], state: Any, player: str, chance: Random
) -> Orders:
    """Complete legal orders of the player: some at random, the rest as the rules fill them in."""
    kept = orders.read(state, player, [])
    offers = [one for one in rules.offers(state, player) if one.verb in orders.verbs]
    for _ in range(_TRIES):
        found = next(_open_choices(offers, chance), None)
        if found is None:
            break
        with suppress(Refused):
            kept = orders.read(state, player, [*kept, _wire(rules, state, *found, chance)])
    return orders.filled(state, player, kept)


def _open_choices(offers: Sequence[Offer], chance: Random) -> Iterator[tuple[Offer, Choice | None]]:
    """The open offers in random order, each with one of its open choices if it has any."""
    for offer in chance.sample(offers, len(offers)):
        if offer.is_open and not offer.amounts:
            choices = [choice for choice in offer.choices if choice.refused is None]
            yield offer, chance.choice(choices) if choices else None


def _wire(
    rules: Rules[Any], state: Any, offer: Offer, choice: Choice | None, chance: Random
) -> Wire:
    wire: dict[str, Any] = {"type": offer.verb}
    if offer.player is not None:
        wire["player"] = offer.player
    if choice is not None:
        wire |= choice.values
        if choice.number is not None:
            wire[choice.number] = chance.randint(choice.low, choice.high)
    return _rolled(rules, state, wire, chance)


def _rolled(rules: Rules[Any], state: Any, wire: Wire, chance: Random) -> Wire:
    """The move with the dice that it needs."""
    wire = dict(wire)
    for dice in rules.dice_of(state, wire):
        if dice.field not in wire:
            rolled = chance.choices(dice.faces, k=dice.count or 1)
            wire[dice.field] = rolled if dice.count else rolled[0]
    return wire


# Simulated students play.

_STOPS = (Stale, Refused, NotAllowed)
WHIMS = 0.2  # the part of a simulated student's slips that no bot would write: groups differ


def simulated_play(game: Game, by: Person, chance: Random, most: int) -> int:
    """Simulated students make their next moves, up to the end of the round.

    It ends earlier where a real person is to move or to write. Seats without anybody are played
    too, and what students may not record is recorded by `by`, the instructor.

    Args:
        most: how many moves; a sealed order slip counts as one.

    Returns:
        How many were made.
    """
    seats, bots = _simulated_seats(game), bots_of(game)
    if not any(seats.values()):
        return 0
    now = log.fold_of(game).timeline
    first = now.rules.round_of(now.state)
    for made in range(most):
        look = look_at(game)
        now = look.timeline
        is_same = now.rules.round_of(now.state) == first
        if game.is_stopped or now.is_over or not is_same:
            return made
        try:
            is_made = (
                (is_awaited(look, bots) and bot_play(look, bots))
                or _write(look, seats, by, chance)
                or _move(look, seats, by, chance)
            )
        except _STOPS:
            return made
        if not is_made:
            return made
    return most


def _simulated_seats(game: Game) -> dict[str, Person | None]:
    """The seats for the program, each with one of its simulated students, or nobody."""
    found: dict[str, Person | None] = {}
    for seat in game.seats.filter(is_partner=False).prefetch_related("persons"):
        people = [person for person in seat.persons.all() if not person.is_removed]
        if all(person.is_simulated for person in people):
            found[seat.player] = people[0] if people else None
    return found


def _role(game: Game, verb: object, person: Person | None, by: Person) -> tuple[Person, str]:
    """Who records it: the student if students may, otherwise the instructor."""
    is_own = game.acting == Game.Acting.SEATS and not is_moderators_verb(game, verb)
    return (person, Entry.Role.STUDENT) if person and is_own else (by, Entry.Role.INSTRUCTOR)


def _write(look: Look, seats: Mapping[str, Person | None], by: Person, chance: Random) -> bool:
    """Seal the next slip of a simulated student, or reveal all; False if there is none."""
    rules, state = look.rules, look.state
    if rules.orders is None or not rules.orders.is_open(state):
        return False
    orders, book = open_book(look)
    slip = next((one for one in book.missing if one.player in seats), None)
    if slip is not None:
        is_whim = chance.random() < WHIMS
        decided = () if is_whim else bots_decide(look.timeline, slip.player, seats, chance)
        written = tuple(one.wire for one in decided)
        if not written:
            written = random_orders(rules, orders, state, slip.player, chance)
        change = SlipChange(slip.player, slip.version, written, is_sealed=True)
        person = seats[slip.player]
        who = (person, Entry.Role.STUDENT) if person else (by, Entry.Role.INSTRUCTOR)
        slip_write(look.game, change, credentials.new(), *who)
        return True
    others = {one.player for one in book.slips} - {*seats}  # whom perhaps a person plays
    real = look.game.seats.filter(player__in=others, is_partner=False)
    if book.is_complete and not real.exists():
        slips_reveal(look.game, book.public_number, credentials.new(), by, Entry.Role.INSTRUCTOR)
        return True
    return False


def _move(look: Look, seats: Mapping[str, Person | None], by: Person, chance: Random) -> bool:
    """Record the next move of a simulated student; False if somebody else is to move."""
    rules, state = look.rules, look.state
    if rules.orders is not None and rules.orders.is_open(state):
        return False
    wire = simulated_move(look.timeline, seats, chance)
    if wire is None:
        return False
    if rolls_here(look):
        rolled = {one.field for one in rules.dice_of(state, wire)}
        wire = {name: value for name, value in wire.items() if name not in rolled}
    person, role = _role(look.game, wire["type"], seats.get(wire.get("player", "")), by)
    move_play(look.game, wire, look.fold.number, credentials.new(), person, role)
    return True


# The page of a rehearsal.

USUAL = 24
ROUND_MOVES, LESSON_MOVES = 80, 1_200  # at most, by one press: in a game, and in all of them


class RehearsalForm(ActionForm):
    game, pace, games = PostedText(), PostedText(), PostedText()
    count, group = PostedNumber(), PostedNumber(None)


@own_class("GET", "POST")
def rehearsal(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page; a POST names the action by `do`."""
    form = RehearsalForm.of(request, count=USUAL)
    if form.is_bound:
        action = form.action(_ACTIONS)
        with form.errors_at():
            return action(request, classroom, form.typed)
    groups = [_group_of(game) for game in _games(classroom)]
    words = {group["round_word"] for group in groups}
    return render_page(
        request,
        "people/rehearsal.html",
        status=form.status,
        classroom=classroom,
        choices=catalogue(),
        students=simulated_students(classroom).count(),
        games=rehearsal_games(classroom).count(),
        groups=groups,
        round_word=words.pop() if len(words) == 1 else "",  # if all games call it the same
        form=form,
    )


def _games(classroom: Classroom) -> list[Game]:
    """The present games in which simulated students have seats."""
    present = queries.present_games().filter(group__classroom=classroom)
    played = present.filter(seats__persons__in=simulated_students(classroom))
    return list(
        played.select_related("group__classroom").order_by("group__number", "pk").distinct()
    )


def _group_of(game: Game) -> Mapping[str, Any]:
    """A group with simulated students, and what its game is doing."""
    summary = queries.GameSummary(game.group)
    people = [person for seat in queries.seats(game) for person in seat.persons.all()]
    simulated = sum(person.is_simulated for person in people)
    return {
        "group": game.group,
        "game": game,
        "sentence": summary.sentence,
        "is_over": summary.is_over,
        "round_word": rules_of(game).round_word,
        "simulated": simulated,
        "real": len(people) - simulated,
    }


def _back(classroom: Classroom) -> HttpResponse:
    return SeeOther(reverse("rehearsal", args=[classroom.pk]))


def _fill(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    """Simulated students join; with a chosen game they are divided and begin to play it."""
    choice = catalogue_item(typed["game"])
    by = instructor_person(classroom, user_of(request))

    def make() -> str:
        people = students_simulate(classroom, typed["count"])
        if choice is not None:
            division = _division(classroom, choice, people)
            division_start(classroom, division, choice.new_games.at_once, by)
        return reverse("rehearsal", args=[classroom.pk])

    return SeeOther(only_once(request, make))


def _division(classroom: Classroom, choice: CatalogueItem, people: list[Person]) -> Division:
    """The people in groups that have no game yet, or in new ones."""
    numbers = tuple(person.number for person in people)
    chance = Random(secrets.randbits(64))  # noqa: S311
    division = divide(Attendance(numbers), choice.limits, chance)
    free = [group.number for group in classroom.groups.filter(games=None).order_by("number")]
    return in_groups(division, free)


def _play(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    """The simulated students of one group, or of all, play one move or to the end of the round."""
    games = [one for one in _games(classroom) if typed["group"] in (None, one.group.number)]
    most = 1 if typed["pace"] == "move" else ROUND_MOVES
    by = instructor_person(classroom, user_of(request))
    chance, left, made = Random(secrets.randbits(64)), LESSON_MOVES, 0  # noqa: S311
    for game in games:
        now = simulated_play(game, by, chance, min(most, left))
        left, made = left - now, made + now
    if not made:
        raise InvalidInput(
            gettext("No simulated student is to move: games are over, or people are waited for.")
        )
    return _back(classroom)


def _remove(_request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    simulated_remove(classroom, with_games=bool(typed["games"]))
    return _back(classroom)


_ACTIONS: dict[str, Callable[[HttpRequest, Classroom, Typed], HttpResponse]] = {
    "fill": _fill,
    "play": _play,
    "remove": _remove,
}
