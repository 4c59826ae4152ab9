"""How often erasing a name has changed what was written in a game."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Servers keep what was written in memory, and read it again when this has grown."""

    dependencies = [
        ("play", "0027_compaction"),
    ]

    operations = [
        migrations.AddField(
            model_name="diplomacy",
            name="rewritten",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
