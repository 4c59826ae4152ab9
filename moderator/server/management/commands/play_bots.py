"""`manage.py play_bots`: moves the bots of live games. The site starts it by itself."""

from __future__ import annotations

import os
from typing import Any

from moderator.core.child import begin
from moderator.features.bots.playing import play_while_wanted
from moderator.server.management import ChildCommand


class Command(ChildCommand):
    """Moves them until there have been none for a minute."""

    help = "Moves the bots in the seats of live games. The site starts this by itself."

    def handle(self, *args: Any, child: bool, **options: Any) -> None:
        if child:
            begin()
        play_while_wanted()
        if child:
            os._exit(0)
