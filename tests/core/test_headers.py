"""Security of responses: headers, nothing inline, cookies."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.security import SecurityMiddleware
from django.test import Client, override_settings
from django.urls import reverse

from moderator.core import responses
from moderator.features.people import join
from moderator.server import bridge
from tests.support.web.visits import Visit, Visits
from tests.support.web.world import World

pytestmark = pytest.mark.django_db
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PRIVATE = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
DEPLOYED = {
    "HOSTS": "moderator.example.org",
    "SECRET_KEY": "Ek7wq0Zr-only-for-this-check-M2xVb9TnYc4LdHs8FgJp1uQaXeRi6",
}


def missing(headers: object) -> dict[str, str]:
    """Returns the wrong headers."""
    return {k: v for k, v in PRIVATE.items() if headers.get(k) != v}  # type: ignore[attr-defined]


def test_every_answer_carries_them(visits: Visits) -> None:
    """Pages, files, redirects and refusals of every URL."""
    answers = [visit for visit in visits.seen if visit.name != "feed"]
    assert {visit.status for visit in answers} >= {200, 302, 303, 404, 405, 422}
    assert [visit for visit in answers if missing(visit.headers)] == []


def test_every_answer_says_what_it_is(visits: Visits) -> None:
    """And the charset: always UTF-8, which JSON and PDF needn't declare."""
    kinds = {visit.headers["Content-Type"] for visit in visits.seen
             if visit.body and visit.name != "feed"}  # fmt: skip
    assert kinds == {"text/html; charset=utf-8", "text/plain; charset=utf-8",
                     "application/json", "application/pdf", "application/zip"}  # fmt: skip


@pytest.mark.parametrize("folder", ["/static/", "/static", "/static/django_htmx/", "/var/"])
def test_no_folder_is_listed(client: Client, folder: str) -> None:
    assert client.get(folder).status_code == 404


def test_a_host_that_is_not_ours(client: Client) -> None:
    answer = client.get("/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert not missing(answer.headers)
    assert b"evil.example" not in answer.content


def test_a_form_without_its_token() -> None:
    answer = Client(enforce_csrf_checks=True).post(reverse("pin"))
    assert answer.status_code == 403
    assert not missing(answer.headers)


def test_an_internal_error_reveals_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("zq told nobody")

    monkeypatch.setattr(join, "_doors", fails)
    answer = Client(raise_request_exception=False).get("/")
    assert answer.status_code == 500
    assert not missing(answer.headers)
    assert b"zq told nobody" not in answer.content


@pytest.mark.parametrize("why", bridge.PAGES)
def test_what_is_refused_before_any_view(why: str) -> None:
    refused = bridge.plain(why)
    given = {name.decode().title(): value.decode() for name, value in refused.headers}
    assert not missing({name: given.get(name.title()) for name in PRIVATE})
    assert not inline(refused.body.decode())
    with override_settings(SECURE_HSTS_SECONDS=60):
        again = bridge.plain.__wrapped__(why).headers
    assert {*again} - {*refused.headers} == {(b"strict-transport-security", b"max-age=60")}


@pytest.mark.slow
def test_static_files_are_kept_for_long(tmp_path: Path) -> None:
    """Their names contain a hash, so browsers can cache them for ever."""
    given = shell(STATIC, tmp_path, HTTPS="").splitlines()[-1]
    status, kept, nosniff, corp, origin = given.split("|")
    assert (status, nosniff, corp, origin) == ("200", "nosniff", "same-origin", "None")
    assert re.fullmatch(r"max-age=\d{8,}, public, immutable", kept)


def test_fonts_of_pages_are_small() -> None:
    """A phone fetches the first; the other only for a Greek or Cyrillic name."""
    fonts = settings.BASE_DIR / "static" / "fonts"
    sizes = [path.stat().st_size for path in fonts.glob("*.woff2")]
    assert len(sizes) == 2
    assert sum(sizes) <= 120_000


STATIC = """
from django.core.management import call_command
call_command("collectstatic", interactive=False, verbosity=0)
from django.templatetags.static import static
from django.test import Client
answer = Client().get(static("app.css"), headers={"host": "localhost"})
h = answer.headers
print(answer.status_code, h["Cache-Control"], h["X-Content-Type-Options"],
      h["Cross-Origin-Resource-Policy"], h.get("Access-Control-Allow-Origin"), sep="|")
"""


class _Inline(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {name: value or "" for name, value in attrs}
        if tag in ("style", "base", "iframe", "object", "embed"):
            self.found.append(f"<{tag}>")
        if tag == "script" and not names.get("src", "").startswith("/static/"):
            self.found.append("<script> without a file of ours")
        for name, value in names.items():
            if name == "style" or name.startswith(("on", "hx-on")):
                self.found.append(f"{name} on <{tag}>")
            if value.strip().lower().startswith(("javascript:", "data:")):
                self.found.append(f"{name}={value[:20]} on <{tag}>")


def inline(page: str) -> list[str]:
    """What the content security policy would refuse."""
    reader = _Inline()
    reader.feed(page)
    return reader.found


def test_no_page_holds_anything_inline(visits: Visits) -> None:
    html = [v for v in visits.seen if v.headers.get("Content-Type", "").startswith("text/html")]
    pages: dict[str, Visit] = {visit.text: visit for visit in html}
    assert len({visit.name for visit in pages.values()}) > 30
    wrong = {f"{v.method} {v.url}": found for text, v in pages.items() if (found := inline(text))}
    assert wrong == {}
    assert inline('<p style="x" onclick="y"><script>1</script><a href="javascript:z">')


def test_cookies_are_for_this_site_and_for_no_script(world: World) -> None:
    phone = world.browsers["student"]
    for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME):
        assert phone.get(reverse("pin")).status_code == 200
        cookie = phone.cookies[name]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        assert not cookie["domain"]
        assert cookie["path"] == "/"


def test_pages_may_not_be_cached_for_others(visits: Visits) -> None:
    assert responses.HEADERS["Cache-Control"] == "no-store"
    assert not [v for v in visits.seen if "public" in v.headers.get("Cache-Control", "")]


@override_settings(SECURE_SSL_REDIRECT=True, SECURE_REDIRECT_EXEMPT=["^healthz$"])
def test_plain_http_is_redirected_with_https() -> None:
    def page(request: HttpRequest) -> HttpResponse:
        return HttpResponse("reached")

    led = responses.headers(SecurityMiddleware(page))  # type: ignore[arg-type]
    request = HttpRequest()
    request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80"}
    request.method, request.path = "GET", "/c/ABCDEF/"
    answer = led(request)
    assert (answer.status_code, answer.headers["Location"]) == (301, "https://localhost/c/ABCDEF/")
    assert not missing(answer.headers)
    request.path = "/healthz"
    assert led(request).content == b"reached"


@pytest.mark.slow
def test_the_deployed_settings_pass_djangos_own_check(tmp_path: Path) -> None:
    """`manage.py check --deploy --fail-level WARNING`, and what browsers are then told."""
    told = shell(CHECK, tmp_path, HTTPS="1").splitlines()
    assert told[0] == "System check identified no issues (2 silenced)."
    assert told[-1] == "__Host-sessionid __Host-csrftoken True True 31536000 True"


CHECK = """
import sys
from django.conf import settings as s
from django.core.management import call_command
call_command("check", deploy=True, fail_level="WARNING", stdout=sys.stdout, stderr=sys.stdout)
print(s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE,
      s.SECURE_HSTS_SECONDS, s.SECURE_SSL_REDIRECT)
"""


def shell(code: str, var: Path, **more: str) -> str:
    """The output of a program with the settings of a server."""
    env = {**os.environ, **DEPLOYED, "VAR_DIR": str(var), "DATABASE_URL": "", **more}
    env["DJANGO_SETTINGS_MODULE"] = "moderator.settings"
    run = [sys.executable, "-c", f"import django; django.setup()\n{code}"]
    done = subprocess.run(
        run, cwd=settings.BASE_DIR, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
