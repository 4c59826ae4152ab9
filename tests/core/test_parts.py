"""Parts of charts depend on the attributes that `only` takes, and templates read no others; the
fields of forms."""

from __future__ import annotations

from typing import Any

import pytest
from django.template import Context, Template
from django.test import Client

from moderator.core import queries
from moderator.core.cache import MB, LruCache
from moderator.core.forms import PageForm, PostedText
from moderator.templatetags import parts
from tests.support.web import tables
from tests.support.web.tables import Table

SHOWN = "{% load parts %}{% for one in items|only:'real imag' %}{{ one.real }}{% endfor %}"


def test_an_attribute_that_is_not_taken_cannot_be_read() -> None:
    assert Template(SHOWN).render(Context({"items": (3, 4)})) == "34"
    with pytest.raises(LookupError, match="denominator"):
        Template(SHOWN.replace("one.real", "one.denominator")).render(Context({"items": (3,)}))


SLIPS = ("e pal3 civ2 nub6", "b bab 11", "a ass 11", "h hat 10", "reveal")


@pytest.mark.django_db
@pytest.mark.parametrize("deployment", ["sequential", "simultaneous"])
@pytest.mark.slow
def test_pages_read_only_what_is_taken(deployment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Conditions with “and” and “or” hide an error, so it is noted here."""
    missed: list[str] = []

    def miss(item: Any, name: str) -> Any:
        missed.append(name)
        raise LookupError

    monkeypatch.setattr(parts._Taken, "__getattr__", miss)
    monkeypatch.setattr(parts, "_parts", LruCache(MB))
    table = tables.seat_down("1800-bc", {"deployment": deployment, "turns": 1})
    for line in SLIPS if deployment == "simultaneous" else ():
        look(table)
        table.record(line)
    while (state := queries.timeline(table.game).state).active is not None:
        look(table)
        hand = state.hand[state.active]
        table.record(f"syria {hand}" if hand else "end")
    look(table)
    assert state.is_over
    assert missed == []


def look(table: Table) -> None:
    table.console()
    for more in ("", "?wall"):
        assert Client().get(table.url("chart") + more).status_code == 200


class Form(PageForm):
    text = PostedText(20)


FIELDS = {
    '{% field form.text "T" required=True disabled=False %}': (
        '<label for="text">T</label><input id="text" maxlength="20" name="text" value="" required>'
    ),
    '{% field "n" "N" at=3 value=0 min=0 describes="above" %}': (
        '<label for="n-3">N</label><input aria-describedby="above" aria-invalid="true" '
        'id="n-3" min="0" name="n" value="0">'
    ),
    '{% field "n" "N" rows=None value=sign hint="H" %}': (
        '<label for="n">N</label><textarea aria-describedby="n-hint" id="n" name="n">\n'
        '&lt;</textarea><div class="hint" id="n-hint">H</div>'
    ),
    '{% select "s" "S" %}{% endselect %}': (
        '<label for="s">S</label><select id="s" name="s"></select>'
    ),
}


@pytest.mark.parametrize("tag", FIELDS)
def test_a_label_belongs_to_its_field_and_the_hint_describes_it(tag: str) -> None:
    assert _shown(tag, form=Form(), sign="<") == f'<div class="field">{FIELDS[tag]}</div>'


def test_what_was_refused_is_shown_again_beside_its_error() -> None:
    form = Form({"text": "<b>"})
    form.is_valid()
    form.add_error("text", "No <b>.")
    shown = _shown('{% field form.text "T" hint="H" %}', form=form)
    assert shown == (
        '<div class="field"><label for="text">T</label>'
        '<input aria-describedby="text-hint text-error" aria-invalid="true" id="text" '
        'maxlength="20" name="text" value="&lt;b&gt;" autofocus>'
        '<div class="hint" id="text-hint">H</div>'
        '<div class="error" id="text-error">No &lt;b&gt;.</div></div>'
    )


def test_a_table_names_its_columns() -> None:
    shown = _shown('{% table_head "A" sign class="vh" %}', sign="<")
    cells = '<th scope="col">A</th><th scope="col">&lt;</th>'
    assert shown == f'<thead class="vh"><tr>{cells}</tr></thead>'


TICKED = {
    '{% radio "r" 3 "3" %}': True,
    '{% radio "r" 4 "3" %}': False,
    '{% checkbox "c" 3 some %}': True,
    '{% checkbox "c" 4 some %}': False,
    '{% checkbox "c" 4 True %}': True,
    '{% checkbox "c" 3 nothing %}': False,
}


@pytest.mark.parametrize("tag", TICKED)
def test_what_is_chosen_is_ticked(tag: str) -> None:
    assert (" checked" in _shown(tag, some=frozenset({3}))) == TICKED[tag]


def _shown(source: str, **values: Any) -> str:
    return Template(f"{{% load parts %}}{source}").render(Context(values))
