"""Who has entered the answer to a promise: its player, or a moderator."""

from django.db import migrations, models

ROLES = ["moderator", "instructor", "student", "partner", "system"]


class Migration(migrations.Migration):
    """A new column with a default: code of the release before ignores it."""

    dependencies = [
        ("play", "0028_rewritten"),
    ]

    operations = [
        migrations.AddField(
            model_name="promise",
            name="answer_role",
            field=models.CharField(
                blank=True,
                choices=[(role, role.capitalize()) for role in ROLES],
                db_default="",
                default="",
                max_length=10,
            ),
        ),
    ]
