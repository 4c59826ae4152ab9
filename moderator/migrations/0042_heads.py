"""The list of heads, and the triggers by which the database refuses to change it.

As with logs (0002_log_guard): a later migration that alters `play_head` on SQLite makes the table
anew and loses its triggers, so it has to run `install` again.
"""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

LAST = "SELECT COALESCE(MAX(number), 0) FROM play_head"
NO_CHANGE = "the list of heads only grows: its rows are never changed and never deleted"
NO_GAP = "the list of heads has no gaps: a row has the number after the last one"

# BEFORE INSERT refuses what INSERT OR REPLACE would delete, too: it has an earlier number.
SQLITE = (
    f"""
    CREATE TRIGGER play_head_no_update BEFORE UPDATE ON play_head
    BEGIN SELECT RAISE(ABORT, '{NO_CHANGE}'); END
    """,
    f"""
    CREATE TRIGGER play_head_no_delete BEFORE DELETE ON play_head
    BEGIN SELECT RAISE(ABORT, '{NO_CHANGE}'); END
    """,
    f"""
    CREATE TRIGGER play_head_no_gap BEFORE INSERT ON play_head
    WHEN NEW.number IS NOT ({LAST}) + 1
    BEGIN SELECT RAISE(ABORT, '{NO_GAP}'); END
    """,
)
SQLITE_REMOVE = (
    "DROP TRIGGER play_head_no_update",
    "DROP TRIGGER play_head_no_delete",
    "DROP TRIGGER play_head_no_gap",
)

# TRUNCATE fires no row trigger. An empty table may be truncated: that removes nothing.
POSTGRESQL = (
    f"""
    CREATE FUNCTION play_head_guard() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'TRUNCATE' AND NOT EXISTS (SELECT 1 FROM play_head) THEN
            RETURN NULL;
        ELSIF TG_OP <> 'INSERT' THEN
            RAISE EXCEPTION '{NO_CHANGE}' USING ERRCODE = 'integrity_constraint_violation';
        ELSIF NEW.number IS DISTINCT FROM ({LAST}) + 1 THEN
            RAISE EXCEPTION '{NO_GAP}' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$
    """,  # noqa: S608
    """
    CREATE TRIGGER play_head_guard BEFORE INSERT OR UPDATE OR DELETE ON play_head
    FOR EACH ROW EXECUTE FUNCTION play_head_guard()
    """,
    """
    CREATE TRIGGER play_head_no_truncate BEFORE TRUNCATE ON play_head
    FOR EACH STATEMENT EXECUTE FUNCTION play_head_guard()
    """,
)
POSTGRESQL_REMOVE = (
    "DROP TRIGGER play_head_no_truncate ON play_head",
    "DROP TRIGGER play_head_guard ON play_head",
    "DROP FUNCTION play_head_guard()",
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


class Migration(migrations.Migration):
    """The table `play_head`, and its triggers."""

    dependencies = [("play", "0041_courses")]
    operations = [
        migrations.CreateModel(
            name="Head",
            fields=[
                ("number", models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("signed", "Signed"),
                            ("erased", "Erased"),
                            ("again", "Again"),
                            ("accepted", "Accepted"),
                        ],
                        max_length=8,
                    ),
                ),
                ("heads", models.JSONField()),
                ("hash", models.CharField(max_length=64)),
                ("mac", models.CharField(max_length=64)),
            ],
        ),
        migrations.RunPython(install, remove),
    ]
