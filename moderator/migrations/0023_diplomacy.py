"""Messages, diplomatic records, promises and the debrief."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """New tables beside the games."""

    dependencies = [
        ("play", "0022_paper_size"),
    ]

    operations = [
        migrations.CreateModel(
            name="Diplomacy",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "readers",
                    models.CharField(
                        choices=[("teachers", "Teachers"), ("nobody", "Nobody")],
                        default="teachers",
                        max_length=10,
                    ),
                ),
                (
                    "afterwards",
                    models.CharField(
                        choices=[("everybody", "Everybody"), ("nobody", "Nobody")],
                        default="everybody",
                        max_length=10,
                    ),
                ),
                (
                    "verdicts",
                    models.CharField(
                        choices=[("at-once", "At Once"), ("turn", "Turn"), ("debrief", "Debrief")],
                        default="debrief",
                        max_length=10,
                    ),
                ),
                ("is_closed", models.BooleanField(default=False)),
                ("closed_to", models.JSONField(default=list)),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="diplomacy",
                        to="play.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=64)),
                ("turn", models.PositiveIntegerField()),
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
                ("sender", models.CharField(max_length=40)),
                ("recipients", models.JSONField()),
                ("text", models.CharField(max_length=1000)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="play.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="play.person",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "number"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="MessageReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("player", models.CharField(max_length=40)),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("at", models.DateTimeField()),
                ("seen_at", models.DateTimeField(null=True)),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="play.message",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="play.person",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Promise",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=64)),
                ("turn", models.PositiveIntegerField()),
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
                ("maker", models.CharField(max_length=40)),
                ("partner", models.CharField(max_length=40)),
                ("terms", models.JSONField()),
                ("exchange", models.JSONField(null=True)),
                (
                    "answer",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("answer_key", models.CharField(blank=True, default="", max_length=64)),
                ("answered_at", models.DateTimeField(null=True)),
                ("accepted_after", models.PositiveIntegerField(null=True)),
                (
                    "answered_by",
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
                        related_name="%(class)ss",
                        to="play.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="play.person",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "number"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Question",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("text", models.CharField(max_length=500)),
                ("moves", models.JSONField(default=list)),
                ("is_derived", models.BooleanField(default=False)),
                ("asked_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="questions",
                        to="play.game",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "number"],
            },
        ),
        migrations.CreateModel(
            name="Answer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("player", models.CharField(blank=True, max_length=40)),
                ("text", models.CharField(max_length=1000)),
                ("at", models.DateTimeField()),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="play.person",
                    ),
                ),
                (
                    "question",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="play.question",
                    ),
                ),
            ],
            options={
                "ordering": ["question", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Contact",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=64)),
                ("turn", models.PositiveIntegerField()),
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
                ("player", models.CharField(max_length=40)),
                ("partners", models.JSONField()),
                ("text", models.CharField(max_length=500)),
                ("withdrawn_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="play.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="play.person",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "number"],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "number"), name="contact_number_unique"
                    ),
                    models.UniqueConstraint(fields=("game", "key"), name="contact_key_unique"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Mailbox",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("player", models.CharField(max_length=40)),
                ("read", models.JSONField(default=dict)),
                ("drafts", models.JSONField(default=dict)),
                ("changes", models.PositiveIntegerField(default=0)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mailboxes",
                        to="play.game",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("game", "player"), name="mailbox_unique")
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.UniqueConstraint(
                fields=("game", "number"), name="message_number_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.UniqueConstraint(fields=("game", "key"), name="message_key_unique"),
        ),
        migrations.AddConstraint(
            model_name="messagereport",
            constraint=models.UniqueConstraint(fields=("message", "player"), name="report_once"),
        ),
        migrations.AddConstraint(
            model_name="promise",
            constraint=models.UniqueConstraint(
                fields=("game", "number"), name="promise_number_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="promise",
            constraint=models.UniqueConstraint(fields=("game", "key"), name="promise_key_unique"),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.UniqueConstraint(
                fields=("game", "number"), name="question_number_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="answer",
            constraint=models.UniqueConstraint(fields=("question", "person"), name="answer_once"),
        ),
    ]
