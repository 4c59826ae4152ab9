"""The history of a game: what happened in it, as tables, turning points and questions."""
