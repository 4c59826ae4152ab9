"""A group counts its games: the number of a deleted one is not given again."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import Max


def count(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The highest number that a group's games have now."""
    for group in apps.get_model("play", "Group").objects.annotate(last=Max("games__number")):
        group.games_made = group.last or 0
        group.save(update_fields=["games_made"])


class Migration(migrations.Migration):
    """`Group.games_made`."""

    dependencies = [("play", "0002_log_guard")]
    operations = [
        migrations.AddField(
            model_name="group",
            name="games_made",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
