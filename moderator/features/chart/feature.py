"""A game's chart, its rules in short, its log, and the list of all games of a group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from moderator.core import access, dice, frames, queries, sentences
from moderator.core.access import actor_of, group_for
from moderator.core.ended import end_of_stopped, seen_as
from moderator.core.feature import Feature
from moderator.core.games import more_styles_of, script_of, style_of
from moderator.core.links import invitation, requested_game
from moderator.core.log import Fold, fold_of, is_hidden
from moderator.core.look import Look, look_at, shown_state
from moderator.core.models import Game, Group
from moderator.core.responses import render_page
from moderator.core.sentences import LogLine, log_lines, map_base_of
from moderator.features.clock.announcements import announced_in
from moderator.features.debrief.comments import Comments, comments_on, comments_within
from moderator.features.debrief.part import links_to_debrief
from moderator.features.new_game.secrecy import changed_in
from moderator.rules.dice import CheckedRoll, needed
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer

# The chart page: for everybody with the group's code, on a phone, a laptop or the wall.


@group_for("see-chart", "GET")
def chart(request: HttpRequest, group: Group) -> HttpResponse:
    """The public chart; with `?wall` large, without controls, with the join code."""
    game = queries.game_now(group)
    look = look_at(game) if game else None
    now = look.timeline if look else None
    frame = frames.frame_of(group, look, PUBLIC)
    is_wall = "wall" in request.GET
    free = game.seats.filter(persons__isnull=True, is_partner=False) if game else None
    return render_page(
        request,
        "chart/chart.html",
        group=group,
        title=game.title if game else group.name,
        live=SafeString(frame.html),
        map_base=map_base_of(game, has_switch=not is_wall),
        version=frame.version,
        feed=f"{reverse('chart', args=[group.code])}feed",
        # The QR code takes some ms, so it isn't made for two hundred phones that don't show it.
        invitation=invitation(request, group) if is_wall else None,
        is_wall=is_wall,
        is_open=is_wall and (free is None or free.exists()),
        has_history=now is not None and now.rules.has_history,
        has_debrief=look is not None and links_to_debrief(look),
        options=now.rules.options_in_force(now.state) if now else (),
        options_short=now.rules.options_in_short(now.state) if now else (),
        style=style_of(game),
        more_styles=("end.css", *more_styles_of(game, *(["wall"] if is_wall else []))),
        script=script_of(game),
    )


# The rules and options of a group's game in short: for players, and for whoever watches.


@group_for("see-chart", "GET")
def rules(request: HttpRequest, group: Group) -> HttpResponse:
    """The rules of the group's game on one screen."""
    game = requested_game(request, group)
    now = queries.timeline(game)
    return render_page(
        request,
        "chart/rules.html",
        group=group,
        game=game,
        options=now.rules.options_in_force(now.state),
        sections=now.rules.rules_in_short(now.state),
        chronology=now.rules.chronology(now.state),
        copyright=now.rules.copyright,
    )


# The log of a group's game for everybody with its code, without what is still secret.


@group_for("see-chart", "GET")
def log(request: HttpRequest, group: Group) -> HttpResponse:
    """The log of the group's game; the lines have no names of people.

    Announcements to one player are there for that player and for moderators, too.
    """
    game = requested_game(request, group)
    fold, reader = fold_of(game), _reader(request, game)
    look = Look(game, fold)
    comments = comments_on(look.by(PUBLIC))
    with timezone.override(frames.zone_of(group)):
        return render_page(
            request,
            "chart/log.html",
            group=group,
            game=game,
            lines=_with_comments(log_lines(look.by(PUBLIC)), comments),
            announced=announced_in(look.by(reader)),
            changed=changed_in(game),
            can_catch_up=game.can_catch_up and access.may(actor_of(request), "record", group),
            start=comments.get(0, ()),
            comment_at=f"{reverse('comments', args=[group.code])}?game={game.number}&move="
            if reader.is_moderator
            else "",
        )


def _with_comments(lines: list[LogLine], comments: Comments) -> list[LogLine]:
    return [
        replace(line, comments=comments_within(comments, line.first, line.number)) for line in lines
    ]


def _reader(request: HttpRequest, game: Game) -> Viewer:
    """Who reads it: a moderator, somebody who has a seat in this game, or the public."""
    actor = actor_of(request)
    if access.may(actor, "see-console", game.group):
        return MODERATOR
    seat = access.seat_of(actor, game)
    return Viewer(seat=seat.player) if seat else PUBLIC


# All games of a group, for one list.


def games_of(group: Group, viewer: Viewer) -> list[Mapping[str, Any]]:
    """The group's games as the viewer may see them, the newest first, each with how it ended or
    how far it is; nothing secret.

    Cost: that of folding their logs, which stay cached for a while.
    """
    looks = [look_at(game, viewer) for game in group.games.order_by("-number")]
    return [
        {
            "game": look.game,
            "ending": _ending(look, is_present=not place),
            "entries": look.fold.number,
            "is_present": not place,
        }
        for place, look in enumerate(looks)
    ]


def _ending(look: Look, is_present: bool) -> str:
    if end := end_of_stopped(look):
        return end.sentence
    now = look.timeline
    status = now.rules.glance(shown_state(look), seen_as(look))
    if is_present or now.is_over:
        return status
    if not look.fold.number:
        return gettext("Not begun")
    return gettext("Not finished. %(status)s") % {"status": status}


# All games of a group: for its moderator, and with less for everybody with its code.


@group_for("see-console", "GET")
def console_games(request: HttpRequest, group: Group) -> HttpResponse:
    """The list with score sheets and records."""
    return _show(request, group, is_console=True)


@group_for("see-chart", "GET")
def chart_games(request: HttpRequest, group: Group) -> HttpResponse:
    """The list with replays and logs."""
    return _show(request, group, is_console=False)


def _show(request: HttpRequest, group: Group, is_console: bool) -> HttpResponse:
    with timezone.override(frames.zone_of(group)):
        return render_page(
            request,
            "chart/games.html",
            group=group,
            games=games_of(group, MODERATOR if is_console else PUBLIC),
            is_console=is_console,
        )


# The server's commitment to a game's dice; after the game the seed, and a check of every roll.


@group_for("see-chart", "GET")
def dice_page(request: HttpRequest, group: Group) -> HttpResponse:
    """The dice of a game, for everybody who has the group's code.

    `commitment` is empty where dice are rolled at the table, `seed` until the game is over.
    `snippet` is a five-line program that repeats the roll of entry `entry_number`, with `output`.
    """
    game = requested_game(request, group)
    look = look_at(game)
    seed, rolls = dice.opened_seed(look), dice.rolls(look)
    repeated = _repeated(look.fold)
    first = next((roll for roll in rolls if roll.due is not None), None)
    rows = tuple(_rows(look.fold, rolls, repeated))
    return render_page(
        request,
        "chart/dice.html",
        group=group,
        game=game,
        commitment=dice.commitment(game),
        repeated=tuple(repeated.items()),
        seed=seed,
        rows=rows,
        wrong=sum(not row["is_right"] for row in rows),
        snippet=_snippet(seed, look, first) if first else "",
        entry_number=first.number if first else 0,
        output=str(_faces(first.shown)) if first else "",
    )


def _repeated(fold: Fold) -> dict[int, int]:
    """For each public roll that was made again after an undo, the first roll in its place."""
    first: dict[int, int] = {}
    repeated = {}
    for entry in fold.entries:
        step = entry.step
        is_roll = needed(fold.timeline.rules, step.before, entry.move)
        if not is_roll or is_hidden(fold, (entry,), PUBLIC):
            continue
        place = step.earlier.number if step.earlier else 0
        if place in first:
            repeated[entry.number] = first[place]
        first.setdefault(place, entry.number)
    return repeated


def _rows(
    fold: Fold, rolls: list[CheckedRoll], repeated: Mapping[int, int]
) -> Iterator[dict[str, Any]]:
    """Each roll in the log beside the one from the seed, of which typed dice have none.

    `is_undone`: it is no longer part of the game; `repeats`: the undone roll in whose place it was
    made, 0 for any other roll.
    """
    standing = {step.number for step in fold.timeline.steps()}
    for roll in rolls:
        entry = fold.entries[roll.number - 1]
        if not is_hidden(fold, (entry,), PUBLIC):
            yield {
                "number": roll.number,
                "sentence": sentences.sentence(fold, entry),
                "shown": _text(roll.shown),
                "expected": _text(roll.due) if roll.due is not None else "",
                "is_right": roll.is_right,
                "is_undone": roll.number not in standing,
                "repeats": repeated.get(roll.number, 0),
            }


def _faces(dice_shown: Mapping[str, Any]) -> list[Any]:
    """All dice of a roll in one list, in their order."""
    return [
        face
        for value in dice_shown.values()
        for face in (value if isinstance(value, list) else [value])
    ]


def _text(dice_shown: Mapping[str, Any]) -> str:
    return " ".join(map(str, _faces(dice_shown)))


def _snippet(seed: str, look: Look, roll: CheckedRoll) -> str:
    """A Python program for one roll, independent of our code."""
    before = look.fold.entries[roll.number - 1].step.before
    faces = list(needed(look.rules, before, roll.move)[0].faces)
    fair = 256 - 256 % len(faces)
    block = f'b"{look.game.uid}/{roll.number}/0"'
    taken = f"[faces[byte % {len(faces)}] for byte in block if byte < {fair}]"
    return "\n".join(
        (
            "import hashlib, hmac",
            f'seed, faces = bytes.fromhex("{seed}"), {faces}',
            "print(hashlib.sha256(seed).hexdigest())",
            f'block = hmac.digest(seed, {block}, "sha256")',
            f"print({taken}[:{len(_faces(roll.shown))}])",
        )
    )


FEATURE = Feature(
    urls=(
        path("c/<code:code>/", chart, name="chart"),
        path("c/<code:code>/log/", log, name="log"),
        path("c/<code:code>/games/", chart_games, name="chart-games"),
        path("c/<code:code>/rules/", rules, name="rules"),
        path("c/<code:code>/dice/", dice_page, name="dice"),
        path("g/<code:code>/games/", console_games, name="games"),
    ),
)
