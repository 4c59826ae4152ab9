"""What a game is set up from: the scenario, its keys, and the options."""
