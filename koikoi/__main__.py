"""``python -m koikoi`` is ``koikoi``."""

import sys

from koikoi.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
