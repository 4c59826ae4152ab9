"""What commands of `manage.py` share."""
