"""What lies on the table beside the log: order slips; and how they and trades are recorded."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Columns with defaults in the database; no table is made anew, so the log's guard stays."""

    dependencies = [
        ("play", "0007_tournaments"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="changes",
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddField(
            model_name="game",
            name="is_confirmed",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="game",
            name="is_reveal_automatic",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="game",
            name="is_trade_automatic",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AlterField(
            model_name="entry",
            name="role",
            field=models.CharField(
                choices=[
                    ("moderator", "Moderator"),
                    ("instructor", "Instructor"),
                    ("student", "Student"),
                    ("partner", "Partner"),
                    ("system", "System"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="result",
            name="role",
            field=models.CharField(
                blank=True,
                choices=[
                    ("moderator", "Moderator"),
                    ("instructor", "Instructor"),
                    ("student", "Student"),
                    ("partner", "Partner"),
                    ("system", "System"),
                ],
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            name="SlipVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("opened_by", models.PositiveIntegerField()),
                ("player", models.CharField(max_length=40)),
                ("number", models.PositiveIntegerField()),
                ("orders", models.JSONField()),
                ("is_sealed", models.BooleanField()),
                ("is_public", models.BooleanField()),
                ("key", models.CharField(max_length=128)),
                ("log_number", models.PositiveIntegerField()),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("moderator", "Moderator"),
                            ("instructor", "Instructor"),
                            ("student", "Student"),
                            ("partner", "Partner"),
                            ("system", "System"),
                        ],
                        max_length=10,
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="slip_versions",
                        to="play.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="slip_versions",
                        to="play.person",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "opened_by", "player", "number"), name="slip_number_unique"
                    ),
                    models.UniqueConstraint(fields=("game", "key"), name="slip_key_unique"),
                ],
            },
        ),
    ]
