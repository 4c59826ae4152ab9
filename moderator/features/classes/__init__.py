"""The instructor's classes: their groups, people and games."""
