"""Questions of the debrief for a whole class, and closing them."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """A question belongs to a game or to a class."""

    dependencies = [
        ("play", "0024_written_messages"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="question", options={"ordering": ["classroom", "game", "number"]}
        ),
        migrations.AddField(
            model_name="question",
            name="classroom",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="questions",
                to="play.classroom",
            ),
        ),
        migrations.AddField(
            model_name="question",
            name="closed_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name="question",
            name="game",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="questions",
                to="play.game",
            ),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.UniqueConstraint(
                fields=("classroom", "number"), name="question_of_class_number_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.CheckConstraint(
                condition=Q(("game", None), ("classroom", None), _connector="XOR"),
                name="question_of_game_or_class",
            ),
        ),
    ]
