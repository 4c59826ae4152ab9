"""Scenario files that make as much work as the limits allow."""

from __future__ import annotations

from collections.abc import Callable

from moderator.rules.reading import toml

LETTERS = "abcdefghijklmnop"
WORST: dict[str, Callable[[int], str]] = {
    "keys": lambda i: f"{i}=1",
    "keys in quotes": lambda i: f'"{"x" * 900}{i}"=1',
    "dotted keys": lambda i: ".".join([*"a" * 14, str(i), "b"]) + "=1",
    "dotted keys, all different": lambda i: ".".join(f"{i}{c}" for c in LETTERS) + "=1",
    "tables": lambda i: f"[{i}]",
    "tables in tables": lambda i: "[" + ".".join([*LETTERS[:15], str(i)]) + "]",
    "lists of tables": lambda i: "[[a]]",
    "lists of tables in tables": lambda i: f"[[{'.'.join(LETTERS[:15])}]]",
    "tables in lists": lambda i: f"[[a]]\n[a.{'.'.join(LETTERS[:13])}]",
    "keys in lists of tables": lambda i: "[[a]]" if i % 4 == 0 else f"x{i}.b.c.d.e.f=1",
    "inline tables": lambda i: f"{i}=[" + "{a=1}," * 160 + "]",
    "inline tables with many keys": lambda i: (
        f"{i}={{" + ",".join(f"{k}.a=1" for k in range(120)) + "}"
    ),
    "inline tables in inline tables": lambda i: f"{i}=" + "{a=" * 15 + "1" + "}" * 15,
    "lists": lambda i: f"{i}=" + "[" * 15 + "]" * 15,
    "numbers": lambda i: f"{i}=[" + "1," * 500 + "]",
    "long numbers": lambda i: f"{i}=" + "9_" * 500 + "9",
    "times": lambda i: f"{i}=[" + "1979-05-27T07:32:00.999999Z," * 35 + "]",
    "escapes": lambda i: f'{i}="' + "\\u00e9" * 160 + '"',
    "blank lines in a text": lambda i: " " * 1000 if i else 'a="""',
    "brackets in a text": lambda i: "[" + " " * 1000 if i else 'a="""',
    "backslashes in a text": lambda i: "\\" if i else 'a="""',
    "quotation marks in a text": lambda i: '""a' * 330 if i else 'a="""',
    "apostrophes in a text": lambda i: "''a" * 330 if i else "a='''",
    "texts that never end": lambda i: '"""' * 330,
    "comments in a list": lambda i: "#" if i else "a=[",
    "tables in a list": lambda i: "{a.b.c.d.e.f.g.h.i.j.k.l.m=1}," if i else "a=[",
    "comments": lambda i: "#",
    "lines": lambda i: "\r",
}

USUAL = {
    *("keys", "dotted keys, all different", "tables in tables", "keys in lists of tables"),
    *("inline tables with many keys", "lists", "numbers", "times", "escapes"),
    *("quotation marks in a text", "comments in a list", "lines"),
}
"""One of each kind; a long run reads all of them."""
ENDS = {'a="""': '"""', "a='''": "'''", "a=[": "]"}


def filled(line: Callable[[int], str]) -> str:
    """Returns a file of the maximum size with lines 0, 1, 2, ...; closes the brackets of line 0."""
    lines: list[str] = []
    end = ENDS.get(line(0), "")
    room = toml.MOST_BYTES - len(end)
    while (room := room - len(new := line(len(lines))) - 1) >= 0:
        lines.append(new)
    return "\n".join([*lines, end])
