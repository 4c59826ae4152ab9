"""Text: missing glyphs, shortening, wrapping, and markup that people type."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderator.sheets.age_of_iron.chart import chart_sheet
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.fonts import ELLIPSIS
from moderator.sheets.drawing.marks import Text
from tests.support.sheets.cases import STAMP, mid_game
from tests.support.sheets.odd import ODD, ODD_NAMES, odd_view
from tests.support.sheets.printing import view_pdf
from tests.support.sheets.reading import marks, reader, text

TEXTS = st.text(max_size=200)
FACES = st.sampled_from(["plain", "bold", "serif"])
SIZES = st.floats(min_value=6, max_value=40)


@pytest.mark.parametrize("name", ["Łódź", "Ελλάδα", "Россия", "Þingvellir", "Ağrı", "ở"])
def test_the_font_has_latin_greek_and_cyrillic(name: str) -> None:
    assert fonts.missing_letters(name) == []
    assert fonts.missing_letters(fonts.clean("e\u0301")) == []


@pytest.mark.usefixtures("no_fonts")
@pytest.mark.parametrize("letter", ["漢", "𓀀", "\u200b", "\u202e", "\ud800", "\x00", "□"])
def test_what_it_lacks_or_nobody_sees_is_a_box(letter: str) -> None:
    assert fonts.missing_letters(f"a{letter}b{letter}") == [letter]
    assert fonts.width(letter, 10) == pytest.approx(6.2)


def test_bold_is_a_font_of_its_own_with_the_same_letters() -> None:
    regular, bold = fonts.font().face, fonts.font_for("E", "bold").face
    assert set(regular.charToGlyph) == set(bold.charToGlyph)
    assert regular.name != bold.name
    assert fonts.width("Egypt", 10, face="bold") > fonts.width("Egypt", 10)
    resources = reader(view_pdf(chart_sheet, mid_game(), STAMP)).pages[0]["/Resources"]
    names = {str(font.get_object()["/BaseFont"]) for font in resources["/Font"].values()}
    assert any("NotoSans" in name for name in names)
    assert any("ModeratorSansBold" in name for name in names)


def test_the_font_with_serifs_has_the_same_letters_of_european_scripts() -> None:
    regular, serif = fonts.font().face, fonts.font_for("E", "serif").face
    assert not [
        letter for letter in set(regular.charToGlyph) - set(serif.charToGlyph) if letter < 0x900
    ]
    assert "ModeratorSerifBold" in str(serif.name)
    assert {"−", "–", "…", "·", "’"} <= set(map(chr, serif.charToGlyph))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Tables: שלום 12", "Tables: 12 םולש"),
        ("שלום (א)", "(א) םולש"),  # read from the right altogether
        ("שָׁלוֹם", "םולש"),
        ("محمد", "\ufeaa\ufee4\ufea4\ufee3"),  # joined
        ("لا", "\ufefb"),  # both letters in one
        ("می\u200cخواهم", "\ufee2\ufeeb\ufe8d\ufeee\ufea7\ufbfd\ufee3"),
        ("Łódź 12", "Łódź 12"),
    ],
)
def test_hebrew_and_arabic_are_printed_from_right_to_left(text: str, shown: str) -> None:
    for face in ("plain", "bold", "serif"):
        runs = fonts.runs(text, face)
        assert "".join(part for _font, part, _width in runs) == shown
        assert all(font for font, _part, _width in runs)
        assert sum(width for *_, width in runs) == pytest.approx(fonts.width(text, 1, face))
    assert fonts.missing_letters(text) == []


def test_threads_that_need_a_font_at_once_load_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_fonts", {})
    started = Barrier(4)

    def load(_number: int) -> object:
        started.wait()
        return fonts.font()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(load, range(4)))) == 1


def test_letters_that_change_the_order_of_others_are_boxes() -> None:
    shown = fonts.runs("a\u202eb שלום", "plain")
    assert [(font is None, part) for font, part, _width in shown][:3] == [
        (False, "a"),
        (True, "\ufff9"),
        (False, "b "),
    ]
    assert fonts.missing_letters("a\u202eb שלום") == ["\u202e"]


@pytest.mark.usefixtures("no_fonts")
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Anna 👩🏽\u200d🚀!", "Anna !"),
        ("1\ufe0f\u20e3 🇩🇪 ❤\ufe0fBo", "1 Bo"),
        ("😀", "grinning face"),
        ("🇩🇪👩🏽\u200d🚀", "flag DE woman rocket"),  # else nothing would be left
    ],
)
def test_emoji_are_left_out_if_anything_else_is_left(text: str, shown: str) -> None:
    assert fonts.clean(text) == fonts.clean(fonts.clean(text)) == shown
    assert fonts.missing_letters(shown) == []


@pytest.mark.slow
@given(st.text(st.sampled_from("שלום محمد لا abc 12 ()!"), max_size=60), SIZES, FACES)
def test_lines_in_arabic_script_fit_too(said: str, size: float, face: fonts.Face) -> None:
    cut = fonts.cut(said, size, 90, face)
    assert fonts.width(cut, size, face) <= 90 + 1e-6
    assert cut == said or said.startswith(cut.removesuffix(ELLIPSIS))
    lines = fonts.wrap(said, size, 90, face=face)
    assert all(fonts.width(line, size, face) <= 90 + 1e-6 for line in lines)
    assert "".join("".join(lines).split()) == "".join(said.split())


@pytest.mark.slow
def test_markup_is_printed_and_not_read() -> None:
    page = text(view_pdf(chart_sheet, odd_view(), STAMP))
    assert '<img src="/etc/passwd">' in page
    assert "<b>bold</b> &amp; </para>" in page
    assert "root:" not in page
    assert "line break tab" in page
    assert "Ελλάδα Россия Łódź" in page


def test_nothing_is_dropped_from_a_name_that_fits() -> None:
    pages, _ = marks(lambda: view_pdf(chart_sheet, odd_view(), STAMP))
    drawn = {m.text for m in pages[0] if isinstance(m, Text)}
    assert ODD_NAMES[3] in drawn
    cut = next(said for said in drawn if said.startswith("WWW"))
    assert cut.endswith(ELLIPSIS)


@pytest.mark.slow
@given(TEXTS, SIZES, st.floats(min_value=30, max_value=400), FACES)
def test_what_is_cut_or_fitted_fits(said: str, size: float, room: float, face: fonts.Face) -> None:
    cut = fonts.cut(said, size, room, face)
    assert fonts.width(cut, size, face) <= room + 1e-6 or cut == ELLIPSIS
    assert cut == said or cut.endswith(ELLIPSIS)
    fitted, smaller = fonts.fit(said, size, room, face)
    assert fonts.width(fitted, smaller, face) <= room + 1e-6
    assert min(size, 6) <= smaller <= size


@pytest.mark.slow
@given(TEXTS, SIZES, st.floats(min_value=60, max_value=400), FACES)
def test_wrapping_loses_nothing(said: str, size: float, room: float, face: fonts.Face) -> None:
    lines = fonts.wrap(said, size, room, face=face)
    assert all(fonts.width(line, size, face) <= room + 1e-6 for line in lines)
    assert "".join("".join(lines).split()) == "".join(fonts.clean(said).split())


@pytest.mark.slow
@given(st.text(min_size=1, max_size=400), st.integers(min_value=1, max_value=4))
def test_wrapping_to_a_limit_says_where_something_is_missing(said: str, limit: int) -> None:
    everything = fonts.wrap(said, 10, 100)
    lines = fonts.wrap(said, 10, 100, limit)
    assert len(lines) <= limit
    if len(everything) > limit:
        assert lines[:-1] == everything[: limit - 1]
        assert lines[-1].endswith(ELLIPSIS)
    else:
        assert lines == everything


@pytest.mark.slow
def test_wrapping_a_word_of_any_length_is_quick() -> None:
    lines = fonts.wrap("W" * 200_000, 10, 100)
    assert sum(map(len, lines)) == 200_000
    assert len(fonts.wrap(ODD, 10, 100, 3)) == 3
