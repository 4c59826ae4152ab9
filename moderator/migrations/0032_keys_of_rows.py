"""The keys are in their own table now (0031): the columns go."""

from django.db import migrations

_CONSTRAINTS = {
    "contact": "contact_key_unique",
    "message": "message_key_unique",
    "playeroffer": "player_offer_key_unique",
    "promise": "promise_key_unique",
    "reminder": "reminder_key_unique",
    "slipversion": "slip_key_unique",
}
_COLUMNS = [
    ("contact", "key"),
    ("message", "key"),
    ("playeroffer", "key"),
    ("playeroffer", "answer_key"),
    ("promise", "key"),
    ("promise", "answer_key"),
    ("reminder", "key"),
    ("slipversion", "key"),
]


class Migration(migrations.Migration):
    dependencies = [("play", "0031_done_keys")]

    operations = [
        *(
            migrations.RemoveConstraint(model_name=model, name=name)
            for model, name in _CONSTRAINTS.items()
        ),
        *(migrations.RemoveField(model_name=model, name=name) for model, name in _COLUMNS),
    ]
