"""Dividing the people of a class into groups, by their numbers. Pure: chance is the caller's."""
