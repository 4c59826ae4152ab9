"""A template loader that removes line breaks and indentation, so that templates stay readable."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

_PIECE = re.compile(
    r"""(?asx)
    (?P<kept> {%\ (?P<block>blocktranslate|comment|verbatim)\b .*? {%\ end(?P=block)\ %}
            | <(?P<element>pre|textarea)\b .*? </(?P=element)> )
    | {% .*? %} | {{ .*? }} | {\# .*? \#}
    | (?P<line_break> \s* \n \s* )
    | (?P<space> &\#32; )
    | (?P<opens> </?[a-zA-Z!] )
    | (?P<closes> > )
    | [^\s<>{&]+ | .
    """
)
_TEXT_TAG = re.compile(r"{% (blocktranslate|translate)\b(?!.* as \w+ %}$)", re.DOTALL)


class Loader(filesystem.Loader):
    """Loads templates from the folders of the settings, without line breaks."""

    def get_contents(self, origin: Origin) -> str:
        return without_line_breaks(super().get_contents(origin))


def without_line_breaks(source: str) -> str:
    r"""The source of a template in which each line break, with the spaces around it, is replaced.

    - Between attributes it becomes one space; before `{%` and `>` nothing.
    - Between texts it becomes one space: words, `{{ values }}`, `{% translate %}` and
      `{% blocktranslate %}` are texts.
    - Beside an element's tag, or another template tag, it becomes nothing. A visible space there
      is written `&#32;`, or is on one line with what is on both sides of it.
    - In `{% blocktranslate %}`, `<pre>` and `<textarea>` it is kept.

    A `>` in an attribute's value is written `&gt;`.

    >>> without_line_breaks('<li>\n  One\n  {{ two }}&#32;\n  <b>\n    Three\n  </b>\n</li>\n')
    '<li>One {{ two }} <b>Three</b></li>'
    >>> without_line_breaks('<input\n  name="a"\n  {% if b %}\n    checked\n  {% endif %}\n>')
    '<input name="a"{% if b %} checked{% endif %}>'
    """
    pieces = list(_PIECE.finditer(source))
    joined = []
    in_tag = False
    for before, piece, after in zip([None, *pieces], pieces, [*pieces[1:], None], strict=False):
        if piece["space"]:
            joined.append(" ")
        elif piece["line_break"] is None:
            joined.append(piece[0])
            in_tag = bool(piece["opens"]) or (in_tag and not piece["closes"])
        elif before and after and in_tag:
            joined.append("" if after[0].startswith(("{%", ">", "/")) else " ")
        elif before and after and _is_text(before) and _is_text(after):
            joined.append(" ")
    return "".join(joined)


def _is_text(piece: re.Match[str]) -> bool:
    if any(piece[kind] for kind in ("opens", "closes", "element", "space")):
        return False
    return not piece[0].startswith(("{%", "{#")) or bool(_TEXT_TAG.match(piece[0]))
