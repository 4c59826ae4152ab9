"""Age of Iron: empires in the ancient Near East (docs/rules/age-of-iron.md)."""

from moderator.rules.age_of_iron.rules import AGE_OF_IRON

__all__ = ["AGE_OF_IRON"]
