"""The process that makes packs, where none can be started."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest
from django.urls import reverse

from moderator.core import child
from moderator.features.printing.models import Pack
from tests.support.web.world import World


def test_a_pack_waits_if_no_process_can_be_started(
    world: World, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    tries = []

    def refuse(*_args: Any, **_options: Any) -> None:
        tries.append(1)
        raise BlockingIOError("no process")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    monkeypatch.setattr(child, "_children", {})
    laptop = world.browsers["instructor"]
    with django_capture_on_commit_callbacks(execute=True):
        answer = laptop.post(reverse("class-print", args=[world.classroom.pk]), {"sheet": "chart"})
    page = laptop.get(answer.headers["Location"])
    assert page.status_code == 200
    assert len(tries) == 2
    assert Pack.objects.get().is_pending
