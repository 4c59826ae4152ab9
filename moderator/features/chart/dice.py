"""The server's commitment to a game's dice; after the game the seed, and a check of every roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from moderator.core import dice, sentences
from moderator.core.access import group_for
from moderator.core.log import Fold, is_hidden
from moderator.core.look import Look, look_at
from moderator.core.models import Game, Group
from moderator.core.responses import render_page
from moderator.core.sheet_links import requested_game
from moderator.rules.dice import CheckedRoll, needed
from moderator.rules.seating import PUBLIC


@dataclass(frozen=True)
class RollRow:
    """A roll in the log beside the one from the seed; `expected` is empty for typed dice.

    `is_undone`: it is no longer part of the game; `repeats`: the undone roll in whose place it was
    made, 0 for any other roll.
    """

    number: int
    sentence: str
    shown: str
    expected: str
    is_right: bool
    is_undone: bool
    repeats: int


@dataclass(frozen=True)
class DicePage:
    """`repeated`: the number of each roll that was made again after an undo, and of the undone one.

    `commitment` is empty where dice are rolled at the table, `seed` until the game is over.

    `snippet` is a five-line program that repeats the roll of entry `entry_number`, with `output`.
    """

    group: Group
    game: Game
    commitment: str
    repeated: tuple[tuple[int, int], ...]
    seed: str
    rows: tuple[RollRow, ...]
    snippet: str
    entry_number: int
    output: str

    @property
    def wrong(self) -> int:
        """The number of rolls that differ from the seed's."""
        return sum(not row.is_right for row in self.rows)


@require_safe
@group_for("see-chart")
def dice_page(request: HttpRequest, group: Group) -> HttpResponse:
    """The dice of a game, for everybody who has the group's code."""
    game = requested_game(request, group)
    look = look_at(game)
    seed, rolls = dice.opened_seed(look), dice.rolls(look)
    repeated = _repeated(look.fold)
    first = next((roll for roll in rolls if roll.due is not None), None)
    page = DicePage(
        group=group,
        game=game,
        commitment=dice.commitment(game),
        repeated=tuple(repeated.items()),
        seed=seed,
        rows=tuple(_rows(look.fold, rolls, repeated)),
        snippet=_snippet(seed, look, first) if first else "",
        entry_number=first.number if first else 0,
        output=str(_faces(first.shown)) if first else "",
    )
    return render_page(request, "chart/dice.html", page)


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


def _rows(fold: Fold, rolls: list[CheckedRoll], repeated: Mapping[int, int]) -> Iterator[RollRow]:
    standing = {step.number for step in fold.timeline.steps()}
    for roll in rolls:
        entry = fold.entries[roll.number - 1]
        if not is_hidden(fold, (entry,), PUBLIC):
            yield RollRow(
                number=roll.number,
                sentence=sentences.sentence(fold, entry),
                shown=_text(roll.shown),
                expected=_text(roll.due) if roll.due is not None else "",
                is_right=roll.is_right,
                is_undone=roll.number not in standing,
                repeats=repeated.get(roll.number, 0),
            )


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
