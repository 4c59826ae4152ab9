"""The log of security events, which the database itself refuses to change; and which sessions are of
which account.

As with logs (0002_log_guard): a later migration that alters `play_securityevent` on SQLite makes the
table anew and loses its triggers, so it has to run `install` again.
"""

import django.db.models.deletion
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

ONLY_GROWS = "events only grow: they are never changed and never deleted"

# BEFORE INSERT refuses what INSERT OR REPLACE would delete: SQLite runs no DELETE trigger there.
SQLITE = (
    f"""
    CREATE TRIGGER play_securityevent_no_update BEFORE UPDATE ON play_securityevent
    BEGIN SELECT RAISE(ABORT, '{ONLY_GROWS}'); END
    """,
    f"""
    CREATE TRIGGER play_securityevent_no_delete BEFORE DELETE ON play_securityevent
    BEGIN SELECT RAISE(ABORT, '{ONLY_GROWS}'); END
    """,
    f"""
    CREATE TRIGGER play_securityevent_no_replace BEFORE INSERT ON play_securityevent
    WHEN EXISTS (SELECT 1 FROM play_securityevent WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, '{ONLY_GROWS}'); END
    """,  # noqa: S608
)
SQLITE_REMOVE = (
    "DROP TRIGGER play_securityevent_no_update",
    "DROP TRIGGER play_securityevent_no_delete",
    "DROP TRIGGER play_securityevent_no_replace",
)

# TRUNCATE fires no row trigger. An empty table may be truncated: that removes nothing.
POSTGRESQL = (
    f"""
    CREATE FUNCTION play_securityevent_guard() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'TRUNCATE' AND NOT EXISTS (SELECT 1 FROM play_securityevent) THEN
            RETURN NULL;
        END IF;
        RAISE EXCEPTION '{ONLY_GROWS}' USING ERRCODE = 'integrity_constraint_violation';
    END $$
    """,  # noqa: S608
    """
    CREATE TRIGGER play_securityevent_guard BEFORE UPDATE OR DELETE ON play_securityevent
    FOR EACH ROW EXECUTE FUNCTION play_securityevent_guard()
    """,
    """
    CREATE TRIGGER play_securityevent_no_truncate BEFORE TRUNCATE ON play_securityevent
    FOR EACH STATEMENT EXECUTE FUNCTION play_securityevent_guard()
    """,
)
POSTGRESQL_REMOVE = (
    "DROP TRIGGER play_securityevent_no_truncate ON play_securityevent",
    "DROP TRIGGER play_securityevent_guard ON play_securityevent",
    "DROP FUNCTION play_securityevent_guard()",
)

INSTALL = {"sqlite": SQLITE, "postgresql": POSTGRESQL}
REMOVE = {"sqlite": SQLITE_REMOVE, "postgresql": POSTGRESQL_REMOVE}


def install(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Add the triggers."""
    for statement in INSTALL[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def remove(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Remove the triggers, for a migration backwards."""
    for statement in REMOVE[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def list_sessions(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Note the accounts of the sessions that there are."""
    read = SessionStore().decode
    accounts = {*apps.get_model("auth", "User").objects.values_list("pk", flat=True)}
    rows = apps.get_model("play", "AccountSession").objects
    for session in apps.get_model("sessions", "Session").objects.iterator():
        account = int(read(session.session_data).get(SESSION_KEY, 0))
        if account in accounts:
            rows.create(session_id=session.session_key, account_id=account)


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0041_courses"),
        ("sessions", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SecurityEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(db_index=True)),
                ("kind", models.CharField(max_length=40)),
                ("account", models.BigIntegerField(db_index=True, null=True)),
                ("person", models.BigIntegerField(null=True)),
                ("classroom", models.BigIntegerField(db_index=True, null=True)),
                ("about", models.BigIntegerField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="EventAddress",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="origin",
                        serialize=False,
                        to="play.securityevent",
                    ),
                ),
                ("address", models.CharField(max_length=64)),
                ("full_until", models.DateTimeField(db_index=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="AccountSession",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="sessions.session",
                    ),
                ),
            ],
        ),
        migrations.RunPython(install, remove),
        migrations.RunPython(list_sessions, migrations.RunPython.noop),
    ]
