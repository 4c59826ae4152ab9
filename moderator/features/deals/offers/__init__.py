"""Moves that two players agree on: one offers, the other accepts; and objections.

Only the two and the moderator know of an offer. Start with `read.py`; `write.py` changes.
"""
