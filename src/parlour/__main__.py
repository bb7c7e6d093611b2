"""`python -m parlour`: the command `parlour`, where no script is installed."""

import sys

from .training.cli import main

sys.exit(main())
