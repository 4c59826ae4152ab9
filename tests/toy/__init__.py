"""A fifth game, only in this folder: no other file of the project knows it."""
