#!/usr/bin/env python3
"""The site's commands: `python3 manage.py up`, `test`, and all of Django's.

Missing packages are first installed into `.venv`.
"""

import os
import sys

if __name__ == "__main__":
    # Code up to this line must work with the old Python versions that it complains about.
    if sys.version_info < (3, 11):
        sys.exit(
            "This is Python {}.{}; the site needs Python 3.11 or later. Install one, and run "
            "this with it, for example: python3.11 manage.py up".format(*sys.version_info[:2])
        )

    from moderator.server.bootstrap import packages_ensure, packages_needed

    packages_ensure(packages_needed(sys.argv[1:]))

    if sys.argv[1:2] == ["test"]:
        # pytest instead of Django's own runner, with the settings that pyproject.toml names.
        from tests.support.command import run

        os.environ.pop("DJANGO_SETTINGS_MODULE", None)
        os.chdir(os.path.dirname(os.path.abspath(__file__)))
        sys.exit(run(sys.argv[2:]))

    # The files hold names and secret objectives: other accounts of this machine must not read them.
    os.umask(0o077)

    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moderator.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except Exception as error:
        from moderator.core.databases import explained

        sentence = explained(error)
        if sentence is None or "--traceback" in sys.argv:
            raise
        sys.exit(sentence)
