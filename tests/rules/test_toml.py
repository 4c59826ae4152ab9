"""Scenarios as TOML: refused before parsing if too large, and errors name the line."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable

import pytest

from moderator.rules.errors import Refused
from moderator.rules.reading import toml
from moderator.rules.registry import GAMES
from tests.support.rules.toml_worst import USUAL, WORST, filled

LIMIT_S = 2.0


def refusal(text: str) -> str:
    with pytest.raises(Refused) as refused:
        toml.load(text)
    assert refused.value.code == "bad-scenario"
    return str(refused.value)


# Sizes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("#\n" * 32_768, None),
        ("#\n" * 32_768 + " ", "larger than 64 KiB"),
        ("#é\n" * 16_384 + " ", "larger than 64 KiB"),
        ("\n#" + "x" * 1023, None),
        ("\n#" + "x" * 1024, "Line 2"),
        ("\n#" + "é" * 512, "Line 2"),
        ('a = """\n\n' + "x" * 1025 + '"""', "Line 3"),
        ("#" + "x" * 1023 + "\r\n", "Line 1"),
    ],
)
def test_sizes(text: str, says: str | None) -> None:
    if says is None:
        assert toml.load(text) == {}
    else:
        assert says in refusal(text)


def test_a_long_dotted_key_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomllib, "loads", lambda text: pytest.fail("it was parsed"))
    assert "Line 1" in refusal("a." * 20_000 + "a = 1")
    assert "deeper than 16 levels in line 2" in refusal("\n" + "a." * 500 + "a = 1")


# Depth

SIXTEEN = [
    ".".join("abcdefghijklmnop") + " = 1",
    "[" + ".".join("abcdefghijklmnop") + "]",
    "[" + ".".join("abcdefgh") + "]\n" + ".".join("ijklmnop") + " = 1",
    "[[" + ".".join("abcdefghijklmno") + "]]",
    "a = " + "[" * 15 + "]" * 15,
    "a = " + "[\n" * 15 + "]\n" * 15,
    "a = " + "{b = " * 15 + "1" + "}" * 15,
    "a = {b." + "c." * 12 + "d = [1]}",
    "a = [{b = 1}, {b.c = [" + "[" * 11 + "1" + "]" * 11 + "]}]",
    "a = {b.c.d.e = 1, f.g.h.i = 1, j.k.l.m." + "n." * 10 + "o = 1}",
    ' "a" . \'b\' . "c.d" = ' + "[" * 13 + "]" * 13,
]


@pytest.mark.parametrize("text", SIXTEEN)
def test_sixteen_levels_are_taken_and_one_more_is_not(text: str) -> None:
    toml.load(text)
    head, equals, value = text.rpartition("=") if "{" not in text else text.partition("=")
    deeper = f"{head}{equals} [{value}]" if equals else text.replace("a", "z.a", 1)
    tomllib.loads(deeper)
    assert "deeper than 16 levels" in refusal(deeper)


DOTS = "." * 40
BRACKETS = "[{" * 40


@pytest.mark.parametrize(
    "text",
    [
        f'a = "{DOTS}{BRACKETS}"',
        f"a = '{DOTS}{BRACKETS}'",
        f'a = """\n{DOTS}\n{BRACKETS}\n"""',
        f"a = '''\n{DOTS}\n{BRACKETS}\n'''",
        f"a = [1] # {DOTS}{BRACKETS}",
        f"# {DOTS}{BRACKETS}\na = 1",
        f'"{DOTS}{BRACKETS}" = 1',
        f'a = "\\"{BRACKETS}"',
        f'a = """x""""\nb = "{BRACKETS}"',
        f'a = """\\"""{BRACKETS}"""',
        f"a = ''''x{BRACKETS}'''",
        f"a = \"'\"\nb = '{BRACKETS}'",
        "a = [" + "1.5, " * 40 + "]",
        "a = [" + "{b = 1.5}, " * 40 + "]",
        "a = [\n" + "[1],\n" * 40 + "]",
        "[[a]]\n" * 40,
        "a = {b = [" + "1.5, " * 40 + "1]}",
    ],
)
def test_what_only_looks_deep(text: str) -> None:
    assert toml.load(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        'a = """x""""\nb = ' + "[" * 20 + "]" * 20,
        "a = ''\nb = " + "[" * 20 + "]" * 20,
        'a = "#"\nb = ' + "[" * 20 + "]" * 20,
        "a = [ # ]\n" + "[" * 20 + "]" * 20 + "]",
        'a = {"}" = ' + "[" * 20 + "]" * 20 + "}",
        "a = 'x\\'\nb = " + "[" * 20 + "]" * 20,
    ],
)
def test_what_only_looks_flat(text: str) -> None:
    tomllib.loads(text)
    assert "deeper than 16 levels" in refusal(text)


# Time


@pytest.mark.slow
@pytest.mark.parametrize(
    "worst",
    [pytest.param(one, marks=() if id in USUAL else pytest.mark.long, id=id)
     for id, one in WORST.items()],
)  # fmt: skip
def test_the_worst_within_the_limits_is_quick(worst: Callable[[int], str]) -> None:
    text = filled(worst)
    began = time.process_time()
    with pytest.raises(Refused):
        GAMES["age-of-iron"].read_scenario_toml(text)
    assert time.process_time() - began < LIMIT_S


# Lines


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("a",), 1),
        (("b", "c"), 6),
        (("b",), None),
        (("d", "e"), 8),
        (("d", "x"), 7),
        (("f", 0, "g"), 12),
        (("f", 1, "g"), 14),
        (("f", 1, "h"), 13),
        (("f", 2), None),
        (("nowhere",), None),
    ],
)
def test_lines(path: toml.Path, line: int | None) -> None:
    text = 'a = """\nb.c = 1\n[d]\n"""\n# b.c\n"b".c = [1]\n'
    text += "[d]\ne = [\n'g',\n]\n[[f]]\ng = 1\n[[f]]\ng = 2\n"
    tomllib.loads(text)
    assert toml.line_of(text, path) == line


@pytest.mark.parametrize(
    "text",
    [
        'a "quoted" text \\ with\n\ttwo  spaces ' + "and more " * 20 + "  ",
        " " * 120 + "x",
        "é\x7f\u2028\x01" * 40,
        '"""' * 50,
    ],
)
def test_what_is_written_is_read_again(text: str) -> None:
    values = {"a key": text, "no": [], "rows": [{"x": text, "y": {"z": [1, [2.5, True]]}}]}
    assert toml.load(toml.dump(values)) == values
