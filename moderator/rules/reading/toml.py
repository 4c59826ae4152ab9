"""Scenarios as TOML: limits of a file's size, its values, and the line of a key.

The standard parser takes quadratic time in the length of a dotted key, and the file may come from
anywhere: so size, lines and nesting are checked before it is parsed.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from moderator.rules.errors import Refused, printable

MOST_BYTES = 64 * 1024
MOST_LINE_BYTES = 1024
MOST_LEVELS = 16
"""Each key, each part of a dotted key and each bracket around a value counts as a level."""

Path = tuple[str | int, ...]
"""Keys, and for the member of a list its index, from 0."""

LINE = 100
"""Letters of a line that is written; longer texts are on several."""
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WORD = re.compile(r"[^ ]* *")  # a line that is joined to the one before may not begin with a space
_SIGNS = frozenset("[]{}=,.")
# Only the inner repeats are possessive: of a possessive group, Python 3.11.2 matches too little.
_TOKEN = re.compile(
    r"""(?P<blank>[^\S\n]+|\#[^\n]*)
      |(?P<token>\n|[\[\]{}=,.]|[^\s"'\#\[\]{}=,.]+
          |\"{3}(?:[^\\"]++|\\.|"(?!""))*\"{3,5}|'{3}.*?'{3,5}
          |"(?!"")(?:[^"\\\n]++|\\.)*"|'(?!'')[^'\n]*')""",
    re.VERBOSE | re.DOTALL,
)
_Token = tuple[int, str]
"""Its line, from 1, and its text; a string includes its quotation marks."""


def load(text: str) -> dict[str, Any]:
    """The values in a scenario file.

    Raises:
        Refused: `bad-scenario` if the file is too large, has too long a line, is nested too deeply
            or is not TOML; the message names the line.
    """
    _check_sizes(text)
    for number, _path, levels in _walk(text):
        if levels > MOST_LEVELS:
            raise Refused(
                "bad-scenario",
                f"The scenario is nested deeper than {MOST_LEVELS} levels in line {number}.",
            )
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused(
            "bad-scenario", f"The scenario is not TOML: {printable(str(error), 200)}."
        ) from None


def dump(values: Mapping[str, Any]) -> str:
    """A file with these values, as JSON has them, of which `load` reads the same.

    >>> print(dump({"id": "a", "options": {"turns": 2}, "players": [{"income": [1, 2]}]}))
    id = "a"
    <BLANKLINE>
    [options]
    turns = 2
    <BLANKLINE>
    [[players]]
    income = [1, 2]
    <BLANKLINE>
    """
    plain: list[str] = []
    tables: list[str] = []
    for key, value in values.items():
        is_list = isinstance(value, list) and value and all(isinstance(one, dict) for one in value)
        if is_list or isinstance(value, dict):
            head = f"[[{_key(key)}]]" if is_list else f"[{_key(key)}]"
            for one in value if is_list else [value]:
                tables += ["", head, *map(_pair, one.items())]
        else:
            plain.append(_pair((key, value)))
    return "\n".join([*plain, *tables, ""])


def _pair(pair: tuple[str, Any]) -> str:
    key, value = pair
    return f"{_key(key)} = {_value(value)}"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{{', '.join(map(_pair, value.items()))}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    text = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if not isinstance(value, str) or len(text) < LINE:
        return text
    lines = [""] if text[1] == " " else ["", ""]  # at the first quotation marks, or below them
    for word in _WORD.findall(text[1:-1]):
        if lines[-1] and len(lines[-1]) + len(word) > LINE:
            lines.append("")
        lines[-1] += word
    joined = "\\\n".join(lines)
    return f'"""{joined}"""'


def line_of(text: str, path: Path) -> int | None:
    """The line, from 1, of the key (or of the innermost table around it); None if there is none."""
    best, best_depth = None, 0
    for number, found, _levels in _walk(text):
        if len(found) > best_depth and path[: len(found)] == found:
            best, best_depth = number, len(found)
    return best


def _check_sizes(text: str) -> None:
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise Refused("bad-scenario", f"The scenario is larger than {MOST_BYTES // 1024} KiB.")
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line.encode("utf-8", "replace")) > MOST_LINE_BYTES:
            raise Refused(
                "bad-scenario",
                f"Line {number} of the scenario is longer than {MOST_LINE_BYTES} bytes: break it. "
                "In a text in three quotation marks, a backslash at the end of a line joins it "
                "to the next.",
            )


def _walk(text: str) -> Iterator[tuple[int, Path, int]]:
    """The line, path and levels of every header, and of every key at each depth of its value."""
    here: Path = ()
    counts: dict[Path, int] = {}
    for statement in _statements(text):
        number, first = statement[0]
        words = [word for _, word in statement]
        if first == "[":
            here = names = _names(words)
            if words[1:2] == ["["]:
                counts[names] = counts.get(names, -1) + 1
                here = (*names, counts[names])
            yield number, here, len(here)
        else:
            equals = words.index("=") if "=" in words else len(words)
            path = (*here, *_names(words[:equals]))
            yield number, path, len(path)
            for inner_number, levels in _levels(statement[equals:]):
                yield inner_number, path, len(path) + levels


def _names(words: Sequence[str]) -> Path:
    return tuple(word.strip("\"'") for word in words if word not in _SIGNS)


def _levels(value: Sequence[_Token]) -> Iterator[tuple[int, int]]:
    """The line and the levels wherever a value is nested one level deeper."""
    around: list[str] = []  # "[", "{" before a key, "=" after it
    added: list[int] = []  # levels that each of them adds
    for number, word in value:
        if word in ("[", "{"):
            around.append(word)
            added.append(1)
            yield number, sum(added)
        elif not around:
            continue
        elif word in ("]", "}"):
            around.pop()
            added.pop()
        elif word == "." and around[-1] == "{":
            added[-1] += 1
            yield number, sum(added)
        elif word == "=" and around[-1] == "{":
            around[-1] = "="
        elif word == "," and around[-1] == "=":
            around[-1], added[-1] = "{", 1


def _statements(text: str) -> Iterator[list[_Token]]:
    """The headers and the keys with their values, as far as the text can be TOML."""
    statement: list[_Token] = []
    is_open = 0
    for number, word in _tokens(text):
        if word != "\n":
            statement.append((number, word))
            is_open += (word in ("[", "{")) - (word in ("]", "}"))
        elif is_open <= 0:
            if statement:
                yield statement
            statement, is_open = [], 0
    if statement:
        yield statement


def _tokens(text: str) -> Iterator[_Token]:
    at, number = 0, 1
    while found := _TOKEN.match(text, at):
        if found["token"]:
            yield number, found["token"]
            number += found["token"].count("\n")
        at = found.end()
