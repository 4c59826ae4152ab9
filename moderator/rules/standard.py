"""Games that always start in the same way: their one scenario is called “standard”."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.rules.errors import Refused, printable

STANDARD_ID = "standard"


@dataclass(frozen=True, slots=True)
class Standard:
    """The one scenario of such a game; a record names it and never holds it."""

    title: str
    description: str
    id: str = STANDARD_ID
    credits: str = ""

    def read(self, value: object) -> Standard:
        """This scenario for its id; `Refused("bad-scenario")` for anything else."""
        if value != self.id:
            raise Refused(
                "bad-scenario",
                f"{self.title} has one scenario, “{self.id}”, not {printable(value)}.",
            )
        return self

    def read_toml(self, text: str) -> Standard:
        """Always `Refused("bad-scenario")`: no file holds a scenario of this game."""
        raise Refused(
            "bad-scenario",
            f"{self.title} has one scenario, “{self.id}”, and the program holds it: delete the "
            "file.",
        )
