"""What the site runs with is listed, its licences are allowed, and its holes looked up."""

from __future__ import annotations

import email
import importlib.metadata
import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from docs import sbom
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow

PRODUCT = sorted({*ROOT.glob("requirements*.txt")} - {ROOT / "requirements-test.txt"})


def with_extras(test: Any) -> Any:
    """A package says itself what its licence is, so it has to be there."""
    for file in PRODUCT:
        if extra := file.stem.partition("-")[2]:
            pytest.mark.extra(extra)(test)
    return test


def installed(*files: Any) -> list[str]:
    """The packages that the files pin and this system has."""
    here = {re.sub(r"[-_.]+", "-", one.name).lower() for one in importlib.metadata.distributions()}
    return sorted({name for file in files for name, *_ in sbom.pins(file)} & here)


@with_extras
def test_the_list_is_that_of_the_pins() -> None:
    assert sbom.FILE.read_text() == sbom.sbom(), "run .venv/bin/python docs/sbom.py"
    assert sbom.READ.keys() <= set(installed(*ROOT.glob("requirements*.txt")))


def test_the_list_is_complete_and_as_cyclonedx_requires() -> None:
    validator = JsonStrictValidator(SchemaVersion.V1_6)
    text = sbom.FILE.read_text()
    assert validator.validate_str(text) is None
    assert validator.validate_str(text.replace('"scope": "required"', '"scope": "often"'))
    listed = {one["name"]: one for one in json.loads(text)["components"]}
    pinned = [pin for file in PRODUCT for pin in sbom.pins(file)]
    lines = [line for file in PRODUCT for line in re.findall(r"^[\w.-]+==", file.read_text(), re.M)]
    assert len(pinned) == len(lines) > 35
    for name, version, _, hashes, needing in pinned:
        assert listed[name]["version"] == version
        told = [one["content"] for one in listed[name]["externalReferences"][0]["hashes"]]
        assert len(told) >= 1
        assert set(told) == set(hashes)
        assert needing


def test_every_licence_is_allowed() -> None:
    names = installed(*ROOT.glob("requirements*.txt"))
    assert len(names) > 60
    assert {name: sbom.refused(name) for name in names if sbom.refused(name)} == {}


@pytest.mark.parametrize("told", ["", "License: AGPL-3.0-only", "License-Expression: MIT AND X"])
def test_another_licence_or_none_is_refused(told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    message = email.message_from_string(f"Name: anything\n{told}\n")
    monkeypatch.setattr(importlib.metadata, "metadata", lambda _: message)
    assert sbom.refused("anything")


def test_texts_of_licences_come_with_the_work() -> None:
    """pip installs them with each package; what is in this repository has them beside it."""
    without = {
        name
        for name in installed(*PRODUCT)
        if not any(
            re.search("LICEN[CS]E|COPYING", str(file), re.I)
            for file in importlib.metadata.files(name) or ()
        )
    }
    assert without == {"fontpkg"}  # MIT, says its metadata; pip fetches it, we don't pass it on
    for pattern, (_, terms, _) in sbom.COPIED.items():
        if terms == sbom.OFL:
            beside = (ROOT / pattern).with_name("OFL.txt").read_text()
            assert "SIL OPEN FONT LICENSE" in beside


@pytest.fixture
def osv() -> Iterator[tuple[str, dict[str, Any]]]:
    """A server that answers as OSV documents it: `answers` by package, or `body` as it is."""
    told: dict[str, Any] = {"answers": {}, "body": None, "status": 200}

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
            told["asked"] = [one["package"]["purl"] for one in asked]
            results = [told["answers"].get(purl, {}) for purl in told["asked"]]
            body = told["body"] or json.dumps({"results": results}).encode()
            self.send_response(told["status"])
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/", told
        server.shutdown()
        thread.join()


def test_known_vulnerabilities_are_named(osv: Any, capsys: pytest.CaptureFixture[str]) -> None:
    url, told = osv
    assert sbom.check(url) == 0
    names = {re.sub("@.*", "", purl) for purl in told["asked"]}
    assert {
        "pkg:pypi/django",
        "pkg:npm/htmx.org",
        "pkg:pypi/pylti1p3next",
        "pkg:pypi/mypy",
    } <= names
    django = next(purl for purl in told["asked"] if purl.startswith("pkg:pypi/django@"))
    told["answers"] = {django: {"vulns": [{"id": "GHSA-x", "modified": "2026-01-01T00:00:00Z"}]}}
    capsys.readouterr()
    assert sbom.check(url) == 1
    assert f"{django}: https://osv.dev/GHSA-x\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("status", "body"),
    [(503, b"{}"), (200, b"<html>"), (200, b"{}"), (200, b'{"results": [{}]}'), (200, b"[1]")],
)
def test_what_cannot_be_looked_up_is_said(
    status: int, body: bytes, osv: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    url, told = osv
    told |= {"status": status, "body": body}
    assert sbom.check(url) == sbom.COULD_NOT_LOOK
    assert "COULD NOT LOOK" in capsys.readouterr().out


def test_nobody_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert sbom.check("http://127.0.0.1:9/") == sbom.COULD_NOT_LOOK
    assert "COULD NOT LOOK" in capsys.readouterr().out
