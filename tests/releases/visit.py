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
from urllib.parse import urlsplit

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.test import Client, override_settings
from django.urls import Resolver404, resolve

from tests.releases.fixed import FixedClock
from tests.releases.seen_lesson import rows, standings, verdicts

KEYED = {"contact", "message", "playeroffer", "promise", "reminder", "slipversion"}
MOVED = {"key", "answer_key"}
"""Columns of these rows: since 0031 the keys have a table of their own."""
PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}


class Visit:
    """The lesson `known` in a file, at the time when it was kept."""

    def __init__(self, file: str) -> None:
        known = json.loads(gzip.decompress(Path(file).read_bytes()))
        self.known: dict[str, Any] = _left(known["lesson"])
        storages = {**settings.STORAGES, "staticfiles": PLAIN}
        override_settings(STORAGES=storages, ALLOWED_HOSTS=["testserver"]).enable()
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
                columns = row.keys() - (MOVED if name in KEYED else set())
                found += [f"{name} {pk} {key}" for key in columns if there.get(key) != row[key]]
        return found

    def keys_lost(self) -> list[str]:
        """The keys of rows beside the log that have no row of their own now."""
        done = {(one["game_id"], one["key"]) for one in rows(["donekey"])["donekey"].values()}
        return [
            f"{name} {pk} {row[column]}"
            for name in sorted(KEYED & self.known["rows"].keys())
            for pk, row in self.known["rows"][name].items()
            for column in sorted(MOVED & row.keys())
            # What stands after a colon is the player of a slip that was filled in with others.
            if row[column] and (row["game_id"], row[column].partition(":")[0]) not in done
        ]

    def _is_other(self, name: str) -> bool:
        judged = {"verdicts": verdicts, "standings": standings}[name]()
        return json.loads(json.dumps(judged)) != self.known[name]

    def pages(self) -> list[list[Any]]:
        """Each page: its status, and whether it shows what was kept with it."""
        found = []
        for who, path, shown in self.known["pages"]:
            answer = self.browsers[who].get(path, follow=True)
            found.append([who, path, answer.status_code, shown in answer.content.decode()])
        return found

    def anew(self, *addresses: str) -> list[int]:
        """The statuses of the last form for each of these, posted with a new key, as by a page that
        was opened before the update."""
        found = []
        for address in addresses:
            one = [sent for sent in self.known["sent"] if sent["path"].endswith(address)][-1]
            fields = one["fields"] | {"key": f"anew-{len(found)}"}
            found.append(self.browsers[one["who"]].post(one["path"], fields).status_code)
        return found

    def again(self, **other: str) -> list[list[Any]]:
        """Each form with a key, posted again: whose, and the first answer beside this one.

        Args:
            other: what is posted in the place of its own fields, where it has them.
        """
        found = []
        for one in self.known["sent"]:
            is_keyed = one["fields"].get("do") != "draft"
            mine = {name: other[name] for name in other if is_keyed and name in one["fields"]}
            fields = one["fields"] | mine
            answer = self.browsers[one["who"]].post(one["path"], fields)
            location = answer.headers.get("Location", "").partition("#")[0]
            first, now = [303, one["location"]], [answer.status_code, location]
            found.append([one["who"], one["path"], one["fields"], first, now])
        return found


def _left(known: dict[str, Any]) -> dict[str, Any]:
    """Without what belongs to a feature that has been taken out: its tables, its addresses, and
    what other pages show of its rows."""
    models = apps.get_app_config("play").models
    gone = str([those for name, those in known["rows"].items() if name not in models])
    return known | {
        "rows": {name: those for name, those in known["rows"].items() if name in models},
        "pages": [
            [who, path, "" if shown in gone else shown]
            for who, path, shown in known["pages"]
            if _is_there(path)
        ],
        "sent": [one for one in known["sent"] if _is_there(one["path"])],
    }


def _is_there(address: str) -> bool:
    try:
        resolve(urlsplit(address).path)
    except Resolver404:
        return False
    return True


def _browser(session: str) -> Client:
    browser = Client()
    if session:
        browser.cookies["sessionid"] = session
    return browser
