"""When the site was seen last, and since when its clock is doubted."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0045_school_identity")]

    operations = [
        migrations.CreateModel(
            name="SiteTime",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("doubted_from", models.DateTimeField(null=True)),
            ],
            options={"verbose_name_plural": "site time"},
        ),
    ]
