"""Seats have the names of players; in older games those of the people after whom ids were made."""

from typing import Any

from django.db import migrations, models
from django.utils.text import slugify


def names_fill(apps: Any, schema_editor: Any) -> None:
    """Give the name of who sits there to each seat whose player has an id that was made of it."""
    seats = apps.get_model("play", "Seat").objects
    named = seats.filter(game__options__has_key="players").prefetch_related("persons")
    for seat in named.iterator(chunk_size=500):
        people = (one.name for one in seat.persons.all() if one.name)
        name = next((name for name in people if _id(name) == seat.player), "")
        if name:
            seat.name = name
            seat.save(update_fields=["name"])


def _id(name: str) -> str:
    """As ids were made of names."""
    return slugify(name.replace("_", " "))[:40].strip("-")


class Migration(migrations.Migration):
    """The column has a default in the database: the table isn't written again."""

    dependencies = [("play", "0036_lessons")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="name",
            field=models.CharField(blank=True, db_default="", default="", max_length=80),
        ),
        migrations.RunPython(names_fill, migrations.RunPython.noop),
    ]
