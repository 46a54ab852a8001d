"""Records healthy clusters, one situation after the other."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from gym.healthy.forms import take_all
from gym.healthy.recordings import FOLDER, pack
from gym.healthy.shortening import shorten
from gym.healthy.situations import SITUATIONS
from gym.progress import Progress
from lab.errors import LabError


def record_healthy(names: Sequence[str], progress: Progress, folder: Path = FOLDER) -> None:
    """Brings up the cluster of each situation and keeps what users would hand in of it."""
    if strangers := [name for name in names if name not in SITUATIONS]:
        raise LabError(
            f"no healthy cluster is called {', '.join(strangers)}",
            f"known: {', '.join(SITUATIONS)}",
        )
    for name in names or SITUATIONS:
        tell = progress.of("healthy", name)
        tell("starts a cluster")
        with TemporaryDirectory() as taken:
            with SITUATIONS[name]() as cluster:
                tell("is recorded")
                take_all(cluster, Path(taken))
            shorten(Path(taken))
            size = pack(name, Path(taken), folder).stat().st_size
        tell(f"{size // 1024} KiB")
