"""TLS to PostgreSQL, with certificates of an authority of our own, as in docs/operations.md."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import psycopg
import pytest
from django.core.checks import run_checks

from moderator.core.databases import unencrypted
from moderator.settings import database_of
from tests.support.durability.cluster import Cluster, own_cluster
from tests.support.prepared import prepare
from tests.support.site import Site
from tests.support.site import manage as command

HOW = "SELECT count(*), count(*) FILTER (WHERE ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING"
HOW += " (pid) WHERE application_name LIKE 'moderator%'"


@pytest.mark.parametrize(
    ("url", "is_told"),
    [
        ("sqlite:////somewhere/else", False),
        ("postgres:///here", False),
        ("postgres://u:p@127.0.0.1:5432/here", False),
        ("postgres://u:p@localhost/here?sslmode=disable", False),
        ("postgres://u:p@%2Fvar%2Frun%2Fpostgresql/here", False),
        ("postgres://u:p@db.school/there", True),
        ("postgres://u:p@db.school/there?sslmode=require", True),
        ("postgres://u:p@db.school/there?sslmode=verify-full", False),
        ("postgres://u:p@/there?host=10.0.0.1,10.0.0.2", True),
        ("postgres://u:p@/there?host=10.0.0.1,10.0.0.2&sslmode=verify-full", False),
    ],
)
def test_a_connection_that_others_could_read_is_told(
    url: str, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "moderator.core.databases.settings.DATABASES", {"default": database_of(url)}
    )
    told = [one.msg for one in run_checks() if one.id == "moderator.W001"]
    assert told == [one.msg for one in unencrypted()]
    assert bool(told) == is_told


def sh(folder: Path, line: str) -> None:
    subprocess.run(line.split(), cwd=folder, check=True, capture_output=True)


def authority(folder: Path, host: str) -> Path:
    """The authority's certificate; its server.crt and server.key are for that host."""
    folder.mkdir()
    ec = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    sh(folder, f"openssl req -x509 {ec} -keyout ca.key -out ca.crt -days 2 -subj /CN=ours")
    sh(folder, f"openssl req {ec} -keyout server.key -out server.csr -subj /CN={host}")
    (folder / "san").write_text(f"subjectAltName=DNS:{host}")
    sh(
        folder,
        "openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2"
        " -extfile san -out server.crt",
    )
    return folder / "ca.crt"


def serve_with(cluster: Cluster, made: Path) -> None:
    """Only TLS from now on, with the certificate of that folder."""
    data = cluster.folder / "data"
    for name in ("server.crt", "server.key"):
        shutil.copy(made / name, data / name)
        shutil.copystat(data / "PG_VERSION", data / name)
        owner = data.stat()
        shutil.chown(data / name, owner.st_uid, owner.st_gid)
        (data / name).chmod(0o600)
    with psycopg.connect(cluster.url, autocommit=True) as database:
        database.execute("ALTER SYSTEM SET ssl = on")
        (data / "pg_hba.conf").write_text("hostssl all all 127.0.0.1/32 trust\n")
        database.execute("SELECT pg_reload_conf()")


@pytest.mark.slow
@pytest.mark.long
def test_the_site_speaks_tls_and_refuses_a_wrong_certificate(tmp_path: Path) -> None:
    ours = authority(tmp_path / "ours", "localhost")
    strange = authority(tmp_path / "strange", "localhost")
    authority(tmp_path / "elsewhere", "db.school")
    with own_cluster() as cluster:
        serve_with(cluster, tmp_path / "ours")
        url = cluster.url.replace("127.0.0.1", "localhost") + "?sslmode=verify-full&sslrootcert="
        site = Site(prepare(tmp_path / "var"), "--no-demo", env={"DATABASE_URL": f"{url}{ours}"})
        site.start()
        try:
            with psycopg.connect(cluster.url) as database:
                count, encrypted = database.execute(HOW).fetchone() or (0, 0)
            assert count == encrypted >= 1
        finally:
            site.end()
        refused(tmp_path, f"{url}{strange}", "certificate verify failed")
        refused(tmp_path, cluster.url + "?sslmode=disable", "no pg_hba.conf entry")
        serve_with(cluster, tmp_path / "elsewhere")
        bad = refused(tmp_path, f"{url}{tmp_path / 'elsewhere' / 'ca.crt'}", "does not match")
        assert "The database can't be used" in bad


def refused(folder: Path, url: str, why: str) -> str:
    done = command(folder / "other", "migrate", "--check", env={"DATABASE_URL": url})
    assert done.returncode != 0
    assert why in done.stderr
    return done.stderr
