"""The day on which a class is deleted by itself."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """The column can be null: the table isn't written again."""

    dependencies = [("play", "0038_concluded_games")]

    operations = [
        migrations.AddField(
            model_name="classroom",
            name="deleted_on",
            field=models.DateField(editable=False, null=True),
        ),
    ]
