"""Age of War: daimyos with seven dice and fourteen castles (docs/rules/age-of-war.md)."""

from moderator.rules.age_of_war.rules import AGE_OF_WAR

__all__ = ["AGE_OF_WAR"]
