"""Names of people have up to 80 letters; last names, and who is absent."""

from typing import Any

from django.db import migrations, models


class Longer(migrations.AlterField):
    """A longer text: SQLite doesn't know lengths, so it needn't write the table again."""

    def database_forwards(self, app_label: str, schema_editor: Any, *states: Any) -> None:
        if schema_editor.connection.vendor != "sqlite":
            super().database_forwards(app_label, schema_editor, *states)

    def database_backwards(self, app_label: str, schema_editor: Any, *states: Any) -> None:
        """As forwards."""
        if schema_editor.connection.vendor != "sqlite":
            super().database_backwards(app_label, schema_editor, *states)


class Migration(migrations.Migration):
    """New columns, and longer texts."""

    dependencies = [("play", "0034_kept_settings")]

    operations = [
        migrations.AddField(
            "person", "is_absent", models.BooleanField(default=False, db_default=False)
        ),
        migrations.AddField(
            "rostername", "last_name", models.CharField(editable=False, max_length=80, null=True)
        ),
        Longer("person", "name", models.CharField(blank=True, max_length=80)),
        Longer("rostername", "name", models.CharField(max_length=80)),
        Longer("joinrequest", "name", models.CharField(max_length=80)),
        Longer("entrant", "name", models.CharField(blank=True, max_length=80)),
    ]
