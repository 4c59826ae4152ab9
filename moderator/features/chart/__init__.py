"""Watching a game: the chart, the replay, the dice, the sheets."""
