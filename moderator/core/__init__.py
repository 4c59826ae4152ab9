"""Frames for subscribers, their audiences, and publishing."""
