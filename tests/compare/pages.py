"""Every page, frame of the feed and PDF of the demo and of recorded games, as files to compare.

    python tests/compare/pages.py take CHECKOUT OUT [--games N]
    python tests/compare/pages.py compare OUT_A OUT_B

For changes that move code and change nothing that the site sends. `take` runs the site of a
checkout in a process of its own, with a fixed clock and fixed random numbers. `compare` says which
files differ, and how.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DIFF_LINES = 12


def take(checkout: Path, out: Path, most: int) -> int:
    """Take everything of a checkout, in a new process and with data of its own."""
    out.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as var:
        env = {"PATH": os.environ["PATH"], "VAR_DIR": var, "TZ": "UTC", "PYTHONHASHSEED": "0"}
        env |= {"SECRET_KEY": "for comparisons, and protects nothing", "LANG": "C.UTF-8"}
        env |= {"DJANGO_SETTINGS_MODULE": "moderator.settings", "PYTHONDONTWRITEBYTECODE": "1"}
        env |= {"PYTHONPATH": str(ROOT)}  # -P: this folder's tests, whatever the checkout has
        tour = [sys.executable, "-P", "-m", "tests.compare.tour", checkout, out, str(most)]
        return subprocess.run(tour, cwd=checkout, env=env, check=False).returncode


def compare(before: Path, after: Path) -> int:
    """Print what differs; 1 if anything does."""
    sides = [{str(path.relative_to(at)) for path in at.rglob("*.*")} for at in (before, after)]
    differing = 0
    for name in sorted(sides[0] | sides[1]):
        one, other = before / name, after / name
        if name not in sides[0] & sides[1]:
            print(f"{name}: only in {before if name in sides[0] else after}")
        elif one.read_bytes() != other.read_bytes():
            lines = [*difflib.unified_diff(lines_of(one), lines_of(other), lineterm="", n=1)][2:]
            print(f"{name}:", *(lines[:DIFF_LINES] or ["(not in its text)"]), sep="\n    ")
        else:
            continue
        differing += 1
    print(f"{len(sides[0] | sides[1])} files, {differing} differ")
    return 1 if differing else 0


def lines_of(path: Path) -> list[str]:
    """The text of a file, in short lines."""
    if path.suffix == ".pdf":
        from pypdf import PdfReader

        return [line for page in PdfReader(path).pages for line in page.extract_text().splitlines()]
    return re.sub(r"(?=<[^/])|\t", "\n", path.read_text(errors="replace")).splitlines()


def main() -> int:
    """Take or compare, as the arguments say."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("command", choices=["take", "compare"])
    parser.add_argument("first", type=lambda text: Path(text).resolve())
    parser.add_argument("second", type=lambda text: Path(text).resolve())
    parser.add_argument("--games", type=int, default=99, help="at most so many records of a kind")
    given = parser.parse_args()
    if given.command == "compare":
        return compare(given.first, given.second)
    return take(given.first, given.second, given.games)


if __name__ == "__main__":
    sys.exit(main())
