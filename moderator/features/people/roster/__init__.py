"""Rosters: lists of a class's students, read from text, CSV and XLSX files."""
