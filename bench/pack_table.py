"""The first part of pack.py: the CPU of packs, and of the same sheets one by one."""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable
from contextlib import suppress

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from bench.pack_class import make_class  # noqa: E402
from moderator.core import log  # noqa: E402
from moderator.core.cache import MB, LruCache  # noqa: E402
from moderator.core.models import Classroom, Game  # noqa: E402
from moderator.features.printing.choice import (  # noqa: E402
    ClassGames,
    PackChoice,
    by_when,
    offered_sheets,
)
from moderator.features.printing.class_parts import Site  # noqa: E402
from moderator.features.printing.game_sheets import PrintedGame, SheetRequest  # noqa: E402
from moderator.features.printing.write import NothingToPrint, PackMaking  # noqa: E402
from moderator.sheets.games import sheets_of  # noqa: E402
from moderator.sheets.layout.kind import pdf_of  # noqa: E402

KINDS = ("briefings", "chart", "score")
SITE = Site("https://moderator.example.edu", is_reached=True)


def measured(name: str, make: Callable[[], tuple[int, int]], reference: float = 0.0) -> float:
    """Prints a row of the table; `make` returns how many sheets and how many bytes."""
    log._folds = LruCache(16 * MB, lambda fold: fold.size)  # as in a new process
    began = time.process_time()
    count, size = make()
    took = time.process_time() - began
    cells = (
        f"{count}",
        f"{took:.2f}",
        f"{took * 1000 / count:.1f}",
        f"{size / count:,.0f}",
        f"{size / 1e6:.1f}",
        f"{took / (reference or took):.2f}",
    )
    print(f"| {name} | {' | '.join(cells)} |", flush=True)
    return took


def one_by_one(kinds: tuple[str, ...]) -> tuple[int, int]:
    count = size = 0
    for game in Game.objects.order_by("group__number"):
        for id in kinds:
            kind = sheets_of(game.rules)[id]
            asked = SheetRequest("a4", "en", is_for_moderator=True)
            made = PrintedGame(SITE, game).sheet(kind, asked)
            count += len(made.parts)
            size += len(pdf_of(made.parts))
    return count, size


def pack(classroom: Classroom, choice: PackChoice) -> tuple[int, int]:
    making = PackMaking(classroom, SITE, choice, lambda done, of: None)
    pdf = making.pdf()
    of_players = [5 if one.game and one.kind.split else 1 for one in making.sheets]  # type: ignore[union-attr]
    return sum(of_players), len(pdf)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("groups", type=int)
    groups: int = parser.parse_args().groups
    call_command("migrate", verbosity=0)
    classroom = make_class(groups)
    gc.disable()  # as `make_packs` does
    one_by_one(KINDS[:1])  # fonts are loaded, and everything is imported
    print(f"{groups} groups\n\n| what | sheets | CPU s | ms a sheet | bytes a sheet | MB | times |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    reference = measured("one by one (reference)", lambda: one_by_one(KINDS))
    for order in ("group", "seat"):
        choice = PackChoice(KINDS, order, has_secrets=True)
        measured(f"a pack by {order}", lambda c=choice: pack(classroom, c), reference)  # type: ignore[misc]
    offered = offered_sheets(ClassGames(classroom))
    for _when, name, sheets in by_when(offered):
        choice = PackChoice(tuple(one.id for one in sheets), has_secrets=True)
        measured(f"a pack of all *{name}*", lambda c=choice: pack(classroom, c), reference)  # type: ignore[misc]
    for one in offered:
        choice = PackChoice((one.id,), has_secrets=True)
        with suppress(NothingToPrint):
            measured(f"a pack of {one.label}", lambda c=choice: pack(classroom, c), reference)  # type: ignore[misc]


if __name__ == "__main__":
    main()
