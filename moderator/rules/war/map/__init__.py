"""The map: its squares, how one is drawn, and how good a drawn one is."""
