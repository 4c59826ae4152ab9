"""A fifth game, in this folder alone: no other file of the project knows that it is there."""
