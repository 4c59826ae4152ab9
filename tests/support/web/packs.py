"""Packs of sheets, made in the test's own process."""

from __future__ import annotations

from typing import Any

from moderator.core.models import Classroom
from moderator.features.printing.choice import PackChoice, pack_key
from moderator.features.printing.class_parts import Site
from moderator.features.printing.models import Pack
from moderator.features.printing.write import make_packs, pack_request

SITE = Site("http://testserver", is_reached=True)


def ask(classroom: Classroom, *kinds: str, **choice: Any) -> Pack:
    """A pack that has been asked for."""
    chosen = PackChoice(kinds, is_reached=True, **choice)
    key = pack_key(classroom, SITE, chosen, "en")
    return pack_request(classroom, key, chosen.to_wire(), "en", SITE.url)


def made(classroom: Classroom, *kinds: str, **choice: Any) -> Pack:
    """A pack that has been made."""
    pack = ask(classroom, *kinds, **choice)
    make_packs()
    return Pack.objects.get(pk=pack.pk)
