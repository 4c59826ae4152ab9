"""Whether a class's sheets have names of people."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column with a default of the database's, for processes of the earlier release."""

    dependencies = [
        ("play", "0019_recent_joins"),
    ]

    operations = [
        migrations.AddField(
            model_name="lessonsettings",
            name="are_names_printed",
            field=models.BooleanField(db_default=True, default=True),
        ),
    ]
