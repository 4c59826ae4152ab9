"""Draws the picture in docs/architecture.md, and counts what each feature weighs.

python3 docs/house.py            # writes docs/img/house.svg
python3 docs/house.py --table    # prints a table: lines and files of product, templates, tests

The layers are those of the contract in pyproject.toml; the boxes are counted from the code.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections import Counter, defaultdict
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "img" / "house.svg"
ROOMS = ("features", "rules", "sheets")  # their packages have boxes of their own
WIDTH, MARGIN, GAP, HEIGHT, LEAST = 960, 12, 6, 62, 74
Room = tuple[str, str]  # a layer and, inside some, a package
LEAST_LINES = 20  # a package with only a docstring has no box


def layers() -> list[tuple[str, ...]]:
    """The packages of each band, from the top: a band may import what is below it."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    order = next(one["layers"] for one in contracts if one["type"] == "layers")
    bands = [tuple(name.strip() for name in line.split("|")) for line in order]
    return [band for band in bands if "templatetags" not in band]  # Django's own places


LAYERS = layers()


def files() -> list[Path]:
    """What the repository tracks, without migrations."""
    command = ["git", "ls-files"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found = (Path(name) for name in done.stdout.splitlines())
    return [path for path in found if "migrations" not in path.parts and (ROOT / path).is_file()]


def room_of(path: Path) -> Room:
    """The layer and the room of a module, such as features and messages; or two empty texts."""
    layer = path.parts[1] if len(path.parts) > 2 else ""
    if layer not in {name for band in LAYERS for name in band}:
        return "", ""
    inner = path.parts[2] if layer in ROOMS and len(path.parts) > 3 else ""
    return layer, inner


def weights() -> Counter[Room]:
    """The lines of each room."""
    lines: Counter[Room] = Counter()
    for path in files():
        if path.parts[0] == "moderator" and path.suffix == ".py":
            lines[room_of(path)] += (ROOT / path).read_text(encoding="utf-8").count("\n")
    return lines


def importers() -> dict[Room, set[Room]]:
    """For each room the other rooms that import it."""
    found: dict[Room, set[Room]] = defaultdict(set)
    for path in files():
        room = room_of(path) if path.suffix == ".py" and path.parts[0] == "moderator" else ("", "")
        if not room[0]:
            continue
        for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
            names = [
                alias.name for alias in getattr(node, "names", ()) if isinstance(alias, ast.alias)
            ]
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [f"{node.module}.{name}" for name in names]
            elif not isinstance(node, ast.Import):
                continue
            for name in names:
                parts = name.split(".")
                if parts[0] == "moderator" and len(parts) > 2:
                    inner = parts[2] if (ROOT / "moderator" / parts[1] / parts[2]).is_dir() else ""
                    other = (parts[1], inner if parts[1] in ROOMS else "")
                    if other != room:
                        found[other].add(room)
    return found


def boxes(band: tuple[str, ...], lines: Counter[Room]) -> list[tuple[Room, int]]:
    """The rooms and lines of a band's boxes, the largest first."""
    found = [(room, n) for room, n in lines.items() if room[0] in band and n >= LEAST_LINES]
    return sorted(found, key=lambda box: -box[1])


def rows(found: list[tuple[Room, int]]) -> list[list[tuple[Room, int, float]]]:
    """The boxes in rows that fill the width: room, lines, width."""
    count = -(-len(found) // 8)
    size = -(-len(found) // count)
    every = []
    for start in range(0, len(found), size):
        row = found[start : start + size]
        rest = WIDTH - 2 * MARGIN - GAP * (len(row) - 1) - LEAST * len(row)
        total = sum(n for _, n in row)
        every.append([(room, n, LEAST + rest * n / total) for room, n in row])
    return every


def picture() -> str:
    """The picture as SVG: a band for each layer, a box for each room, wider with its lines."""
    lines = weights()
    used = importers()
    y, parts = 0.0, []
    for band in LAYERS:
        laid = rows(boxes(band, lines))
        height = 26 + len(laid) * (HEIGHT + GAP) + 4
        title = " | ".join(band)
        parts.append(f'<rect class="band" x="0" y="{y:.0f}" width="{WIDTH}" height="{height}"/>')
        parts.append(f'<text class="layer" x="{MARGIN}" y="{y + 18:.0f}">{title}</text>')
        for number, row in enumerate(laid):
            x, top = float(MARGIN), y + 26 + number * (HEIGHT + GAP)
            for room, n, wide in row:
                middle = x + wide / 2
                box = f'x="{x:.1f}" y="{top:.0f}" width="{wide:.1f}" height="{HEIGHT}"'
                parts.append(f'<rect class="room" {box}/>')
                label = escape((room[1] or room[0]).replace("_", " "))
                parts.append(f'<text x="{middle:.1f}" y="{top + 22:.0f}">{label}</text>')
                for down, text in ((38, f"{n:,}"), (53, f"used by {len(used[room])}")):
                    place = f'x="{middle:.1f}" y="{top + down:.0f}"'
                    parts.append(f'<text class="n" {place}>{text}</text>')
                x += wide + GAP
        y += height + 8
    style = (
        "text{font:13px sans-serif;text-anchor:middle;fill:#222}"
        ".layer{font-weight:bold;text-anchor:start}.n{font-size:11px;fill:#666}"
        ".band{fill:#f3efe6}.room{fill:#fff;stroke:#8a7a5c}"
    )
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y - 8:.0f}"'
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    return f"<svg {head}><style>{style}</style>{ground}{''.join(parts)}</svg>\n"


def table() -> str:
    """Lines and files of product, templates and tests, for each feature and for all the rest."""
    features = sorted({inner for layer, inner in weights() if layer == "features" and inner})
    lines: Counter[tuple[str, str]] = Counter()
    counts: Counter[tuple[str, str]] = Counter()
    for path in files():
        root = path.parts[0]
        if root not in ("moderator", "templates", "tests") or path.suffix not in (".py", ".html"):
            continue
        inner = path.parts[2:] if path.parts[1] == "features" else path.parts[1:]
        is_product = root == "moderator" and path.parts[1] != "features"
        name = "other" if is_product or inner[0] not in features else inner[0]
        lines[name, root] += (ROOT / path).read_text(encoding="utf-8").count("\n")
        counts[name, root] += 1
    head = "| feature | product | modules | templates | files | tests | modules |"
    shown = [head, "| --- |" + " --: |" * 6]
    for name in [*features, "other"]:
        roots = ("moderator", "templates", "tests")
        cells = (f"{lines[name, root]:,} | {counts[name, root]:,}" for root in roots)
        shown.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(shown)


if __name__ == "__main__":
    if "--table" in sys.argv:
        print(table())
    else:
        PICTURE.write_text(picture(), encoding="utf-8")
        print(f"wrote {PICTURE.relative_to(ROOT)}")
