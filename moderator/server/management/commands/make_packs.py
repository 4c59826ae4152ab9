"""`manage.py make_packs`: makes the packs of sheets that wait. The site starts it by itself."""

from __future__ import annotations

import gc
import os
from typing import Any

from moderator.core.child import begin
from moderator.features.printing.write import await_packs, make_packs
from moderator.server.management import ChildCommand


class Command(ChildCommand):
    """Makes them one after the other, and prints how many there were."""

    help = (
        "Makes the packs of sheets that classes have asked for and that still wait. The site "
        "starts this by itself."
    )

    def handle(self, *args: Any, child: bool, **options: Any) -> None:
        if child:
            begin()
            # To look for cycles of objects took a sixth of the CPU, and they live until the end.
            gc.disable()
            await_packs()
            os._exit(0)  # at once, without giving back its memory object by object
        self.stdout.write(f"Packs made: {make_packs()}.")
