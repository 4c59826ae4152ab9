"""Draws the picture in docs/architecture.md, and counts what each feature weighs.

python3 docs/house.py            # writes docs/img/house.svg
python3 docs/house.py --table    # prints a table: lines and modules of product, templates, tests
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "img" / "house.svg"
# From the top: each band may import what is below it.
LAYERS = (("server",), ("features",), ("core",), ("live", "sheets"), ("plots",), ("rules",))
ROOMS = ("features", "rules", "sheets")  # their packages have boxes of their own
WIDTH, MARGIN, GAP, HEIGHT, LEAST = 960, 12, 6, 58, 74
LEAST_LINES = 20  # a package with only a docstring has no box


def files() -> list[Path]:
    """What the repository tracks, without migrations."""
    command = ["git", "ls-files"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found = (Path(name) for name in done.stdout.splitlines())
    return [path for path in found if "migrations" not in path.parts and (ROOT / path).is_file()]


def room_of(path: Path) -> tuple[str, str]:
    """The layer and the room of a module, such as features and messages; or two empty texts."""
    layer = path.parts[1] if len(path.parts) > 2 else ""
    if layer not in {name for band in LAYERS for name in band}:
        return "", ""
    inner = path.parts[2] if layer in ROOMS and len(path.parts) > 3 else ""
    return layer, inner


def weights() -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """Lines and modules of each room."""
    lines: Counter[tuple[str, str]] = Counter()
    modules: Counter[tuple[str, str]] = Counter()
    for path in files():
        if path.parts[0] == "moderator" and path.suffix == ".py":
            lines[room_of(path)] += (ROOT / path).read_text(encoding="utf-8").count("\n")
            modules[room_of(path)] += 1
    return lines, modules


def boxes(band: tuple[str, ...], lines: Counter[tuple[str, str]]) -> list[tuple[str, int]]:
    """The names and lines of a band's boxes, the largest first."""
    found = [
        (inner or layer, n)
        for (layer, inner), n in lines.items()
        if layer in band and n >= LEAST_LINES
    ]
    return sorted(found, key=lambda box: -box[1])


def rows(found: list[tuple[str, int]]) -> list[list[tuple[str, int, float]]]:
    """The boxes in rows that fill the width: name, lines, width."""
    count = -(-len(found) // 8)
    size = -(-len(found) // count)
    every = []
    for start in range(0, len(found), size):
        row = found[start : start + size]
        rest = WIDTH - 2 * MARGIN - GAP * (len(row) - 1) - LEAST * len(row)
        total = sum(n for _, n in row)
        every.append([(name, n, LEAST + rest * n / total) for name, n in row])
    return every


def picture() -> str:
    """The picture as SVG: a band for each layer, a box for each room, wider with its lines."""
    lines, _ = weights()
    y, parts = 0.0, []
    for band in LAYERS:
        laid = rows(boxes(band, lines))
        height = 26 + len(laid) * (HEIGHT + GAP) + 4
        title = " | ".join(band)
        parts.append(f'<rect class="band" x="0" y="{y:.0f}" width="{WIDTH}" height="{height}"/>')
        parts.append(f'<text class="layer" x="{MARGIN}" y="{y + 18:.0f}">{title}</text>')
        for number, row in enumerate(laid):
            x, top = float(MARGIN), y + 26 + number * (HEIGHT + GAP)
            for name, n, wide in row:
                middle = x + wide / 2
                box = f'x="{x:.1f}" y="{top:.0f}" width="{wide:.1f}" height="{HEIGHT}"'
                parts.append(f'<rect class="room" {box}/>')
                label = escape(name.replace("_", " "))
                parts.append(f'<text x="{middle:.1f}" y="{top + 26:.0f}">{label}</text>')
                parts.append(f'<text class="n" x="{middle:.1f}" y="{top + 44:.0f}">{n:,}</text>')
                x += wide + GAP
        y += height + 8
    style = (
        "text{font:13px sans-serif;text-anchor:middle;fill:#222}"
        ".layer{font-weight:bold;text-anchor:start}.n{font-size:11px;fill:#666}"
        ".band{fill:#f3efe6}.room{fill:#fff;stroke:#8a7a5c}"
    )
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y - 8:.0f}"'
    return f"<svg {head}><style>{style}</style>{''.join(parts)}</svg>\n"


def table() -> str:
    """Each feature's lines in the product, its modules, and the lines of templates and tests."""
    lines, modules = weights()
    beside: Counter[tuple[str, str]] = Counter()
    for path in files():
        if path.parts[0] in ("templates", "tests") and path.suffix in (".html", ".py"):
            count = (ROOT / path).read_text(encoding="utf-8").count("\n")
            beside[path.parts[0], path.parts[1]] += count
    names = sorted(inner for layer, inner in lines if layer == "features" and inner)
    shown = [(name, *counted(("features", name), name, lines, modules, beside)) for name in names]
    shown.append(("core", *counted(("core", ""), "core", lines, modules, beside)))
    head = "| feature | product | modules | templates | tests |\n| --- | --: | --: | --: | --: |"
    return "\n".join([head, *(f"| {n} | {a:,} | {m} | {t:,} | {s:,} |" for n, a, m, t, s in shown)])


def counted(
    room: tuple[str, str],
    name: str,
    lines: Counter[tuple[str, str]],
    modules: Counter[tuple[str, str]],
    beside: Counter[tuple[str, str]],
) -> tuple[int, int, int, int]:
    """The four numbers of a row."""
    return lines[room], modules[room], beside["templates", name], beside["tests", name]


if __name__ == "__main__":
    if "--table" in sys.argv:
        print(table())
    else:
        PICTURE.write_text(picture(), encoding="utf-8")
        print(f"wrote {PICTURE.relative_to(ROOT)}")
