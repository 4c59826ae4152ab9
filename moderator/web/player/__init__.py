"""A student's own page."""
