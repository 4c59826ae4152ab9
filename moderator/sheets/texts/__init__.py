"""Sheets of text for every game: the moderator's instructions, the chronology."""
