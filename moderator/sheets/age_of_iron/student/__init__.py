"""The student's page: one country's game, for a portfolio."""
