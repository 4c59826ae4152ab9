"""Valley of War: two Emperors throw Ninjas and Samurai (docs/rules/valley-of-war.md)."""

from moderator.rules.valley_of_war.rules import VALLEY_OF_WAR

__all__ = ["VALLEY_OF_WAR"]
