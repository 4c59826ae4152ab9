"""Who sees secret goals and points during a game, changing that, and who reads what is written.

Groups of a class that play the same scenario have the same goals. So they are changed in all
of these groups together, by the instructor alone, and the log page says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext

from moderator.core import ended, log, publishing
from moderator.core.errors import InvalidInput
from moderator.core.forms import OptionsForm
from moderator.core.games import versions_of
from moderator.core.log import has_goals, rules_of
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.recording import count_change
from moderator.core.written import Diplomacy, settings_of, settings_store
from moderator.features.new_game.models import SecrecyChange
from moderator.rules.game import Rules
from moderator.rules.kinds import Option, OptionValue
from moderator.rules.registry import GAMES
from moderator.rules.seating import PointsSeen

GOALS, POINTS = "run_goals", "run_points"
SECRECY = (GOALS, POINTS)
BESIDE = "beside"  # the box that sets it in other groups, too

# The settings as options of a form.


def goals(rules: Rules[Any]) -> Option:
    """The setting: who reads the goals that the rules keep secret."""
    words = {"goals": rules.goals_word, "seat": rules.seat_word}
    return Option(
        GOALS,
        rules.goals_word.capitalize(),
        gettext("Only the instructor can change this while the game is played."),
        (
            OptionValue(
                False,
                gettext("Each %(seat)s knows its own") % words,
                gettext("The others learn them at the end, when all groups have finished."),
            ),
            OptionValue(
                True,
                gettext("All are open"),
                gettext("Everybody reads the %(goals)s of all, as on a sheet for all.") % words,
            ),
        ),
    )


def points(rules: Rules[Any]) -> Option:
    """The setting: whose points are shown during a game."""
    words = {"goals": rules.goals_word, "seat": rules.seat_word}
    told = gettext(
        "Whoever sees another %(seat)s’s points grow can tell its %(goals)s. The moderator and the "
        "instructor see all, and what lies open is counted for all."
    )
    return Option(
        POINTS,
        gettext("Points during the game"),
        told % words,
        (
            OptionValue(
                PointsSeen.OWN,
                gettext("Each %(seat)s sees its own") % words,
                gettext("The others’ are shown nowhere, neither on phones nor on the wall."),
            ),
            OptionValue(
                PointsSeen.ALL,
                gettext("Everybody sees all"),
                gettext("Charts show everybody’s points if the game ended now."),
            ),
            OptionValue(
                PointsSeen.NONE,
                gettext("Nobody until the end"),
                gettext("No points are shown before the game is over or stopped."),
            ),
        ),
    )


def _options(game: Game) -> tuple[Option, Option]:
    rules = rules_of(game)
    return goals(rules), points(rules)


def secrecy_form(game: Game, data: QueryDict | None = None) -> OptionsForm:
    """The settings as they are now, or as they were sent."""
    return OptionsForm(_options(game), data, initial=_now(game), recommended={})


def secrecy_sentences(game: Game) -> tuple[str, ...]:
    """The settings in words, for those who can't change them; none without goals."""
    if not has_goals(game):
        return ()
    return _in_words(_options(game), _now(game))


def _now(game: Game) -> dict[str, Any]:
    return {GOALS: game.has_open_goals, POINTS: game.points}


def _in_words(options: Iterable[Option], chosen: Mapping[str, Any]) -> tuple[str, ...]:
    """The options with what is chosen, as sentences."""
    return tuple(f"{one.label}: {_label(one, chosen[one.name])}." for one in options)


def _label(option: Option, value: Any) -> str:
    return next(one.label for one in option.values if one.value == value)


# Changing them: in all groups of the class that play the scenario.


def groups_with_scenario(game: Game) -> QuerySet[Group]:
    """The groups of the class whose present game has the game's scenario, by number."""
    found = Group.objects.filter(pk__in=[game.group_id, *ended.companions(game)])
    return found.order_by("number")


@transaction.atomic
def secrecy_change(game: Game, *, points: str, has_open_goals: bool, by: Person) -> None:
    """Change who sees points and goals in all groups of the class that play the scenario, also in
    their earlier games of it, which have the same goals.

    Raises:
        Game.DoesNotExist: the game has been deleted meanwhile.
    """
    points = PointsSeen(points).value
    groups = groups_with_scenario(game)
    ids = versions_of(game.rules, game.scenario["id"])
    found = Game.objects.filter(group__in=groups, rules=game.rules, scenario__id__in=ids)
    games = list(found.select_for_update().order_by("pk"))
    if game not in games:
        raise Game.DoesNotExist
    for one in games:
        old = (one.points, one.has_open_goals)
        if old == (points, has_open_goals):
            continue
        SecrecyChange.objects.create(
            game=one,
            by=by,
            old_points=one.points,
            points=points,
            old_has_open_goals=one.has_open_goals,
            has_open_goals=has_open_goals,
        )
        one.points, one.has_open_goals = points, has_open_goals
        one.stops += 1  # so that every page notices
        one.save(update_fields=["points", "has_open_goals", "stops"])
    publishing.publish_charts({one.group_id for one in games})


# A new game beside others of the same scenario: what is shown in one gives the goals away in all.


def gives_goals_away(points: str, has_open_goals: bool) -> bool:
    """Whether everybody reads the goals, or can tell them."""
    return has_open_goals or points == PointsSeen.ALL


def games_beside(
    classroom: Classroom, groups: Collection[Group], rules: str, scenario: Mapping[str, Any]
) -> list[Game]:
    """The other groups' present games in the class that have this scenario, if it has goals."""
    its_rules = GAMES[rules]
    if not its_rules.has_goals(its_rules.read_scenario(scenario)):
        return []
    own = {group.pk for group in groups}
    present = ended.present_with(classroom.pk, rules, scenario["id"])
    others = [pk for group, pk in present.items() if group not in own]
    found = Game.objects.filter(pk__in=others).select_related("group__classroom")
    return list(found.order_by("group__number"))


# What the log page says of it.


@dataclass(frozen=True, slots=True)
class Changed:
    """A change in words: what was set before, and what since then. Everybody may read it."""

    at: datetime
    by: str
    label: str
    old: str
    new: str


def changed_in(game: Game) -> list[Changed]:
    """The changes of who sees the game's secrets, the newest first."""
    found = []
    for one in game.secrecy_changes.select_related("by").order_by("-pk"):
        is_moderators = one.by is not None and one.by.kind != Person.Kind.INSTRUCTOR
        when = (one.at, gettext("Moderator") if is_moderators else gettext("Instructor"))
        if one.is_concluded is not None:
            words = gettext("may be continued"), gettext("won’t be continued")
            if not one.is_concluded:
                words = words[1], gettext("goes on, after its players have seen all secrets")
            found.append(Changed(*when, gettext("The stopped game"), *words))
        before = (one.old_has_open_goals, one.old_points)
        after = (one.has_open_goals, one.points)
        for option, old, new in zip(_options(game), before, after, strict=True):
            if old != new:
                labels = _label(option, old), _label(option, new)
                found.append(Changed(*when, option.label, *labels))
    return found


# The settings of messages and diplomatic records as options of a form.

READERS, AFTERWARDS, VERDICTS = "run_readers", "run_afterwards", "run_verdicts"
WRITTEN = (READERS, AFTERWARDS, VERDICTS)


def written_options(game: Game) -> tuple[Option, ...]:
    """The settings of messages and records that this game has; fixed once it has started."""
    now = log.fold_of(game).timeline
    has_messages = now.rules.has_messages(now.state)
    has_records = now.rules.has_diplomatic_records(now.state)
    has = (has_messages, has_records)
    found = (readers(*has), afterwards(*has)) if any(has) else ()
    return (*found, verdicts(now.rules.round_word)) if has_records else found


def written_settings(game: Game) -> dict[str, str]:
    now = settings_of(game)
    return {READERS: now.readers, AFTERWARDS: now.afterwards, VERDICTS: now.verdicts}


def fixed_written(game: Game) -> tuple[str, ...]:
    """Those that can no longer be changed, as sentences."""
    return () if game.is_waiting else _in_words(written_options(game), written_settings(game))


def readers(has_messages: bool = True, has_records: bool = True) -> Option:
    """The setting: who reads messages and records during the game; of those that there may be."""
    label = gettext("Who can read messages")
    along = gettext("They read along; of the players only those who write and get a message.")
    alone = gettext(
        "Only those who write and get a message. If one is reported, the instructor sees the last "
        "ten of that conversation."
    )
    if has_records:
        kept = gettext("A record is read by its own player, a promise by both sides.")
        label = gettext("Who can read messages, records and promises")
        along, alone = f"{along} {kept}", f"{alone} {kept}"
    if not has_messages:
        label = gettext("Who can read records and promises")
        along = gettext(
            "They read along; of the players each reads its own record, and both sides a promise."
        )
        alone = gettext(
            "Each player reads its own record, and both sides a promise. Moderators see only what "
            "they enter for somebody."
        )
    return Option(
        READERS,
        label,
        gettext("Players are told before they write. You can’t change this once it has started."),
        (
            OptionValue(
                Diplomacy.Readers.TEACHERS, gettext("Moderator and instructor, too"), along
            ),
            OptionValue(Diplomacy.Readers.NOBODY, gettext("Nobody else"), alone),
        ),
    )


def afterwards(has_messages: bool = True, has_records: bool = True) -> Option:
    """The setting: who reads messages and records at the debrief; of those that there may be."""
    label = gettext("Messages at the debrief")
    if has_records:
        label = gettext("Messages, records and promises at the debrief")
    if not has_messages:
        label = gettext("Records and promises at the debrief")
    return Option(
        AFTERWARDS,
        label,
        gettext("Players are told before they write. You can’t change this once it has started."),
        (
            OptionValue(
                Diplomacy.Afterwards.EVERYBODY,
                gettext("Can be shown to everybody"),
                gettext("The instructor decides which, and when."),
            ),
            OptionValue(
                Diplomacy.Afterwards.NOBODY,
                gettext("Are never shown"),
                gettext("Only those who could read them during the game can do so.")
                if has_records
                else gettext("Only those who wrote and got them can read them."),
            ),
        ),
    )


def verdicts(round_word: str) -> Option:
    """The setting: when players see whether a promise was kept; `round_word` as in `Rules`."""
    return Option(
        VERDICTS,
        gettext("Whether promises were kept"),
        gettext("You can’t change this once it has started."),
        (
            OptionValue(
                Diplomacy.Verdicts.DEBRIEF,
                gettext("Is shown at the debrief"),
                gettext("Until then everybody judges for themselves."),
            ),
            OptionValue(
                Diplomacy.Verdicts.TURN,
                gettext("Is shown at the end of each %(round)s") % {"round": round_word},
                gettext("To both sides of the promise."),
            ),
            OptionValue(
                Diplomacy.Verdicts.AT_ONCE,
                gettext("Is shown at once"),
                gettext("To both sides of the promise."),
            ),
        ),
    )


# Storing them.


def diplomacy_settings(game: Game, **chosen: str) -> None:
    """Choose who reads what is written, and when verdicts are shown; in the caller's transaction.

    What is left out of `readers`, `afterwards` and `verdicts` stays as it is. Once the game has
    started nothing can be changed, since the page promises it to those who write; so no message has
    been written yet.

    Raises:
        InvalidInput: the game has started.
        ValueError: there is no such setting.
        Game.DoesNotExist: it has been deleted meanwhile.
    """
    _check_allowed(chosen)
    game = Game.objects.select_for_update().get(pk=game.pk)
    if not game.is_waiting:
        raise InvalidInput(gettext("The game has started: who can read along stays as it is."))
    settings_store(game, **chosen)
    count_change(game)


def diplomacy_create(game: Game, readers: str, afterwards: str, verdicts: str) -> None:
    """The settings of a new game; none are stored if they are the usual ones."""
    chosen = {"readers": readers, "afterwards": afterwards, "verdicts": verdicts}
    _check_allowed(chosen)
    usual = Diplomacy()
    if any(value != getattr(usual, name) for name, value in chosen.items()):
        Diplomacy.objects.create(game=game, **chosen)


def _check_allowed(chosen: Mapping[str, str]) -> None:
    for name, value in chosen.items():
        field: Any = Diplomacy._meta.get_field(name)
        if value not in dict(field.choices):
            raise ValueError(f"no such setting: {name}")
