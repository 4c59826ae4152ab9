"""Dice: how the server rolls them, and how anybody can check a roll."""
