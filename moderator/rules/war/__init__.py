"""War!: tiles, cards and dice, for the Green Box of Games (spec/war.md)."""

from moderator.rules.war.rules import WAR

__all__ = ["WAR"]
