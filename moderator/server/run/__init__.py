"""The parts of `manage.py up`."""
