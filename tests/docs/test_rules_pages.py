"""docs/rules/: what code cites is there, and its tables have the rules' error codes, no others."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from moderator.rules.registry import GAMES
from tests.support.paths import DOCS, ROOT

PAGES = {page.stem: page.read_text(encoding="utf-8") for page in (DOCS / "rules").glob("*.md")}
SHARED = "record"
CITATION = re.compile(r'docs/rules/([\w-]+)\.md((?:(?:,| and)\s+"[^"]+")*)')


def headings(page: str) -> list[str]:
    return re.findall(r"^#+ (.+)$", PAGES[page], re.MULTILINE)


def tabled(page: str) -> set[str]:
    """The codes in the page's tables of error codes."""
    tables = re.findall(r"^\| code \| when \|\n\|.+\n((?:\|.+\n)+)", PAGES[page], re.MULTILINE)
    return {code for table in tables for code in re.findall(r"^\| `(.+?)` \|", table, re.MULTILINE)}


def modules(folder: str) -> Iterator[tuple[Path, str]]:
    for path in sorted((ROOT / folder).rglob("*.py")):
        yield path.relative_to(ROOT), path.read_text(encoding="utf-8")


REFUSALS = ("Refused", "unknown", "number_of")


def raised() -> dict[str, set[str]]:
    """The codes with which each game's rules refuse, and those that all games share."""
    found: dict[str, set[str]] = {page: set() for page in (SHARED, *GAMES)}
    trees = {path: ast.parse(text) for path, text in modules("moderator/rules")}
    constants = {
        target.id: node.value
        for tree in trees.values()
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for path, tree in trees.items():
        page = next((game for game in GAMES if game.replace("-", "_") in path.parts), SHARED)
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") in REFUSALS):
                continue
            code = node.args[0]
            if isinstance(code, ast.Name):
                if code.id not in constants:  # an argument of `unknown` and `number_of`
                    continue
                code = constants[code.id]
            texts = [code.body, code.orelse] if isinstance(code, ast.IfExp) else [code]
            if ast.unparse(code) != "self.code":  # a copy of another refusal
                found[page] |= {ast.literal_eval(text) for text in texts}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["moderator", "tests"])
def test_every_citation_names_a_page_and_a_section(folder: str) -> None:
    """Only the docstring of a module may cite a whole page."""
    cited = 0
    for path, text in modules(folder):
        citations = CITATION.findall(text)
        said = ast.get_docstring(ast.parse(text), clean=False) if citations else ""
        whole = CITATION.findall(said or "")
        for page, sections in citations:
            assert page in PAGES, path
            assert sections or (page, "") in whole, f"{path}: which section of {page}.md?"
            for section in re.findall(r'"([^"]+)"', sections):
                assert section in headings(page), f"{path}: {page}.md, {section}"
            cited += 1
    assert cited > 3


def test_every_game_has_a_page() -> None:
    assert set(PAGES) == {SHARED, *GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_has_a_section(game: str) -> None:
    assert {move.verb for move in GAMES[game].moves} <= set(headings(game))


@pytest.mark.parametrize("game", GAMES)
def test_every_option_and_every_printed_key_has_a_row(game: str) -> None:
    rows = re.findall(r"^\| (`.+?) \|", PAGES[game], re.MULTILINE)
    named = set(re.findall(r"`(\w+)`", " ".join(rows)))
    printed = next((ROOT / "tests" / "examples").glob(f"{game}-ok-*.out.json"))
    options = {option.name for option in GAMES[game].options}
    assert {*json.loads(printed.read_text()), *options} <= named


@pytest.mark.slow
def test_the_tables_have_the_codes_that_the_rules_raise() -> None:
    of_all, codes = tabled(SHARED), raised()
    assert codes[SHARED] <= of_all <= set().union(*codes.values())
    assert {page: tabled(page) - of_all for page in GAMES} == {
        page: codes[page] - of_all for page in GAMES
    }


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_files_and_headings(page: str) -> None:
    for path, anchor in re.findall(r"\]\(([^):#]*)#?([^)]*)\)", PAGES[page]):
        target = (DOCS / "rules" / path if path else DOCS / "rules" / f"{page}.md").resolve()
        assert target.exists(), path
        found = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
        anchors = {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in found}
        assert not anchor or anchor in anchors, f"{path}#{anchor}"
