"""Installs the pinned packages into `.venv`. Uses only the standard library.

Optional parts of the site are extras: the packages of `fonts` are in `requirements-fonts.txt`.
`EXTRAS` and `up --extra` choose them. Without `EXTRAS`, an extra stays chosen.
"""

import argparse
import functools
import hashlib
import importlib.metadata
import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT

BASE_DIR = Path(__file__).resolve().parents[2]
VENV = BASE_DIR / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
UNFINISHED = VENV / "unfinished"
# Set for the start inside `.venv`, so that a failed install isn't repeated for ever.
AGAIN = "MODERATOR_STARTED_AGAIN"
# Not to stdout, which is the command's: programs read the output of `replay --json`.
say = functools.partial(print, file=sys.stderr, flush=True)


def packages_needed(arguments: Sequence[str]) -> list[Path]:
    """The files that pin what a command needs: its own, and those of the extras."""
    files = sorted(BASE_DIR.glob("requirements-*.txt"))
    extras = {file.stem.removeprefix("requirements-"): file for file in files}
    tests = extras.pop("test", None)
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--extra", action="append", default=[])
    given = parser.parse_known_args(arguments if arguments[:1] == ["up"] else [])[0].extra
    if "EXTRAS" in os.environ:
        given += os.environ["EXTRAS"].split(",")
    else:
        given += (name for name, file in extras.items() if _stamp(file).exists())
    chosen = {name.strip() for name in given} - {""}
    for name in sorted(chosen - extras.keys()):
        sys.exit(f'There is no extra "{name}". Known: {", ".join(extras) or "none"}.')
    base = tests if tests and arguments[:1] == ["test"] else BASE_DIR / "requirements.txt"
    return [base, *(extras[name] for name in sorted(chosen))]


def packages_ensure(files: Sequence[Path]) -> None:
    """If packages that the files pin can't be imported, start again in `.venv`, which has them."""
    is_again = os.environ.pop(AGAIN, None) is not None
    missing = [file for file in files if not _is_here(file)]
    if not missing:
        return
    if is_again:
        name = missing[0].name
        sys.exit(f"{VENV} still lacks packages of {name}. Delete that folder and start again.")
    try:
        (BASE_DIR / "var").mkdir(exist_ok=True)
        with (BASE_DIR / "var" / "install.lock").open("a") as lock:
            _lock(lock.fileno())
            if not all(map(_is_installed, files)):
                _install(files)
                say(f"Installed. Restarting in {VENV.name}.")
    except KeyboardInterrupt:
        say("\nStopped. Run the same command again to install the packages.")
        sys.exit(130)
    except OSError as error:
        sys.exit(f"The packages can't be installed into {VENV}: {error}")
    os.environ[AGAIN] = "1"
    if sys.platform == "win32":  # where exec returns to the shell while the command still runs
        sys.exit(subprocess.run([PYTHON, *sys.argv], check=False).returncode)
    os.execv(PYTHON, [str(PYTHON), *sys.argv])


def _is_here(file: Path) -> bool:
    """Whether the running Python has the packages that the file pins."""
    is_ours = any(VENV.glob("*.installed")) or UNFINISHED.exists()
    if is_ours and Path(sys.prefix).resolve() == VENV.resolve():
        # A Python of another version doesn't see the pip of `.venv`.
        return _is_installed(file) and importlib.util.find_spec("pip") is not None
    # Another environment, made by hand or in an image, will do if it has the same versions.
    pins = re.findall(r"^([\w.-]+)(?:\[.*\])?==(\S+)(.*)$", file.read_text(), re.M)
    needed = [pin[:2] for pin in pins if ";" not in pin[2]]  # the others only on some systems
    found = importlib.metadata.distributions
    return all([one.version for one in found(name=name)][:1] == [v] for name, v in needed)


def _stamp(file: Path) -> Path:
    """Says for which version of the file `.venv` was completed."""
    return VENV / f"{file.name}.installed"


def _is_installed(file: Path) -> bool:
    """Whether `.venv` was completed for the present version of the file."""
    stamp = _stamp(file)
    return PYTHON.exists() and stamp.exists() and stamp.read_text()[:64] == _hash(file)


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _lock(file: int) -> None:
    """Of two starts at once, let one wait. The system releases the lock when the process ends."""
    if sys.platform == "win32":
        import msvcrt

        return msvcrt.locking(file, msvcrt.LK_LOCK, 1)
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say("Waiting for another start that is installing the packages.")
        fcntl.flock(file, fcntl.LOCK_EX)


def _install(files: Sequence[Path]) -> None:
    """Create `.venv` if there is none that works, and install the files' packages."""
    # After an interrupted install, packages may look complete to pip, so start from scratch.
    if UNFINISHED.exists() or _failure(PYTHON, "-I", "-c", "import pip"):
        version = "{}.{}".format(*sys.version_info[:2])
        if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
            sys.exit(
                f"This Python {version} can't create virtual environments: its modules venv or "
                "ensurepip are missing. On Debian and Ubuntu, install them with `sudo apt install "
                "python3-venv`. Then run this again."
            )
        say(f"Creating {VENV.name} with Python {version}.")
        # Not the Python in `.venv` itself, which is about to be replaced.
        python = getattr(sys, "_base_executable", None) or sys.executable
        if failure := _failure(python, "-I", "-m", "venv", "--clear", VENV):
            sys.exit(f"{failure}{VENV} can't be created; see Python's error above.")
    for file in files:  # if this fails, the next start still knows which extras were chosen
        _stamp(file).touch()
    UNFINISHED.touch()
    names = " and ".join(file.name for file in files)
    say(f"Installing the packages of {names} into {VENV.name} (only now and after updates).")
    pip = ["-m", "pip", "install", "--progress-bar", "off", "--require-hashes"]
    for file in files:
        pip += ["-r", str(file)]
    if failure := _failure(PYTHON, "-I", *pip):
        sys.exit(
            f"{failure}pip could not install the packages; see its error above. They come from "
            "pypi.org: check that this machine can reach it (HTTPS_PROXY sets a proxy, "
            "PIP_INDEX_URL a mirror), and run the same command again."
        )
    UNFINISHED.unlink()
    for file in {*files, BASE_DIR / "requirements.txt"}:  # which requirements-test.txt includes
        _stamp(file).write_text(_hash(file))


def _failure(*command: str | Path) -> str:
    """Run a program; returns its last lines if it fails. A terminal shows the present line."""
    # The user's pip settings could install the packages elsewhere.
    env, lines = {**os.environ, "PIP_USER": "0", "PIP_NO_INPUT": "1"}, list[str]()
    try:
        program = subprocess.Popen(command, env=env, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT)
    except OSError as error:
        return f"{error}\n"
    with program:
        try:
            for line in program.stdout or ():
                lines.append(line.decode(errors="replace"))
                if sys.stderr.isatty():
                    say(f"\r\x1b[K{lines[-1].rstrip()[:70]}", end="")
        except BaseException:  # interrupted: it may not go on while another start begins anew
            program.terminate()
            program.wait()
            raise
    if sys.stderr.isatty():
        say(end="\r\x1b[K")
    return "".join(lines[-12:]) or "\n" if program.returncode else ""
