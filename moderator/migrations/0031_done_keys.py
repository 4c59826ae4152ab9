"""One table of the idempotency keys that have done something in a game.

Keys that were used before are copied, so that they go on being answered.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

_SOME = 500


def keys_copy(apps: Any, schema_editor: Any) -> None:
    """Copy the keys of what is stored; what was asked for with them isn't known any more."""
    done = apps.get_model("play", "DoneKey")
    rows = (done(game_id=game, key=key, answer=number) for game, key, number in _keys(apps))
    while some := list(islice(rows, _SOME)):
        # One request may have stored several rows under its key.
        done.objects.bulk_create(some, ignore_conflicts=True)


def _keys(apps: Any) -> Iterator[tuple[int, str, int]]:
    columns = {
        "SlipVersion": ["key", "pk"],
        "Reminder": ["key", "pk"],
        "PlayerOffer": ["key", "number"],
        "Message": ["key", "number"],
        "Contact": ["key", "number"],
        "Promise": ["key", "number"],
    }
    answered = {"PlayerOffer": ["answer_key", "number"], "Promise": ["answer_key", "number"]}
    for name, (column, number) in [*columns.items(), *answered.items()]:
        rows = apps.get_model("play", name).objects.order_by("pk")
        for game, stored, answer in rows.values_list("game_id", column, number).iterator():
            key, _, rest = stored.partition(":")  # of slips that were filled in together
            # The program's own keys have a dot; an undo's slips belong to its entry.
            if key and "." not in key and not rest.startswith("undo:"):
                yield game, key, answer


def undone_slips_mark(apps: Any, schema_editor: Any) -> None:
    """Mark the slips that the undo of a reveal has opened: their keys said so."""
    slips = apps.get_model("play", "SlipVersion").objects
    slips.filter(key__contains=":undo:").update(is_by_undo=True)


class Migration(migrations.Migration):
    dependencies = [("play", "0030_joined_from")]

    operations = [
        migrations.CreateModel(
            name="DoneKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                ("digest", models.CharField(blank=True, max_length=64)),
                ("answer", models.PositiveBigIntegerField(default=0)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="done_keys",
                        to="play.game",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="donekey",
            constraint=models.UniqueConstraint(fields=("game", "key"), name="done_key_unique"),
        ),
        migrations.AddField(
            model_name="slipversion",
            name="is_by_undo",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(keys_copy, migrations.RunPython.noop),
        migrations.RunPython(undone_slips_mark, migrations.RunPython.noop),
    ]
