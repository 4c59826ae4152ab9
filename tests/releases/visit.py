"""Visits a kept lesson after its update, in a process of its own with the site's data.

Only addresses, names of fields and names of models are used here: they stay whatever becomes of the
code behind them.
"""

from __future__ import annotations

import gzip
import json
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.test import Client, override_settings

from tests.releases.fixed import FixedClock
from tests.releases.seen_lesson import rows, standings, verdicts

PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}


class Visit:
    """The lesson `known` in a file, at the time when it was kept; updates the database first."""

    def __init__(self, file: str) -> None:
        known = json.loads(gzip.decompress(Path(file).read_bytes()))
        self.known: dict[str, Any] = known["lesson"]
        storages = {**settings.STORAGES, "staticfiles": PLAIN}
        override_settings(STORAGES=storages, ALLOWED_HOSTS=["testserver"]).enable()
        call_command("migrate", interactive=False, verbosity=0)
        clock = FixedClock(datetime.fromisoformat(self.known["now"]))
        clock.start()
        self.browsers = {who: _browser(key) for who, key in self.known["browsers"].items()}

    def verify_log(self) -> str:
        """What the command says."""
        said = StringIO()
        call_command("verify_log", stdout=said)
        return said.getvalue()

    def changed(self) -> list[str]:
        """What isn't as it was kept: rows with their columns, verdicts, standings."""
        kept = self.known["rows"]
        now = rows(kept)
        found = [name for name in ("verdicts", "standings") if self._is_other(name)]
        for name, those in kept.items():
            found += [f"{name}: another number"] * (len(those) != len(now.get(name, {})))
            for pk, row in those.items():
                there = now.get(name, {}).get(pk, {})
                found += [f"{name} {pk} {key}" for key in row if there.get(key) != row[key]]
        return found

    def _is_other(self, name: str) -> bool:
        judged = {"verdicts": verdicts, "standings": standings}[name]()
        return json.loads(json.dumps(judged)) != self.known[name]

    def pages(self) -> list[list[Any]]:
        """Each page: its status, and whether it shows what was kept with it."""
        found = []
        for who, path, shown in self.known["pages"]:
            answer = self.browsers[who].get(path)
            found.append([who, path, answer.status_code, shown in answer.content.decode()])
        return found

    def again(self) -> list[list[Any]]:
        """Each form with a key, posted again: whose, and the first answer beside this one."""
        found = []
        for one in self.known["sent"]:
            answer = self.browsers[one["who"]].post(one["path"], one["fields"])
            location = answer.headers.get("Location", "").partition("#")[0]
            first, now = [303, one["location"]], [answer.status_code, location]
            found.append([one["who"], one["path"], one["fields"], first, now])
        return found


def _browser(session: str) -> Client:
    browser = Client()
    if session:
        browser.cookies["sessionid"] = session
    return browser
