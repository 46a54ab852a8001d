"""The start cache during one run of the program."""

from calicovet.app.start_cache import cache_file
from calicovet.app.start_cache.patterns import PatternCache
from calicovet.report.toml_files import PARSED


class StartCache:
    """What was read at the start of this run, and what it adds for the next one."""

    def __init__(self) -> None:
        self._tables = cache_file.read()
        self._patterns = PatternCache(self._tables.get("patterns", {}))
        PARSED.update(self._tables.get("toml", {}))
        self._known = dict(PARSED)

    def install(self) -> None:
        """From here on nothing is computed that the cache holds."""
        self._patterns.install()

    def save(self) -> None:
        """Rewrites the file if this run compiled or parsed what the file lacks."""
        learnt = self._patterns.learn()
        if learnt or any(PARSED[path] is not self._known.get(path) for path in PARSED):
            cache_file.write({"patterns": self._patterns.programs, "toml": PARSED})
