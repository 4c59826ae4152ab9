"""Games that always start the same way: their only scenario is called “standard”."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.rules.errors import Refused, printable

STANDARD_ID = "standard"


@dataclass(frozen=True, slots=True)
class Standard:
    """The only scenario of such a game; a record contains its id, never the scenario itself."""

    title: str
    description: str
    id: str = STANDARD_ID
    credits: str = ""

    def read(self, value: object) -> Standard:
        """This scenario for its id; `Refused("bad-scenario")` for anything else."""
        if value != self.id:
            raise Refused(
                "bad-scenario",
                f"{self.title} has only one scenario, “{self.id}”, not {printable(value)}.",
            )
        return self

    def read_toml(self, text: str) -> Standard:
        """Always raise `Refused("bad-scenario")`: this game has no scenario files."""
        raise Refused(
            "bad-scenario",
            f"{self.title} has only one scenario, “{self.id}”, which is built in: delete the file.",
        )
