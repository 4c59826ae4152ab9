"""Moves as pages meet them: the forms for what is legal, what was posted, and recording it."""
