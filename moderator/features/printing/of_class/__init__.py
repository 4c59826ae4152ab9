"""Sheets of a whole class: its results and its attendance."""
