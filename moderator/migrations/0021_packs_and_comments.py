"""Packs of sheets, comments on entries, and which entries were recorded later from paper."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Three new tables beside the games."""

    dependencies = [
        ("play", "0020_names_on_sheets"),
    ]

    operations = [
        migrations.CreateModel(
            name="Comment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("is_instructor", models.BooleanField(default=False)),
                ("text", models.CharField(max_length=500)),
                ("at", models.DateTimeField()),
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
                        related_name="comments",
                        to="play.game",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "number", "pk"],
            },
        ),
        migrations.CreateModel(
            name="LateEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first", models.PositiveIntegerField()),
                ("last", models.PositiveIntegerField()),
                ("is_instructor", models.BooleanField(default=False)),
                ("played", models.DateTimeField(null=True)),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("at", models.DateTimeField()),
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
                        related_name="late_entries",
                        to="play.game",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "first"],
            },
        ),
        migrations.CreateModel(
            name="Pack",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                ("choice", models.JSONField()),
                ("language", models.CharField(max_length=20)),
                ("site", models.CharField(blank=True, max_length=200)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("working", "Working"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("sheets_done", models.PositiveIntegerField(default=0)),
                ("sheets", models.PositiveIntegerField(default=0)),
                ("problem", models.CharField(blank=True, max_length=500)),
                ("at", models.DateTimeField()),
                ("changed", models.DateTimeField()),
                ("pdf", models.BinaryField(null=True)),
                (
                    "classroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="packs",
                        to="play.classroom",
                    ),
                ),
            ],
            options={
                "ordering": ["classroom", "pk"],
                "indexes": [models.Index(fields=["classroom", "key"], name="pack_key")],
            },
        ),
    ]
