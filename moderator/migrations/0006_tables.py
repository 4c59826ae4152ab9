"""How a game is run at the table: who acts, whose dice, helps, a seat that the program plays."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Columns with defaults in the database; no table is made anew, so the log's guard stays."""

    dependencies = [
        ("play", "0005_doors"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="acting",
            field=models.CharField(
                choices=[("moderator", "Moderator"), ("seats", "Seats")],
                db_default="moderator",
                default="moderator",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="dice",
            field=models.CharField(
                choices=[("table", "Table"), ("server", "Server")],
                db_default="table",
                default="table",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="has_help",
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AddField(
            model_name="game",
            name="more",
            field=models.JSONField(blank=True, db_default={}, default=dict, editable=False),
        ),
        migrations.AddField(
            model_name="game",
            name="seed",
            field=models.CharField(
                blank=True, db_default="", default="", editable=False, max_length=64
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="is_partner",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AlterField(
            model_name="entry",
            name="role",
            field=models.CharField(
                choices=[
                    ("moderator", "Moderator"),
                    ("instructor", "Instructor"),
                    ("student", "Student"),
                    ("partner", "Partner"),
                ],
                max_length=10,
            ),
        ),
    ]
