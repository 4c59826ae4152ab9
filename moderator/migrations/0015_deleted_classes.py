"""When a class was deleted: it can be brought back for a while."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column without a default; no table is made anew, so the log's guard stays."""

    dependencies = [
        ("play", "0014_lessons"),
    ]

    operations = [
        migrations.AddField(
            model_name="classroom",
            name="deleted_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
