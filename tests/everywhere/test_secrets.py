"""Other people's secrets are in no page, file, feed, header or log."""

from __future__ import annotations

import io
import re
from functools import cache
from urllib.parse import unquote

import pytest
from django.conf import settings
from pypdf import PdfReader

from tests.support.shared import shared
from tests.support.web.visits import Visit, Visits
from tests.support.web.world import ROLES

pytestmark = pytest.mark.django_db
# The forms of secrets in these tests: a word, a number, or a sentence about a land.
WORD = re.compile(r"zqbriefing\d+|(?<![\w-])\d{5}(?![\w-])|No Presence of \w+ in Land\d+")


@cache
def pdf_text(body: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(body)).pages)


def told(visit: Visit) -> str:
    """Everything in a response with its headers, but for its length, which may be any number."""
    body = pdf_text(visit.body) if visit.body.startswith(b"%PDF") else visit.text
    headers = {name: value for name, value in visit.headers.items() if name != "Content-Length"}
    return unquote(f"{headers}\n{body}").replace("\n", " ")


def found_in(text: str, others: frozenset[str]) -> set[str]:
    return set(WORD.findall(text)) | {other for other in others if other in text}


@pytest.fixture(scope="module")
def texts(visits: Visits) -> list[tuple[Visit, str]]:
    """Each response with everything in it."""
    return [(visit, told(visit)) for visit in visits.seen]


@pytest.fixture(scope="module")
def found(visits: Visits, texts: list[tuple[Visit, str]]) -> list[tuple[Visit, set[str]]]:
    """The secrets in each response, except those that were sent with the request."""
    secrets = visits.world.secrets
    others = frozenset(secret for secret in secrets if not WORD.fullmatch(secret))
    rows = []
    for visit, text in texts:
        asked = f"{visit.url} {visit.sent} {own_cookies(visits, visit.role)}"
        seen = {secret for secret in found_in(text, others) if secret not in asked}
        rows.append((visit, seen & set(secrets)))
    return rows


def own_cookies(visits: Visits, role: str) -> str:
    return visits.world.browsers[role].cookies.output()


@pytest.mark.parametrize("role", ROLES)
def test_nobody_gets_other_peoples_secrets(
    visits: Visits, found: list[tuple[Visit, set[str]]], role: str
) -> None:
    secrets = visits.world.secrets
    leaks = [
        f"{secret!r} in {visit.method} {visit.url} ({visit.target})"
        for visit, seen in found
        if visit.role == role
        for secret in seen
        if role not in secrets[secret]
    ]
    assert leaks == []


@pytest.mark.parametrize("role", ROLES)
def test_everybody_gets_their_own_secrets(
    visits: Visits, found: list[tuple[Visit, set[str]]], role: str
) -> None:
    """Proves that the search finds them."""
    read = {secret for visit, seen in found if visit.role == role for secret in seen}
    mine = {secret for secret, roles in visits.world.secrets.items() if role in roles}
    assert mine & visits.world.in_play <= read
    assert mine or role == "nobody"


def test_what_only_a_seat_reads_is_on_its_own_pages_alone(
    visits: Visits, found: list[tuple[Visit, set[str]]]
) -> None:
    for role in ROLES[1:4]:
        names = {visit.name for visit, seen in found if visit.role == role and seen}
        # The refusal is on that page; the log has what was announced to the player.
        pages = {"play", "play-move", "play-slip", "play-preview", "play-partner"}
        pages |= {
            "own-data-zip",
            "play-object",
            "play-return",
            "play-finish",
            "play-records",
            *shared("SEAT_PAGE"),
        }
        assert names == {"feed", "log", *pages}


def test_the_sheet_for_the_table_holds_no_secret(found: list[tuple[Visit, set[str]]]) -> None:
    sheets = [(v, seen) for v, seen in found if v.name == "chart-pdf" and v.status == 200]
    assert len(sheets) > 8
    assert [visit.url for visit, seen in sheets if seen] == []


@pytest.mark.parametrize("place", [0, 2], ids=["near", "far"])
def test_one_class_hears_nothing_of_another(texts: list[tuple[Visit, str]], place: int) -> None:
    """Names of people, groups and classes, and of instructors."""
    names = (("zqfarclass", "zqada", "zqquinn"), ("zqnearclass", "zqeve", "zqbob", "zqmo", "zqpat"))
    theirs = names[0] if place == 0 else names[1]
    ours = {"own group", "group beside"} if place == 0 else {"group of another class"}
    outside = {"administrator", "another instructor" if place == 0 else "instructor"}
    outside |= {"student of another class"} if place == 0 else set(ROLES[1:3])
    told_to_some: set[str] = set()
    for visit, told_all in texts:
        text = told_all if "zqquinn" not in visit.sent else ""
        if visit.target in ours and visit.role not in outside:
            assert not [name for name in theirs if name in text], visit
        else:
            told_to_some.update(name for name in theirs if name in text)
    assert told_to_some == {*theirs}


def test_neither_the_secret_key_nor_a_password_hash_is_sent(visits: Visits) -> None:
    kept = (settings.SECRET_KEY, "md5$", "pbkdf2_", "Traceback")
    for visit in visits.seen:
        assert not [word for word in kept if word in visit.text], visit


def test_the_log_holds_no_code_no_link_and_no_name(visits: Visits) -> None:
    assert "/c/<code:code>/" in visits.log, "nothing was logged"
    world = visits.world
    codes = {target.group.code for target in world.targets}
    assert codes
    kept = {*world.secrets, *codes, settings.SECRET_KEY, "any-token", "zq"}
    assert [word for word in kept if word in visits.log] == []


@pytest.mark.slow
def test_no_other_place_takes_secrets_out() -> None:
    """Templates get views, never a state, which contains everything; and a viewer who isn't the
    moderator is asked first what the game lets them see (`ended.seen_as`)."""
    product = settings.BASE_DIR / "moderator"
    pages = [*(product / "core").rglob("*.py"), *(product / "features").rglob("*.py")]
    asked = {
        str(path): re.findall(
            r"(?:rules|game|now|timeline|_of\(game\))\.(?:view|points|glance|end_view|history_view)"
            r"\(((?:[^()]|\([^()]*\))*)\)",
            path.read_text(encoding="utf-8"),
        )
        for path in pages
    }
    assert len(asked) > 50
    viewers = {name: calls for name, calls in asked.items() if calls}
    assert viewers
    for name, calls in viewers.items():
        assert all(re.search("viewer|seen_as|reader|MODERATOR", call) for call in calls), name
