"""`python -m calicovet`."""

import sys

from calicovet.app.main import main

if __name__ == "__main__":
    sys.exit(main())
