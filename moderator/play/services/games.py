"""Games: creating and deleting them."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.db import connection, transaction
from django.utils.translation import gettext

from moderator.play.errors import InvalidInput
from moderator.play.json_values import json_values, texts
from moderator.play.models import Erasure, Game, Group, Pack, Person, Seat
from moderator.play.names import is_showable
from moderator.play.services.announcements import announcements_due
from moderator.play.services.compaction import compaction_request
from moderator.play.services.diplomacy import diplomacy_create
from moderator.play.services.game_settings import (
    DEFAULT_SETTINGS,
    GameSettings,
    check_game_settings,
    game_settings_of,
)
from moderator.play.services.results import settle_game
from moderator.play.stopped import is_followed
from moderator.rules.dice.rolls import SEED_BYTES
from moderator.rules.errors import Refused, printable
from moderator.rules.reading import toml
from moderator.rules.registry import GAMES


def game_create(
    group: Group,
    rules: str,
    scenario: Any,
    options: Mapping[str, Any],
    by: Person,
    settings: GameSettings = DEFAULT_SETTINGS,
    *,
    is_recorded: bool = False,
) -> Game:
    """A new game, which becomes the group's present one; the old ones stay.

    Students keep their seats of the group's last game where the new game has the same seats.
    Announcements that were prepared for its start are released, unless it waits for that.

    Args:
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
        _seats_create(game, seats, last, settings)
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


@transaction.atomic
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
    new = game_create(group, game.rules, drawn, game.options, by, game_settings_of(game))
    game_erase(old)
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
    game: Game, players: Sequence[str], last: Game | None, settings: GameSettings
) -> None:
    for player in players:
        is_partner = player in settings.partners
        seat = Seat.objects.create(game=game, player=player, is_partner=is_partner)
        if last is not None and not is_partner:
            stay = Person.objects.filter(
                seats__game=last, seats__player=player, is_removed=False, group_id=game.group_id
            )
            seat.persons.set(stay)


@transaction.atomic
def game_delete(game: Game) -> None:
    """Delete the game with its log: the only way in which entries are ever deleted."""
    game_erase(game)


def game_erase(game: Game) -> None:
    """The same inside an open transaction; does nothing if the game has been deleted already."""
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
    game.delete()
    compaction_request()
