"""`manage.py up`: its addresses work, its data stays, and it stops at once."""

import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from moderator.server import run
from tests.support.paths import ROOT
from tests.support.prepared import prepare
from tests.support.site import Site, free_port, manage

ADDRESS = re.compile(r"http://[^\s/]+(/\S*)")
COUNTS = (
    "from moderator.models import Classroom, Group, Game, Entry;"
    "print(*(model.objects.count() for model in (Classroom, Group, Game, Entry)))"
)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: object, **more: object) -> None:
        return None


def status(url: str) -> int:
    """The status of the first answer."""
    opener = urllib.request.build_opener(NoRedirect)
    try:
        with opener.open(url, timeout=20) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def lines(site: Site) -> dict[str, str]:
    """The printed paths, by name."""
    found = {}
    for line in site.printed.splitlines():
        match = ADDRESS.search(line)
        if match and line.startswith("  "):
            found[line[: match.start()].strip()] = match[1]
    return found


def stream(site: Site, path: str) -> HTTPConnection:
    """An open event stream whose first chart has arrived."""
    connection = HTTPConnection("127.0.0.1", site.port, timeout=20)
    connection.request("GET", path, headers={"Accept": "text/event-stream"})
    response = connection.getresponse()
    assert response.status == 200
    while not response.readline().startswith(b"id:"):
        pass
    return connection


def signed_in(site: Site) -> urllib.request.OpenerDirector:
    """A browser in which the demo's instructor has pressed a one-time link's button."""
    token = site.run(
        "from django.contrib.auth.models import User;"
        "from moderator.features.accounts.write import sign_in_link_create;"
        "print(sign_in_link_create(User.objects.earliest('pk')))"
    )
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    url = f"{site.url}/sign-in/{token}/"
    with browser.open(url, timeout=20) as page:
        key = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())
    assert key is not None
    browser.open(url, f"csrfmiddlewaretoken={key[1]}".encode(), timeout=20).close()
    return browser


def test_every_address_that_is_printed_answers(site: Site) -> None:
    found = set(lines(site).values())
    (classroom,) = (path for path in found if path.startswith("/classes/"))
    (link,) = (path for path in found if path.startswith("/sign-in/"))
    assert len(link) > len("/sign-in/")
    assert {path.split("/")[1] for path in found} == {"sign-in", "classes", "m", "c", "join"}

    for path in {"/", *found} - {classroom}:
        assert (path, status(site.url + path)) == (path, 200)
    assert status(site.url + classroom) == 404  # to a stranger
    with signed_in(site).open(site.url + classroom, timeout=20) as page:
        assert page.status == 200
        assert page.url == site.url + classroom


def test_it_ends_at_once_with_streams_open_and_goes_on_with_everything(
    site_start: Callable[..., Site], tmp_path: Path
) -> None:
    var = prepare(tmp_path / "var")
    first = site_start(var=var)
    counts = first.run(COUNTS)
    chart = next(path for path in lines(first).values() if path.startswith("/c/"))
    streams = [stream(first, f"{chart}feed") for _ in range(3)]
    code, took_s = first.interrupt()
    for connection in streams:
        connection.close()
    assert code == 0
    assert took_s < 3
    assert "Traceback" not in first.printed
    assert "Warning" not in first.printed

    first.run(
        "from django.contrib.auth.models import User; user = User.objects.get();"
        "user.set_password('a long enough password'); user.save()"
    )
    second = site_start(var=var, is_forked=True)
    assert second.run(COUNTS) == counts
    after = lines(second)
    assert "/sign-in/" in after.values()  # No second way to sign in besides the password.
    kept = {name: path for name, path in lines(first).items() if not path.startswith("/sign-in/")}
    assert {name: after[name] for name in kept} == kept
    assert status(second.url + chart) == 200


@pytest.mark.long
def test_without_demo_there_is_an_instructor_and_no_class(
    site_start: Callable[..., Site],
) -> None:
    site = site_start("--no-demo")
    assert site.run(COUNTS) == "0 0 0 0"
    (link,) = (path for path in lines(site).values() if path.startswith("/sign-in/"))
    assert status(site.url + link) == 200


def test_everywhere_lets_phones_in_and_shows_them_a_qr(site_start: Callable[..., Site]) -> None:
    address = run.phone_address()
    if address is None:
        pytest.skip("this machine is in no network")
    args = ("--no-demo", "--host", "0.0.0.0")
    site = site_start(*args, env={"PUBLIC_URL": ""}, is_forked=True)
    assert f"Phones in the same network: http://{address}:{site.port}/" in site.printed
    assert "▄▄▄▄▄" in site.printed
    for host, expected in ((address, 200), ("elsewhere.example", 400)):
        with closing(HTTPConnection("127.0.0.1", site.port, timeout=20)) as connection:
            connection.request("GET", "/", headers={"Host": f"{host}:{site.port}"})
            assert connection.getresponse().status == expected


def up(var: Path, *args: str) -> tuple[int, str]:
    """Runs an `up` that ends by itself, as users do: the exit code and the errors."""
    done = subprocess.run(
        [sys.executable, "manage.py", "up", "--no-demo", *args],
        cwd=ROOT,
        env=Site(var).env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stderr


@pytest.mark.slow
def test_a_port_in_use_is_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, said = up(tmp_path, "--port", str(port))
    assert code == 1
    assert f"Port {port}" in said
    assert f"--port {port + 1}" in said


@pytest.mark.long
def test_an_address_of_another_machine_is_a_sentence(tmp_path: Path) -> None:
    code, said = up(tmp_path, "--host", "203.0.113.9", "--port", str(free_port()))
    assert code == 1
    assert "203.0.113.9" in said


@pytest.mark.long
def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    # A file in its place: that stops root, too.
    (tmp_path / "file").touch()
    code, said = up(tmp_path / "file" / "var", "--port", str(free_port()))
    assert code == 1
    assert "set VAR_DIR to one that is" in said

    (tmp_path / "var" / "moderator.sqlite3").mkdir(parents=True)
    code, said = up(tmp_path / "var", "--port", str(free_port()))
    assert code == 1
    assert "The database can't be used" in said


@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("10.0.0.7", False), ("::", False)],
)
def test_what_only_this_machine_reaches(host: str, expected: bool) -> None:
    assert run.is_loopback(host) is expected


@pytest.mark.parametrize(
    ("host", "expected"),
    [("0.0.0.0", True), ("::", True), ("127.0.0.1", False), ("laptop", False)],
)
def test_what_means_everywhere(host: str, expected: bool) -> None:
    assert run.is_everywhere(host) is expected


@pytest.mark.long
def test_quiet_prints_no_secret(site_start: Callable[..., Site]) -> None:
    site = site_start("--quiet", "--no-demo")
    assert site.printed == ""
    assert manage(site.var, "security_events").stdout == "", "no link that nobody has seen"
