"""One command as a separate process, started by a parent that holds next to nothing.

A child's peak begins with what its parent held, and the process that fills a cluster holds a lot.

    python -m bench.live.measure FOLDER LINE…

What the command printed goes to FOLDER/stdout and FOLDER/stderr; seconds, peak and exit code to FOLDER/figures.
"""

import os
import sys
import time
from pathlib import Path


def main(folder: Path, line: list[str]) -> None:
    output, errors = folder / "stdout", folder / "stderr"
    began = time.perf_counter()
    child = os.posix_spawnp(
        line[0],
        line,
        os.environ,
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, str(output), os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600),
            (os.POSIX_SPAWN_OPEN, 2, str(errors), os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600),
        ],
    )
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - began
    ended = os.waitstatus_to_exitcode(status)
    (folder / "figures").write_text(f"{seconds} {usage.ru_maxrss / 1024} {ended}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
