"""``python -m scoring.cli`` is ``onenlp``."""

import sys

from scoring.cli.command import main

sys.exit(main())
