"""A class's tournaments."""
