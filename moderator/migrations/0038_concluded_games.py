"""Stopped games that won't be continued, and who said so."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Columns that have a default in the database or can be null: no table is made anew."""

    dependencies = [("play", "0037_names_of_seats")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="is_concluded",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddField(
            model_name="secrecychange",
            name="is_concluded",
            field=models.BooleanField(null=True),
        ),
    ]
