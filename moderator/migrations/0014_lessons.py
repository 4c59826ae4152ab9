"""Lessons: roster, clocks, pauses, announcements, notes, and who is connected."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0013_results_guard"),
    ]

    operations = [
        migrations.AddField(
            model_name="group",
            name="lesson_changes",
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddField(
            model_name="person",
            name="is_simulated",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="person",
            name="is_volunteer",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="person",
            name="moderates",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="moderators",
                to="play.group",
            ),
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=500)),
                ("player", models.CharField(blank=True, max_length=40)),
                ("at_round", models.PositiveSmallIntegerField(null=True)),
                ("made", models.DateTimeField()),
                ("is_withdrawn", models.BooleanField(default=False)),
                (
                    "classroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announcements",
                        to="play.classroom",
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announcements",
                        to="play.group",
                    ),
                ),
            ],
            options={
                "ordering": ["classroom", "pk"],
            },
        ),
        migrations.CreateModel(
            name="LessonSettings",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_joining_open", models.BooleanField(default=True)),
                ("are_others_welcome", models.BooleanField(default=False)),
                ("ends_at", models.DateTimeField(null=True)),
                ("negotiation_minutes", models.PositiveSmallIntegerField(default=10)),
                ("is_clock_locking", models.BooleanField(default=False)),
                ("stuck_minutes", models.PositiveSmallIntegerField(default=5)),
                (
                    "wall",
                    models.CharField(
                        choices=[("charts", "Charts"), ("results", "Results")],
                        default="charts",
                        max_length=10,
                    ),
                ),
                ("places_shown", models.PositiveSmallIntegerField(default=0)),
                (
                    "classroom",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lesson_settings",
                        to="play.classroom",
                    ),
                ),
                (
                    "wall_group",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="play.group",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=500)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="notes_written",
                        to="play.person",
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="notes",
                        to="play.group",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notes",
                        to="play.person",
                    ),
                ),
            ],
            options={
                "ordering": ["person", "pk"],
            },
        ),
        migrations.CreateModel(
            name="OldCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=7, unique=True)),
                ("at", models.DateTimeField()),
                (
                    "classroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="old_codes",
                        to="play.classroom",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Presence",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seen", models.DateTimeField()),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="presence",
                        to="play.person",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="AnnouncementRelease",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("entry_number", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField()),
                (
                    "announcement",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="releases",
                        to="play.announcement",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="releases",
                        to="play.game",
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="releases",
                        to="play.group",
                    ),
                ),
            ],
            options={
                "ordering": ["group", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("announcement", "group", "game"), name="release_once_a_game"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Clock",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("label", models.CharField(blank=True, max_length=80)),
                ("total_s", models.PositiveIntegerField()),
                ("ends_at", models.DateTimeField(null=True)),
                ("left_s", models.PositiveIntegerField(null=True)),
                ("is_locking", models.BooleanField(default=False)),
                (
                    "classroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clocks",
                        to="play.classroom",
                    ),
                ),
                (
                    "group",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clock",
                        to="play.group",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("group", None)),
                        fields=("classroom",),
                        name="clock_of_class_unique",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ends_at", None), ("left_s", None), _connector="XOR"),
                        name="clock_runs_or_is_paused",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="JoinRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("key", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                ("is_approved", models.BooleanField(null=True)),
                (
                    "classroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="requests",
                        to="play.classroom",
                    ),
                ),
            ],
            options={
                "ordering": ["classroom", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("classroom", "key"), name="join_request_key_unique"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Pause",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("at", models.DateTimeField()),
                (
                    "classroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pauses",
                        to="play.classroom",
                    ),
                ),
                (
                    "group",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pause",
                        to="play.group",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("group", None)),
                        fields=("classroom",),
                        name="pause_of_class_unique",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RosterName",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("name_key", models.CharField(editable=False, max_length=200)),
                ("student_number", models.CharField(blank=True, max_length=40)),
                (
                    "classroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="roster",
                        to="play.classroom",
                    ),
                ),
                (
                    "person",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="roster_name",
                        to="play.person",
                    ),
                ),
            ],
            options={
                "ordering": ["classroom", "name_key", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("classroom", "name_key"), name="roster_name_unique"
                    )
                ],
            },
        ),
    ]
