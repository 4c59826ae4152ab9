"""Where the project's files are."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
SCENARIOS = ROOT / "scenarios"
PLAYED = ROOT / "tests" / "played"
