"""What docs/deploy.md, docs/operations.md and deploy/ name exists."""

import re

import pytest
from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand

from tests.support.paths import ROOT

DEPLOY = ROOT / "deploy"
GUIDES = [ROOT / "docs" / name for name in ("deploy.md", "operations.md")]
FILES = [*sorted(DEPLOY.iterdir()), *GUIDES, ROOT / "README.md"]
COMMAND = re.compile(r"\bmanage(?:\.py[\",]*|(?= [a-z]))\s+([a-z_]+)([^\n#`|;]*)")
SETTINGS = {
    "moderator.env": re.compile(r"^(?:# )?([A-Z][A-Z_]+)=", re.M),
    "compose.yaml": re.compile(r"^ {6}([A-Z_]+): ", re.M),
}


def commands() -> list[tuple[str, str, list[str]]]:
    """The file, the command and its flags, for each call of manage.py."""
    return [
        (file.name, name, re.findall(r"--[a-z-]+", rest))
        for file in FILES
        for name, rest in COMMAND.findall(file.read_text())
    ]


@pytest.mark.parametrize(("file", "name", "flags"), commands())
def test_each_command_knows_its_flags(file: str, name: str, flags: list[str]) -> None:
    if name == "test":  # pytest's
        return
    app = get_commands()[name]
    command = app if isinstance(app, BaseCommand) else load_command_class(app, name)
    known = command.create_parser("manage.py", name)._option_string_actions
    assert set(flags) <= set(known), file


@pytest.mark.parametrize("file", list(SETTINGS))
def test_each_setting_is_read(file: str) -> None:
    named = SETTINGS[file].findall((DEPLOY / file).read_text())
    readers = ("settings.py", "server/bootstrap.py")
    settings = "".join((ROOT / "moderator" / each).read_text() for each in readers)
    assert len(named) > 3
    for name in named:
        assert f'"{name}"' in settings or name.startswith("POSTGRES_"), name


def test_every_file_is_in_the_guide() -> None:
    guide = "".join(each.read_text() for each in GUIDES)
    assert [file.name for file in DEPLOY.iterdir() if f"deploy/{file.name}" not in guide] == []


def test_a_proxy_keeps_no_addresses() -> None:
    assert "access_log off;" in (DEPLOY / "nginx.conf").read_text()
    # Caddy doesn't log requests by default.
    assert not re.search(r"^\s*log\b", (DEPLOY / "Caddyfile").read_text(), re.M)


def test_nginx_speaks_no_old_tls() -> None:
    """Caddy never does."""
    told = (DEPLOY / "nginx.conf").read_text()
    assert re.findall(r"ssl_protocols (.*);", told) == ["TLSv1.2 TLSv1.3"]
    assert re.findall(r"ssl_ciphers (.*);", told) == ["ECDHE+AESGCM:ECDHE+CHACHA20"]


def test_an_image_holds_no_class() -> None:
    left_out = (ROOT / ".dockerignore").read_text().split()
    assert {"var", ".git", ".venv"} <= set(left_out)
