"""Archives of classes: made, changed by hand, and uploaded by the form."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, TestCase
from django.urls import reverse

from moderator.core.models import Classroom
from moderator.features.archive.making import MANIFEST, archive_make
from tests.support.web.reading import read

Rows = list[dict[str, Any]]


def archived(classroom: Classroom) -> bytes:
    file = io.BytesIO()
    archive_make(classroom, file)
    return file.getvalue()


def members(data: bytes) -> dict[str, bytes]:
    with ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rows(data: bytes, table: str) -> Rows:
    lines = members(data)[f"tables/{table}.jsonl"].splitlines()
    return [json.loads(line) for line in lines]


def packed(files: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file.getvalue()


def edited(data: bytes, table: str, edit: Callable[[Rows], object]) -> bytes:
    """The archive with other rows, of which its manifest knows."""
    found = rows(data, table)
    edit(found)
    lines = b"".join(json.dumps(row).encode() + b"\n" for row in found)
    return replaced(data, f"tables/{table}.jsonl", lines)


def replaced(data: bytes, name: str, content: bytes) -> bytes:
    """The archive with another content of a file, of which its manifest knows."""
    files = members(data) | {name: content}
    about = json.loads(files[MANIFEST])
    says = {"sha256": hashlib.sha256(content).hexdigest()}
    if name.startswith("tables/"):
        says["rows"] = content.count(b"\n")
    about["files"][name] = says
    return packed(files | {MANIFEST: json.dumps(about).encode()})


def send(teacher: Client, data: bytes) -> Any:
    """The answer to an upload by the form."""
    address = reverse("class-bring-back")
    sent: dict[str, Any] = dict(read(teacher.get(address)).form())
    sent["archive"] = SimpleUploadedFile("class.zip", data)
    return teacher.post(address, sent)


def brought_back(teacher: Client, data: bytes) -> Classroom:
    with TestCase.captureOnCommitCallbacks(execute=True):
        answer = send(teacher, data)
    assert answer.status_code == 303, refusal(answer)
    return Classroom.objects.latest("pk")


def refused(teacher: Client, data: bytes) -> str:
    """Asserts that nothing is stored; why."""
    before = Classroom.every.count()
    answer = send(teacher, data)
    assert answer.status_code == 422
    assert Classroom.every.count() == before
    return refusal(answer)


def refusal(answer: Any) -> str:
    page = read(answer)
    words = page.describes(page.id("archive"))
    assert words.endswith("Nothing was stored.")
    return words
