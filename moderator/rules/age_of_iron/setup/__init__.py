"""The set-up of a game: the scenario, its keys, and the options."""
