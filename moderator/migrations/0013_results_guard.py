"""The database itself refuses to change a tournament's results, whoever asks and by whatever means.

As with logs (0002_log_guard): a later migration that alters `play_result` on SQLite makes the table
anew and loses its triggers, so it has to run `install` again.
"""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

ERASED = """
    SELECT 1 FROM play_tournamenterasure AS erasure
    JOIN play_round AS round ON round.tournament_id = erasure.tournament_id
    JOIN play_pairing AS pairing ON pairing.round_id = round.id
    WHERE pairing.id = OLD.pairing_id
"""
LAST = "SELECT COALESCE(MAX(number), 0) FROM play_result WHERE pairing_id = NEW.pairing_id"
NO_CHANGE = "results only grow: a correction is a new result"
NO_DELETE = "results only grow: they are deleted with their whole tournament alone"
NO_GAP = "results have no gaps: a result has the number after the last one"

# BEFORE INSERT refuses what INSERT OR REPLACE would delete: SQLite runs no DELETE trigger there.
SQLITE = (
    f"""
    CREATE TRIGGER play_result_no_update BEFORE UPDATE ON play_result
    BEGIN SELECT RAISE(ABORT, '{NO_CHANGE}'); END
    """,
    f"""
    CREATE TRIGGER play_result_no_delete BEFORE DELETE ON play_result
    WHEN NOT EXISTS ({ERASED})
    BEGIN SELECT RAISE(ABORT, '{NO_DELETE}'); END
    """,
    f"""
    CREATE TRIGGER play_result_no_gap BEFORE INSERT ON play_result
    WHEN NEW.number IS NOT ({LAST}) + 1
    BEGIN SELECT RAISE(ABORT, '{NO_GAP}'); END
    """,
    f"""
    CREATE TRIGGER play_result_no_replace BEFORE INSERT ON play_result
    WHEN EXISTS (SELECT 1 FROM play_result WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, '{NO_CHANGE}'); END
    """,  # noqa: S608
)
SQLITE_REMOVE = (
    "DROP TRIGGER play_result_no_update",
    "DROP TRIGGER play_result_no_delete",
    "DROP TRIGGER play_result_no_gap",
    "DROP TRIGGER play_result_no_replace",
)

# TRUNCATE fires no row trigger. An empty table may be truncated: that removes nothing.
POSTGRESQL = (
    f"""
    CREATE FUNCTION play_result_guard() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' THEN
            RAISE EXCEPTION '{NO_CHANGE}' USING ERRCODE = 'integrity_constraint_violation';
        ELSIF TG_OP = 'DELETE' THEN
            IF NOT EXISTS ({ERASED}) THEN
                RAISE EXCEPTION '{NO_DELETE}' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN OLD;
        ELSIF TG_OP = 'TRUNCATE' THEN
            IF EXISTS (SELECT 1 FROM play_result) THEN
                RAISE EXCEPTION '{NO_DELETE}' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN NULL;
        END IF;
        IF NEW.number IS DISTINCT FROM ({LAST}) + 1 THEN
            RAISE EXCEPTION '{NO_GAP}' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$
    """,  # noqa: S608
    """
    CREATE TRIGGER play_result_guard BEFORE INSERT OR UPDATE OR DELETE ON play_result
    FOR EACH ROW EXECUTE FUNCTION play_result_guard()
    """,
    """
    CREATE TRIGGER play_result_no_truncate BEFORE TRUNCATE ON play_result
    FOR EACH STATEMENT EXECUTE FUNCTION play_result_guard()
    """,
)
POSTGRESQL_REMOVE = (
    "DROP TRIGGER play_result_no_truncate ON play_result",
    "DROP TRIGGER play_result_guard ON play_result",
    "DROP FUNCTION play_result_guard()",
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
    """What opens a tournament for deletion, and the triggers on `play_result`."""

    dependencies = [("play", "0012_stopped_games")]
    operations = [
        migrations.CreateModel(
            name="TournamentErasure",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="play.tournament",
                    ),
                ),
            ],
        ),
        migrations.RunPython(install, remove),
    ]
