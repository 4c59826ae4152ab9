"""What pages show of a game, with the probabilities of castles; and what `replay` prints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from moderator.rules.age_of_war import bot
from moderator.rules.age_of_war import castles as age_of_war_castles
from moderator.rules.age_of_war import state as age_of_war_state
from moderator.rules.age_of_war.bot import castle_chance, is_in_reach
from moderator.rules.age_of_war.castles import CASTLES, CLAN_CASTLES, CLANS, STANDARD
from moderator.rules.age_of_war.moves import Fill, Lose, Roll
from moderator.rules.age_of_war.state import State, castles_of, clans_of, score
from moderator.rules.command import UNDO_HELP, TypedHelp
from moderator.rules.reading import wire_text
from moderator.rules.seating import MODERATOR, PUBLIC, SeatLabel, Viewer, victory
from moderator.rules.shown import Column, Counted, EndView, Scored, by_round, end_view

# What pages and sheets show of a game. Nothing in this game is secret.


Way = tuple[tuple[str, ...], str, str]
"""Dice of the roll that fill a line, in words, and the whole move as a button's value."""


@dataclass(frozen=True, slots=True)
class LineView:
    """A battle line (0 is the special one): `infantry` swords, or else symbols.

    `dice` lie on it in this turn, and `is_fresh` if they were just placed; `fits` are the
    fewest dice of the roll that would fill it now, and `wire` is that move, both empty
    if it can't be filled; `others` are other sets of dice that fill it, without a superfluous
    die, the fewest dice and swords first. `chance` is that of filling an open line of a castle
    in reach, in words, and in percent for a bar.
    """

    number: int
    words: str
    infantry: int
    symbols: tuple[str, ...]
    is_needed: bool
    dice: tuple[str, ...]
    is_fresh: bool
    fits: tuple[str, ...]
    wire: str
    others: tuple[Way, ...]
    chance: tuple[str, int] | None


@dataclass(frozen=True, slots=True)
class CastleView:
    """A castle card; `holder` is None in the center, `is_fresh` if it has just changed hands.

    `chance` is the probability of taking it in this turn, given the best play with the dice left;
    empty if it is out of reach.
    """

    id: str
    name: str
    clan: str
    points: int
    lines: tuple[LineView, ...]
    holder: SeatLabel | None
    is_face_down: bool
    is_target: bool
    is_fresh: bool
    chance: str


@dataclass(frozen=True, slots=True)
class ClanView:
    """A clan with its castles in the table's order, and who has conquered it."""

    id: str
    name: str
    points: int
    castles: tuple[CastleView, ...]
    conquered_by: SeatLabel | None


@dataclass(frozen=True, slots=True)
class DaimyoView:
    """A player: face-up castles, conquered clans, and the score; `place` from 1, shared by ties.

    `share` is the points in percent of the most points, for a bar; `castle_count` includes
    the castles in clans.
    """

    seat: SeatLabel
    castles: tuple[CastleView, ...]
    clans: tuple[ClanView, ...]
    points: int
    castle_count: int
    clan_count: int
    place: int
    share: int
    is_active: bool


@dataclass(frozen=True, slots=True)
class BoardView:
    """The whole table; `winners` are those who lead now.

    `is_fresh`: the dice have just been rolled. `roll_wire` and `lose_wire` are those moves as a
    button's value, empty if they are not legal now; a roll is without its dice. `can_fill`: the
    roll fills a line. `is_decided`: no castle can be taken in this turn any more.
    """

    state: State
    status_line: str
    active: SeatLabel | None
    is_fresh: bool
    roll_wire: str
    lose_wire: str
    can_fill: bool
    is_decided: bool
    castle: CastleView | None
    clans: tuple[ClanView, ...]
    center: tuple[CastleView, ...]
    daimyos: tuple[DaimyoView, ...]
    winners: tuple[SeatLabel, ...]


# The castle cards as views: their lines, what fills them, and the probabilities.


def _castle(state: State, before: State, labels: Sequence[SeatLabel], number: int) -> CastleView:
    card, holder = CASTLES[number], state.holders[number]
    return CastleView(
        id=card.id,
        name=card.name,
        clan=CLANS[card.clan].id,
        points=card.points,
        lines=tuple(_line(state, before, number, line) for line in range(len(card.lines) + 1)),
        holder=None if holder is None else labels[holder],
        is_face_down=state.is_face_down(number),
        is_target=state.castle == number,
        is_fresh=before.holders[number] != holder,
        chance=bot.percent(castle_chance(state, number)) if is_in_reach(state, number) else "",
    )


def _line(state: State, before: State, castle: int, number: int) -> LineView:
    line = CASTLES[castle].line(number)
    is_needed = number in state.needed_lines(castle)
    placed = _placed(state, castle, number)
    is_open = is_needed and not placed and is_in_reach(state, castle)
    fills = _fills(state, castle, number) if is_open and state.roll else ()
    return LineView(
        number=number,
        words=line.in_words(),
        infantry=line.infantry,
        symbols=line.symbols,
        is_needed=is_needed,
        dice=placed,
        is_fresh=placed != _placed(before, castle, number),
        fits=fills[0][0] if fills else (),
        wire=fills[0][2] if fills else "",
        others=fills[1:],
        chance=_line_chance(state, castle, number) if is_open else None,
    )


def _placed(state: State, castle: int, line: int) -> tuple[str, ...]:
    return dict(state.placed).get(line, ()) if state.castle == castle else ()


def _fills(state: State, castle: int, number: int) -> tuple[Way, ...]:
    """All ways in which the roll can fill an open line, the suggested one first."""
    return tuple(
        (
            chosen,
            age_of_war_castles.short(chosen),
            wire_text(Fill(state.active or 0, castle, number, chosen).wire(state)),
        )
        for chosen in CASTLES[castle].line(number).ways(state.roll)
    )


def _line_chance(state: State, castle: int, number: int) -> tuple[str, int]:
    line = CASTLES[castle].line(number)
    chance = bot.fill(line, state.dice_left - 1 if state.roll else state.dice_left)
    if state.roll and line.fewest_count(state.roll):
        chance = Fraction(1)
    return bot.percent(chance), round(100 * chance)


# A state as `replay` prints it: as JSON, and as a table in text.

ID = "age-of-war"
ROLL, FILL = "roll", "fill"


def next_move(state: State) -> str | None:
    """The next kind of move: `roll`, `fill` (fill or lose), or None when the game is over."""
    if state.is_over:
        return None
    return FILL if state.roll else ROLL


def summary(state: State) -> dict[str, Any]:
    """What `replay --json` prints (docs/rules/age-of-war.md, "What replay --json prints")."""
    players = tuple(enumerate(state.players))
    return {
        "game": ID,
        "status": "over" if state.is_over else "active",
        "active": None if state.active is None else state.players[state.active],
        "next": next_move(state),
        "dice_left": state.dice_left,
        "roll": list(state.roll),
        "castle": None if state.castle is None else CASTLES[state.castle].id,
        "filled": list(state.filled),
        "center": [CASTLES[castle].id for castle in center(state)],
        "castles": {
            id: [CASTLES[castle].id for castle in castles_of(state, i)] for i, id in players
        },
        "clans": {id: [CLANS[clan].id for clan in clans_of(state, i)] for i, id in players},
        "scores": {id: _score(age_of_war_state.score(state, i)) for i, id in players},
        "winners": [state.players[player] for player in age_of_war_state.leaders(state)],
    }


def _score(score: age_of_war_state.Score) -> dict[str, int]:
    return {"castles": score.castles, "clans": score.clans, "points": score.points}


def center(state: State) -> tuple[int, ...]:
    """The numbers of the castles in the center."""
    return tuple(castle for castle, holder in enumerate(state.holders) if holder is None)


def status_line(state: State, viewer: Viewer = MODERATOR) -> str:
    """The status of the game in one sentence without a full stop."""
    if state.active is None:
        leaders = age_of_war_state.leaders(state)
        points = age_of_war_state.score(state, leaders[0]).points
        return victory([state.player_name(one) for one in leaders], f"{points} points")
    name = state.player_name(state.active)
    where = "" if state.castle is None else f" at {CASTLES[state.castle].name}"
    if not state.roll:
        return f"{name} rolls {age_of_war_state.dice_text(state.dice_left)}{where}"
    return (
        f"{name} has rolled {age_of_war_castles.short(state.roll)}{where}: fill a line or "
        "lose a die"
    )


def text(state: State) -> str:
    """The state as a readable table, with a final line break."""
    lines = [STANDARD.title, status_line(state), ""]
    if state.castle is not None:
        lines += [*_turn(state, state.castle), ""]
    in_center = center(state)
    if in_center:
        lines.append("In the center")
        lines += [_castle_told(castle) for castle in in_center]
        lines.append("")
    for player in range(len(state.players)):
        lines += _player(state, player)
    return "\n".join(lines) + "\n"


def _turn(state: State, castle: int) -> list[str]:
    lines = [f"This turn: {CASTLES[castle].name}"]
    placed = dict(state.placed)
    for number in state.needed_lines(castle):
        words = CASTLES[castle].line(number).in_words()
        done = (
            f"filled with {age_of_war_castles.short(placed[number])}"
            if number in placed
            else "open"
        )
        lines.append(f"  {number}  {words}: {done}")
    return lines


def _castle_told(castle: int) -> str:
    card = CASTLES[castle]
    words = " | ".join(line.in_words() for line in card.lines)
    clan = CLANS[card.clan]
    return f"  {card.name:<11} {card.points}  {clan.name} ({clan.points})  {words}"


def _player(state: State, player: int) -> list[str]:
    score = age_of_war_state.score(state, player)
    up = [
        f"{CASTLES[castle].name} {CASTLES[castle].points}" for castle in castles_of(state, player)
    ]
    clans = [f"clan {CLANS[clan].name} {CLANS[clan].points}" for clan in clans_of(state, player)]
    holdings = ", ".join([*clans, *up]) or "nothing yet"
    points = "1 point" if score.points == 1 else f"{score.points} points"
    return [f"{state.player_name(player)}: {points}", f"  {holdings}"]


# The table as a view: seats, clans and daimyos.


def view(state: State, viewer: Viewer = PUBLIC, before: State | None = None) -> BoardView:
    """The whole table; nothing is secret.

    Args:
        before: the state before the last entry; castles that have changed hands since are fresh.
    """
    labels = state.seats
    castles = tuple(
        _castle(state, before or state, labels, number) for number in range(len(CASTLES))
    )
    clans = tuple(_clan(state, labels, castles, i) for i in range(len(CLANS)))
    return BoardView(
        state=state,
        status_line=status_line(state),
        active=None if state.active is None else labels[state.active],
        is_fresh=before is not None and bool(state.roll) and before == replace(state, roll=()),
        roll_wire=_wire(state, Roll, ROLL),
        lose_wire=_wire(state, Lose, FILL),
        can_fill=any(line.wire for castle in castles for line in castle.lines),
        is_decided=bot.is_decided(state),
        castle=None if state.castle is None else castles[state.castle],
        clans=clans,
        center=tuple(castles[i] for i in center(state)),
        daimyos=_daimyos(state, labels, castles, clans),
        winners=tuple(labels[player] for player in age_of_war_state.leaders(state)),
    )


def _wire(state: State, verb: type[Roll | Lose], when: str) -> str:
    """A move of the active player as a button's value; empty unless it is legal now."""
    if state.active is None or next_move(state) != when:
        return ""
    return wire_text(verb(state.active).wire(state))


def _clan(
    state: State, labels: tuple[SeatLabel, ...], castles: tuple[CastleView, ...], number: int
) -> ClanView:
    clan, conqueror = CLANS[number], state.conqueror(number)
    return ClanView(
        id=clan.id,
        name=clan.name,
        points=clan.points,
        castles=tuple(castles[castle] for castle in CLAN_CASTLES[number]),
        conquered_by=None if conqueror is None else labels[conqueror],
    )


def _daimyos(
    state: State,
    labels: tuple[SeatLabel, ...],
    castles: tuple[CastleView, ...],
    clans: tuple[ClanView, ...],
) -> tuple[DaimyoView, ...]:
    scores = [age_of_war_state.score(state, player) for player in range(len(labels))]
    most = max(score.points for score in scores)
    return tuple(
        DaimyoView(
            seat=seat,
            castles=tuple(castles[castle] for castle in castles_of(state, i)),
            clans=tuple(clans[clan] for clan in clans_of(state, i)),
            points=scores[i].points,
            castle_count=scores[i].castles,
            clan_count=scores[i].clans,
            place=1 + sum(score > scores[i] for score in scores),
            share=100 * scores[i].points // most if most else 0,
            is_active=state.active == i,
        )
        for i, seat in enumerate(labels)
    )


# The end.


def end(state: State) -> EndView:
    """The ranking, with the points of whole clans and of castles."""
    return end_view(
        [
            Scored(
                daimyo.seat,
                daimyo.place,
                daimyo.points,
                (
                    *(Counted("clan", 1, clan.points, clan.name) for clan in daimyo.clans),
                    *(Counted("castle", 3, one.points, one.name) for one in daimyo.castles),
                ),
            )
            for daimyo in view(state).daimyos
        ]
    )


# For research.

TABLES = (
    by_round(
        score,
        Column("points", "Points of castles that lie face up and of whole clans", "points", "0-64"),
        Column("castles", "Castles held, face up or down", "castles", "0-14"),
        Column("clans", "Whole clans", "clans", "0-6"),
        rank=score,
    ),
)


# The rules in short, and what can be typed.

RULES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "A turn",
        (
            "Roll all dice that are left, seven at the start of the turn.",
            "With each roll fill one line of a castle, or lose one die. Dice on a line and lost "
            "dice are out for this turn.",
            "The first line that is filled decides on the castle of the turn.",
            "The turn ends when all lines of the castle are filled, which is then yours, or no die "
            "is left. Lines of a castle that isn’t taken are empty again.",
        ),
    ),
    (
        "Lines",
        (
            "An infantry line takes one die or more, all infantry, with at least so many swords.",
            "Any other line takes exactly its symbols, one die for each.",
            "A castle that another player holds has one line more: a daimyo.",
        ),
    ),
    (
        "Clans",
        (
            "Who holds all castles of a clan has conquered it: they lie face down, and nobody can "
            "take them any more.",
        ),
    ),
    (
        "The end",
        (
            "The game is over as soon as no castle is left in the center.",
            "Castles that lie face up count, and conquered clans. The most points win; then the "
            "most castles, face down too; then the most clans.",
        ),
    ),
)
TYPED = (
    TypedHelp(
        "A turn",
        (
            ("roll", "rolls all remaining dice, if the server rolls"),
            (
                "r 12acd33",
                "the dice rolled on the table: 1, 2 or 3 for infantry by its swords, a for "
                "archery, c for cavalry, d for daimyo",
            ),
            ("f gas 2", "fills line 2 of Gassantoda with as few dice as possible"),
            ("f gas 2 233", "the same, with these dice"),
            ("f 1", "fills line 1 of this turn’s castle; 0 is the special line"),
            ("lose", "loses a die"),
        ),
    ),
    TypedHelp("At any time", (UNDO_HELP,)),
)
