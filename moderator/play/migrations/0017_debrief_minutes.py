"""Minutes kept at the end of a lesson."""

from django.db import migrations, models


class Migration(migrations.Migration):
<<<<<<<< HEAD:moderator/play/migrations/0017_debrief_minutes.py
    dependencies = [("play", "0016_waiting_games")]
========
    dependencies = [("play", "0015_deleted_classes")]
>>>>>>>> clock:moderator/play/migrations/0016_debrief_minutes.py

    operations = [
        migrations.AddField(
            model_name="lessonsettings",
            name="debrief_minutes",
            field=models.PositiveSmallIntegerField(db_default=5, default=5),
        ),
    ]
