"""`python -m calicovet`."""

import os
import sys

from calicovet.app.main import main

if __name__ == "__main__":
    try:
        sys.exit(main())
    except MemoryError:  # reported, and not enough is left even to leave
        os._exit(4)
