"""Codes of seven letters, wrong tries, second factors, and which form somebody joined by."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """`WrongTries`, `SecondFactor`, `RecoveryCode`, `Person.joined_by`; wider codes."""

    dependencies = [
        ("play", "0004_news"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.CreateModel(
            name="WrongTries",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("tries", models.PositiveIntegerField()),
                ("paused_until", models.DateTimeField()),
                ("forgotten_at", models.DateTimeField(db_index=True)),
            ],
            options={"verbose_name_plural": "wrong tries"},
        ),
        migrations.AddField(
            model_name="person",
            name="joined_by",
            field=models.CharField(blank=True, default="", editable=False, max_length=64),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="classroom",
            name="code",
            field=models.CharField(max_length=7, unique=True),
        ),
        migrations.AlterField(
            model_name="group",
            name="code",
            field=models.CharField(max_length=7, unique=True),
        ),
        migrations.CreateModel(
            name="SecondFactor",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seed", models.CharField(editable=False, max_length=64)),
                ("last_step", models.BigIntegerField()),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="second_factor",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code_hash", models.CharField(editable=False, max_length=64)),
                (
                    "factor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recovery_codes",
                        to="play.secondfactor",
                    ),
                ),
            ],
        ),
    ]
