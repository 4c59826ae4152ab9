"""The size of the paper on which a class prints."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A setting of the class."""

    dependencies = [
        ("play", "0021_packs_and_comments"),
    ]

    operations = [
        migrations.AddField(
            model_name="lessonsettings",
            name="paper",
            field=models.CharField(
                choices=[("a4", "A4"), ("letter", "Letter")],
                db_default="a4",
                default="a4",
                max_length=10,
            ),
        ),
    ]
