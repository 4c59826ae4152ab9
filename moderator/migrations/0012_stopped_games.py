"""Games that are stopped before their end: since when, by whom, and how often that has changed."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Columns of the games; the table of entries is not made anew, so the log's guard stays."""

    dependencies = [
        ("play", "0011_offers"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="stopped_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="stopped_by",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="play.person",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="stops",
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
    ]
