"""A new game: what is played, with which options, and by whom."""
