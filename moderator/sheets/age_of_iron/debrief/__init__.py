"""The debrief: what happened in a game, to be looked up and talked about."""
