"""When a group's play went on last, so that nobody seems to have been waited for before that."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column of the groups."""

    dependencies = [("play", "0017_debrief_minutes")]

    operations = [
        migrations.AddField(
            model_name="group",
            name="resumed_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
