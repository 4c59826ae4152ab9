"""When a game was started, when the next lesson began, and whether the wall names everybody."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Columns that can be null, or have a default in the database: no table is written again."""

    dependencies = [("play", "0035_longer_names")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="started_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="lessonsettings",
            name="next_lesson_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="lessonsettings",
            name="are_all_names_on_wall",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
