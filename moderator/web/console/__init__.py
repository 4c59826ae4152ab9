"""The moderator's console."""
