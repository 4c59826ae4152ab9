"""How often the settings of messages changed, and when a moderator opened a mailbox."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """New columns with defaults: code of the release before ignores them."""

    dependencies = [
        ("play", "0023_diplomacy"),
    ]

    operations = [
        migrations.AddField(
            model_name="diplomacy",
            name="changes",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="mailbox",
            name="shown",
            field=models.JSONField(default=list),
        ),
    ]
