"""Promises between countries: six forms, and how each is judged."""
