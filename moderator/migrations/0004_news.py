"""What processes on one SQLite file say to each other."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """`News`."""

    dependencies = [("play", "0003_games_made")]
    operations = [
        migrations.CreateModel(
            name="News",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=200)),
            ],
            options={"verbose_name_plural": "news"},
        ),
    ]
