"""Who sees points and goals during a game; in games that have begun everybody sees all points."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """Two settings of a game, and a row for each time that they are changed."""

    dependencies = [("play", "0032_keys_of_rows")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="has_open_goals",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="game",
            name="points",
            field=models.CharField(
                choices=[("all", "all"), ("own", "own"), ("none", "none")],
                db_default="all",
                default="all",
                max_length=4,
            ),
        ),
        migrations.CreateModel(
            name="SecrecyChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("old_points", models.CharField(max_length=4)),
                ("points", models.CharField(max_length=4)),
                ("old_has_open_goals", models.BooleanField()),
                ("has_open_goals", models.BooleanField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="play.person",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="secrecy_changes",
                        to="play.game",
                    ),
                ),
            ],
            options={"ordering": ["game", "pk"]},
        ),
    ]
