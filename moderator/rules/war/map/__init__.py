"""The map: its tiles, the random generator, and the quality of a map."""
