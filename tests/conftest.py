"""Settings of all tests."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import time

from hypothesis import settings

from koikoi.cli.main import one_thread

# Before anything loads numpy, as the program does it.
one_thread()

# Days are those of one place, wherever the tests run.
os.environ["TZ"] = "UTC"
if hasattr(time, "tzset"):
    time.tzset()

# Nothing of whoever runs the tests is read, nor written: neither matches nor options nor language.
_HOME = tempfile.mkdtemp(prefix="koikoi-tests-")
atexit.register(shutil.rmtree, _HOME, ignore_errors=True)
os.environ["KOIKOI_HOME"] = _HOME
for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "NO_COLOR"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"

# The same examples in every run, so that a failure is one of the change and not of the day.
# KOIKOI_EXPLORE=1 looks for new ones.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile("explore" if os.environ.get("KOIKOI_EXPLORE") else "same")
