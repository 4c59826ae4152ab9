"""Packs of sheets: asked for by a page, made by a process of their own, kept for a day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core.models import TEXT_LETTERS, Classroom
from moderator.features.printing.models import Pack

KEPT = 4
"""So many packs of a class, the newest, and none for longer than `KEPT_FOR`."""
KEPT_FOR = timedelta(days=1)
DEAD_AFTER = timedelta(seconds=60)
"""The process that makes a pack says more often that it is alive."""

PENDING = (Pack.State.WAITING, Pack.State.WORKING)


class PackGone(Exception):
    """The pack was deleted, or given up, while it was made."""


@transaction.atomic
def pack_request(
    classroom: Classroom, key: str, choice: Mapping[str, Any], language: str, site: str
) -> Pack:
    """The pack with this key: one that is stored or pending, or else a new one that waits.

    A pack that failed, or lacks a sheet, is made again.
    """
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    packs_check()
    same = Pack.objects.filter(classroom=classroom, key=key)
    for pack in same.order_by("-pk"):
        if pack.is_pending or (pack.is_done and not pack.problem):
            return pack
    same.delete()
    now = timezone.now()
    pack = Pack.objects.create(
        classroom=classroom,
        key=key,
        choice=dict(choice),
        language=language,
        site=site,
        at=now,
        changed=now,
    )
    _delete_old(classroom)
    return pack


def _delete_old(classroom: Classroom) -> None:
    packs = Pack.objects.filter(classroom=classroom)
    newest = list(packs.order_by("-pk").values_list("pk", flat=True)[:KEPT])
    packs.exclude(pk__in=newest).exclude(state=Pack.State.WORKING).delete()
    Pack.objects.exclude(state__in=PENDING).filter(at__lt=timezone.now() - KEPT_FOR).delete()


def packs_check() -> None:
    """Give up the packs whose process has ended without saying so."""
    now = timezone.now()
    alive = (now - DEAD_AFTER, now + DEAD_AFTER)  # not in the future, by a clock that was set back
    dead = Pack.objects.filter(state=Pack.State.WORKING).exclude(changed__range=alive)
    dead.update(
        state=Pack.State.FAILED,
        problem=gettext(
            "It was interrupted before it was complete, for example because the site was shut "
            "down. Try again."
        ),
    )


@transaction.atomic
def pack_take() -> Pack | None:
    """The pack that has waited longest, to be made now; None while another one is being made."""
    packs_check()
    # Two processes lock the same rows in the same order, so only one finds no other at work.
    pending = Pack.objects.select_for_update().filter(state__in=PENDING).order_by("pk")
    found = list(pending)
    waiting = [pack for pack in found if pack.state == Pack.State.WAITING]
    if len(waiting) < len(found) or not waiting:
        return None
    pack = waiting[0]
    pack.state, pack.changed = Pack.State.WORKING, timezone.now()
    pack.save(update_fields=["state", "changed"])
    return pack


def pack_progress(pack: Pack, done: int, sheets: int) -> None:
    """Say how far it is, and that its process is alive.

    Raises:
        PackGone: nobody wants it any more.
    """
    _update(pack, sheets_done=done, sheets=sheets)


def pack_finish(pack: Pack, key: str, pdf: bytes, problem: str = "", *, is_secret: bool) -> None:
    """Store its file, and the key of what it was made from; `problem` says what is missing.

    Raises:
        PackGone: nobody wants it any more.
    """
    _update(
        pack,
        state=Pack.State.DONE,
        key=key,
        pdf=pdf,
        problem=problem[:TEXT_LETTERS],
        choice={**pack.choice, "is_secret": is_secret},
    )


def pack_fail(pack: Pack, problem: str) -> None:
    """Give it up, with a sentence that says why, and what to do."""
    _update(pack, state=Pack.State.FAILED, problem=problem[:TEXT_LETTERS])


def pack_cancel(pack: Pack) -> bool:
    """Delete it if it isn't made yet; whether it was not. If it is being made, that ends soon."""
    return bool(Pack.objects.filter(pk=pack.pk, state__in=PENDING).delete()[0])


def packs_forget(classroom: Classroom) -> None:
    """Delete the class's packs, since they have names or games that must go.

    One that is being made notices it.
    """
    Pack.objects.filter(classroom=classroom).delete()


def _update(pack: Pack, **fields: Any) -> None:
    working = Pack.objects.filter(pk=pack.pk, state=Pack.State.WORKING)
    if not working.update(changed=timezone.now(), **fields):
        raise PackGone
