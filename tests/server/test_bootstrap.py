"""`manage.py` on a machine with only Python: the real file, with a small package for Django.

Offline and quick: the requirements name one wheel that is made here. `.ci/run`, which starts from
nothing, shows that the real requirements can be installed.
"""

import ast
import base64
import hashlib
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.support.paths import ROOT

pytestmark = pytest.mark.slow

NOT_KEPT = ("PYTHON", "VIRTUAL", "EXTRAS")

Ended = tuple[int, str, str]
"""Code, output, errors."""

# What it prints shows which version runs, where, and with which arguments.
MANAGEMENT = """
import sys, django
def execute_from_command_line(argv):
    print(django.VERSION, sys.prefix, *argv[1:])
"""


def wheel_make(folder: Path, version: str, name: str = "django") -> str:
    """Makes a wheel of a small package in the folder; returns its line for the requirements."""
    files = (
        {f"{name}/__init__.py": ""}
        if name != "django"
        else {
            "django/__init__.py": f"VERSION = {version!r}",
            "django/core/__init__.py": "",
            "django/core/exceptions.py": "class ImproperlyConfigured(Exception): pass",
            "django/core/management/__init__.py": MANAGEMENT,
        }
    )
    info = f"{name}-{version}.dist-info"
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    files[f"{info}/WHEEL"] = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = [f"{info}/RECORD,,"]
    for path, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=")
        record.append(f"{path},sha256={digest.decode()},{len(text.encode())}")
    file = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as wheel:
        for path, text in files.items():
            wheel.writestr(path, text)
        wheel.writestr(f"{info}/RECORD", "\n".join(record) + "\n")
    return f"{name}=={version} --hash=sha256:{hashlib.sha256(file.read_bytes()).hexdigest()}\n"


class Fresh:
    """A fresh clone, as far as `manage.py` needs it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "moderator" / "server").mkdir(parents=True)
        (folder / "wheels").mkdir()
        shutil.copy(ROOT / "manage.py", folder)
        for name in ("__init__.py", "server/__init__.py", "server/bootstrap.py"):
            shutil.copy(ROOT / "moderator" / name, folder / "moderator" / name)

    def require(self, line: str, file: str = "requirements.txt") -> None:
        wheels = f"--no-index\n--find-links {self.folder / 'wheels'}\n"
        (self.folder / file).write_text(wheels + line)

    def start(
        self, *args: str, python: tuple[str, ...] = (), extras: str = ""
    ) -> "subprocess.Popen[str]":
        # The Python that made this environment, without its packages and without a home.
        kept = {n: v for n, v in os.environ.items() if not n.startswith(NOT_KEPT)}
        kept |= {"EXTRAS": extras} if extras else {}
        kept.pop("HOME", None)
        command = [getattr(sys, "_base_executable", sys.executable), "-s"]
        return subprocess.Popen(
            [*command, *(python or ("manage.py",)), *args],
            cwd=self.folder,
            env=kept,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *args: str, python: tuple[str, ...] = (), extras: str = "") -> Ended:
        return self.end(self.start(*args, python=python, extras=extras))

    def has(self, name: str, version: str) -> bool:
        return any((self.folder / ".venv").glob(f"lib/*/site-packages/{name}-{version}.dist-info"))

    def end(self, process: "subprocess.Popen[str]") -> Ended:
        out, err = process.communicate(timeout=120)
        return process.returncode, out, err

    def answer(self, version: str, args: str) -> str:
        return f"{version} {self.folder / '.venv'} {args}\n"


@pytest.fixture
def fresh(tmp_path: Path) -> Fresh:
    fresh = Fresh(tmp_path / "clone")
    fresh.require(wheel_make(fresh.folder / "wheels", "0.1"))
    return fresh


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> tuple[Fresh, list[Ended]]:
    """A clone after two simultaneous first starts, and how each ended: making .venv takes long."""
    fresh = Fresh(tmp_path_factory.mktemp("started") / "clone")
    fresh.require(wheel_make(fresh.folder / "wheels", "0.1"))
    both = [fresh.start("replay", "a file", "--json"), fresh.start("up")]
    return fresh, [fresh.end(process) for process in both]


@pytest.fixture
def installed(started: tuple[Fresh, list[Ended]], tmp_path: Path) -> Fresh:
    """A copy of it: nothing that is used from its .venv contains its path."""
    first, _ = started
    copy = Fresh(tmp_path / "clone")
    shutil.copytree(first.folder, copy.folder, symlinks=True, dirs_exist_ok=True)
    return copy


@pytest.mark.long
def test_two_first_starts_at_once_install_once_and_both_run(
    started: tuple[Fresh, list[Ended]],
) -> None:
    fresh, ends = started
    assert [(code, out) for code, out, _ in ends] == [
        (0, fresh.answer("0.1", "replay a file --json")),
        (0, fresh.answer("0.1", "up")),
    ]
    said = "".join(err for _, _, err in ends)
    assert said.count("Creating .venv") == 1
    assert said.count("Installing the packages of requirements.txt into .venv") == 1
    assert said.count("Restarting in .venv") == 1  # the other found it done


@pytest.mark.long
def test_it_installs_again_when_the_requirements_change(installed: Fresh) -> None:
    assert installed.run("up") == (0, installed.answer("0.1", "up"), "")

    installed.require(wheel_make(installed.folder / "wheels", "0.2"))
    code, out, err = installed.run("up")
    assert (code, out) == (0, installed.answer("0.2", "up"))
    assert "Installing" in err

    # As after an update of the system's Python: the symlink is broken.
    (installed.folder / ".venv" / "bin" / "python").unlink()
    code, out, err = installed.run("up")
    assert (code, out) == (0, installed.answer("0.2", "up"))
    assert "Creating .venv" in err


@pytest.mark.long
def test_an_extra_is_installed_when_it_is_named_and_kept(installed: Fresh) -> None:
    wheels, pinned = installed.folder / "wheels", "requirements-{}.txt".format
    for name in ("drums", "fifes", "test"):
        installed.require(wheel_make(wheels, "1.0", name), pinned(name))
    assert installed.run("up") == (0, installed.answer("0.1", "up"), "")
    # Other commands have arguments of their own.
    code, out, err = installed.run("replay", "--extra", "fifes")
    assert (out, err) == (installed.answer("0.1", "replay --extra fifes"), "")

    code, out, err = installed.run("up", "--extra", "fifes")
    assert (code, out) == (0, installed.answer("0.1", "up --extra fifes"))
    assert "Installing the packages of requirements.txt and requirements-fifes.txt" in err
    assert installed.has("fifes", "1.0")
    assert not installed.has("drums", "1.0")

    installed.require(wheel_make(wheels, "2.0", "fifes"), pinned("fifes"))
    # EXTRAS says it all: no other one is looked for.
    assert installed.run("replay", extras=" drums,")[:2] == (0, installed.answer("0.1", "replay"))
    assert installed.has("drums", "1.0")
    assert installed.has("fifes", "1.0")
    assert installed.run("up")[:2] == (0, installed.answer("0.1", "up"))
    assert installed.has("fifes", "2.0")
    assert installed.run("up") == (0, installed.answer("0.1", "up"), "")
    assert not installed.has("test", "1.0")


def test_an_unknown_extra_is_refused(fresh: Fresh) -> None:
    fresh.require("", "requirements-drums.txt")
    fresh.require("", "requirements-test.txt")
    refused = 1, "", 'There is no extra "fifes". Known: drums.\n'
    assert fresh.run("up", "--extra=drums", "--extra=fifes") == refused
    assert fresh.run("replay", extras="fifes,drums") == refused
    assert not (fresh.folder / ".venv").exists()


@pytest.mark.long
def test_a_failed_install_says_why_and_the_next_start_installs(installed: Fresh) -> None:
    right = wheel_make(installed.folder / "wheels", "0.2")
    digest = right.split("sha256:")[1].strip()
    installed.require(right.replace(digest, "0" * 64))
    drums = wheel_make(installed.folder / "wheels", "1.0", "drums")
    installed.require(drums, "requirements-drums.txt")
    code, out, err = installed.run("up", "--extra", "drums")
    assert (code, out) == (1, "")
    assert "DO NOT MATCH THE HASHES" in err
    assert "run the same command again" in err
    assert "Traceback" not in err

    installed.require(right)
    code, out, err = installed.run("up")
    assert (code, out) == (0, installed.answer("0.2", "up"))
    assert "Creating .venv" in err  # an unfinished one is started again
    assert installed.has("drums", "1.0")  # which was chosen when the install failed
    assert not (installed.folder / ".venv" / "unfinished").exists()


def test_an_environment_with_the_same_versions_will_do(fresh: Fresh) -> None:
    wheel = str(fresh.folder / "wheels" / "django-0.1-py3-none-any.whl")
    elsewhere = (
        f"import runpy, sys; sys.path.insert(0, {wheel!r});"
        "runpy.run_path('manage.py', run_name='__main__')"
    )
    code, out, err = fresh.run("up", python=("-c", elsewhere))
    assert (code, err) == (0, "")
    assert out.startswith("0.1 ")
    assert not (fresh.folder / ".venv").exists()


def test_a_venv_filled_by_hand_will_do(fresh: Fresh) -> None:
    made = fresh.folder / ".venv"
    venv.create(made, symlinks=True)
    (packages,) = made.glob("lib/*/site-packages")
    (wheel,) = (fresh.folder / "wheels").iterdir()
    with zipfile.ZipFile(wheel) as unpacked:
        unpacked.extractall(packages)
    done = subprocess.run(
        [made / "bin" / "python", "manage.py", "up"],
        cwd=fresh.folder,
        env={name: value for name, value in os.environ.items() if name != "EXTRAS"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout, done.stderr) == (fresh.answer("0.1", "up"), "")


def test_without_ensurepip_it_names_debians_package(fresh: Fresh) -> None:
    as_debian = (
        "import importlib.util as u, runpy; real = u.find_spec;"
        "u.find_spec = lambda name: None if name == 'ensurepip' else real(name);"
        "runpy.run_path('manage.py', run_name='__main__')"
    )
    code, out, err = fresh.run("up", python=("-c", as_debian))
    assert (code, out) == (1, "")
    assert "apt install python3-venv" in err
    assert "Traceback" not in err


def test_an_old_python_is_named(fresh: Fresh) -> None:
    ast.parse((ROOT / "manage.py").read_text(), feature_version=(3, 4))
    as_old = (
        "import runpy, sys; sys.version_info = (3, 10, 9);"
        "runpy.run_path('manage.py', run_name='__main__')"
    )
    code, out, err = fresh.run("up", python=("-c", as_old))
    assert (code, out) == (1, "")
    assert err.startswith("This is Python 3.10; the site needs Python 3.11 or later.")
    assert not (fresh.folder / ".venv").exists()
