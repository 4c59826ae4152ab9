"""The site's settings for tests: data in a folder of its own, removed at the end."""

import atexit
import os
import shutil
import tempfile

_folder = tempfile.mkdtemp(prefix="moderator-test-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
# The folder of the first of a run's processes is there for all of them.
os.environ.setdefault("TEST_RUN_DIR", _folder)

# Before the settings read them. What a developer has set for the site is not for tests; the
# database is the exception, so that the tests can run on PostgreSQL too.
for _name in ("HOSTS", "CSRF_TRUSTED_ORIGINS", "HTTPS", "TRUSTED_PROXIES", "DEBUG"):
    os.environ.pop(_name, None)
os.environ["VAR_DIR"] = _folder
os.environ["SECRET_KEY"] = "a key for tests, which protects nothing at all, long enough"

from moderator.settings import *  # noqa: E402, F403
from moderator.settings import DATABASES, STORAGES  # noqa: E402

# A file, not memory: only there do two connections wait for each other as they do in class.
if DATABASES["default"]["ENGINE"] == "moderator.core.databases.sqlite":
    DATABASES["default"]["TEST"] = {"NAME": os.path.join(_folder, "test.sqlite3")}

# Nothing is collected for tests; those that start the real server collect for themselves.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
os.makedirs(os.path.join(_folder, "static"), exist_ok=True)

# A slow hash protects passwords that are worth something.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
