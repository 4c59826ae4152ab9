"""Moves on pages: forms for what is legal, reading posted forms, recording, replies."""
