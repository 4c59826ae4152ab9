"""From which address somebody joined, as a hash, for some hours."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A new column that can be null: code of the release before ignores it."""

    dependencies = [
        ("play", "0029_promise_answer_role"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="joined_from",
            field=models.CharField(editable=False, max_length=64, null=True),
        ),
    ]
