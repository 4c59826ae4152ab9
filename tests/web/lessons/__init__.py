"""Pages of a lesson."""
