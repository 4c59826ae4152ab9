"""What counts for grades is chosen for each class."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """The column has a default in the database: the table isn't written again."""

    dependencies = [("play", "0039_deleted_on")]

    operations = [
        migrations.AddField(
            model_name="lessonsettings",
            name="grading",
            field=models.JSONField(db_default={}, default=dict),
        ),
    ]
