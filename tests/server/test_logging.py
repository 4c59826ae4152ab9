"""What the log contains, and what it never contains."""

import json
import logging
import subprocess
import sys
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path

import pytest
from django.db import IntegrityError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client

from moderator.server.logging import Json, Plain, requests_logged
from tests.support.paths import ROOT
from tests.support.site import Site

NAME = "Ashurbanipal"


def logged(formatter: logging.Formatter, error: BaseException) -> str:
    """The log of an exception that was caused by another one."""
    try:
        try:
            raise KeyError(NAME)
        except KeyError as cause:
            raise error from cause
    except type(error):
        raised = sys.exc_info()
    record = logging.LogRecord("site", logging.ERROR, __file__, 1, "It failed.", None, raised)
    return formatter.format(record)


@pytest.mark.parametrize("formatter", [Plain(), Json()], ids=["plain", "json"])
def test_an_exception_shows_its_kind_and_place_and_nothing_typed(
    formatter: logging.Formatter,
) -> None:
    line = logged(formatter, IntegrityError(f"Key (name)=({NAME}) already exists."))
    assert NAME not in line
    assert "IntegrityError" in line
    assert "KeyError" in line
    assert "test_logging.py" in line


@pytest.mark.parametrize("formatter", [Plain(), Json()], ids=["plain", "json"])
def test_a_failing_database_says_why(formatter: logging.Formatter) -> None:
    assert "disk I/O error" in logged(formatter, OperationalError("disk I/O error"))


def test_json_is_an_object_a_line() -> None:
    logged_line = json.loads(logged(Json(), ValueError("two\nlines")))
    assert logged_line["level"] == "ERROR"
    assert logged_line["logger"] == "site"
    assert logged_line["message"] == "It failed."
    assert logged_line["at"].endswith("+00:00")
    assert logged_line["error"][-1] == "builtins.KeyError"


def test_a_request_is_logged_by_its_route(caplog: pytest.LogCaptureFixture) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=404)

    request = HttpRequest()
    request.method, request.path = "GET", "/m/KLMNPQR-secret/"
    with caplog.at_level(logging.INFO, "moderator.requests"):
        requests_logged(view)(request)
    logged_line = json.loads(Json().format(caplog.records[0]))
    assert {**logged_line, "ms": 0} | {"at": ""} == {
        "at": "",
        "level": "INFO",
        "logger": "moderator.requests",
        "message": "GET (no such page) 404",
        "method": "GET",
        "route": "(no such page)",
        "status": 404,
        "ms": 0,
    }


@pytest.mark.django_db
def test_requests_are_not_logged_by_default(
    caplog: pytest.LogCaptureFixture,
) -> None:
    Client().get("/")
    assert not [r for r in caplog.records if r.name == "moderator.requests"]


@pytest.mark.slow
def test_the_site_logs_its_requests_without_codes(site_start: Callable[..., Site]) -> None:
    site = site_start("--no-demo", env={"LOGS": "json"})
    for path in ("/", "/m/KLMNPQR-secret/", "/join/KLMNPQR/"):
        connection = HTTPConnection("127.0.0.1", site.port, timeout=20)
        connection.request("GET", path)
        connection.getresponse().read()
        connection.close()
    site.interrupt()
    site.end()
    lines = [json.loads(line) for line in site.printed.splitlines() if line.startswith("{")]
    logged_line = [(line["route"], line["status"]) for line in lines if "route" in line]
    assert logged_line[-3:] == [("/", 200), ("/m/<str:token>/", 404), ("/join/<str:code>/", 404)]
    assert "KLMNPQR" not in site.printed


@pytest.mark.slow
def test_an_unknown_kind_of_log_is_a_sentence(tmp_path: Path) -> None:
    site = Site(tmp_path, env={"LOGS": "xml"})
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=site.env,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.strip() == 'LOGS is "plain" or "json", not "xml".'
