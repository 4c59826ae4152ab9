"""Every wall, board, film, end and student's page is whole, in any size, with any names."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Playwright

from tests.support.amount import IS_LONG, amount
from tests.support.engines.fixtures import OTHERS
from tests.support.engines.windows import windows
from tests.support.site import Site
from tests.support.web.faults import faults
from tests.support.web.played import played
from tests.support.web.screens import LOOKS, NAMES, SCREENS, SIZES, Condition, Visitor, few, pairs


@pytest.mark.parametrize(
    "engine", ["chromium", *(pytest.param(name, marks=pytest.mark.long) for name in OTHERS)]
)
def test_no_text_is_cut_covered_or_outside_its_panel(
    site: Site, playwright: Playwright, browser: Browser, engine: str
) -> None:
    """In a usual run `few` of them, once; in a long one each at each size in each look."""
    visitor, found = Visitor(site), []
    visits = all_pairs() if IS_LONG or engine in OTHERS else few()
    with windows(playwright, browser) as opened:
        for name, on in visits:
            if not on.look.startswith(engine):
                continue
            screen = opened.window(on.look, on.size)
            for fault in visitor.look(screen, SCREENS[name], on):
                found.append(f"{name}, {on}: {fault}")
    assert not found, "\n".join(found)


def all_pairs() -> Iterator[tuple[str, Condition]]:
    return itertools.chain(*map(pairs, range(amount(1, len(SIZES)))))


@pytest.mark.parametrize(
    ("visits", "looks", "names", "of"),
    [(pairs, LOOKS, NAMES, SCREENS), (few, LOOKS[:3], NAMES[3:], ())],
    ids=["long", "usual"],
)
def test_each_two_conditions_meet(
    visits: Callable[[], Iterator[tuple[str, Condition]]],
    looks: Sequence[str],
    names: Sequence[str],
    of: Iterable[str],
) -> None:
    met = set()
    for screen, on in visits():
        met |= set(itertools.combinations((screen, on.size, on.names, on.look), 2))
    for some, others in itertools.combinations((of, SIZES, names, looks), 2):
        assert set(itertools.product(some, others)) <= met
    assert set(itertools.product(of, looks)) <= met


# The panel of a fight in War! as it was once: the sums lay under the dice and outside the panel.
STYLE = """
.former { display: grid; gap: .5rem; width: 16rem; border: 2px solid; padding: .6rem .75rem }
.former { font-size: 1.2rem }
.former > div { display: grid; gap: .5rem; align-items: center }
.former > div { grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr) }
.former span { display: flex; gap: .5rem; align-items: center; justify-content: space-between }
.former svg { width: 3.4rem; height: 3.4rem; flex: none }
.former i { white-space: nowrap; font-style: normal }
.former b { font-size: 2.2rem; line-height: 1 }
"""
DIE = "<svg viewBox='0 0 24 24'><rect width='24' height='24'/></svg>"
SIDE = f"<span>{DIE}<i>{{}} = <b>{{}}</b></i></span>"
FORMER = f"<h3>Attack</h3><div>{SIDE.format('6 + 5', 11)}<u>:</u>{SIDE.format('1 + 6', 7)}</div>"
PUT = """([style, html]) => {
    const sheet = new CSSStyleSheet(), panel = document.createElement("section");
    sheet.replaceSync(style);
    document.adoptedStyleSheets = [sheet];
    panel.className = "former";
    panel.innerHTML = html;
    document.querySelector(".war-fight").replaceWith(panel);
}"""


def test_it_finds_what_was_wrong_in_a_former_panel(site: Site, browser: Browser) -> None:
    with browser.new_context(viewport={"width": 1366, "height": 768}) as context:
        page = context.new_page()
        page.goto(f"{site.url}/c/{played(site, 'war/attacks', 39).code}/?wall")
        assert not faults(page.evaluate, True)
        page.evaluate(PUT, [STYLE, FORMER])
        found = "\n".join(faults(page.evaluate, True))
    assert "outside its panel former: 7" in found
    assert "covered by svg" in found or "covered by rect" in found
