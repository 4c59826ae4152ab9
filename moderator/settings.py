"""Settings: everything comes from the environment, with defaults for a laptop in a class."""

import os
import sqlite3
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from moderator.server.environment import secret_key, sqlite_journal_mode


def _env_list(name: str) -> list[str]:
    return [item.strip() for item in os.environ.get(name, "").split(",") if item.strip()]


def _env_switch(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() in {"1", "true", "yes", "on"}


BASE_DIR = Path(__file__).resolve().parent.parent
# All data: the database, the secret key, the collected static files.
VAR_DIR = Path(os.environ.get("VAR_DIR") or BASE_DIR / "var").absolute()
DEBUG = _env_switch("DEBUG")
# HTTPS=1 where a reverse proxy speaks TLS for us: cookies then travel over HTTPS only.
HTTPS = _env_switch("HTTPS")
# Addresses of the proxies in front of us. They alone are believed who asks, and whether by HTTPS:
# X-Forwarded-For and X-Forwarded-Proto of anybody else are nothing. "*" believes everybody.
TRUSTED_PROXIES = _env_list("TRUSTED_PROXIES") or (["127.0.0.1", "::1"] if HTTPS else [])

try:
    SECRET_KEY = os.environ.get("SECRET_KEY") or secret_key(VAR_DIR / "secret.key")
except (OSError, ValueError) as error:
    raise ImproperlyConfigured(
        f"The secret key can't be kept in {VAR_DIR}: {error} "
        "Make that folder writable, or set VAR_DIR to one that is."
    ) from error

# `up --host` adds the addresses under which phones reach this machine.
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *_env_list("HOSTS")]
# Where phones reach the site when whoever shows them a code has opened it as 127.0.0.1; without
# a slash at the end. `up --host 0.0.0.0` finds it out by itself.
PUBLIC_URL = os.environ.get("PUBLIC_URL", "").rstrip("/")
CSRF_TRUSTED_ORIGINS = _env_list("CSRF_TRUSTED_ORIGINS")

# Who holds it may read /metrics; without it there is no such page.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")

INSTALLED_APPS = [
    "whitenoise.runserver_nostatic",  # First: `runserver` then serves static files as `up` does.
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "moderator.play",
    "moderator.web",
    "moderator.server",
]

# No GZip middleware, ever: it holds a stream back until it ends.
MIDDLEWARE = [
    "moderator.web.core.middleware.headers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "moderator.web.account.sessions.limits",
    "moderator.web.core.throttling.wrong_codes",
    "moderator.web.core.middleware.DeletedMeanwhile",
]

ROOT_URLCONF = "moderator.urls"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
            ],
        },
    },
]


def _database() -> dict[str, Any]:
    url = os.environ.get("DATABASE_URL") or f"sqlite:///{VAR_DIR / 'moderator.sqlite3'}"
    # The pages' threads are few and live as long as the server: each keeps its connection, and
    # looks before a request whether it still works.
    database: dict[str, Any] = dict(
        dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True)
    )
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["ENGINE"] = "moderator.play.databases.sqlite"
        database["OPTIONS"] = {
            # A transaction takes the write lock when it begins, so that it can't fail half-way.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,  # seconds that a writer waits for the one before
            "init_command": (
                # FULL: what was acknowledged survives a pulled plug.
                "PRAGMA synchronous=FULL;"
                "PRAGMA foreign_keys=ON;"
                f"PRAGMA journal_mode={sqlite_journal_mode(sqlite3.sqlite_version_info)};"
            ),
        }
    elif database["ENGINE"] == "django.db.backends.postgresql":
        database["ENGINE"] = "moderator.play.databases.postgresql"
        # A server that has gone without a word is noticed, and the visitor told.
        gone = {
            "connect_timeout": 10,  # s
            "tcp_user_timeout": 10_000,  # ms, for what it was sent
            "keepalives_idle": 10,  # s, and so on: while an answer is waited for
            "keepalives_interval": 5,
            "keepalives_count": 2,
        }
        database["OPTIONS"] = gone | database.get("OPTIONS", {})
    return database


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 15},  # as NIST SP 800-63B asks where a password stands alone
    },
    {"NAME": "moderator.play.passwords.NotEasyToGuess"},
]
LOGIN_URL = "/sign-in/"

# A term: students come back to their seat on the same phone, with nothing but this cookie.
SESSION_COOKIE_AGE = 120 * 24 * 60 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True  # forms carry their own token; no script reads the cookie
# With this prefix browsers take a cookie over HTTPS from this host alone, for all its paths.
# Over plain HTTP, as in a class, they would take none.
_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{_PREFIX}csrftoken"
KNOWN_COOKIE_NAME = (
    f"{_PREFIX}known"  # browsers that have signed in before: web/account/sessions.py
)
SECURE_CONTENT_TYPE_NOSNIFF = True
# A console link is a key: it must not reach another site in a Referer.
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = ["^(healthz|readyz|metrics)$"]  # asked from inside, past the proxy
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
# What holds for names below ours, and whether browsers ship with ours, is for whoever owns it.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

USE_TZ = True
TIME_ZONE = "UTC"  # Each classroom has its own; this one is for the log and the database.
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
WHITENOISE_ALLOW_ALL_ORIGINS = False  # Nobody else's page needs our files.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # A file's name holds its hash, so that browsers may keep it for ever.
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# "json": an object a line, one for each request. "plain": a line to read where something is wrong.
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
            # Addresses hold codes of classes and links of consoles: none of them into a log.
            "filters": ["routes"],
        },
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # Django's own handlers would print paths as they are.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # A page that isn't there is no news, and its path may hold a mistyped code.
        "django.request": {"level": "ERROR", "propagate": True},
        # One for each request, where a program reads the log.
        "moderator.requests": {"level": "INFO" if LOGS == "json" else "WARNING"},
        # Neither is what can't be read as HTTP, or asks for a WebSocket.
        "uvicorn.error": {"level": "ERROR", "propagate": True},
        # Scanners ask for hosts that aren't ours all day.
        "django.security.DisallowedHost": {"level": "CRITICAL", "propagate": True},
    },
}
