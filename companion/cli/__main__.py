"""`python -m companion.cli`, the same as `croupier`."""

import sys

from companion.cli import main

sys.exit(main())
