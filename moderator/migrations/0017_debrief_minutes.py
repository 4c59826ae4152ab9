"""Minutes kept at the end of a lesson."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0016_waiting_games")]

    operations = [
        migrations.AddField(
            model_name="lessonsettings",
            name="debrief_minutes",
            field=models.PositiveSmallIntegerField(db_default=5, default=5),
        ),
    ]
