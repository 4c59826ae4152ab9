"""`manage.py make_packs`: makes the packs of sheets that wait. The site starts it by itself."""

from __future__ import annotations

import os
from argparse import SUPPRESS, ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from moderator.core.child import begin, collect_nothing
from moderator.features.printing.write import await_packs, make_packs


class Command(BaseCommand):
    """Makes them one after the other, and prints how many there were."""

    help = (
        "Makes the packs of sheets that classes have asked for and that still wait. The site "
        "starts this by itself."
    )

    requires_system_checks = ()  # the site has made them

    def add_arguments(self, parser: ArgumentParser) -> None:
        # Started by the site, and to be ended with it.
        parser.add_argument("--child", action="store_true", help=SUPPRESS)

    def handle(self, *args: Any, child: bool, **options: Any) -> None:
        if child:
            begin()
            collect_nothing()
            await_packs()
            os._exit(0)  # at once, without giving back its memory object by object
        else:
            self.stdout.write(f"Packs made: {make_packs()}.")
