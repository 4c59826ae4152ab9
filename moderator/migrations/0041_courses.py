"""Courses of platforms with LTI, whose launches lead to classes."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0040_grading")]

    operations = [
        migrations.CreateModel(
            name="Course",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("issuer", models.CharField(max_length=255)),
                ("client", models.CharField(max_length=255)),
                ("deployment", models.CharField(max_length=255)),
                ("context", models.CharField(max_length=255)),
                ("title", models.CharField(max_length=255)),
                ("services", models.JSONField(default=dict)),
                (
                    "classroom",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="course",
                        to="play.classroom",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=["issuer", "client", "deployment", "context"], name="course_unique"
                    )
                ],
            },
        ),
    ]
