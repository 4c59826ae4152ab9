"""Games: created, read from a record, played again, deleted."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any
from uuid import uuid4

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import credentials, games, publishing
from moderator.core.databases.compaction import compaction_request
from moderator.core.ended import is_ended, is_followed
from moderator.core.errors import InvalidInput
from moderator.core.events import Kind, record
from moderator.core.heads import alone, erased
from moderator.core.log import entry_hash, genesis, names_of, seats_of
from moderator.core.look import look_at
from moderator.core.models import (
    NAME_LETTERS,
    Classroom,
    Entry,
    Erasure,
    Game,
    Group,
    Person,
    Seat,
)
from moderator.core.text import is_showable, json_values, name_key, name_read, texts
from moderator.features.clock.announcements import announcements_due
from moderator.features.new_game.secrecy import diplomacy_create, games_beside, gives_goals_away
from moderator.features.new_game.settings import (
    DEFAULT_SETTINGS,
    GameSettings,
    check_game_settings,
    game_settings_of,
)
from moderator.features.printing.models import Pack
from moderator.features.tournaments.read import settle_game
from moderator.rules import dice as rules_dice
from moderator.rules import record as rules_record
from moderator.rules.dice import SEED_BYTES
from moderator.rules.errors import Refused, printable
from moderator.rules.reading import Wire, toml
from moderator.rules.record import Record, read
from moderator.rules.registry import GAMES
from moderator.rules.seating import SeatLabel

# Games: creating and deleting them.

_NO_NAMES: Mapping[str, str] = MappingProxyType({})


def game_create(
    group: Group,
    rules: str,
    scenario: Any,
    options: Mapping[str, Any],
    by: Person,
    settings: GameSettings = DEFAULT_SETTINGS,
    *,
    names: Mapping[str, str] = _NO_NAMES,
    is_recorded: bool = False,
) -> Game:
    """A new game, which becomes the group's present one; the old ones stay.

    Students keep their seats of the group's last game where the new game has the same seats.
    Announcements that were prepared for its start are released, unless it waits for that.

    Args:
        names: of players, by id, as people read them.
        is_recorded: it comes from a record and has been played, so nothing is announced.

    Raises:
        Refused: the rules don't know the game, the scenario or an option (`bad-record`,
            `bad-scenario`), or the options make no sense together (`bad-record`).
        InvalidInput: the rules don't allow these settings.
    """
    if by.classroom_id != group.classroom_id:
        raise ValueError("somebody of another class")
    scenario, options = json_values(scenario, "bad-scenario"), json_values(options, "bad-record")
    start, seats = _begin(rules, scenario, options)
    check_game_settings(settings, GAMES[rules], seats)
    has_seed = settings.dice == Game.Dice.SERVER or GAMES[rules].is_sealed(start)
    with transaction.atomic():
        number = _next_number(group)
        last = group.games.order_by("-number").first()
        game = Game.objects.create(
            group=group,
            number=number,
            uid=uuid4().hex,
            rules=rules,
            scenario=scenario,
            options=options,
            seed=secrets.token_hex(SEED_BYTES) if has_seed else "",
            **settings.columns,
        )
        game.refresh_from_db(fields=["scenario"])  # PostgreSQL gives its keys another order
        _seats_create(game, names, last, settings)
        diplomacy_create(game, settings.readers, settings.afterwards, settings.verdicts)
        if not (game.is_waiting or is_recorded):
            announcements_due(game, [1], 0)
    return game


def _next_number(group: Group) -> int:
    """The group's next game number; locks the group until the transaction ends."""
    locked = Group.objects.select_for_update().get(pk=group.pk)
    locked.games_made += 1
    locked.save(update_fields=["games_made"])
    return locked.games_made


def _begin(rules: str, scenario: Any, options: Mapping[str, Any]) -> tuple[Any, list[str]]:
    """The state before the first move, and the seats; `Refused` as for `game_create`."""
    if rules not in GAMES:
        raise Refused("bad-record", f"There is no game “{printable(rules)}”.")
    its_rules = GAMES[rules]
    _check_texts(scenario)
    its_scenario = its_rules.read_scenario(scenario)
    its_rules.check_options(options)
    if clashes := its_rules.clashes(its_scenario, options):
        raise Refused("bad-record", " ".join(clashes))
    seats = [seat.id for seat in its_rules.seats(its_scenario, options)]
    return its_rules.begin(its_scenario, options), seats


def scenario_draw(rules: str, options: Mapping[str, Any]) -> Any:
    """A randomly drawn scenario, for rules that have them (`drawn_word`).

    Raises:
        Refused: the rules don't accept these options (`bad-record`).
    """
    GAMES[rules].check_options(options)
    return GAMES[rules].draw_scenario(options, secrets.randbelow)


@alone()
def game_redraw(game: Game, by: Person) -> Game:
    """Replace a game without moves by a new one with another randomly drawn scenario.

    Raises:
        InvalidInput: a move has been recorded, it isn't the group's present game, or its scenario
            isn't drawn; nothing is changed.
    """
    # The game before its group, as when it is continued.
    old = Game.objects.select_for_update().filter(pk=game.pk).order_by().first()
    group = Group.objects.select_for_update().get(pk=game.group_id)
    if old is None:
        raise InvalidInput(gettext("This game has been deleted."))
    if not GAMES[game.rules].drawn_word:
        raise InvalidInput(gettext("There is nothing to draw again in this game."))
    if game.entries.exists():
        raise InvalidInput(gettext("The game has begun: it can’t be drawn again."))
    if is_followed(game):
        raise InvalidInput(gettext("The group is playing another game by now."))
    drawn = scenario_draw(game.rules, game.options)
    settings, names = game_settings_of(game), names_of(game)
    new = game_create(group, game.rules, drawn, game.options, by, settings, names=names)
    game_erase(old)
    publishing.recheck_access(group.pk)
    return new


def _check_texts(scenario: object) -> None:
    """Raise `Refused` for a scenario that is too large or holds characters that can't be shown."""
    text = json.dumps(scenario, ensure_ascii=False, separators=(",", ":"))
    if len(text.encode()) > toml.MOST_BYTES:
        most = toml.MOST_BYTES // 1024
        raise Refused(
            "bad-scenario",
            gettext("The scenario is larger than %(most)d KiB.") % {"most": most},
        )
    if not all(map(is_showable, texts(scenario))):
        raise Refused(
            "bad-scenario", gettext("The scenario has characters that can’t be shown on a page.")
        )


def _seats_create(
    game: Game, names: Mapping[str, str], last: Game | None, settings: GameSettings
) -> None:
    before = {_same(last, seat): seat.id for seat in seats_of(last)} if last else {}
    bots = {seat.player: seat for seat in last.seats.filter(is_partner=True)} if last else {}
    for label in seats_of(game, names):
        player, is_partner = label.id, label.id in settings.partners
        seat = Seat(game=game, player=player, name=names.get(player, ""), is_partner=is_partner)
        bot = bots.get(before.get(_same(game, label), ""))
        if is_partner and bot is not None:
            seat.level, seat.put_by = bot.level, bot.put_by
        seat.save()
        if last is not None and not is_partner:
            stay = Person.objects.filter(
                seats__game=last,
                seats__player=before.get(_same(game, label), ""),
                is_removed=False,
                group_id=game.group_id,
            )
            seat.persons.add(*stay)


def _same(game: Game, seat: SeatLabel) -> str:
    """What two seats have in common that are the same one to people."""
    return seat.id if GAMES[game.rules].players is None else name_key(seat.name)


@alone()
def game_delete(game: Game) -> None:
    """Delete the game with its log: the only way in which entries are ever deleted."""
    group = game.group
    game_erase(game)
    record(Kind.GAME_DELETED, classroom=group.classroom_id, about=group.number)
    publishing.recheck_access(game.group_id)


def game_erase(game: Game) -> None:
    """The same inside a transaction `alone`; does nothing if it has been deleted already."""
    # Without an order, which would lock the group and the class, too.
    if not Game.objects.select_for_update().filter(pk=game.pk).order_by():
        return
    list(game.questions.select_for_update().order_by("pk"))  # no answer meanwhile
    settle_game(game)  # its tournament result stays
    Pack.objects.filter(classroom__groups=game.group_id).delete()
    erasure = Erasure.objects.create(game=game)  # the database's trigger requires this row
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM play_entry WHERE game_id = %s", [game.pk])
    erasure.delete()
    erased(game.uid)
    game.delete()
    compaction_request()


# Imports a game from a record file: checked by playing it, then stored as a whole.

MOST_UPLOAD_BYTES = 2 * 1024 * 1024  # takes at most a second to read
_OWN = ("id", "log", rules_dice.COMMITMENT, rules_dice.SEED, rules_dice.GAME_ID)
MOST_MORE_BYTES = 16 * 1024  # of further keys as JSON
MOST_MOVES = 2_000  # takes two seconds to play and store; a long class game has some hundreds


def record_read(data: bytes) -> Record:
    """The record, with its scenario inline and the other keys that a new game's record keeps, once
    the rules have accepted all its moves. Nothing is stored.

    Raises:
        Refused: as in docs/rules/record.md, "Error codes", with the number of the wrong move; and
            `bad-record` for options that make no sense together, for too many moves, and for
            further keys that are too large.
    """
    record = read(data)
    if len(record.moves) > MOST_MOVES:
        raise Refused(
            "bad-record",
            gettext("The record has more than %(most)d moves.") % {"most": MOST_MOVES},
        )
    shipped = games.shipped()[record.game]
    game, scenario, _start = rules_record.start(record, shipped)
    if clashes := game.clashes(scenario, record.options):
        raise Refused("bad-record", " ".join(clashes))
    was_over = [game.is_over(timeline.state) for timeline in rules_record.walk(record, shipped)]
    more = json_values(_kept(record, any(was_over)), "bad-record")
    _check_more(more)
    return Record(
        record.game,
        scenario=json_values(game.scenario_wire(scenario), "bad-scenario"),
        options=json_values(record.options, "bad-record"),
        moves=tuple(_plain_moves(record.moves)),
        more=more,
    )


def names_read(value: object, players: Collection[str]) -> dict[str, str]:
    """The names that a record gives to players; empty if they aren't well formed."""
    if not isinstance(value, Mapping) or not set(players).issuperset(value):
        return {}
    names = [name for name in value.values() if isinstance(name, str) and len(name) <= NAME_LETTERS]
    if len(names) < len(value):
        return {}
    try:
        return dict(zip(value, map(name_read, names), strict=True))
    except InvalidInput:
        return {}


def _kept(record: Record, was_over: bool) -> dict[str, Any]:
    """The record's further keys without those that the new game has of its own.

    A dice commitment is kept if it can be checked: the game was over, and the seed is there. The
    new game has another id, so the id for which the dice were rolled is kept too.
    """
    kept = {key: value for key, value in record.more.items() if key not in _OWN}
    try:
        opened = rules_dice.opened_in(record.more)
    except Refused:
        return kept
    if not (was_over and opened.is_as_promised):
        return kept
    return {
        **kept,
        rules_dice.COMMITMENT: opened.commitment,
        rules_dice.SEED: opened.seed.hex(),
        rules_dice.GAME_ID: opened.game,
    }


def _check_more(more: Mapping[str, Any]) -> None:
    """Refuse further keys that are too large, and name the largest."""
    sizes = {key: len(json.dumps({key: value})) for key, value in more.items()}
    if sum(sizes.values()) <= MOST_MORE_BYTES:
        return
    largest = sorted(sizes, key=sizes.__getitem__, reverse=True)[:3]
    values = {
        "most": MOST_MORE_BYTES // 1024,
        "keys": ", ".join(f"“{printable(key)}” ({sizes[key]})" for key in largest),
    }
    raise Refused(
        "bad-record",
        gettext(
            "The record’s further keys take more than %(most)d kB as JSON. Take out what no game "
            "needs; the largest, with their bytes: %(keys)s."
        )
        % values,
    )


def _plain_moves(moves: Sequence[Any]) -> Iterator[Wire]:
    for number, wire in enumerate(moves, start=1):
        try:
            yield json_values(wire, "bad-move")
        except Refused as refused:
            raise refused.at(number) from None


@transaction.atomic
def game_from_record(group: Group, record: Record, by: Person) -> Game:
    """A new game of the group with the moves of a record, as `record_read` gives it, as its log,
    recorded now by `by`.

    Points and goals are shown as in the other groups of the class that play its scenario.
    """
    rules, read, _start = rules_record.start(record, {})
    settings, options = DEFAULT_SETTINGS, record.options
    scenario: Any = record.scenario
    for one in games_beside(group.classroom, [group], rules.id, scenario):
        settings = replace(settings, points=one.points, has_open_goals=one.has_open_goals)
    more, players = dict(record.more), [seat.id for seat in rules.seats(read, options)]
    if names := names_read(more.get(rules_record.NAMES), players):
        del more[rules_record.NAMES]
    game = game_create(
        group, rules.id, scenario, options, by, settings, names=names, is_recorded=True
    )
    game.more = more
    game.save(update_fields=["more"])
    Entry.objects.append(_entries(game, record.moves, by))
    publishing.recheck_access(group.pk)
    return game


def _entries(game: Game, moves: Sequence[Wire], by: Person) -> list[Entry]:
    entries = []
    previous, now = genesis(game), timezone.now()
    for number, move in enumerate(moves, start=1):
        entry = Entry(
            game=game,
            number=number,
            move=move,
            key=credentials.new(),
            person=by,
            role=Entry.Role.INSTRUCTOR,
            at=now,
        )
        entry.hash = previous = entry_hash(previous, entry)
        entries.append(entry)
    return entries


def groups_beside(
    classroom: Classroom,
    groups: Collection[Group],
    rules: str,
    scenario: Mapping[str, Any],
    settings: GameSettings,
) -> tuple[Group, ...]:
    """The other groups that play the scenario of these groups' new games and are shown points or
    goals where those hide them, or the other way round."""
    shown = gives_goals_away(settings.points, settings.has_open_goals)
    return tuple(
        one.group
        for one in games_beside(classroom, groups, rules, scenario)
        if gives_goals_away(one.points, one.has_open_goals) != shown
    )


# Playing again: a new game like the last one, with the same people.


@transaction.atomic
def game_again(game: Game, by: Person, is_moved_on: bool = False) -> Game:
    """A new game of the same scenario, options and settings; everybody keeps the seat.

    A drawn scenario is drawn again.

    Args:
        is_moved_on: everybody moves on to the next seat; where the seats have the people's own
            names, the next player begins instead.

    Raises:
        InvalidInput: the game is still being played, isn't the group's present one, or has been
            deleted.
    """
    # The game before its group, as when it is continued.
    old = Game.objects.select_for_update().filter(pk=game.pk).order_by().first()
    group = Group.objects.select_for_update().get(pk=game.group_id)
    if old is None or is_followed(old):
        raise InvalidInput(gettext("The group is playing another game by now."))
    if not is_ended(look_at(old)):
        raise InvalidInput(gettext("This game is still being played."))
    moves_people = is_moved_on and not has_own_names(old)
    options = old.options
    if is_moved_on and not moves_people:
        first, *others = options["players"]
        options = {**options, "players": [*others, first]}
    is_drawn = bool(GAMES[old.rules].drawn_word)
    scenario = scenario_draw(old.rules, options) if is_drawn else old.scenario
    settings, names = game_settings_of(old), names_of(old)
    new = game_create(group, old.rules, scenario, options, by, settings, names=names)
    if moves_people:
        _move_people(new)
    publishing.recheck_access(group.pk)
    return new


def has_own_names(game: Game) -> bool:
    """Whether the players chose the seats' names, and people sit on those with their own."""
    if GAMES[game.rules].players is None:
        return False
    shown = {seat.id: name_key(seat.name) for seat in seats_of(game)}
    return any(
        name_key(person.display_name) == shown[seat.player]
        for seat in game.seats.prefetch_related("persons")
        for person in seat.persons.all()
    )


def _move_people(game: Game) -> None:
    """Move everybody to the next seat, and from the last one to the first."""
    seats = list(game.seats.filter(is_partner=False).order_by("pk"))
    people = [list(seat.persons.all()) for seat in seats]
    for seat, moved in zip(seats, [*people[-1:], *people[:-1]], strict=True):
        seat.persons.set(moved)
