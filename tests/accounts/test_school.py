"""Sign-in of the school against a provider that runs here: what it opens, and what is refused."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import suppress
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, build_opener

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from moderator.core import sessions
from moderator.core.events import SecurityEvent
from moderator.features.accounts import school
from moderator.features.accounts.models import SchoolIdentity
from moderator.features.accounts.write import sign_in_link_create
from tests.support import oidc_provider
from tests.support.clock import Clock
from tests.support.oidc_provider import CLIENT, SECRET, Provider, key, signed
from tests.support.web.reading import read
from tests.support.web.world import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.extra("oidc")]
PASSWORD = "seven hills of Rome"
BACK = "http://testserver/school/back/"


@pytest.fixture
def provider(settings: Any) -> Iterator[Provider]:
    cache.clear()
    with oidc_provider.running() as found:
        settings.OIDC_PROVIDER = {
            "name": "University login",
            "issuer": found.url,
            "client_id": CLIENT,
            "client_secret": SECRET,
            "scopes": "openid profile email",
            "require": {},
            "new_accounts": False,
            "hours": 12,
        }
        yield found


@pytest.fixture
def pat(provider: Provider) -> User:
    """An instructor whose account is connected with the school's person-1."""
    user = User.objects.create_user("pat", password=PASSWORD)
    SchoolIdentity.objects.create(user=user, issuer=provider.url, subject="person-1")
    return user


class _Stay(HTTPRedirectHandler):
    def http_error_302(self, req: Any, fp: Any, code: Any, msg: Any, headers: Any) -> Any:
        return fp


def there(response: HttpResponse) -> str:
    """The provider's answer, as the query with which it sends the browser back."""
    url = str(read(response).one("a", class_="main").attributes["href"])
    assert response.headers["Refresh"] == f"0; url={url}"
    with build_opener(_Stay).open(url) as answer:
        location = answer.headers["Location"]
    assert location.startswith(f"{BACK}?"), answer.read()
    return urlsplit(location).query


def begun(browser: Client, **fields: str) -> str:
    response = browser.post(reverse("school"), fields)
    assert response.status_code == 200, read(response).text
    return there(response)


def come_back(browser: Client, query: str) -> HttpResponse:
    return browser.get(f"{reverse('school-back')}?{query}")


def sign_in(browser: Client, **fields: str) -> HttpResponse:
    return come_back(browser, begun(browser, **fields))


def refusal(response: HttpResponse) -> str:
    assert response.status_code == 422
    assert "_auth_user_id" not in response.client.session  # type: ignore[attr-defined]
    return read(response).one("p", role="alert").text


def user_in(browser: Client) -> str:
    """Who is signed in."""
    pk = browser.session.get("_auth_user_id")
    return User.objects.get(pk=pk).username if pk else ""


# Who is signed in.


def test_the_same_subject_is_the_same_account(provider: Provider, pat: User) -> None:
    """Whatever the name and the address are, and whoever else has them here."""
    other = User.objects.create_user("quinn", "quinn@school.example")
    for said in ({}, {"email": other.email, "email_verified": True, "preferred_username": "quinn"}):
        provider.said = said
        browser = Client()
        response = sign_in(browser)
        assert (response.status_code, response["Location"]) == (303, "/classes/")
        assert user_in(browser) == "pat"
        assert browser.get("/classes/").status_code == 200


def test_the_sites_secret_in_a_form(provider: Provider, pat: User) -> None:
    provider.about = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
    assert sign_in(Client()).status_code == 303


def test_an_address_alone_opens_nothing(provider: Provider, pat: User, settings: Any) -> None:
    """Somebody gets another's former address or name: they are another subject."""
    pat.email = "pat@school.example"
    pat.save()
    provider.said = {"sub": "person-2", "email": pat.email, "email_verified": True}
    browser = Client()
    assert "no account here yet" in refusal(sign_in(browser))
    settings.OIDC_PROVIDER["new_accounts"] = True
    provider.said |= {"preferred_username": "pat"}
    sign_in(browser)
    assert user_in(browser) == "pat-2"
    assert not User.objects.get(username="pat-2").email  # nothing but the name is kept


def test_another_providers_person_is_another(provider: Provider, pat: User) -> None:
    """The same subject means somebody else at each provider."""
    SchoolIdentity.objects.update(issuer="https://old.school.example")
    assert "no account" in refusal(sign_in(Client()))


def test_new_accounts(provider: Provider, settings: Any) -> None:
    settings.OIDC_PROVIDER |= {"new_accounts": True, "require": {"groups": ["staff"]}}
    provider.user = {"groups": ["staff"], "preferred_username": "Pat Smith <b>"}
    for _again in range(2):
        browser = Client()
        sign_in(browser)
        assert user_in(browser) == "Pat-Smith-b"
    user = User.objects.get()
    assert not any((user.is_superuser, user.is_staff, user.has_usable_password()))


def test_who_comes_by_the_school_alone_gets_no_way_of_their_own(
    provider: Provider, settings: Any
) -> None:
    """Else whoever leaves the school would keep it; after the operator's link they may."""
    settings.OIDC_PROVIDER["new_accounts"] = True
    sign_in(browser := Client())
    user = User.objects.get()
    new = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    ways = {
        "password": new,
        "own-passkeys": {"name": "laptop"},
        "school-account": {"do": "connect"},
    }
    for way, sent in ((reverse(name), sent) for name, sent in ways.items()):
        response = browser.post(way, sent)
        assert response.status_code == 422
        assert "ask whoever runs this site for a one-time link" in read(response).text
    for page in ("password", "second-factor", "school-account"):
        shown = read(browser.get(reverse(page)))
        assert "ask whoever runs this site for a one-time link" in shown.text
        assert not shown.all("input", name="new_password1") + shown.all("input", name="name")
    user.refresh_from_db()
    assert not user.has_usable_password()
    browser.post(reverse("one-time", args=[sign_in_link_create(user)]))
    assert browser.post(reverse("password"), new).status_code == 303
    user.refresh_from_db()
    assert user.check_password(PASSWORD)
    sign_in(phone := Client())
    assert "Old password" in read(phone.get(reverse("password"))).text


@pytest.mark.parametrize("name", [None, "", "\0", 7, ["pat"], "x" * 300, "<>", "ｐａｔ"])
def test_names_of_new_accounts(provider: Provider, settings: Any, name: object) -> None:
    settings.OIDC_PROVIDER |= {"new_accounts": True}
    provider.said = {"preferred_username": name}
    assert sign_in(Client()).status_code == 303
    User.objects.get().full_clean(exclude=["password"])


def test_closed_accounts_stay_out(provider: Provider, pat: User, settings: Any) -> None:
    settings.OIDC_PROVIDER |= {"new_accounts": True}
    browser = Client()
    sign_in(browser)
    call_command("instructor", "pat", "--close")
    assert browser.get("/classes/").status_code == 302
    assert "closed" in refusal(sign_in(Client()))
    assert User.objects.count() == 1


def test_the_operator_connects_an_account(provider: Provider, capsys: Any) -> None:
    browser = Client()
    assert "the subject is person-1" in refusal(sign_in(browser))
    call_command("instructor", "pat", "--subject", "person-1")
    sign_in(browser)
    assert user_in(browser) == "pat"
    with pytest.raises(CommandError, match="already has another account"):
        call_command("instructor", "quinn", "--subject", "person-1")


# What is required of everybody, at each sign-in.


@pytest.mark.parametrize(
    ("require", "said", "why"),
    [
        ({"groups": ["staff"]}, {"groups": ["staff", "all"]}, ""),
        ({"groups": ["staff", "deans"]}, {"groups": "deans"}, ""),
        ({"groups": ["staff"]}, {"groups": ["students"]}, "doesn’t list you"),
        ({"groups": ["staff"]}, {"groups": "staff-not"}, "doesn’t list you"),
        ({"groups": ["staff"]}, {"groups": {"staff": True}}, "doesn’t list you"),
        ({"groups": ["staff"]}, {"groups": []}, "doesn’t list you"),
        ({"groups": ["staff"]}, {}, "“groups” is missing"),
        ({"email": ["@a.example"]}, {"email": "p@a.example", "email_verified": True}, ""),
        ({"email": ["@a.example"]}, {"email": "p@a.example"}, "doesn’t list you"),
        ({"email": ["@a.example"]}, {"email": "p@a.example", "email_verified": "no"}, "“email”"),
        ({"email": ["@a.example"]}, {"email": "a@a.example@b.c", "email_verified": True}, "list"),
        ({"amr": ["mfa"]}, {"amr": ["pwd", "mfa"]}, ""),
        ({"amr": ["mfa"]}, {"amr": ["pwd"]}, "hasn’t asked you for one (“amr”)"),
        ({"amr": ["mfa"]}, {}, "whether it has asked you for a second factor: “amr” is missing"),
        ({"groups": ["staff"], "acr": ["2"]}, {"groups": ["staff"]}, "“acr” is missing"),
        ({"groups": ["staff"], "acr": ["2"]}, {"groups": ["staff"], "acr": "2"}, ""),
    ],
)
def test_what_is_required(
    provider: Provider, pat: User, settings: Any, require: Any, said: Any, why: str
) -> None:
    settings.OIDC_PROVIDER["require"] = require
    provider.said = said
    browser = Client()
    response = sign_in(browser)
    assert user_in(browser) == ("" if why else "pat")
    assert not why or why in refusal(response)
    has_asked = {"amr", "acr"} & require.keys()
    kinds = ["second_factor.passed", "account.login"][not has_asked :]
    found = SecurityEvent.objects.order_by("pk").values_list("kind", flat=True)
    assert list(found) == (["account.failed_login"] if why else kinds)


def test_a_second_factor_is_asked_for_and_only_the_signed_answer_has_it(
    provider: Provider, pat: User, settings: Any
) -> None:
    settings.OIDC_PROVIDER["require"] = {"acr": ["https://refeds.org/profile/mfa"]}
    provider.user = {"acr": "https://refeds.org/profile/mfa"}
    browser = Client()
    query = begun(browser)
    (asked,) = provider.codes.values()
    assert asked["acr_values"] == "https://refeds.org/profile/mfa"
    assert "“acr” is missing" in refusal(come_back(browser, query))


def test_claims_of_the_page_of_claims(provider: Provider, pat: User, settings: Any) -> None:
    settings.OIDC_PROVIDER["require"] = {"groups": ["staff"]}
    provider.user = {"groups": ["staff"]}
    browser = Client()
    sign_in(browser)
    assert user_in(browser) == "pat"
    provider.user |= {"sub": "person-2"}
    assert "isn’t valid" in refusal(sign_in(Client()))


# What is refused.


def _none(claims: Any) -> str:
    return f"{_part({'alg': 'none'})}.{_part(claims)}."


def _part(value: Any) -> str:
    return urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def _hs256(secret: bytes) -> Any:
    def token(claims: Any) -> str:
        text = f"{_part({'alg': 'HS256', 'kid': 'first'})}.{_part(claims)}"
        mac = hmac.new(secret, text.encode(), hashlib.sha256).digest()
        return f"{text}.{urlsafe_b64encode(mac).rstrip(b'=').decode()}"

    return token


def test_tokens_that_the_provider_didnt_sign(provider: Provider, pat: User) -> None:
    public = key("first").as_pem(private=False)
    broken = (
        _none,
        _hs256(public),
        _hs256(public.strip()),
        _hs256(SECRET.encode()),
        lambda claims: signed(claims, "somebody else", kid="first"),
        lambda claims: signed(claims, "somebody else"),
        lambda claims: f"{signed(claims, 'first')[:-4]}AAAA",
        lambda claims: f"{_part({'alg': 'RS256', 'kid': 'first'})}.{_part(claims)}.",
        lambda claims: "a.b.c",
        lambda claims: "",
        lambda claims: 7,
        lambda claims: signed([claims], "first"),  # type: ignore[arg-type]
    )
    for token in broken:
        provider.token = token
        assert "isn’t valid" in refusal(sign_in(Client()))


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"aud": "another"}, "aud"),
        ({"aud": [CLIENT, "another"]}, "azp"),
        ({"aud": [CLIENT, "another"], "azp": "another"}, "azp"),
        ({"aud": None}, "isn’t valid"),
        ({"iss": "https://evil.example"}, "iss"),
        ({"iss": None}, "isn’t valid"),
        ({"sub": None}, "isn’t valid"),
        ({"sub": ""}, "isn’t valid"),
        ({"sub": 1}, "sub"),
        ({"sub": "person-1\0"}, "isn’t valid"),
        ({"sub": "x" * 300}, "isn’t valid"),
        ({"nonce": "another"}, "nonce"),
        ({"nonce": None}, "isn’t valid"),
        ({"exp": int(time.time()) - 3600}, "clocks"),
        ({"exp": None}, "isn’t valid"),
        ({"iat": int(time.time()) + 3600, "exp": int(time.time()) + 7200}, "clocks"),
        ({"nbf": int(time.time()) + 3600}, "clocks"),
        ({"at_hash": "AAAA"}, "at_hash"),
    ],
)
def test_tokens_that_say_something_wrong(
    provider: Provider, pat: User, said: dict[str, Any], why: str
) -> None:
    provider.said = said
    assert why in refusal(sign_in(Client()))


def test_a_token_of_another_sign_in(provider: Provider, pat: User) -> None:
    """Its nonce is of another browser's sign-in."""
    tokens = []
    provider.token = lambda claims: tokens.append(signed(claims, "first")) or tokens[0]
    assert sign_in(Client()).status_code == 303
    assert "nonce" in refusal(sign_in(Client()))


def test_an_answer_works_once_and_in_its_own_browser(provider: Provider, pat: User) -> None:
    """Else somebody could sign others in to their own account, or use what they have read."""
    own, other = Client(), Client()
    query = begun(own)
    assert "another browser" in refusal(come_back(other, query))
    theirs = begun(other)
    assert "another browser" in refusal(come_back(other, query))
    assert "another browser" in refusal(come_back(other, theirs))  # forgotten
    kept = own.cookies[school.KEPT].value
    assert come_back(own, query).status_code == 303
    assert "another browser" in refusal(come_back(Client(), query))
    again = Client()
    again.cookies[school.KEPT] = kept
    assert "used already" in refusal(come_back(again, query))


def test_a_code_of_another_sign_in(provider: Provider, pat: User) -> None:
    """PKCE: a code that was stolen is worth nothing in the thief's own sign-in."""
    thief = Client()
    stolen, own = parse_qs(begun(Client())), parse_qs(begun(thief))
    mixed = {name: one[0] for name, one in (own | {"code": stolen["code"]}).items()}
    assert "invalid_grant" in refusal(come_back(thief, urlencode(mixed)))


@pytest.mark.parametrize("change", ["state", "iss", "code"])
def test_answers_with_something_wrong(provider: Provider, pat: User, change: str) -> None:
    for value in (None, "", "x", "https://evil.example", "é"):
        browser = Client()
        given = {name: one[0] for name, one in parse_qs(begun(browser)).items()}
        given |= {change: value} if value is not None else {}
        if value is None:
            del given[change]
        refusal(come_back(browser, urlencode(given)))


def test_a_cookie_that_is_too_old_or_changed(
    provider: Provider, pat: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Client()
    query = begun(browser)
    browser.cookies[school.KEPT] = browser.cookies[school.KEPT].value[:-1] + "x"
    assert "another browser" in refusal(come_back(browser, query))
    query = begun(browser)
    monkeypatch.setattr(school, "KEPT_S", -1)
    assert "too long ago" in refusal(come_back(browser, query))


def test_who_cancels_there(provider: Provider, pat: User) -> None:
    for error, shown in (("access_denied", "access_denied"), ("<b>", "(error)")):
        browser = Client()
        (state,) = parse_qs(begun(browser))["state"]
        assert shown in refusal(come_back(browser, urlencode({"state": state, "error": error})))


def test_nobody_is_sent_to_another_site(provider: Provider, pat: User) -> None:
    for wanted, leads in (
        ("/about/", "/about/"),
        ("https://evil.example/", "/classes/"),
        ("//evil.example", "/classes/"),
        ("javascript:alert(1)", "/classes/"),
    ):
        assert sign_in(Client(), next=wanted)["Location"] == leads


def test_another_site_begins_no_sign_in(provider: Provider, pat: User) -> None:
    assert Client(enforce_csrf_checks=True).post(reverse("school")).status_code == 403
    assert Client().get(reverse("school")).status_code == 405
    assert provider.asked == []


def test_cookies_over_https(provider: Provider) -> None:
    (cookie,) = Client().post(reverse("school")).cookies.values()
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == school.KEPT_S


# A provider that fails.

DESCRIPTION = "/.well-known/openid-configuration"


@pytest.mark.parametrize(
    ("about", "why"),
    [
        ({"issuer": "https://evil.example"}, "isn’t valid"),
        ({"issuer": None}, "isn’t valid"),
        ({"authorization_endpoint": "http://school.example/"}, "isn’t valid"),
        ({"token_endpoint": "file:///etc/passwd"}, "isn’t valid"),
        ({"jwks_uri": "http://169.254.169.254/keys"}, "isn’t valid"),
        ({"end_session_endpoint": "javascript:alert(1)"}, "isn’t valid"),
        ({"token_endpoint": None}, "isn’t valid"),
        ({"jwks_uri": ["a"]}, "isn’t valid"),
    ],
)
def test_descriptions_that_arent_taken(provider: Provider, about: Any, why: str) -> None:
    provider.about = about
    assert why in refusal(Client().post(reverse("school")))


@pytest.mark.parametrize(
    "answer",
    [
        (500, {}, "closed"),
        (404, {}, ""),
        (302, {"Location": "/elsewhere"}, ""),
        (200, {}, "{"),
        (200, {}, "[]"),
        (200, {}, "7"),
        (200, {}, "{" * 5000),
        (200, {}, f'{{"x": "{"x" * (1 << 20)}"}}'),
        (200, {"Content-Encoding": "gzip"}, "no gzip"),
    ],
    ids=str,
)
def test_answers_that_arent_taken(provider: Provider, pat: User, answer: Any) -> None:
    """Of each address that is asked in a sign-in."""
    provider.answers = {DESCRIPTION: lambda: answer}
    refusal(Client().post(reverse("school")))
    for path in ("/keys", "/token"):
        cache.clear()
        provider.answers = {path: lambda: answer}
        refusal(sign_in(Client()))
    assert "GET /elsewhere" not in provider.asked


def test_a_provider_that_is_down(provider: Provider, settings: Any) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        settings.OIDC_PROVIDER["issuer"] = f"http://127.0.0.1:{free.getsockname()[1]}"
        text = refusal(Client().post(reverse("school")))
    assert "Try again in a few minutes" in text
    assert "one-time link" in text
    # An account of the site signs in as ever.
    User.objects.create_user("sam", password=PASSWORD)
    sent = {"username": "sam", "password": PASSWORD}
    assert Client().post(reverse("sign-in"), sent).status_code == 303


def test_a_provider_that_hangs(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moderator.core.outgoing.WAIT_S", (0.2, 0.2))
    provider.answers = {DESCRIPTION: lambda: time.sleep(0.6) or (200, {}, "{}")}
    began = time.monotonic()
    assert "Try again in a few minutes" in refusal(Client().post(reverse("school")))
    assert time.monotonic() - began < 5


def test_all_answers_together_take_a_limited_time(
    provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moderator.core.outgoing.LONGEST_S", -1)
    assert "Try again in a few minutes" in refusal(Client().post(reverse("school")))


def test_new_keys_are_fetched(provider: Provider, pat: User) -> None:
    assert sign_in(Client()).status_code == 303
    assert sign_in(Client()).status_code == 303
    assert provider.asked.count(f"GET {DESCRIPTION}") == 1
    assert provider.asked.count("GET /keys") == 1
    provider.signer = "second"
    assert sign_in(Client()).status_code == 303
    assert provider.asked.count("GET /keys") == 2
    # Also under the name of the old one, or without any.
    provider.token = lambda claims: signed(claims, "third", kid="second")
    provider.answers = {"/keys": lambda: oidc_provider.key_set("third", kid="second")}
    assert sign_in(Client()).status_code == 303
    provider.token = lambda claims: signed(claims, "third", kid=None)
    assert sign_in(Client()).status_code == 303


@pytest.mark.slow
def test_a_provider_that_answers_byte_by_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each piece comes in time, and all of them never."""
    import requests

    from moderator.core import outgoing

    monkeypatch.setattr(outgoing, "LONGEST_S", 0.3)

    def drip() -> None:
        browser, _ = listening.accept()
        with browser:
            browser.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
            with suppress(OSError):
                for _piece in range(1000):
                    browser.sendall(b"x")
                    time.sleep(0.02)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=drip)
        thread.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/"
        began = time.monotonic()
        with pytest.raises(requests.Timeout):
            outgoing.limited(requests.Session()).get(url)
        assert time.monotonic() - began < 5
        thread.join()


def test_what_the_office_reads(provider: Provider, pat: User) -> None:
    browser = Client()
    sign_in(browser)
    refusal(come_back(Client(), "state=x"))
    browser.post(reverse("school-account"), {"do": "part", "password": PASSWORD})
    come_back(browser, there(connect(browser)))
    events = SecurityEvent.objects.order_by("pk").values_list("kind", "account")
    assert list(events) == [
        ("account.login", pat.pk),
        ("account.failed_login", None),
        ("account.school_parted", pat.pk),
        ("account.school_connected", pat.pk),
    ]


# Sessions.


def test_how_long_it_lasts(provider: Provider, pat: User, settings: Any, clock: Clock) -> None:
    settings.OIDC_PROVIDER["hours"] = 2
    browser = Client()
    assert sign_in(browser).status_code == 303
    left_s = sessions.left_s(browser.session)
    assert 2 * 60 * 60 - 60 < left_s <= 2 * 60 * 60
    clock.wait(2 * 60 * 60 - 60)
    assert browser.get("/classes/").status_code == 200
    clock.wait(120)
    assert browser.get("/classes/").status_code == 302
    laptop = Client()
    laptop.post(reverse("sign-in"), {"username": "pat", "password": PASSWORD})
    assert sessions.left_s(laptop.session) > 2 * 60 * 60


def test_signing_out_there_too(provider: Provider, pat: User) -> None:
    browser = Client()
    sign_in(browser)
    response = browser.post(reverse("sign-out"))
    assert user_in(browser) == ""
    url = urlsplit(str(read(response).one("a", class_="main").attributes["href"]))
    assert f"{url.scheme}://{url.netloc}{url.path}" == f"{provider.url}/end"
    asked = {"client_id": [CLIENT], "post_logout_redirect_uri": ["http://testserver/"]}
    assert parse_qs(url.query) == asked
    # Not every provider has such an address; and who signed in here is only signed in here.
    provider.about = {"end_session_endpoint": None}
    cache.clear()
    sign_in(browser)
    page = read(browser.post(reverse("sign-out")))
    assert "not of your school" in page.text
    assert page.all("a", class_="main") == []
    assert signed_in(pat).post(reverse("sign-out"))["Location"] == "/"


def test_a_session_begins_anew(provider: Provider, pat: User) -> None:
    browser = Client()
    browser.session.save()
    before = browser.session.session_key
    sign_in(browser)
    assert browser.session.session_key != before
    assert school.KEPT not in {n for n, one in browser.cookies.items() if one.value}


def test_no_token_is_kept(provider: Provider, pat: User) -> None:
    browser = Client()
    provider.said = {"email": "pat@school.example", "name": "Pat"}
    sign_in(browser)
    kept = str(dict(browser.session.items()))
    assert "pat@" not in kept
    assert "eyJ" not in kept


# The account's owner.


def connect(browser: Client, password: str = PASSWORD) -> HttpResponse:
    sent = {"do": "connect", "password": password}
    return browser.post(reverse("school-account"), sent)


def test_an_owner_connects_and_parts(provider: Provider) -> None:
    pat = User.objects.create_user("pat", password=PASSWORD)
    laptop, phone = signed_in(pat), Client()
    response = connect(laptop, "wrong")
    assert response.status_code == 422
    assert "password is wrong" in read(response).one("p", role="alert").text
    response = come_back(laptop, there(connect(laptop)))
    assert response["Location"] == reverse("school-account")
    assert "is connected" in read(laptop.get(reverse("school-account"))).text
    sign_in(phone)
    assert user_in(phone) == "pat"
    part = {"do": "part", "password": "wrong"}
    assert laptop.post(reverse("school-account"), part).status_code == 422
    assert SchoolIdentity.objects.exists()
    laptop.post(reverse("school-account"), part | {"password": PASSWORD})
    assert not SchoolIdentity.objects.exists()
    assert "no account" in refusal(sign_in(Client()))


def test_guesses_of_the_password_are_paused(provider: Provider, pat: User) -> None:
    laptop = signed_in(pat)
    for _guess in range(5):
        connect(laptop, "wrong")
    assert "Too many wrong tries" in read(connect(laptop)).one("p", role="alert").text


def test_without_a_password_it_can_be_connected_but_not_parted(provider: Provider) -> None:
    pat = User.objects.create_user("pat")
    laptop = signed_in(pat)
    come_back(laptop, there(connect(laptop, "")))
    assert SchoolIdentity.objects.get().user == pat
    assert "Set a password" in read(laptop.get(reverse("school-account"))).text
    assert laptop.post(reverse("school-account"), {"do": "part"}).status_code == 422
    assert SchoolIdentity.objects.exists()


def test_a_subject_has_one_account(provider: Provider, pat: User) -> None:
    sam = User.objects.create_user("sam", password=PASSWORD)
    laptop = signed_in(sam)
    response = come_back(laptop, there(connect(laptop)))
    assert "already has another account" in read(response).one("p", role="alert").text
    assert SchoolIdentity.objects.get().user == pat


def test_only_who_began_it_is_connected(provider: Provider) -> None:
    """On a shared computer somebody else may have signed in meanwhile."""
    pat = User.objects.create_user("pat", password=PASSWORD)
    laptop = signed_in(pat)
    query = there(connect(laptop))
    laptop.force_login(User.objects.create_user("sam"))
    assert "signed out meanwhile" in read(come_back(laptop, query)).one("p", role="alert").text
    assert not SchoolIdentity.objects.exists()


def test_the_sign_in_page(provider: Provider) -> None:
    page = read(Client().get(reverse("sign-in"), {"next": "/about/"}))
    form = page.form(reverse("school"))
    assert form["next"] == "/about/"
    assert "Sign in with University login" in page.text
    assert page.all("input", name="password")
    about = read(Client().get(reverse("about"))).text
    assert "may sign in with University login, which then learns that they do" in about
    assert "or sent to, any other site" not in about
