"""Sheets of what was said in a game: messages, diplomatic records, and promises with verdicts."""
