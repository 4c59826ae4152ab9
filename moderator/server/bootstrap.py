"""Installs the pinned packages into `.venv`. Uses only the standard library."""

import functools
import hashlib
import importlib.metadata
import importlib.util
import os
import re
import subprocess
import sys
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


def packages_ensure(requirements: str) -> None:
    """If packages that the file pins can't be imported, start again in `.venv`, which has them."""
    file = BASE_DIR / requirements
    is_again = os.environ.pop(AGAIN, None) is not None
    if _is_here(file):
        return
    if is_again:
        sys.exit(f"{VENV} still lacks packages of {file.name}. Delete that folder and start again.")
    try:
        (BASE_DIR / "var").mkdir(exist_ok=True)
        with (BASE_DIR / "var" / "install.lock").open("a") as lock:
            _lock(lock.fileno())
            if not _is_installed(file):
                _install(file)
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


def _is_installed(file: Path) -> bool:
    """Whether `.venv` was completed for the present version of the file."""
    stamp = VENV / f"{file.name}.installed"
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


def _install(file: Path) -> None:
    """Create `.venv` if there is none that works, and install the file's packages."""
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
    UNFINISHED.touch()
    say(f"Installing the packages of {file.name} into {VENV.name} (only now and after updates).")
    pip = ("-m", "pip", "install", "--progress-bar", "off", "--require-hashes", "-r", file)
    if failure := _failure(PYTHON, "-I", *pip):
        sys.exit(
            f"{failure}pip could not install the packages; see its error above. They come from "
            "pypi.org: check that this machine can reach it (HTTPS_PROXY sets a proxy, "
            "PIP_INDEX_URL a mirror), and run the same command again."
        )
    UNFINISHED.unlink()
    for name in {file.name, "requirements.txt"}:  # which requirements-test.txt includes
        (VENV / f"{name}.installed").write_text(_hash(BASE_DIR / name))


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
