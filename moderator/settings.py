"""Django's settings, from the environment, with defaults for a laptop in class."""

import contextlib
import json
import os
import re
import secrets
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured


def _env_list(name: str) -> list[str]:
    return [item.strip() for item in os.environ.get(name, "").split(",") if item.strip()]


def _env_switch(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() in {"1", "true", "yes", "on"}


# SQLite releases without the bug that can corrupt a database in WAL mode
# (https://sqlite.org/wal.html#walresetbug): fixed in 3.51.3 and in two older series.
_WAL_SINCE = (3, 51, 3)
_WAL_SINCE_IN_SERIES = {(3, 50): 7, (3, 44): 6}


def sqlite_journal_mode(version: tuple[int, int, int]) -> str:
    """The journal mode for a release of SQLite: WAL if it is safe, else TRUNCATE.

    Measured with a class's mix of reads and writes, TRUNCATE is as fast as WAL.
    """
    if version >= _WAL_SINCE:
        return "WAL"
    fixed = _WAL_SINCE_IN_SERIES.get(version[:2])
    return "WAL" if fixed is not None and version[2] >= fixed else "TRUNCATE"


def kept_text(file: Path, make: Callable[[], str]) -> str:
    """The secret in `file`, which is created if it is missing; its mode is always 600.

    It is written to another file and then linked to its name. The link fails if the name exists,
    so two first starts at once use the same.
    """
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as out:
                out.write(make() + "\n")
                out.flush()
                os.fsync(out.fileno())
            with contextlib.suppress(FileExistsError):  # another start was first
                os.link(draft, file)
        finally:
            draft.unlink()
    if file.stat().st_mode & 0o077:
        file.chmod(0o600)
    return file.read_text(encoding="ascii").strip()


def secret_keys(file: Path, is_kept: bool = True) -> list[str]:
    """The site's key in `file`, and on further lines earlier ones that are still accepted.

    Args:
        is_kept: the file is ours: made if it is missing, and closed to others.
    """
    text = kept_text(file, key_new) if is_kept else file.read_text(encoding="ascii")
    keys = text.split()
    if not keys or min(map(len, keys)) < 50:
        raise ValueError(f"{file} has no key. Delete it, and the next start will create a new one.")
    return keys


def key_new() -> str:
    """A new secret key of 400 bits."""
    return secrets.token_urlsafe(50)


def _secret_keys() -> list[str]:
    if key := os.environ.get("SECRET_KEY"):
        return [key, *_env_list("SECRET_KEY_FALLBACKS")]
    named = os.environ.get("SECRET_KEY_FILE")  # of a vault, which may be read only
    return secret_keys(Path(named), is_kept=False) if named else secret_keys(SECRET_FILE)


_PLATFORM = ("issuer", "client_id", "auth_login_url", "auth_token_url", "key_set_url")


def is_safe(url: str) -> bool:
    parts = urlsplit(url)
    is_here = parts.scheme == "http" and parts.hostname in ("127.0.0.1", "localhost")
    return bool(parts.hostname) and (parts.scheme == "https" or is_here)


def lti_platforms(name: str) -> list[dict[str, Any]] | None:
    """The platforms in the JSON file of this name; None without a name."""
    if not name:
        return None
    try:
        platforms: list[dict[str, Any]] = json.loads(Path(name).read_text(encoding="utf-8"))
        for one in platforms:
            urls = [one[key] for key in _PLATFORM if key.endswith("_url")]
            if not all(map(is_safe, urls)):
                raise ValueError("addresses begin with https://")
            lists = one["deployment_ids"], one.get("hosts", [])
            if not all(isinstance(found, list) for found in lists):
                raise ValueError("deployment_ids and hosts are lists")
            if not all(isinstance(text, str) for text in (*urls, *map(one.get, _PLATFORM))):
                raise ValueError(f"{', '.join(_PLATFORM)} are texts")
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ImproperlyConfigured(f"LTI_PLATFORMS, {name}: {error!r}") from error
    return platforms


def security_contact(text: str) -> str:
    """Who is told of security problems, as a URI; "" where nobody is named."""
    uri = f"mailto:{text}" if "@" in text and ":" not in text else text
    if uri and not re.fullmatch(r"https://[!-~]+|mailto:[!-~]+@[!-~]+|tel:\+?[\d().-]+", uri):
        raise ImproperlyConfigured(
            "SECURITY_CONTACT is an e-mail address, or an address that begins with https://, "
            f'mailto: or tel:, not "{text}".'
        )
    return uri


_SCHOOL: dict[str, Any] = {
    "name": None,
    "issuer": None,
    "client_id": None,
    "client_secret": None,
    "scopes": "openid profile email",
    "require": {},
    "new_accounts": False,
    "hours": 12,
}
"""What the file of `OIDC_PROVIDER` holds; None has to be there."""


def oidc_provider(name: str) -> dict[str, Any]:
    """The school's provider of sign-ins, from the JSON file of this name; empty without a name."""
    if not name:
        return {}
    try:
        given: dict[str, Any] = json.loads(Path(name).read_text(encoding="utf-8"))
        found = _SCHOOL | given
        if unknown := given.keys() - _SCHOOL.keys():
            raise ValueError(f"unknown: {', '.join(sorted(unknown))}")
        for key, usual in _SCHOOL.items():
            kind = str if usual is None else type(usual)
            if type(found[key]) is not kind or found[key] == "":
                raise ValueError(f"{key} has to be a {kind.__name__}")
        if not is_safe(found["issuer"]):
            raise ValueError("issuer begins with https://")
        if not 1 <= found["hours"] <= 14 * 24:
            raise ValueError("hours is from 1 to 336")
        for claim, values in found["require"].items():
            if not (values and isinstance(values, list) and {*map(type, values)} == {str}):
                raise ValueError(f"require: {claim} needs a list of texts")
        if found["new_accounts"] and not found["require"]:
            raise ValueError("new_accounts needs require: else every student could teach here")
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise ImproperlyConfigured(f"OIDC_PROVIDER, {name}: {error!r}") from error
    return found


BASE_DIR = Path(__file__).resolve().parent.parent
# All data: the database, the secret key, the collected static files.
VAR_DIR = Path(os.environ.get("VAR_DIR") or BASE_DIR / "var").absolute()
DEBUG = _env_switch("DEBUG")
# HTTPS=1 behind a reverse proxy with TLS: cookies are then sent over HTTPS only.
HTTPS = _env_switch("HTTPS")
# Addresses of the proxies in front of us. X-Forwarded-For and X-Forwarded-Proto are ignored unless
# a proxy has sent them. "*" trusts everybody.
TRUSTED_PROXIES = _env_list("TRUSTED_PROXIES") or (["127.0.0.1", "::1"] if HTTPS else [])

SECRET_FILE = VAR_DIR / "secret.key"
try:
    SECRET_KEY, *SECRET_KEY_FALLBACKS = _secret_keys()
except (OSError, ValueError) as error:
    raise ImproperlyConfigured(
        f"The secret key can't be kept in {VAR_DIR}: {error} "
        "Make that folder writable, or set VAR_DIR to one that is."
    ) from error

# `up --host` adds the addresses at which phones reach this machine.
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *_env_list("HOSTS")]
# The site's address for phones, without a slash at the end, for QR codes on a page that was opened
# as 127.0.0.1. `up --host 0.0.0.0` finds it by itself.
PUBLIC_URL = os.environ.get("PUBLIC_URL", "").rstrip("/")
CSRF_TRUSTED_ORIGINS = _env_list("CSRF_TRUSTED_ORIGINS")

# The token for /metrics; without one there is no such page.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")

# Who is told of security problems: on the page about the site and in security.txt (RFC 9116).
SECURITY_CONTACT = security_contact(os.environ.get("SECURITY_CONTACT", "").strip())

# Accounts without a second factor have to set one up when they sign in.
SECOND_FACTOR_REQUIRED = _env_switch("SECOND_FACTOR_REQUIRED")

# The front page offers no guided game; classes still do.
PRACTICE_OFF = _env_switch("PRACTICE_OFF")

# The file of the platforms that may launch classes by LTI 1.3 (docs/deploy.md); None: none may.
LTI_PLATFORMS = lti_platforms(os.environ.get("LTI_PLATFORMS", ""))
# The file of the provider by which instructors may sign in with OpenID Connect; empty: by none.
OIDC_PROVIDER = oidc_provider(os.environ.get("OIDC_PROVIDER", ""))

INSTALLED_APPS = [
    "whitenoise.runserver_nostatic",  # first, so that `runserver` serves static files as `up` does
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "moderator",
    "moderator.server",
]

# Never a GZip middleware: it would hold streams back until they end.
MIDDLEWARE = [
    "moderator.core.responses.headers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "moderator.core.events.noticed",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "moderator.features.accounts.pages.limits",
    "moderator.core.throttling.wrong_codes",
    "moderator.core.responses.DeletedMeanwhile",
]

ROOT_URLCONF = "moderator.urls"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            # The loader for `page.html#partial` comes first: otherwise django-template-partials
            # would replace these loaders by its own.
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [
                        (
                            "django.template.loaders.cached.Loader",
                            ["moderator.core.template_loader.Loader"],
                        )
                    ],
                )
            ],
            # Every template has these tags and filters, without `{% load %}`.
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.l10n",
                "django.templatetags.static",
                "django.templatetags.tz",
                "moderator.templatetags.names",
                "moderator.templatetags.parts",
                "moderator.templatetags.plots",
                "template_partials.templatetags.partials",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
            ],
        },
    },
]


def database_of(url: str) -> dict[str, Any]:
    # The pages' few threads live as long as the server: each keeps its connection, and checks
    # before a request whether it still works.
    database: dict[str, Any] = dict(
        dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True)
    )
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["ENGINE"] = "moderator.core.databases.sqlite"
        database["OPTIONS"] = {
            # A transaction gets the write lock when it begins, so that it can't fail half-way.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,  # seconds that a writer waits for another one
            "init_command": (
                # FULL: acknowledged moves survive a power failure.
                "PRAGMA synchronous=FULL;"
                "PRAGMA foreign_keys=ON;"
                # What is deleted or overwritten is overwritten in the file, too, at once but for
                # some copies: moderator/core/databases/compaction.py removes those.
                "PRAGMA secure_delete=ON;"
                # kB of pages in memory, for each thread's connection: a dozen in all.
                "PRAGMA cache_size=-512;"
                f"PRAGMA journal_mode={sqlite_journal_mode(sqlite3.sqlite_version_info)};"
            ),
        }
    elif database["ENGINE"] == "django.db.backends.postgresql":
        database["ENGINE"] = "moderator.core.databases.postgresql"
        # To notice when the server has disappeared, and show the visitor an error.
        gone = {
            "connect_timeout": 10,  # s
            "tcp_user_timeout": 10_000,  # ms, for unacknowledged data
            "keepalives_idle": 10,  # s; these three while it waits for an answer
            "keepalives_interval": 5,
            "keepalives_count": 2,
        }
        database["OPTIONS"] = gone | database.get("OPTIONS", {})
    return database


DATABASES = {
    "default": database_of(
        os.environ.get("DATABASE_URL") or f"sqlite:///{VAR_DIR / 'moderator.sqlite3'}"
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 15},  # as in NIST SP 800-63B for passwords without second factor
    },
    {"NAME": "moderator.features.accounts.write.NotEasyToGuess"},
]
LOGIN_URL = "/sign-in/"

SESSION_ENGINE = "moderator.core.sessions"
# A term: this cookie alone brings students back to their seat on the same phone.
SESSION_COOKIE_AGE = 120 * 24 * 60 * 60
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "moderator.core.responses.no_token"
CSRF_COOKIE_HTTPONLY = True  # forms have their own token; no script reads the cookie
# With this prefix browsers accept the cookie only over HTTPS, from this host and for all its paths.
# Over plain HTTP, as in class, they would not accept it.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
KNOWN_COOKIE_NAME = f"{COOKIE_PREFIX}known"  # browsers that have signed in before
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = ["^(healthz|readyz|metrics)$"]  # requested directly, without the proxy
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
# Whether HSTS includes subdomains and preloading is up to the domain's owner.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

TIME_ZONE = "UTC"  # for the log and the database; each classroom has its own
LANGUAGE_CODE = "en"
# Texts are marked for translation; as long as there is none, no page looks for it.
USE_I18N = False

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site needs our files
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # File names contain a hash, so that browsers may cache them for ever.
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# "json": one object per line, one for each request. "plain": a readable line for each problem.
LOGS = os.environ.get("LOGS") or "plain"
if LOGS not in ("plain", "json"):
    raise ImproperlyConfigured(f'LOGS is "plain" or "json", not "{LOGS}".')
if LOGS == "json":
    MIDDLEWARE.insert(0, "moderator.server.logging.requests_logged")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"routes": {"()": "moderator.server.logging.RoutesForPaths"}},
    "formatters": {
        "plain": {
            "()": "moderator.server.logging.Plain",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "moderator.server.logging.Json"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOGS,
            # URLs contain codes of classes and links of consoles, which must not be logged.
            "filters": ["routes"],
        },
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # Django's own handlers would print whole paths.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # A 404 is not worth a line, and its path may contain a mistyped code.
        "django.request": {"level": "ERROR", "propagate": True},
        # A line for each request, if a program reads the log.
        "moderator.requests": {"level": "INFO" if LOGS == "json" else "WARNING"},
        # So is one for each row of the list of heads.
        "moderator.heads": {"level": "INFO" if LOGS == "json" else "WARNING"},
        # Invalid HTTP and requests for WebSockets are not worth a line.
        "uvicorn.error": {"level": "ERROR", "propagate": True},
        # It is counted, and anybody can post without a token all day.
        "django.security.csrf": {"level": "ERROR", "propagate": True},
        # Scanners request other hosts all day.
        "django.security.DisallowedHost": {"level": "CRITICAL", "propagate": True},
    },
}
