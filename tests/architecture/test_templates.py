"""The layout of templates; the loader has its own tests."""

import re
from collections.abc import Callable

import pytest

from tests.support.paths import ROOT

COLUMNS = 120
TEMPLATES = sorted(
    path
    for folder in ("templates", "tests/toy/templates")
    for path in (ROOT / folder).rglob("*.html")
)

# Their line breaks are spaces, or invisible.
KEPT = re.compile(
    r"""(?sx)
    (?P<comment> {%\ comment\ %} .*? {%\ endcomment\ %} )
    | {%\ blocktranslate\b .*? {%\ endblocktranslate\ %}
    """
)
INLINE = "a|abbr|b|bdi|code|em|i|kbd|s|small|span|strong|time"
MEETING = re.compile(
    rf"""(?x)
    (?: {{%\ (?:translate\ [^%\n]*|endblocktranslate)\ %}} | (?<![%#])}} | [^\s>}};] )
      \n\ * <(?:{INLINE})\b (?!\ class="vh")
    | </(?:{INLINE})> \n\ * (?: {{%\ (?:translate|blocktranslate)\b | {{{{ | (?!&\#32;)[^\s<{{] )
    """
)


def found_in(find: Callable[[str], list[str]]) -> dict[str, list[str]]:
    """What is found, by template."""
    found = {
        str(path.relative_to(ROOT)): find(path.read_text(encoding="utf-8")) for path in TEMPLATES
    }
    return {path: places for path, places in found.items() if places}


def test_lines_can_be_read() -> None:
    assert TEMPLATES
    assert not found_in(
        lambda text: [
            line
            for line in text.split("\n")
            if len(line) > COLUMNS or line != line.rstrip() or "\t" in line
        ]
    )


def test_dates_are_written_as_the_other_pages_write_them() -> None:
    """Django's own format is "Nov. 28, 2026"; pages and sheets have "28 November 2026"."""
    assert not found_in(re.compile(r"""\|date(?:(?!:|\w)|:"DATE_FORMAT")""").findall)


@pytest.mark.slow
def test_a_space_between_a_text_and_an_element_is_written() -> None:
    """Where they meet at a line break, HTML would show a space and the loader leaves none.

    They stand on one line, with or without a space, or have `&#32;` between them.
    """
    assert not found_in(lambda text: [match[0] for match in MEETING.finditer(without_kept(text))])


def without_kept(text: str) -> str:
    return KEPT.sub(lambda kept: "" if kept["comment"] else "{% endblocktranslate %}", text)


@pytest.mark.parametrize(
    ("source", "is_guess"),
    [
        ("one\n  <b>two</b>", True),
        ("{{ one }}\n<b>two</b>", True),
        ('{% translate "one" %}\n<b>two</b>', True),
        ("<b>one</b>\n  two", True),
        ("<b>one</b>\n{{ two }}", True),
        ("one <b>two</b>{{ three }}", False),
        ("one&#32;\n<b>two</b>", False),
        ("<b>one</b>\n&#32;two", False),
        ("<p>\n  one\n</p>\n<p>", False),
        ("{% if one %}\n  <b>two</b>\n{% endif %}", False),
        ("<b>\n  one\n</b>", False),
    ],
)
def test_a_guess_is_found(source: str, is_guess: bool) -> None:
    assert bool(MEETING.search(source)) == is_guess


def test_no_script_is_loaded_twice() -> None:
    """A template names a module by an address with a hash, an import without: both would run."""
    scripts = ROOT / "static"

    def twice(text: str) -> list[str]:
        named = re.findall(r'"([^"]+)"', " ".join(re.findall(r"{% scripts ([^%]+) %}", text)))
        imported = {
            name
            for script in named
            if (scripts / script).exists()  # or a package has it
            for name in re.findall(r'from "\./([^"]+)"', (scripts / script).read_text("utf-8"))
        }
        return [name for name in named if name in imported]

    assert not found_in(twice)


@pytest.mark.slow
def test_what_games_may_have_is_in_one_of_them() -> None:
    """A game without such a template shows nothing in its place, and so would one that is gone."""
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "moderator").rglob("*.py"))
    named = set(re.findall(r'template_of\([^()]*?"(\w+\.html)"', sources))
    assert "history_path.html" in named
    assert not [name for name in named if not [*(ROOT / "templates/games").glob(f"*/{name}")]]
