"""Sheets to write on by hand: blank chart, order slips, diplomatic records, continuing on paper."""
