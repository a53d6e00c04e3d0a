"""Settings, read from the environment and failing loudly when something unsafe is missing.

`DEMO=true` is the only way to run without secrets: it serves a demo town from SQLite and says so on every page.
Anything else is production and refuses to start until every variable of docs/operations.md is set.
"""

from pathlib import Path

import fontpkg_public_sans
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from environs import Env

env = Env()
BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.str("VAR_DIR", str(BASE_DIR / "var")))

DEMO = env.bool("DEMO", False)
DEBUG = False
TESTING = env.bool("TESTING", False)

# --- secrets -----------------------------------------------------------------------------------------------

_NOT_SECRET = "this key is public and protects nothing: it only serves demo towns and tests"  # noqa: S105
SECRET_KEY = env.str("SECRET_KEY", _NOT_SECRET if DEMO or TESTING else None) or ""
if not SECRET_KEY:
    raise ImproperlyConfigured(
        "SECRET_KEY is missing: set it to 50 random characters, or DEMO=true for a demo town."
    )
# The first key encrypts, all of them decrypt: a new key is put in front and the old one stays until rotation ends.
FIELD_ENCRYPTION_KEYS = env.list("FIELD_ENCRYPTION_KEYS", [_NOT_SECRET] if DEMO or TESTING else [])
if not FIELD_ENCRYPTION_KEYS:
    raise ImproperlyConfigured(
        "FIELD_ENCRYPTION_KEYS is missing: set it to one or more random keys, newest first."
    )

# --- where it is served ------------------------------------------------------------------------------------

_LOCAL_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", [*_LOCAL_HOSTS, "testserver"] if DEMO or TESTING else [])
SITE_URL = env.str("SITE_URL", f"http://127.0.0.1:{env.int('PORT', 8000)}" if DEMO or TESTING else "")
if not ALLOWED_HOSTS or not SITE_URL:
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS and SITE_URL are missing: set the host names and the public address."
    )
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
ROOT_URLCONF = "revenue.urls"
WSGI_APPLICATION = "revenue.wsgi.application"

_SECURE = not (DEMO or TESTING)
SECURE_SSL_REDIRECT = _SECURE
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _SECURE else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if _SECURE else 0
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _SECURE
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 10 * 3600  # a working day: nobody stays signed in overnight at a counter
X_FRAME_OPTIONS = "SAMEORIGIN"  # the receipt's PDF is shown inside the counter's own page
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "frame-src": [SELF],
        "object-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [SELF],
        "base-uri": [NONE],
        "manifest-src": [SELF],
    }
}

# --- applications ------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "revenue",
    "receipts",
    "taxpayers",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "bootstrap",
    "crispy_forms",
    "crispy_bootstrap5",
    "csp",
    "django_filters",
    "django_htmx",
    "simple_history",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "revenue.web.language.chosen_language",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "revenue.context_processors.house",
            ],
        },
    },
]

CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"

# --- database ----------------------------------------------------------------------------------------------

_DEFAULT_DATABASE = f"sqlite:///{VAR_DIR / 'town.sqlite3'}"
DATABASE_URL = env.str("DATABASE_URL", _DEFAULT_DATABASE if DEMO or TESTING else "")
if not DATABASE_URL:
    raise ImproperlyConfigured("DATABASE_URL is missing: set it to postgres://user:password@host/name.")
if DATABASE_URL.startswith("sqlite") and not (DEMO or TESTING):
    raise ImproperlyConfigured("SQLite serves demo towns only: set DATABASE_URL to a PostgreSQL database.")
DATABASES = {"default": env.dj_db_url("DATABASE_URL", DATABASE_URL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # IMMEDIATE takes the write lock at BEGIN: read-then-write transactions queue instead of failing half way.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 600
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"].setdefault("OPTIONS", {})["options"] = "-c lock_timeout=10s -c timezone=UTC"

# --- people ------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "taxpayers.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_REDIRECT_URL = "home"
LOGIN_URL = "account_login"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_ADAPTER = (
    "taxpayers.staff.adapters.AccountAdapter"  # sign-up is closed: the administrator creates users
)
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_SESSION_REMEMBER = (
    False  # the session ends with the browser, and with SESSION_COOKIE_AGE at the latest
)
# Links to choose a password are made by the administrator too: both sides use Django's own tokens.
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "django.contrib.auth.tokens.PasswordResetTokenGenerator"  # noqa: S105
# Staff in production can do nothing without a second factor; the demo says that it goes without.
SECOND_FACTOR_REQUIRED = env.bool("SECOND_FACTOR_REQUIRED", not (DEMO or TESTING))
if not SECOND_FACTOR_REQUIRED and _SECURE:
    raise ImproperlyConfigured("SECOND_FACTOR_REQUIRED can only be off in a demo town.")
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_ADAPTER = "taxpayers.staff.adapters.MFAAdapter"  # the shared secrets are encrypted at rest
MFA_TOTP_ISSUER = "Rentas municipales"

# --- language, time ----------------------------------------------------------------------------------------

LANGUAGE_CODE = "es-pr"  # plain "es" reads 1,234.50 as one and a bit
LANGUAGES = [("es-pr", "Español"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "America/Puerto_Rico"
USE_TZ = True

# --- mail: links to choose a password --------------------------------------------------------------------------

globals().update(env.dj_email_url("EMAIL_URL", "console://" if DEMO or TESTING else "smtp://localhost:25"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "rentas@localhost")

# --- files -------------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [
    BASE_DIR / "static",
    ("fonts", Path(fontpkg_public_sans.__file__).parent / "files"),
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if TESTING
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
MEDIA_ROOT = VAR_DIR / "files"  # never under a URL: files are served by views that check who asks

# --- logs: never personal data -----------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", "WARNING")},
}
