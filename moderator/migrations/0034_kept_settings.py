"""What was chosen for a game that is played without a moderator."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column that can be null, so that no database writes the table again."""

    dependencies = [("play", "0033_points_seen")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="kept_settings",
            field=models.JSONField(editable=False, null=True),
        ),
    ]
