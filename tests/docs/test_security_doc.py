"""The documents on security and accessibility name what exists, and answer everything once."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.support.paths import ROOT

SECURITY, ASVS = ROOT / "docs" / "security.md", ROOT / "docs" / "asvs.md"
ACCESSIBILITY = ROOT / "docs" / "accessibility.md"
ANSWERS = {"met", "in part", "unmet", "not applicable"}

# OWASP ASVS 5.0.0: the levels of each section's requirements, from the first to the last.
LEVELS = {
    "1.1": "22", "1.2": "1111122223", "1.3": "112222222223", "1.4": "222", "1.5": "123",
    "2.1": "122", "2.2": "112", "2.3": "12223", "2.4": "23",
    "3.1": "3", "3.2": "113", "3.3": "12223", "3.4": "11222233", "3.5": "11122333", "3.6": "3",
    "3.7": "22333",
    "4.1": "12233", "4.2": "23333", "4.3": "22", "4.4": "1222",
    "5.1": "2", "5.2": "112333", "5.3": "113", "5.4": "222",
    "6.1": "122", "6.2": "111111112222", "6.3": "11223333", "6.4": "112233", "6.5": "22222333",
    "6.6": "2223", "6.7": "33", "6.8": "2222",
    "7.1": "222", "7.2": "1111", "7.3": "22", "7.4": "11222", "7.5": "223", "7.6": "22",
    "8.1": "1233", "8.2": "1123", "8.3": "133", "8.4": "23",
    "9.1": "111", "9.2": "1222",
    "10.1": "22", "10.2": "223", "10.3": "22223", "10.4": "1111122222233333", "10.5": "22222",
    "10.6": "22", "10.7": "222",
    "11.1": "2233", "11.2": "22233", "11.3": "11233", "11.4": "1222", "11.5": "23", "11.6": "23",
    "11.7": "33",
    "12.1": "12233", "12.2": "11", "12.3": "22223",
    "13.1": "2333", "13.2": "222223", "13.3": "2233", "13.4": "1222233",
    "14.1": "22", "14.2": "12223333", "14.3": "122",
    "15.1": "12233", "15.2": "12233", "15.3": "1222222", "15.4": "3333",
    "16.1": "2", "16.2": "22222", "16.3": "2222", "16.4": "222", "16.5": "2223",
    "17.1": "23", "17.2": "22223333", "17.3": "22",
}  # fmt: skip
ASKED = [
    f"{section}.{number}"
    for section, levels in LEVELS.items()
    for number, level in enumerate(levels, start=1)
    if level in "12"
]


def rows() -> list[tuple[str, str, str]]:
    """For each line of the table: the numbers, the answer, and its evidence."""
    lines = re.findall(r"^\| v5\.0\.0-(.+?) \|.+?\| (.+?) \| (.+?) \|$", ASVS.read_text(), re.M)
    return [(numbers, answer, behind) for numbers, answer, behind in lines]


def numbers_of(text: str) -> list[str]:
    """The requirements of levels 1 and 2 in a list of numbers, "10.*" or "4.3.*".

    >>> numbers_of("2.1.1, 2.1.3"), numbers_of("17.1.*")
    (['2.1.1', '2.1.3'], ['17.1.1'])
    """
    found = []
    for one in text.split(", "):
        fitting = [n for n in ASKED if n == one or (one[-1] == "*" and n.startswith(one[:-1]))]
        assert fitting, f"{one} is no requirement of level 1 or 2"
        found += fitting
    return found


def test_the_numbers_are_those_of_the_standard() -> None:
    """The standard's own counts: 70 of level 1, 183 of level 2, 92 of level 3."""
    assert Counter("".join(LEVELS.values())) == {"1": 70, "2": 183, "3": 92}


def test_every_requirement_is_answered_once() -> None:
    assert len(rows()) == len(re.findall(r"^\| v5", ASVS.read_text(), re.M))
    answered = Counter(number for numbers, _, _ in rows() for number in numbers_of(numbers))
    assert {number: times for number, times in answered.items() if times > 1} == {}
    assert [number for number in ASKED if number not in answered] == []


def test_what_is_met_names_where() -> None:
    for numbers, answer, behind in rows():
        assert answer in ANSWERS, numbers
        assert answer != "met" or "`" in behind, f"{numbers}: nothing to look at"
        assert len(behind) > 10, numbers


def test_the_sums_are_right() -> None:
    counted = Counter(dict.fromkeys(ANSWERS, 0))
    for numbers, answer, _ in rows():
        counted[answer] += len(numbers_of(numbers))
    told = re.findall(r"\*\*(\d+)\*\* ([a-z ]+?)[,;.]", ASVS.read_text())
    assert {answer: int(count) for count, answer in told} == dict(counted)


@pytest.mark.parametrize("doc", [SECURITY, ASVS, ACCESSIBILITY], ids=lambda doc: doc.name)
def test_what_is_named_is_there(doc: Path) -> None:
    text = doc.read_text()
    paths = re.findall(r"`((?:[\w.-]+/)+[\w.-]*|\w+\.(?:toml|in|txt))(?:::(\w+))?`", text)
    assert len(paths) > 5
    for path, function in paths:
        assert (ROOT / path).exists(), path
        if function:
            assert f"def {function}(" in (ROOT / path).read_text(), f"{path}::{function}"
    for link in re.findall(r"\]\(([^):#]+)\)", text):
        assert (doc.parent / link).exists(), link


# WCAG 2.2: how many criteria of levels A and AA each guideline has, 4.1.1 being obsolete.
CRITERIA = {
    "A": {"1.1": 1, "1.2": 3, "1.3": 3, "1.4": 2, "2.1": 3, "2.2": 2, "2.3": 1, "2.4": 4, "2.5": 4,
          "3.1": 1, "3.2": 3, "3.3": 3, "4.1": 1},
    "AA": {"1.2": 2, "1.3": 2, "1.4": 7, "2.4": 4, "2.5": 2, "3.1": 1, "3.2": 2, "3.3": 3,
           "4.1": 1},
}  # fmt: skip


def test_every_criterion_is_answered_once() -> None:
    """The standard has 31 of level A and 24 of level AA."""
    text = ACCESSIBILITY.read_text()
    answers: Counter[str] = Counter()
    for level, guidelines in CRITERIA.items():
        table = text.split(f"## WCAG 2.2, level {level}\n")[1].split("\n## ")[0]
        rows = re.findall(r"^\| (\d\.\d)\.(\d+) .+? \| (.+?) \| (.+?) \|$", table, re.M)
        assert len({row[:2] for row in rows}) == len(rows) == {"A": 31, "AA": 24}[level]
        assert Counter(guideline for guideline, *_ in rows) == guidelines
        answers.update(answer for _, _, answer, _ in rows)
        for guideline, number, answer, behind in rows:
            is_told = ("Not met: " in behind) == (answer == "partially supports")
            assert is_told, f"{guideline}.{number}"
    told = re.findall(r"\*\*(\d+)\*\*\s(.+?)[,.]", text.split("criteria: ")[1].split("\n\n")[0])
    assert {answer: int(count) for count, answer in told if count != "0"} == answers


def test_scripts_keep_only_how_a_page_is_shown_in_the_browser() -> None:
    kept = r"localStorage|sessionStorage|indexedDB|\.cookie\b|postMessage"
    files = list((ROOT / "static").rglob("*.js"))
    assert len(files) > 10
    assert {file.name for file in files if re.search(kept, file.read_text())} == {
        "age_of_iron.js",  # chart or map
        "announce.js",  # which announcements have been closed
        "place.js",  # which of the windows have a stream
        "end.js",  # how far the ranking has been announced
        "stored.js",  # what is typed, while the page loads itself again: likewise
        "posting.js",  # what was pressed and written, until it is stored: docs/asvs.md, 14.3.3
    }
