"""Django's SQLite backend with connections that notice when their file was replaced."""
