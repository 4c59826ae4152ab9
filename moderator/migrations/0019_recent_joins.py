"""When people joined, for a moment; and the group of somebody who waits for approval."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0018_resumed_groups"),
    ]

    operations = [
        migrations.AddField(
            model_name="joinrequest",
            name="group",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="play.group",
            ),
        ),
        migrations.CreateModel(
            name="RecentJoins",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.CharField(max_length=64)),
                ("times", models.JSONField(default=list)),
                ("last", models.DateTimeField()),
                (
                    "classroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recent_joins",
                        to="play.classroom",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "recent joins",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("classroom", "address"), name="recent_joins_unique"
                    )
                ],
            },
        ),
    ]
