"""The secret key is changed under a game: with the earlier one accepted all goes on, and what was
handed out by it ends with it."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Event
from uuid import uuid4

import pytest

from tests.support.durability.laptop import RECORDED, Laptop
from tests.support.durability.room import Room, check_complete, rooms_of
from tests.support.prepared import prepare
from tests.support.site import Site
from tests.support.site import manage as command

pytestmark = pytest.mark.long
_HAND_OUT = """
import json
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.utils import timezone
from pyotp import TOTP
from moderator.core import credentials, sessions
from moderator.core.models import Game
from moderator.core.people import person_join, person_return_link
from moderator.features.accounts import write
from moderator.features.accounts.models import RecoveryCode, SecondFactor
group = Game.objects.get(pk={game}).group
pat = group.classroom.instructor
old = SecondFactor.objects.create(user=pat, seed="5eed" * 10, last_step=0)
code = TOTP(write.app_secret(old.seed))
kept = credentials.macs(write._RECOVERY, "AAAABBBBCCCCDDDD")[0]
RecoveryCode.objects.create(factor=old, code_hash=kept)
new = User.objects.create_user("new")
seed = write.seed_new()
codes = write.second_factor_turn_on(new, seed, TOTP(write.app_secret(seed)).now())
session = sessions.SessionStore()
session[SESSION_KEY], session[HASH_SESSION_KEY] = str(pat.pk), pat.get_session_auth_hash()
session["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
sessions.begin(session)
session.save()
eve, flo = (person_join(group.classroom, name) for name in ("Eve", "Flo"))
print(json.dumps(dict(
    session=session.session_key, pin=credentials.console_pin(group), old=code.secret,
    new=write.app_secret(seed), codes=codes, place=group.classroom.code,
    back=[person_return_link(eve), person_return_link(flo)],
)))
"""
_FACTORS = """
import json
from django.contrib.auth.models import User
from moderator.features.accounts import write
from moderator.features.accounts.models import RecoveryCode, SecondFactor
secrets = [write.app_secret(one.seed) for one in SecondFactor.objects.order_by("pk")]
new = User.objects.get(username="new")
used = write.second_code_use(new, {code!r})
old = SecondFactor.objects.order_by("pk").first()
is_kept = old.recovery_codes.exists()
print(json.dumps([secrets, used, is_kept]))
"""


class Browser(Laptop):
    """Without a cookie, or with that of a session; it connects anew each time."""

    def get(self, path: str) -> tuple[int, str]:
        answer = self.ask("GET", path)
        self.close()
        return answer.status, answer.body

    def sends(self, path: str, **typed: str) -> tuple[int, str]:
        token = self.ask("GET", path).hidden["csrfmiddlewaretoken"]
        answer = self.ask("POST", path, {"csrfmiddlewaretoken": token, **typed})
        self.close()
        return answer.status, answer.body


def restarted(site: Site, *args: str) -> str:
    """The site, stopped for the command; what that said."""
    site.end()
    done = command(site.var, "rotate_key", *args)
    assert done.returncode == 0, done.stderr
    site.start()
    return done.stdout


def test_a_game_goes_on_with_a_new_key(tmp_path: Path) -> None:
    site = Site(prepare(tmp_path / "var"), "--no-demo", is_forked=True)
    site.start()
    try:
        rotate(site, *rooms_of(site))
    finally:
        site.end()


def rotate(site: Site, room: Room) -> None:
    given = json.loads(site.run(_HAND_OUT.format(game=room.game)))
    first = (site.var / "secret.key").read_text().split()
    laptop, instructor = Laptop(room).enter("Mo"), Browser(room)
    instructor.cookies["sessionid"] = given["session"]
    assert instructor.get("/classes/")[0] == 200
    form = laptop.form(uuid4().hex)
    assert laptop.post(form).status == RECORDED

    refused = command(site.var, "rotate_key")
    assert (refused.returncode, "The site is running" in refused.stderr) == (1, True)
    assert (site.var / "secret.key").read_text().split() == first
    assert "all goes on" in restarted(site)
    keys = (site.var / "secret.key").read_text().split()
    assert (len(keys), keys[1:]) == (2, first)
    assert (site.var / "secret.key").stat().st_mode & 0o777 == 0o600
    laptop.close()
    assert laptop.post(form).status == RECORDED  # the same move again, whose answer was lost
    laptop.look()
    acknowledged = [form["key"], laptop.record(Event())]
    assert instructor.get("/classes/")[0] == 200
    assert instructor.cookies["sessionid"] == given["session"]
    pin = {"code": given["place"], "pin": given["pin"], "name": "Di"}
    assert Browser(room).sends("/m/", **pin)[0] == RECORDED
    assert Browser(room).sends(f"/join/back/{given['back'][0]}/")[0] == RECORDED
    Laptop(room).enter("By the printed link").close()
    factors = json.loads(site.run(_FACTORS.format(code=given["codes"][0])))
    assert factors == [[given["old"], given["new"]], True, True]

    assert "have ended" in restarted(site, "--finish")
    assert (site.var / "secret.key").read_text().split() == keys[:1]
    acknowledged.append(laptop.record(Event()))
    assert instructor.get("/classes/")[0] == 200
    factors = json.loads(site.run(_FACTORS.format(code=given["codes"][1])))
    assert factors == [[given["old"], given["new"]], True, False]
    assert Browser(room).get(room.link)[0] == 404
    status, said = Browser(room).sends("/m/", **pin)
    assert (status, "PIN" in said) == (422, True)
    status, said = Browser(room).sends(f"/join/back/{given['back'][1]}/")
    assert "no longer works" in said
    laptop.close()
    told = command(site.var, "security_events", "--kind", "key.").stdout
    assert [json.loads(line)["kind"] for line in told.splitlines()] == [
        "key.rotated",
        "key.finished",
    ]
    check_complete(site, [room], acknowledged)
