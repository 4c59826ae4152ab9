"""Installs the pinned packages into `.venv`. Uses only the standard library."""

import contextlib
import hashlib
import importlib.metadata
import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

BASE_DIR = Path(__file__).resolve().parents[2]
VENV = BASE_DIR / ".venv"
VENV_PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
# Set for the start inside `.venv`, so that a failed install isn't repeated for ever.
AGAIN = "MODERATOR_STARTED_AGAIN"


def packages_ensure(requirements: str) -> None:
    """Make sure that the packages that the file pins can be imported.

    If they can't, install them into `.venv` and start the same command again there. Exits with a
    message if that fails.
    """
    file = BASE_DIR / requirements
    is_again = os.environ.pop(AGAIN, None) is not None
    if _is_here(file):
        return
    if is_again:
        _stop(f"{VENV} still lacks packages of {file.name}. Delete that folder and start again.")
    try:
        with _locked():
            if not _has_stamp(file):
                _install(file)
                _say(f"Installed. Restarting in {VENV.name}.")
    except KeyboardInterrupt:
        _stop("\nStopped. Run the same command again to install the packages.", code=130)
    except OSError as error:
        _stop(f"The packages can't be installed into {VENV}: {error}")
    _start_again()


def _is_here(file: Path) -> bool:
    """Whether the running Python has the packages that the file pins."""
    is_ours = any(VENV.glob("*.installed")) or (VENV / "unfinished").exists()
    if Path(sys.prefix).resolve() == VENV.resolve() and is_ours:
        return _has_stamp(file) and _stamp(file).read_text().split()[1] == _python_version()
    # Another environment, made by hand or in an image, will do if it has the same versions.
    for name, version in _pins(file):
        try:
            if importlib.metadata.version(name) != version:
                return False
        except importlib.metadata.PackageNotFoundError:
            return False
    return True


def _pins(file: Path) -> list[tuple[str, str]]:
    """The names and versions in the file, without those that only some systems need."""
    lines = re.findall(r"^([A-Za-z0-9._-]+)(?:\[.*\])?==(\S+)(.*)$", file.read_text(), re.M)
    return [(name, version) for name, version, rest in lines if ";" not in rest]


def _stamp(file: Path) -> Path:
    return VENV / f"{file.name}.installed"


def _has_stamp(file: Path) -> bool:
    """Whether `.venv` was completed for the present version of the file."""
    try:
        return VENV_PYTHON.exists() and _stamp(file).read_text().split()[0] == _hash(file)
    except (FileNotFoundError, IndexError):
        return False


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _python_version() -> str:
    return "{}.{}".format(*sys.version_info[:2])


@contextlib.contextmanager
def _locked() -> Iterator[None]:
    """Hold a lock, so that of two starts at once one installs and the other waits."""
    lock = BASE_DIR / "var" / "install.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("a") as file:
        # The system releases the lock when the process ends, however it ends.
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                _say("Waiting for another start that is installing the packages.")
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _install(file: Path) -> None:
    """Create `.venv` if there is none that works, and install the file's packages."""
    unfinished = VENV / "unfinished"
    version = _venv_version()
    # After an interrupted install, packages may look complete to pip, so start from scratch.
    if version is None or unfinished.exists():
        _venv_make()
        version = _python_version()
    unfinished.touch()
    _say(f"Installing the packages of {file.name} into {VENV.name} (only now and after updates).")
    _pip(file)
    unfinished.unlink()
    done = [file]
    if file.name == "requirements-test.txt":  # it includes the other file
        done.append(BASE_DIR / "requirements.txt")
    for each in done:
        _stamp(each).write_text(f"{_hash(each)} {version}\n")


def _venv_version() -> str | None:
    """The version of the Python in `.venv`; None if it doesn't work or has no pip."""
    code = "import pip, sys; print('{}.{}'.format(*sys.version_info[:2]))"
    try:
        asked = [str(VENV_PYTHON), "-I", "-c", code]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _venv_make() -> None:
    version = _python_version()
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        _stop(
            f"This Python {version} can't create virtual environments: its modules venv or "
            "ensurepip are missing. On Debian and Ubuntu, install them with `sudo apt install "
            "python3-venv`. Then run this again."
        )
    _say(f"Creating {VENV.name} with Python {version}.")
    # Not the Python in `.venv` itself, which is about to be replaced.
    python = getattr(sys, "_base_executable", None) or sys.executable
    done = subprocess.run(
        [python, "-I", "-m", "venv", "--clear", str(VENV)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        _say((done.stdout + done.stderr).strip())
        _stop(f"{VENV} can't be created; see Python's error above.")


def _pip(file: Path) -> None:
    """Run pip, and show its progress in one line."""
    command = [str(VENV_PYTHON), "-I", "-m", "pip", "install", "--progress-bar", "off"]
    pip = subprocess.Popen(
        [*command, "--require-hashes", "-r", str(file)],
        # The user's pip settings could install the packages elsewhere.
        env={**os.environ, "PIP_USER": "0", "PIP_NO_INPUT": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    output: list[str] = []
    seen: set[str] = set()
    count = len(re.findall(r"^[A-Za-z0-9._-]+(?:\[.*\])?==", file.read_text(), re.M))
    try:
        for line in pip.stdout or ():
            output.append(line.rstrip())
            found = re.match(
                r"(?:Collecting|Requirement already satisfied:) ([A-Za-z0-9._-]+)", line
            )
            if found:
                seen.add(found[1])
                _progress(f"{len(seen)} of {count}: {found[1]}")
            elif line.startswith("Installing collected"):
                _progress("Unpacking")
        code = pip.wait()
    except BaseException:
        pip.terminate()
        pip.wait()
        raise
    _progress("")
    if code:
        _say("\n".join(output[-12:]))
        _stop(
            "pip could not install the packages; see its error above. They come from pypi.org: "
            "check that this machine can reach it (HTTPS_PROXY sets a proxy, PIP_INDEX_URL a "
            "mirror), and run the same command again."
        )


def _progress(text: str) -> None:
    """Replace the progress line, if there is a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


def _start_again() -> NoReturn:
    os.environ[AGAIN] = "1"
    command = [str(VENV_PYTHON), *sys.argv]
    if sys.platform == "win32":  # where exec returns to the shell while the command still runs
        sys.exit(subprocess.run(command, check=False).returncode)
    sys.stderr.flush()
    os.execv(command[0], command)


def _say(text: str) -> None:
    # Not to stdout, which is the command's: programs read the output of `replay --json`.
    print(text, file=sys.stderr, flush=True)


def _stop(text: str, code: int = 1) -> NoReturn:
    _say(text)
    sys.exit(code)
