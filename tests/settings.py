"""The product's settings as the tests use them: nothing written outside a folder that is removed afterwards."""

import atexit
import os
import tempfile

_scratch = tempfile.TemporaryDirectory(prefix="revenue-tests-")
atexit.register(_scratch.cleanup)
os.environ["TESTING"] = "true"
os.environ["VAR_DIR"] = _scratch.name

from revenue.settings import *  # noqa: E402, F403
from revenue.settings import DATABASES, STATIC_ROOT, VAR_DIR  # noqa: E402

STATIC_ROOT.mkdir()
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # a slow hash would only slow the tests
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, as in the demo: a database in memory shares one connection among threads and hides what locking does.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "tests.sqlite3")}
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 0  # threads end with their test, and their connections with them
