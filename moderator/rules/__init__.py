"""The games, pure: standard library only, no clock, no chance, no input or output."""
