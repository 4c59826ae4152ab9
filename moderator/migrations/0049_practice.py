"""Practice games, and what an instructor has set for practice."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0048_balance_reports")]

    operations = [
        migrations.CreateModel(
            name="ClassPractice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("scenarios", models.JSONField(default=list)),
                ("is_finish_told", models.BooleanField(default=False)),
                (
                    "classroom",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="practice",
                        to="play.classroom",
                    ),
                ),
                (
                    "finished",
                    models.ManyToManyField(related_name="practised", to="play.person"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PracticeGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token", models.CharField(max_length=64, unique=True)),
                ("browser", models.CharField(db_index=True, max_length=64)),
                ("rules", models.CharField(max_length=40)),
                ("scenario", models.JSONField()),
                ("is_guided", models.BooleanField()),
                ("player", models.CharField(max_length=40)),
                ("level", models.CharField(max_length=20)),
                ("seed", models.CharField(max_length=64)),
                ("steps", models.JSONField(default=list)),
                ("last_key", models.CharField(blank=True, max_length=64)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("changed", models.DateTimeField(auto_now=True)),
                ("finished", models.DateTimeField(null=True)),
                (
                    "classroom",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="practice_games",
                        to="play.classroom",
                    ),
                ),
            ],
            options={"ordering": ["-changed", "-pk"]},
        ),
    ]
