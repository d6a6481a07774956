"""`python -m companion.cli` is the same as `croupier`."""

import sys

from companion.cli import main

sys.exit(main())
