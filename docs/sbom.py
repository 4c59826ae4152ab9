"""What the site runs with: a list in CycloneDX's form, and a check of what is in it.

    .venv/bin/python docs/sbom.py         writes sbom.cdx.json; same pins, same bytes
    .venv/bin/python docs/sbom.py check   asks OSV (api.osv.dev) for known vulnerabilities

The first needs all extras, since a package says itself what its licence is. The second needs
nothing but Python, looks at the packages of the tests, too, and ends with 1 if it found a
vulnerability, with 3 if it couldn't look.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import json
import re
import sys
import urllib.request
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FILE = ROOT / "sbom.cdx.json"
OSV = "https://api.osv.dev/v1/querybatch"
COULD_NOT_LOOK = 3

ALLOWED = {
    *("0BSD", "MIT", "MIT-0", "MIT-CMU", "BSD-2-Clause", "BSD-3-Clause", "PSF-2.0", "Apache-2.0"),
    *("MPL-2.0", "LGPL-3.0-only", "LGPL-3.0-or-later", "OFL-1.1"),
}
# What packages say that name no SPDX licence, and what the texts are that come with them.
READ = {
    "axe-playwright-python": "MIT",
    "defusedxml": "PSF-2.0",
    "django-template-partials": "MIT",
    "fido2": "BSD-2-Clause AND Apache-2.0 AND MPL-2.0",
    "grimp": "BSD-2-Clause",
    "import-linter": "BSD-2-Clause",
    "markdown-it-py": "MIT",
    "mdurl": "MIT",
    "pathspec": "MPL-2.0",
    "pylti1p3next": "MIT",
    "pysocks": "BSD-3-Clause",
    "pytest-django": "BSD-3-Clause",
    "python-bidi": "LGPL-3.0-or-later",
    "reportlab": "BSD-3-Clause",
    "segno": "BSD-3-Clause",
    "sortedcontainers": "Apache-2.0",
    "sqlparse": "BSD-3-Clause",
    "trio-websocket": "MIT",
    "uharfbuzz": "Apache-2.0",
    "uvloop": "MIT OR Apache-2.0",
}
# In this repository, made from the work of others: what, its licence, and where it is from.
OFL, PUBLIC = {"license": {"id": "OFL-1.1"}}, {"license": {"name": "public domain"}}
NOTO = "https://notofonts.github.io/"
COPIED = {
    "moderator/sheets/drawing/files/*.ttf": ("Noto fonts of sheets", OFL, NOTO),
    "static/fonts/*.woff2": ("Noto Serif on pages", OFL, NOTO),
    "static/near_east_*.svg": ("Natural Earth", PUBLIC, "https://www.naturalearthdata.com/"),
}


def pins(file: Path) -> Iterator[tuple[str, str, str, list[str], list[str]]]:
    """Of each package: name, version, where it is needed, hashes, and which others need it."""
    for block in re.split(r"^(?=[\w.-]+==)", file.read_text(), flags=re.M)[1:]:
        name, version, marker = re.match(r"([\w.-]+)==(\S+)(?: ; (.*?))? \\", block).groups("")
        needing = re.findall(r"^    # (?:via)? +(?:-r )?([\w.-]+)$", block, re.M)
        yield name, version, marker, re.findall(r"sha256:(\w+)", block), needing


def licence(name: str) -> str:
    """The licence of an installed package, as SPDX writes it; "" if it names none."""
    told = importlib.metadata.metadata(name)
    return READ.get(name) or told.get("License-Expression") or told.get("License") or ""


def refused(name: str) -> set[str]:
    """What is not allowed in the licence of a package. One that names none is not, either."""
    return set(re.split(r" (?:AND|OR) ", licence(name))) - ALLOWED


def _package(extra: str, name: str, version: str, where: str, hashes: list[str]) -> dict[str, Any]:
    notes = {"moderator:extra": extra, "moderator:where": where}
    return {
        "type": "library",
        "bom-ref": f"pkg:pypi/{name}@{version}",
        "name": name,
        "version": version,
        "scope": "optional" if extra else "required",
        "licenses": [{"expression": licence(name)}],
        "purl": f"pkg:pypi/{name}@{version}",
        "externalReferences": [
            {
                "type": "distribution",
                "url": f"https://pypi.org/project/{name}/",
                "hashes": [{"alg": "SHA-256", "content": one} for one in hashes],
            }
        ],
        "properties": [{"name": key, "value": text} for key, text in notes.items() if text],
    }


def _copied() -> Iterator[dict[str, Any]]:
    folder = Path(importlib.util.find_spec("django_htmx").origin).parent
    script = (folder / "static" / "django_htmx" / "htmx-2.min.js").read_bytes()
    version = re.search(rb'version:"([\d.]+)"', script)[1].decode()
    purl = f"pkg:npm/htmx.org@{version}"
    yield {
        "type": "library",
        "bom-ref": purl,
        "name": "htmx",
        "version": version,
        "description": "with its extension sse; both come with django-htmx",
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(script).hexdigest()}],
        "licenses": [{"license": {"id": "0BSD"}}],
        "purl": purl,
        "externalReferences": [{"type": "website", "url": "https://htmx.org/"}],
    }
    for pattern, (what, terms, url) in COPIED.items():
        for file in sorted(ROOT.glob(pattern)):
            path = str(file.relative_to(ROOT))
            content = hashlib.sha256(file.read_bytes()).hexdigest()
            yield {
                "type": "file",
                "bom-ref": path,
                "name": path,
                "description": what,
                "hashes": [{"alg": "SHA-256", "content": content}],
                "licenses": [terms],
                "externalReferences": [{"type": "website", "url": url}],
            }


def sbom() -> str:
    """The list. The parts of compiled packages are not in it: they bring lists of their own."""
    components: dict[str, dict[str, Any]] = {}
    needs: dict[str, set[str]] = {"moderator": set()}
    for file in [ROOT / "requirements.txt", *sorted(ROOT.glob("requirements-*.txt"))]:
        if file.stem == "requirements-test":
            continue
        found = list(pins(file))
        refs = {name: f"pkg:pypi/{name}@{version}" for name, version, *_ in found}
        for pin in found:
            ref = refs[pin[0]]
            components.setdefault(ref, _package(file.stem.partition("-")[2], *pin[:4]))
            needs.setdefault(ref, set())
            for other in pin[4]:
                needs.setdefault(refs.get(other, "moderator"), set()).add(ref)
    copied = list(_copied())
    needs["moderator"].update(one["bom-ref"] for one in copied)
    body = {
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "moderator",
                "name": "moderator",
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": [*components.values(), *copied],
        "dependencies": [
            {"ref": ref, "dependsOn": sorted(others)} for ref, others in sorted(needs.items())
        ],
        "compositions": [{"aggregate": "incomplete", "assemblies": ["moderator"]}],
    }
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(body, sort_keys=True))
    head = {"bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": f"urn:uuid:{number}"}
    return json.dumps(head | {"version": 1} | body, indent=1, ensure_ascii=False) + "\n"


def check(url: str = OSV) -> int:
    """Print the known vulnerabilities, or why they couldn't be looked up; the exit code."""
    listed = (one.get("purl") for one in json.loads(FILE.read_text())["components"])
    tests = (f"pkg:pypi/{pin[0]}@{pin[1]}" for pin in pins(ROOT / "requirements-test.txt"))
    asked = sorted({*filter(None, listed), *tests})
    body = json.dumps({"queries": [{"package": {"purl": purl}} for purl in asked]}).encode()
    kind = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, body, kind)  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            results = json.load(answer)["results"]
        told = zip(asked, results, strict=True)
        found = [(purl, v["id"]) for purl, one in told for v in one.get("vulns", ())]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"COULD NOT LOOK for vulnerabilities of {len(asked)} packages: {url}: {error!r}")
        return COULD_NOT_LOOK
    for purl, number in found:
        print(f"{purl}: https://osv.dev/{number}")
    print(f"{len(asked)} packages looked up, {len(found)} known vulnerabilities.")
    return 1 if found else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["check"]:
        sys.exit(check())
    FILE.write_text(sbom(), encoding="utf-8")
    print(FILE)
