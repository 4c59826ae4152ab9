"""Security events: each is recorded once, without names, and shown to whom it concerns."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from moderator.core import credentials, events
from moderator.core.access import end_sessions
from moderator.core.events import (
    FILE,
    EventAddress,
    Kind,
    SecurityEvent,
    addresses_shorten,
    by_itself,
    events_write,
    record,
    shortened,
)
from moderator.core.models import Classroom, LogIsAppendOnly
from moderator.core.people import person_return_link
from moderator.core.sessions import AccountSession
from moderator.features.accounts.models import SchoolIdentity
from moderator.features.accounts.write import sign_in_link_create
from moderator.features.classes.write import classrooms_purge
from moderator.features.people.models import JoinRequest
from moderator.server import run
from tests.support.clock import Clock
from tests.support.paths import ROOT
from tests.support.play.play import sql
from tests.support.web.reading import read
from tests.support.web.world import World, join

PASSWORD = "seven hills of Rome"
ADDRESS = "192.0.2.77"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
SECURITY = "/sign-in/security/"


def signed_in(user: User, agent: str = FIREFOX) -> Client:
    """A browser in which the user has typed name and password."""
    user.set_password(PASSWORD)
    user.save()
    browser = Client(REMOTE_ADDR=ADDRESS, HTTP_USER_AGENT=agent)
    form = {"username": user.username, "password": PASSWORD}
    assert browser.post("/sign-in/", form).status_code == 303
    return browser


def kinds(since: int = 0) -> list[str]:
    rows = SecurityEvent.objects.filter(pk__gt=since).order_by("pk")
    return [row.kind for row in rows]


def last() -> int:
    row = SecurityEvent.objects.order_by("pk").last()
    return row.pk if row else 0


def fields(row: SecurityEvent) -> tuple[object, ...]:
    return row.kind, row.account, row.person, row.classroom, row.about


def done(act: Callable[[], Any]) -> list[tuple[object, ...]]:
    """What is recorded when that is done."""
    before = last()
    act()
    return [fields(row) for row in SecurityEvent.objects.filter(pk__gt=before).order_by("pk")]


def class_post(browser: Client, world: World, name: str, /, *more: object, **form: Any) -> Any:
    answer = browser.post(reverse(name, args=[world.classroom.pk, *more]), form)
    assert answer.status_code in (200, 303), answer.content.decode()[:2000]
    return answer


def test_sign_ins(world: World) -> None:
    pat = world.instructor
    browser = Client(REMOTE_ADDR=ADDRESS)
    assert done(lambda: signed_in(pat)) == [("account.login", pat.pk, None, None, None)]
    wrong = {"username": "pat", "password": "eight hills of Rome"}
    assert done(lambda: browser.post("/sign-in/", wrong)) == [
        ("account.failed_login", pat.pk, None, None, None)
    ]
    stranger = {"username": "zoe", "password": "eight hills of Rome"}
    assert done(lambda: browser.post("/sign-in/", stranger)) == [
        ("account.failed_login", None, None, None, None)
    ]
    own = signed_in(pat)
    new = {"old_password": PASSWORD, "new_password1": PASSWORD[::-1]}
    new["new_password2"] = new["new_password1"]
    assert [row[:2] for row in done(lambda: own.post("/sign-in/password/", new))] == [
        ("account.password_changed", pat.pk)
    ]
    assert [row[:2] for row in done(lambda: own.post("/sign-out/"))] == [("account.logout", pat.pk)]
    assert done(lambda: own.post("/sign-out/")) == []
    link = reverse("one-time", args=[sign_in_link_create(pat)])
    assert kinds()[-1] == "login_link.made"
    assert [row[:2] for row in done(lambda: browser.post(link))] == [
        ("login_link.used", pat.pk),
        ("account.login", pat.pk),
    ]
    assert [row[0] for row in done(lambda: Client().post(link))] == ["access.refused"]


def test_a_class(world: World) -> None:
    """Each act of an instructor, with the numbers of what it was done to."""
    pat, place, group = world.instructor, world.classroom.pk, world.group
    browser, eve = signed_in(pat), world.person("Eve")
    own = [place, group.number]

    def post(name: str, /, *more: object, **form: Any) -> Callable[[], Any]:
        return lambda: class_post(browser, world, name, *more, **form)

    def get(name: str, /, **query: str) -> Callable[[], Any]:
        return lambda: b"".join(browser.get(reverse(name, args=[place]), query))

    change = {"name": "HIST 210", "time_zone": "UTC", "paper": "a4"}
    for name in ("Ida", "Ann"):
        JoinRequest.objects.create(
            classroom=world.classroom, name=name, key=credentials.new(), at=timezone.now()
        )
    ida, ann = JoinRequest.objects.order_by("pk").values_list("pk", flat=True)
    next_number = max(world.classroom.people.values_list("number", flat=True)) + 1
    acts: list[tuple[Callable[[], Any], str, int | None]] = [
        (post("class-change", **change), "class.settings_changed", None),
        (post("joining", do="close"), "class.joining_closed", None),
        (post("joining", do="open"), "class.joining_opened", None),
        (post("joining", do="replace"), "class.code_replaced", None),
        (post("joining", do="allow", request=ida), "person.approved", next_number),
        (post("joining", do="refuse", request=ann), "person.refused", None),
        (post("joining", do="hide-names"), "class.settings_changed", None),
        (post("person", eve.number, do="link"), "return_link.made", eve.number),
        (post("join-cards"), "join_cards.made", None),
        (get("class-archive-zip"), "archive.made", None),
        (get("notes", csv=""), "table.exported", None),
        (get("grades", file="csv"), "table.exported", None),
        (get("research-zip", **{"class": str(place)}), "research.exported", None),
        (post("person", eve.number, do="remove"), "person.removed", eve.number),
        (post("people-erase", all="1"), "person.erased", eve.number),
        (lambda: browser.post(reverse("group-withdraw", args=own)), "console_link.withdrawn", 1),
        (
            lambda: browser.get(reverse("record", args=[world.other_group.code])),
            "record.exported",
            2,
        ),
        (
            lambda: browser.post(reverse("game-delete", args=[*own, world.game.number])),
            "game.deleted",
            1,
        ),
        (lambda: browser.post(reverse("group-delete", args=own)), "group.deleted", 1),
        (post("class-delete", name="HIST 210"), "class.deleted", None),
        (post("class-restore"), "class.restored", None),
    ]
    for act, kind, about in acts:
        assert done(act) == [(kind, pat.pk, None, place, about)]


def test_links_and_pins_of_those_without_an_account(world: World) -> None:
    place, group, eve = world.classroom.pk, world.group, world.person("Eve")
    back = reverse("back", args=[person_return_link(eve)])
    assert done(lambda: Client().post(back)) == [
        ("return_link.used", None, eve.number, place, None)
    ]
    assert done(lambda: Client().post(back)) == [("access.refused", None, None, None, None)]
    link = reverse("console-link", args=[credentials.console_token(group)])
    ((kind, *who),) = done(lambda: Client().post(link, {"name": "Kim"}))
    assert (kind, who[0], who[2:]) == ("console_link.used", None, [place, group.number])
    assert who[1] == world.person("Kim").number
    pin = {"code": world.classroom.code, "pin": credentials.console_pin(group), "name": "Kim"}
    assert [row[0] for row in done(lambda: Client().post("/m/", pin))] == ["console_pin.used"]
    assert done(lambda: Client().post("/m/", pin | {"pin": "WRONG-PIN"})) == [
        ("console_pin.failed", None, None, place, None)
    ]
    made = reverse("helping", args=[group.code])
    laptop, mo = world.browsers["moderator"], world.person("Mo")
    form = {"do": "link", "person": eve.number}
    assert done(lambda: laptop.post(made, form)) == [
        ("return_link.made", None, mo.number, place, eve.number)
    ]
    record_of = reverse("record", args=[group.code])
    assert done(lambda: laptop.get(record_of)) == [
        ("record.exported", None, mo.number, place, group.number)
    ]
    assert done(lambda: join(world.classroom, "Zoe")) == []  # the class's page has it


def test_what_nobody_did(world: World) -> None:
    """A class is erased when the list of classes is opened: whoever opens it has not done that."""
    Classroom.objects.filter(pk=world.classroom.pk).update(
        deleted_at=timezone.now() - timedelta(days=8)
    )
    quinn = signed_in(User.objects.get(username="quinn"))
    assert done(lambda: quinn.get("/classes/")) == [
        ("class.erased", None, None, world.classroom.pk, None)
    ]
    assert classrooms_purge() == 0


def test_what_a_failed_transaction_did_is_not_recorded(world: World) -> None:
    before = last()
    with transaction.atomic():
        record(Kind.CLASS_DELETED, classroom=world.classroom.pk)
        transaction.set_rollback(True)
    assert last() == before


def test_the_document_names_each_kind() -> None:
    text = (ROOT / "docs" / "security.md").read_text()
    assert [kind.value for kind in Kind if f"`{kind}`" not in text] == []


@pytest.mark.slow
def test_a_flood_of_failures_is_bounded(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "TRIES_MOST", 5)
    for _ in range(20):
        record(Kind.ACCESS_REFUSED)
        record(Kind.LOGIN_FAILED, account=7)
    for account in (None, 7):
        rows = SecurityEvent.objects.filter(account=account)
        assert rows.count() == 5
        assert rows.filter(kind="events.not_recorded").count() == 1
    record(Kind.LOGIN, account=7)  # what isn't a failure is always recorded
    assert kinds()[-1] == "account.login"


def test_who_opens_a_console_again_and_again_fills_no_table(
    world: World, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same browser is recorded once in an hour; new ones, as without cookies, a few times."""
    monkeypatch.setattr(events, "TRIES_MOST", 8)
    link = reverse("console-link", args=[credentials.console_token(world.group)])

    def used(*browsers: Client) -> list[str]:
        return [kind for kind, *_ in done(lambda: [one.post(link) for one in browsers])]

    own = Client()
    assert used(own, own, own) == ["console_link.used"]
    *opened, last_one = used(*(Client() for _ in range(9)))
    assert (set(opened), last_one) == ({"console_link.used"}, "events.not_recorded")
    assert used(Client()) == []
    clock.wait(3601)
    assert used(own, own) == ["console_link.used"]


@pytest.mark.slow
def test_during_a_pause_nothing_is_tried_and_nothing_recorded(db: None) -> None:
    browser = Client(REMOTE_ADDR=ADDRESS)
    wrong = {"username": "zoe", "password": "eight hills of Rome"}
    answers = [browser.post("/sign-in/", wrong).status_code for _ in range(20)]
    assert set(answers) == {422, 429}
    assert kinds() == ["account.failed_login"] * answers.count(422)


class TestOnlyGrows:
    def test_the_model_refuses_a_change(self, db: None) -> None:
        record(Kind.LOGIN, account=1)
        row = SecurityEvent.objects.get()
        row.account = 2
        with pytest.raises(LogIsAppendOnly):
            row.save()

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE play_securityevent SET account = 2",
            "DELETE FROM play_securityevent",
            pytest.param(
                "INSERT OR REPLACE INTO play_securityevent (id, at, kind) "
                "SELECT id, at, 'other' FROM play_securityevent",
                marks=pytest.mark.only_on("sqlite"),
            ),
            pytest.param(
                "TRUNCATE play_securityevent CASCADE", marks=pytest.mark.only_on("postgresql")
            ),
        ],
    )
    def test_the_database_refuses_it(self, statement: str, db: None) -> None:
        record(Kind.LOGIN, account=1)
        if connection.vendor == "postgresql":
            sql("SET CONSTRAINTS ALL IMMEDIATE")
        with pytest.raises(DatabaseError, match="events only grow"), transaction.atomic():
            sql(statement)
        assert fields(SecurityEvent.objects.get()) == ("account.login", 1, None, None, None)


def test_addresses_are_shortened_after_thirty_days(world: World, clock: Clock) -> None:
    before = last()
    signed_in(world.instructor)
    found = EventAddress.objects.get(event__pk__gt=before)
    clock.wait(29 * 24 * 3600)
    addresses_shorten()
    found.refresh_from_db()
    assert found.address == ADDRESS
    clock.wait(2 * 24 * 3600)
    addresses_shorten()
    found.refresh_from_db()
    assert (found.address, found.full_until) == ("192.0.2.0/24", None)


class TestThePage:
    def test_it_has_the_account_and_the_own_classes_alone(self, world: World) -> None:
        pat, quinn = world.instructor, User.objects.get(username="quinn")
        browser, other = signed_in(pat), signed_in(quinn)
        class_post(browser, world, "person", world.person("Eve").number, do="link")
        page = browser.get(SECURITY).content.decode()
        eve = world.person("Eve").number
        assert f"Return link made</b>: person no. {eve}" in page
        assert "192.0.2.0/24" in page
        assert ADDRESS not in page
        there = other.get(SECURITY).content.decode()
        assert "Signed in" in there
        assert "Return link made" not in there
        assert "HIST 210" not in there

    def test_older_events_are_on_further_pages(self, world: World) -> None:
        browser, place = signed_in(world.instructor), world.classroom.pk
        for _ in range(30):
            record(Kind.JOINING_OPENED, classroom=place)
            record(Kind.JOINING_CLOSED, classroom=place)
        first = browser.get(SECURITY)
        (earlier,) = [a for a in read(first).all("a") if a.text == "Earlier"]
        second = browser.get(SECURITY + str(earlier.attributes["href"]).partition("#")[0])
        counts = [one.content.decode().count("Joining closed") for one in (first, second)]
        assert counts == [25, 5]

    def test_equal_events_that_follow_each_other_are_one_line(self, world: World) -> None:
        browser, place = signed_in(world.instructor), world.classroom.pk
        for kind in (Kind.PIN_FAILED,) * 3 + (Kind.JOINING_CLOSED, Kind.PIN_FAILED):
            record(kind, classroom=place)
        shown = [one.text for one in read(browser.get(SECURITY)).all("b")]
        at = shown.index("Wrong PIN")
        assert shown[at : at + 3] == ["Wrong PIN", "Joining closed", "Wrong PIN"]
        assert browser.get(SECURITY).content.decode().count("(3 times)") == 1


def test_who_has_an_account_gets_what_is_stored_about_it(world: World) -> None:
    pat, quinn = world.instructor, User.objects.get(username="quinn")
    pat.passkeys.create(
        name="My phone", id_hash="0", credential=b"", counter=0, added=timezone.now()
    )
    SchoolIdentity.objects.create(user=pat, issuer="https://login.example", subject="person-1")
    own = signed_in(pat)
    record(Kind.LOGIN, account=quinn.pk)
    link = f'href="{reverse("account-data")}"'
    assert link in own.get(SECURITY).content.decode()
    found = json.loads(own.get(reverse("account-data")).content)
    assert found["account"]["username"] == "pat"
    assert [one["name"] for one in found["passkeys"]] == ["My phone"]
    assert found["school"]["subject"] == "person-1"
    assert found["classes"] == [{"id": world.classroom.pk, "name": world.classroom.name}]
    assert [one["is_this"] for one in found["sessions"]].count(True) == 1
    assert {one["address"] for one in found["events"]} == {"192.0.2.0/24"}
    told = SecurityEvent.objects.filter(account=pat.pk).order_by("-pk").values_list("kind")
    assert [(one["kind"],) for one in found["events"]] == list(told)
    assert found["events"][0]["kind"] == "account.exported"


class TestSessions:
    def test_they_are_listed_in_plain_words_and_one_is_ended(self, world: World) -> None:
        pat = world.instructor
        here = signed_in(pat)
        there = signed_in(pat, "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0")
        signed_in(User.objects.get(username="quinn"))
        # `signed_in` has set the password anew: only the last sessions count.
        here = Client(REMOTE_ADDR=ADDRESS, HTTP_USER_AGENT=FIREFOX)
        here.post("/sign-in/", {"username": "pat", "password": PASSWORD})
        page = here.get(SECURITY).content.decode()
        assert page.count("Firefox on Linux") >= 1
        assert "Edge on Windows" in page
        assert page.count("(this one)") == 1
        assert there.cookies["sessionid"].value not in page
        row = AccountSession.objects.get(session_id=there.cookies["sessionid"].value)
        assert done(lambda: here.post(SECURITY, {"end": row.pk})) == [
            ("account.session_ended", pat.pk, None, None, None)
        ]
        assert there.get("/classes/").status_code == 302
        assert here.get("/classes/").status_code == 200
        assert done(lambda: here.post(SECURITY, {"end": row.pk})) == []

    def test_nobody_ends_somebody_elses(self, world: World) -> None:
        here, there = signed_in(world.instructor), signed_in(User.objects.get(username="quinn"))
        row = AccountSession.objects.get(session_id=there.cookies["sessionid"].value)
        assert done(lambda: here.post(SECURITY, {"end": row.pk})) == []
        assert there.get("/classes/").status_code == 200

    def test_all_are_ended_at_once(self, world: World) -> None:
        pat = world.instructor
        here = signed_in(pat)
        there = Client(REMOTE_ADDR=ADDRESS)
        there.post("/sign-in/", {"username": "pat", "password": PASSWORD})
        assert done(lambda: here.post(SECURITY, {"everywhere": "1"})) == [
            ("account.logout_everywhere", pat.pk, None, None, None)
        ]
        assert [one.get("/classes/").status_code for one in (here, there)] == [302, 302]
        assert not AccountSession.objects.filter(account=pat).exists()

    def test_it_needs_a_sign_in_of_just_now(self, world: World, clock: Clock) -> None:
        here = signed_in(world.instructor)
        session = here.session
        session["signed-in"] -= 16 * 60
        session.save()
        answer = here.post(SECURITY, {"everywhere": "1"})
        assert answer.headers["Location"].startswith("/sign-in/?again")
        assert "Sign out everywhere" not in here.get(SECURITY).content.decode()
        assert here.get("/classes/").status_code == 200

    def test_one_that_has_ended_leaves_no_row(self, world: World) -> None:
        here = signed_in(world.instructor)
        key = here.cookies["sessionid"].value
        here.post("/sign-out/")
        assert not AccountSession.objects.filter(session_id=key).exists()
        signed_in(world.instructor)
        assert end_sessions(world.instructor)
        assert not AccountSession.objects.filter(account=world.instructor).exists()


# The file.


def lines(folder: Path, number: int = 0) -> list[dict[str, Any]]:
    name = f"{FILE}.{number}" if number else FILE
    return [json.loads(line) for line in (folder / name).read_text().splitlines()]


def ids(of: Iterable[Mapping[str, Any]]) -> list[int]:
    return [line["id"] for line in of]


class TestTheFile:
    def test_each_event_is_in_it_once(self, world: World, tmp_path: Path) -> None:
        signed_in(world.instructor)
        events_write(tmp_path)
        events_write(tmp_path)
        record(Kind.CLASS_DELETED, account=3, classroom=4)
        events_write(tmp_path)
        found = lines(tmp_path)
        assert ids(found) == list(SecurityEvent.objects.order_by("pk").values_list("pk", flat=True))
        assert found[-1] | {"id": 0, "at": ""} == {
            "id": 0,
            "at": "",
            "kind": "class.deleted",
            "account": 3,
            "class": 4,
        }
        assert found[-2]["address"] == shortened(ADDRESS)
        assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600

    def test_it_goes_on_after_half_a_line(self, db: None, tmp_path: Path) -> None:
        for account in range(1, 4):
            record(Kind.LOGIN, account=account)
        events_write(tmp_path)
        whole = (tmp_path / FILE).read_bytes()
        (tmp_path / FILE).write_bytes(whole[:-20])
        events_write(tmp_path)
        assert (tmp_path / FILE).read_bytes() == whole

    @pytest.mark.parametrize(
        "junk",
        [
            *(
                b"\0" * 4000,
                b"\0" * 4000 + b"\n",
                b"x" * 5000,
                b"\xff\xfe\n",
                b"\n\n",
                b"[]\n",
                b"{}\n",
            ),
            *(b'{"id": 1, "at": "x"}\n', b'{"id": 1, "at": "2026-01-01T00:00:00"}\n'),
            b'{"id": "x", "at": "2026-01-01T00:00:00+00:00"}\n',
        ],
    )
    def test_it_goes_on_after_what_is_no_event(self, db: None, tmp_path: Path, junk: bytes) -> None:
        record(Kind.LOGIN, account=1)
        events_write(tmp_path)
        with (tmp_path / FILE).open("ab") as file:
            file.write(junk)
        (tmp_path / FILE).chmod(0o644)
        record(Kind.LOGIN, account=2)
        events_write(tmp_path)
        assert [one["account"] for one in lines(tmp_path)] == [1, 2]
        assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600

    def test_it_is_rotated(self, db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("moderator.core.events.MOST_BYTES", 200)
        monkeypatch.setattr("moderator.core.events.MOST_FILES", 3)
        for account in range(1, 13):
            record(Kind.LOGIN, account=account)
            if account % 3 == 0:
                events_write(tmp_path)
        names = sorted(path.name for path in tmp_path.glob(f"{FILE}*[!k]"))
        assert names == [f"{FILE}.1", f"{FILE}.2"]
        found = [one["account"] for number in (2, 1) for one in lines(tmp_path, number)]
        assert found == [7, 8, 9, 10, 11, 12]
        record(Kind.LOGIN, account=13)
        events_write(tmp_path)
        assert [one["account"] for one in lines(tmp_path)] == [13]

    def test_after_a_restore_it_goes_on_by_the_time(
        self, db: None, tmp_path: Path, clock: Clock
    ) -> None:
        record(Kind.LOGIN, account=1)
        events_write(tmp_path)
        line = lines(tmp_path)[0] | {"id": 900}
        (tmp_path / FILE).write_text(json.dumps(line) + "\n")
        clock.wait(1)
        record(Kind.LOGOUT, account=1)
        events_write(tmp_path)
        assert [one["kind"] for one in lines(tmp_path)] == ["account.login", "account.logout"]

    def test_while_another_process_writes_it_waits(self, db: None, tmp_path: Path) -> None:
        import fcntl

        record(Kind.LOGIN, account=1)
        with (tmp_path / f"{FILE}.lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            events_write(tmp_path)
            assert not (tmp_path / FILE).exists()
        events_write(tmp_path)
        assert len(lines(tmp_path)) == 1

    @pytest.mark.only_on("postgresql")
    @pytest.mark.django_db(transaction=True)
    def test_an_event_that_is_committed_late_is_not_left_out(self, tmp_path: Path) -> None:
        """Its number is lower than that of one which is there already."""
        began, end = threading.Event(), threading.Event()

        def late() -> None:
            with transaction.atomic():
                record(Kind.CLASS_DELETED, classroom=1)
                began.set()
                assert end.wait(30)
            connection.close()

        thread = threading.Thread(target=late)
        thread.start()
        assert began.wait(30)
        record(Kind.LOGIN, account=2)
        events_write(tmp_path)
        assert (tmp_path / FILE).read_text() == ""
        end.set()
        thread.join()
        events_write(tmp_path)
        assert [one["kind"] for one in lines(tmp_path)] == ["class.deleted", "account.login"]

    def test_the_site_goes_on_when_it_cannot_be_written(
        self, db: None, tmp_path: Path, settings: Settings, caplog: pytest.LogCaptureFixture
    ) -> None:
        settings.VAR_DIR = tmp_path
        (tmp_path / FILE).mkdir()
        record(Kind.LOGIN, account=1)
        with patch.object(run.connections, "close_all"):
            assert not run.events()
            assert "can't be written" in caplog.text
            (tmp_path / FILE).rmdir()
            assert run.events()
        assert len(lines(tmp_path)) == 1

    def test_no_name_code_or_link_is_in_it(self, world: World, tmp_path: Path) -> None:
        """After each act of the tests above, by everybody of the class."""
        secrets = [world.classroom.code, world.group.code, "Eve", "Bob", "Mo", "HIST", "pat"]
        secrets += [credentials.console_pin(world.group), credentials.console_token(world.group)]
        test_links_and_pins_of_those_without_an_account(world)
        test_sign_ins(world)
        test_a_class(world)
        events_write(tmp_path)
        out = io.StringIO()
        call_command("security_events", stdout=out)
        rows = str(list(SecurityEvent.objects.values())) + str(list(EventAddress.objects.values()))
        told = {"pat", "HIST"}  # whose account and which class: by the command, for whoever runs it
        assert all(name in out.getvalue() for name in told)
        for text in ((tmp_path / FILE).read_text(), out.getvalue(), rows):
            assert "archive.made" in text or text is rows
            for secret in set(secrets) - (told if text == out.getvalue() else set()):
                assert secret not in text.replace('"kind": "person', "")

    def test_the_command_has_one_account_with_whole_addresses(self, world: World) -> None:
        signed_in(world.instructor)
        signed_in(User.objects.get(username="quinn"))
        out = io.StringIO()
        quinn = User.objects.get(username="quinn")
        for account in ("quinn", str(quinn.pk)):
            call_command("security_events", account=account, stdout=out)
        one, same = map(json.loads, out.getvalue().splitlines())
        assert one == same
        assert (one["address"], one["account_name"]) == (ADDRESS, "quinn")
        with pytest.raises(CommandError, match="no account 9999999"):
            call_command("security_events", account="9999999")

    def test_the_command_has_one_kind_and_some_days(self, world: World, clock: Clock) -> None:
        record(Kind.LOGIN_FAILED, account=1)
        clock.wait(24 * 3600)
        day = f"{timezone.now():%Y-%m-%d}"
        record(Kind.LOGIN_FAILED, account=2)
        record(Kind.LOGOUT, account=2)
        record(Kind.PIN_FAILED, classroom=2)
        clock.wait(24 * 3600)
        record(Kind.LOGIN_FAILED, account=3)

        def kinds_of(**options: str) -> list[str]:
            out = io.StringIO()
            call_command("security_events", stdout=out, **options)
            return [json.loads(line)["kind"] for line in out.getvalue().splitlines()]

        that_day = {"since": day, "until": day}
        failed = "account.failed_login"
        assert kinds_of(kind=failed) == [failed] * 3
        assert kinds_of(kind=failed, **that_day) == [failed]
        assert kinds_of(kind="account.", **that_day) == [failed, "account.logout"]
        for wrong, said in (({"kind": "failed"}, "No kind"), ({"until": "soon"}, "soon is no day")):
            with pytest.raises(CommandError, match=said):
                call_command("security_events", **wrong)

    def test_who_handed_a_class_to_whom_is_named(self, world: World) -> None:
        quinn = User.objects.get(username="quinn")
        before = signed_in(world.instructor)
        room = world.classroom
        before.post(reverse("class-delete", args=[room.pk]), {"name": room.name})
        call_command("instructor", world.instructor.username, hand_on="quinn")
        page = signed_in(quinn).get(SECURITY).content.decode()
        assert f"Class handed on</b>: account {quinn.pk} (quinn)" in page
        assert f"by account {world.instructor.pk} ({world.instructor.username})" in page
        out = io.StringIO()
        call_command("security_events", classroom=room.pk, stdout=out)
        assert '"about_name": "quinn"' in out.getvalue()


def test_nothing_that_follows_from_the_time_has_an_account(world: World) -> None:
    with by_itself():
        record(Kind.CLASS_ERASED, classroom=1)
    assert SecurityEvent.objects.order_by("pk").last().account is None  # type: ignore[union-attr]
