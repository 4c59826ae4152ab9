"""Packs of sheets, made in the test's own process."""

from __future__ import annotations

from typing import Any

from moderator.play import services
from moderator.play.models import Classroom, Pack
from moderator.web.printing.packs.choice import PackChoice
from moderator.web.printing.packs.key import pack_key
from moderator.web.printing.packs.process import make_packs
from moderator.web.printing.people import Site

SITE = Site("http://testserver", is_reached=True)


def ask(classroom: Classroom, *kinds: str, **choice: Any) -> Pack:
    """A pack that has been asked for."""
    chosen = PackChoice(kinds, is_reached=True, **choice)
    key = pack_key(classroom, SITE, chosen, "en")
    return services.pack_request(classroom, key, chosen.to_wire(), "en", SITE.url)


def made(classroom: Classroom, *kinds: str, **choice: Any) -> Pack:
    """A pack that has been made."""
    pack = ask(classroom, *kinds, **choice)
    make_packs()
    return Pack.objects.get(pk=pack.pk)
