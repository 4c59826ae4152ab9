"""Without the extra, or without a provider, there is no sign-in of a school."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import reverse

from moderator.core import responses
from moderator.settings import oidc_provider
from tests.support.web.reading import read
from tests.support.web.world import signed_in

GIVEN: dict[str, Any] = {
    "name": "University login",
    "issuer": "https://login.school.example",
    "client_id": "7",
    "client_secret": "secret",
}


@pytest.mark.slow
@pytest.mark.django_db
def test_it_is_off() -> None:
    laptop = signed_in(User.objects.create_user("pat"))
    assert len(read(Client().get(reverse("sign-in"))).all("form")) == 1
    assert reverse("school-account") not in laptop.get("/classes/").content.decode()
    for answer in (
        Client().post(reverse("school")),
        Client().get(reverse("school-back")),
        laptop.get(reverse("school-account")),
    ):
        assert answer.status_code == 404
        assert "no sign-in of a school" in read(answer).text


@pytest.mark.django_db
def test_it_isnt_installed(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.OIDC_PROVIDER = GIVEN
    monkeypatch.setattr(responses, "find_spec", lambda _name: None)
    answer = Client().post(reverse("school"))
    assert answer.status_code == 404
    assert "python3 manage.py up --extra oidc" in read(answer).text


def test_the_provider_is_read_from_a_file(tmp_path: Path) -> None:
    assert oidc_provider("") == {}
    file = tmp_path / "provider.json"
    file.write_text(json.dumps(GIVEN | {"require": {"groups": ["staff"]}, "new_accounts": True}))
    found = oidc_provider(str(file))
    assert found.items() >= GIVEN.items()
    assert found["hours"] == 12
    assert found["new_accounts"]


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "{}",
        *(
            json.dumps(GIVEN | wrong)
            for wrong in (
                {"issuer": "http://login.school.example"},
                {"issuer": None},
                {"client_secret": ""},
                {"requires": {}},
                {"require": {"groups": "staff"}},
                {"require": {"groups": []}},
                {"require": {"groups": [7]}},
                {"require": ["groups"]},
                {"hours": 0},
                {"hours": True},
                {"hours": 1000},
                {"new_accounts": "yes"},
                {"new_accounts": True},
            )
        ),
    ],
)
def test_a_file_with_something_wrong(tmp_path: Path, text: str) -> None:
    file = tmp_path / "provider.json"
    file.write_text(text)
    with pytest.raises(ImproperlyConfigured, match=r"OIDC_PROVIDER.*provider\.json"):
        oidc_provider(str(file))
    with pytest.raises(ImproperlyConfigured):
        oidc_provider(str(tmp_path / "none"))
