"""The database itself refuses to change a log, whoever asks and by whatever means.

A later migration that alters `play_entry` on SQLite makes the table anew and loses its
triggers: it has to run `install` again. tests/core/stored/test_log_guard.py notices.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# BEFORE INSERT refuses what INSERT OR REPLACE would delete: SQLite runs no DELETE trigger there.
SQLITE = (
    """
    CREATE TRIGGER play_entry_no_update BEFORE UPDATE ON play_entry
    BEGIN SELECT RAISE(ABORT, 'a log only grows: entries are never changed'); END
    """,
    """
    CREATE TRIGGER play_entry_no_delete BEFORE DELETE ON play_entry
    WHEN NOT EXISTS (SELECT 1 FROM play_erasure WHERE game_id = OLD.game_id)
    BEGIN SELECT RAISE(ABORT, 'a log only grows: entries are deleted with their whole game alone'); END
    """,
    """
    CREATE TRIGGER play_entry_no_gap BEFORE INSERT ON play_entry
    WHEN NEW.number IS NOT
        (SELECT COALESCE(MAX(number), 0) + 1 FROM play_entry WHERE game_id = NEW.game_id)
    BEGIN SELECT RAISE(ABORT, 'a log has no gaps: an entry has the number after the last one'); END
    """,
    """
    CREATE TRIGGER play_entry_no_replace BEFORE INSERT ON play_entry
    WHEN EXISTS (SELECT 1 FROM play_entry WHERE id = NEW.id
                 OR (game_id = NEW.game_id AND "key" = NEW."key"))
    BEGIN SELECT RAISE(ABORT, 'a log only grows: an entry never takes the place of another'); END
    """,
)
SQLITE_REMOVE = (
    "DROP TRIGGER play_entry_no_update",
    "DROP TRIGGER play_entry_no_delete",
    "DROP TRIGGER play_entry_no_gap",
    "DROP TRIGGER play_entry_no_replace",
)

# TRUNCATE fires no row trigger. An empty table may be truncated: that removes nothing.
POSTGRESQL = (
    """
    CREATE FUNCTION play_entry_guard() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' THEN
            RAISE EXCEPTION 'a log only grows: entries are never changed' USING ERRCODE = 'integrity_constraint_violation';
        ELSIF TG_OP = 'DELETE' THEN
            IF NOT EXISTS (SELECT 1 FROM play_erasure WHERE game_id = OLD.game_id) THEN
                RAISE EXCEPTION 'a log only grows: entries are deleted with their whole game alone' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN OLD;
        ELSIF TG_OP = 'TRUNCATE' THEN
            IF EXISTS (SELECT 1 FROM play_entry) THEN
                RAISE EXCEPTION 'a log only grows: entries are deleted with their whole game alone' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN NULL;
        END IF;
        IF NEW.number IS DISTINCT FROM
            (SELECT COALESCE(MAX(number), 0) + 1 FROM play_entry WHERE game_id = NEW.game_id)
        THEN
            RAISE EXCEPTION 'a log has no gaps: an entry has the number after the last one' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    """
    CREATE TRIGGER play_entry_guard BEFORE INSERT OR UPDATE OR DELETE ON play_entry
    FOR EACH ROW EXECUTE FUNCTION play_entry_guard()
    """,
    """
    CREATE TRIGGER play_entry_no_truncate BEFORE TRUNCATE ON play_entry
    FOR EACH STATEMENT EXECUTE FUNCTION play_entry_guard()
    """,
)
POSTGRESQL_REMOVE = (
    "DROP TRIGGER play_entry_no_truncate ON play_entry",
    "DROP TRIGGER play_entry_guard ON play_entry",
    "DROP FUNCTION play_entry_guard()",
)

INSTALL = {"sqlite": SQLITE, "postgresql": POSTGRESQL}
REMOVE = {"sqlite": SQLITE_REMOVE, "postgresql": POSTGRESQL_REMOVE}


def install(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Add the triggers. A database that we have none for is refused: its logs would be open."""
    vendor = schema_editor.connection.vendor
    if vendor not in INSTALL:
        raise NotImplementedError(f"Logs are guarded on SQLite and PostgreSQL, not on {vendor}.")
    for statement in INSTALL[vendor]:
        schema_editor.execute(statement, params=None)


def remove(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Remove the triggers, for a migration backwards."""
    for statement in REMOVE[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    """The triggers on `play_entry`."""

    dependencies = [("play", "0001_initial")]
    operations = [migrations.RunPython(install, remove)]
