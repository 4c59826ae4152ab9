"""Dice: what a move asks for, how the server rolls them, and how anybody checks a roll."""
