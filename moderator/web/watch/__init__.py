"""Looking on: the chart, the replay, the dice, the sheets."""
