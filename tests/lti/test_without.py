"""Without the extra, or without a platform, each address says so."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.urls import reverse

from moderator.core import responses
from moderator.core.models import Classroom
from moderator.settings import lti_platforms
from tests.support.web.reading import read
from tests.support.web.world import signed_in

pytestmark = pytest.mark.slow

SITE = ("lti-keys", "lti-config", "lti-login", "lti-launched")


@pytest.mark.django_db
@pytest.mark.parametrize("is_installed", [True, False])
def test_each_address_says_that_it_is_off(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch, is_installed: bool
) -> None:
    monkeypatch.setattr(responses, "find_spec", lambda _name: object() if is_installed else None)
    own = signed_in(classroom.instructor)
    answers = [own.get(reverse(name)) for name in SITE] + [own.post(reverse("lti-launch"))]
    assert {one.status_code for one in answers} == {404}
    answers.append(own.get(reverse("lti-course", args=[classroom.pk])))
    for one in answers:
        text = read(one).text
        assert ("python3 manage.py up --extra lti" in text) is not is_installed
        assert ("No platform is registered" in text) is is_installed
    answer = own.post(reverse("lti-course", args=[classroom.pk]), {"do": "send"})
    assert answer.status_code == 422


def test_the_library_is_imported_when_it_is_needed() -> None:
    code = (
        "import os, sys, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'moderator.settings';"
        "django.setup(); import moderator.urls;"
        "print([one for one in ('pylti1p3', 'requests', 'authlib') if one in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert shown.stdout.strip() == "[]"


PLATFORM: dict[str, Any] = {
    "issuer": "https://school.example",
    "client_id": "7",
    "auth_login_url": "https://school.example/auth",
    "auth_token_url": "https://school.example/token",
    "key_set_url": "https://school.example/keys",
    "deployment_ids": ["1"],
}


def test_platforms_are_read_from_a_file(tmp_path: Path) -> None:
    assert lti_platforms("") is None
    file = tmp_path / "platforms.json"
    file.write_text(json.dumps([PLATFORM]))
    assert lti_platforms(str(file)) == [PLATFORM]


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{}x",
        '["a"]',
        *(
            json.dumps([PLATFORM | wrong])
            for wrong in (
                {"auth_token_url": "http://school.example/token"},
                {"key_set_url": "ftp://localhost/"},
                {"deployment_ids": "1"},
                {"hosts": "school.example"},
                {"client_id": 7},
                {"issuer": None},
            )
        ),
    ],
)
def test_a_file_with_something_wrong(tmp_path: Path, text: str) -> None:
    file = tmp_path / "platforms.json"
    file.write_text(text)
    with pytest.raises(ImproperlyConfigured, match=r"LTI_PLATFORMS.*platforms\.json"):
        lti_platforms(str(file))
    with pytest.raises(ImproperlyConfigured):
        lti_platforms(str(tmp_path / "none"))
