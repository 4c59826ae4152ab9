"""The student's page."""
