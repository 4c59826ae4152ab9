"""Printed sheets: functions that turn the state of a game and a stamp into a PDF."""
