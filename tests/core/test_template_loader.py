"""Templates have line breaks; responses have none."""

import pytest
from django.template import engines

from moderator.core.template_loader import Loader, without_line_breaks


@pytest.mark.parametrize(
    ("source", "joined"),
    [
        # Beside tags: nothing.
        ("<ul>\n  <li>\n    One\n  </li>\n</ul>\n", "<ul><li>One</li></ul>"),
        ("<b>1</b>\n<b>2</b>", "<b>1</b><b>2</b>"),
        ("{% if a %}\n  {{ a }}\n{% endif %}\n", "{% if a %}{{ a }}{% endif %}"),
        ("{# Why. #}\n{% load i18n %}\n\n<p>", "{# Why. #}{% load i18n %}<p>"),
        ("<br>\ntext", "<br>text"),
        # Between texts: one space.
        ("two\n    words", "two words"),
        ("{{ a }}\n  {{ b }}", "{{ a }} {{ b }}"),
        ('{% translate "A." %}\n{% translate "B." %}', '{% translate "A." %} {% translate "B." %}'),
        (
            "a\n{% blocktranslate %}b{% endblocktranslate %}",
            "a {% blocktranslate %}b{% endblocktranslate %}",
        ),
        # A tag that prints nothing.
        ('{% translate "A" as a %}\n{{ a }}', '{% translate "A" as a %}{{ a }}'),
        # A space beside a tag is written.
        ("<b>1</b>&#32;\n<b>2</b>", "<b>1</b> <b>2</b>"),
        ("a:&#32;\n<b>2</b>", "a: <b>2</b>"),
        ("{% if a %}\n  &#32;<b>1</b>\n{% endif %}", "{% if a %} <b>1</b>{% endif %}"),
        ("<b>1</b> <b>2</b>, {{ a }} ", "<b>1</b> <b>2</b>, {{ a }} "),
        # Between attributes: one space; before `{%` and `>` nothing.
        ('<a\n  id="a"\n  href="b"\n>\n  c\n</a>', '<a id="a" href="b">c</a>'),
        ('<rect\n  x="1"\n/>', '<rect x="1"/>'),
        ('<i class="a\n  {% if b %} b{% endif %}\n  c">', '<i class="a{% if b %} b{% endif %} c">'),
        (
            "<i\n  {% if b > 1 %}\n    hidden\n  {% endif %}\n>",
            "<i{% if b > 1 %} hidden{% endif %}>",
        ),
        # Kept as they are.
        ("<pre>\n a\n</pre>\n<p>", "<pre>\n a\n</pre><p>"),
        ("<textarea>\n{{ a }}</textarea>", "<textarea>\n{{ a }}</textarea>"),
        (
            "{% blocktranslate trimmed %}\n  a\n  b\n{% endblocktranslate %}\n",
            "{% blocktranslate trimmed %}\n  a\n  b\n{% endblocktranslate %}",
        ),
        ("a\u00a0\n<b>", "a\u00a0<b>"),
    ],
)
def test_a_line_break(source: str, joined: str) -> None:
    assert without_line_breaks(source) == joined
    assert without_line_breaks(joined) == joined


def test_a_partial_and_its_page_are_found() -> None:
    engine = engines["django"]
    page = engine.get_template("moves/console.html").template
    assert isinstance(page.origin.loader, Loader)
    assert engine.get_template("moves/console.html#parts")
    assert engine.get_template("moves/console.html").template is page, "compiled once"
