import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0010_reminders"),
    ]

    operations = [
        migrations.CreateModel(
            name="Objection",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("entry_number", models.PositiveIntegerField()),
                ("player", models.CharField(max_length=40)),
                ("at", models.DateTimeField()),
                (
                    "dismissed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="objections_dismissed",
                        to="play.person",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="objections",
                        to="play.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="objections",
                        to="play.person",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "entry_number", "player"), name="objection_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerOffer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("opened_by", models.PositiveIntegerField()),
                ("maker", models.CharField(max_length=40)),
                ("partner", models.CharField(max_length=40)),
                ("move", models.JSONField()),
                ("key", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                (
                    "answer",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                            ("countered", "Countered"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("answer_key", models.CharField(blank=True, default="", max_length=64)),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "settled",
                    models.CharField(
                        blank=True,
                        choices=[("recorded", "Recorded"), ("discarded", "Discarded")],
                        default="",
                        max_length=10,
                    ),
                ),
                ("entry_number", models.PositiveIntegerField(null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="offers_answered",
                        to="play.person",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="player_offers",
                        to="play.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="offers_made",
                        to="play.person",
                    ),
                ),
                (
                    "settled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="offers_settled",
                        to="play.person",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "number"), name="player_offer_number_unique"
                    ),
                    models.UniqueConstraint(fields=("game", "key"), name="player_offer_key_unique"),
                ],
            },
        ),
    ]
