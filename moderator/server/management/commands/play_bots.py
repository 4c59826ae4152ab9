"""`manage.py play_bots`: moves the bots of live games. The site starts it by itself."""

from __future__ import annotations

import os
from argparse import SUPPRESS, ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from moderator.core.child import begin
from moderator.features.bots.playing import play_while_wanted


class Command(BaseCommand):
    """Moves them until there have been none for a minute."""

    help = "Moves the bots in the seats of live games. The site starts this by itself."

    requires_system_checks = ()  # the site has made them

    def add_arguments(self, parser: ArgumentParser) -> None:
        # Started by the site, and to be ended with it.
        parser.add_argument("--child", action="store_true", help=SUPPRESS)

    def handle(self, *args: Any, child: bool, **options: Any) -> None:
        if child:
            begin()
        play_while_wanted()
        if child:
            os._exit(0)
