"""Bots in the seats of live games: their level, who put them there, and why they move."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0046_site_time"),
    ]

    operations = [
        migrations.CreateModel(
            name="BotJob",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="bot_job",
                        serialize=False,
                        to="play.game",
                    ),
                ),
                ("holder", models.CharField(blank=True, max_length=16)),
                ("until", models.DateTimeField()),
                ("goes_on", models.PositiveIntegerField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="BotReason",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("player", models.CharField(max_length=40)),
                ("what", models.CharField(max_length=10)),
                ("number", models.PositiveIntegerField()),
                ("text", models.CharField(max_length=200)),
                ("facts", models.JSONField(default=dict)),
            ],
            options={
                "ordering": ["game", "pk"],
            },
        ),
        migrations.AddField(
            model_name="seat",
            name="level",
            field=models.CharField(blank=True, db_default="", default="", max_length=20),
        ),
        migrations.AddField(
            model_name="seat",
            name="put_by",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="play.person",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("is_partner", True)), fields=["game"], name="seat_of_bot"
            ),
        ),
        migrations.AddField(
            model_name="botreason",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="bot_reasons",
                to="play.game",
            ),
        ),
        migrations.AddIndex(
            model_name="botreason",
            index=models.Index(fields=["game", "what", "number"], name="bot_reason_of"),
        ),
    ]
