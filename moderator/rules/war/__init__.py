"""War!: tiles, cards and dice, for the Green Box of Games (docs/rules/war.md)."""

from moderator.rules.war.rules import WAR

__all__ = ["WAR"]
