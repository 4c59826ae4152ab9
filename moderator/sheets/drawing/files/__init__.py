"""The fonts' files, and the script that makes them."""
