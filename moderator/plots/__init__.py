"""Plots, maps, QR codes and the looks of seats: laid out once, for pages and for sheets."""
