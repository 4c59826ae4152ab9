"""What was deleted for good, and may still be in the database's files."""

from typing import Any

from django.db import migrations, models
from django.utils import timezone


def compact_once(apps: Any, schema_editor: Any) -> None:
    """The files of a site in use may hold what earlier releases deleted."""
    if apps.get_model("auth", "User").objects.exists():
        apps.get_model("play", "Compaction").objects.create(at=timezone.now())


class Migration(migrations.Migration):
    """A row for each deletion until the files are compacted."""

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("play", "0026_debrief_release"),
    ]

    operations = [
        migrations.CreateModel(
            name="Compaction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.RunPython(compact_once, migrations.RunPython.noop),
    ]
