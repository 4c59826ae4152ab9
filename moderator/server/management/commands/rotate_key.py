"""`manage.py rotate_key`: a new secret key, with which everything under way goes on."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from moderator.core import credentials, heads, sessions
from moderator.core.events import Kind, locked, record
from moderator.features.accounts.write import recovery_codes_end, second_factors_rekey
from moderator.server.signing import sign_again
from moderator.settings import key_new

RUNNING = "running.lock"
"""The file in VAR_DIR that each `up` has locked, together with others, as long as it runs."""


class Command(BaseCommand):
    """Puts a new key before the present one, which stays accepted; `--finish` ends that."""

    help = (
        "Makes a new secret key. The site must not be running. Earlier keys stay accepted until "
        "`rotate_key --finish`."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--finish", action="store_true", help="accept the earlier keys no longer"
        )

    def handle(self, *args: Any, finish: bool, **options: Any) -> None:
        with locked(settings.VAR_DIR / RUNNING) as is_alone:
            if not is_alone:
                raise CommandError(
                    "The site is running. Stop it first: `systemctl stop moderator`."
                )
            self._rotate(finish)

    def _rotate(self, finish: bool) -> None:
        present, *earlier = credentials.accepted_keys()
        if finish:
            rekey()
        if os.environ.get("SECRET_KEY") or os.environ.get("SECRET_KEY_FILE"):
            raise CommandError(
                "The key comes from SECRET_KEY or SECRET_KEY_FILE, so it is changed there: "
                "docs/operations.md says how."
            )
        if not finish:
            with transaction.atomic():
                record(Kind.KEY_ROTATED)
                _write([key_new(), present, *earlier])
            self.stdout.write(
                "There is a new key. Start the site now: all goes on, since the earlier key is "
                "accepted. Once nobody needs sheets printed before: rotate_key --finish."
            )
        elif not earlier:
            self.stdout.write("No earlier key is accepted.")
        else:
            with transaction.atomic():
                record(Kind.KEY_FINISHED)
                recovery_codes_end()
                _write([present])
            self.stdout.write(
                "Only the present key is accepted. Links and PINs printed with earlier ones have "
                "ended. Start the site now."
            )


def rekey() -> None:
    """Bring what is stored by earlier keys to the present one; of the list of heads only what was
    verified, and the rest is said."""
    sessions.rekey()
    second_factors_rekey()
    if heads.key_of_last() != settings.SECRET_KEY:
        for finding in sign_again():
            print(finding, file=sys.stderr)


def _write(keys: list[str]) -> None:
    draft = settings.SECRET_FILE.with_suffix(".new")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write("\n".join(keys) + "\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(settings.SECRET_FILE)
