"""Whether the secrets of a finished game have been released to other groups."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column with a default in the database; no table is made anew, so the log's guard stays."""

    dependencies = [
        ("play", "0008_table"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="is_released",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
