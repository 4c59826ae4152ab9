"""What an update must not change of a lesson: every row, the verdicts, and the standings."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model

from moderator.core.look import look_at

# What comes and goes by itself while a site runs.
PASSING = ("compaction", "news", "presence", "recentjoins", "wrongtries")

Rows = dict[str, dict[str, dict[str, Any]]]


def seen_lesson() -> dict[str, Any]:
    """Everything, as plain values."""
    names = [one._meta.model_name for one in apps.get_app_config("play").get_models()]
    return {
        "rows": rows(str(name) for name in names if name not in PASSING),
        "verdicts": verdicts(),
        "standings": standings(),
    }


def rows(names: Iterable[str]) -> Rows:
    """All rows of these models, by primary key."""
    found: Rows = {}
    for name in names:
        model = apps.get_model("play", name)
        every = model._base_manager.order_by("pk")
        found[name] = {str(one.pk): _columns(one) for one in every}
    return {name: those for name, those in found.items() if those}


def _columns(row: Model) -> dict[str, Any]:
    columns = {one.attname: getattr(row, one.attname) for one in row._meta.concrete_fields}
    plain: dict[str, Any] = json.loads(json.dumps(columns, cls=DjangoJSONEncoder))
    return plain


def verdicts() -> dict[str, Any]:
    """The verdicts on all accepted promises: by game and number, its own and the other side's."""
    from moderator.core.models import Game
    from moderator.features.deals.records import records_of
    from moderator.features.deals.records_part import verdicts_of

    found = {}
    for game in Game.objects.order_by("pk"):
        look = look_at(game)
        judged = verdicts_of(look, records_of(look))
        for number, one in sorted(judged.items()):
            both = [one.terms, *([one.exchange] if one.exchange else [])]
            found[f"{game.uid} {number}"] = [[it.kind, it.entry, it.turn] for it in both]
    return found


def standings() -> dict[str, Any]:
    """The standings of all tournaments: places and names from the first, with all columns."""
    from moderator.features.tournaments.models import Tournament
    from moderator.features.tournaments.read import now_of

    found = {}
    for one in Tournament.objects.order_by("pk"):
        ranked = now_of(one).standings
        found[one.title] = [[row.place, row.name, row.score, *row.cells] for row in ranked]
    return found
