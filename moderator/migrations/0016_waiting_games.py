"""Games that have been prepared and wait for their start; the games that exist have been started."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column of the games; the table of entries is not made anew, so the log's guard stays."""

    dependencies = [
        ("play", "0015_deleted_classes"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="is_waiting",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
    ]
