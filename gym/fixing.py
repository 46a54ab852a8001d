"""Has calicovet put a node right by its own remedy, as a user would, and takes that back again."""

import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from calicovet.model.record import record
from gym.fix_answer import Applied, Plan, Printed, RolledBack, Script
from gym.fixed import Fixed, Way
from gym.place import Place

_PLANNED_IN = 150.0
_WITHIN = 300
"""Seconds that `fix --apply` may wait for its promise: what most plans say that they need."""
_APPLIED_IN = _WITHIN + 100.0
_SCRIPT_IN = 180.0
_TYPED_IN = 60.0
_WELL_AFTER_SCRIPT = 120.0
_WELL_AFTER_KEPT = 20.0
"""A pod that has just become ready may still be late for other pods that wait for it."""
_STEADY = 4.0
_TRIES = 3
_AGAIN_AFTER = 10.0
_SCRIPT = "/root/fix.sh"
_REFUSED = 2
"""How a script ends that has changed nothing."""
_WITHOUT_THE_CLOCK = ("setpriv", "--bounding-set", "-sys_time")
"""It is one for all machines of this kernel."""
_BACKUPS = "/var/lib/calicovet"

Keep = Callable[[str, str], None]
"""Writes a text down under a name."""


@record(kw_only=True)
class Asked:
    """What is to be repaired, and the evidence that calicovet gets for it."""

    cause: str
    node: str
    host: tuple[str, ...] = ()
    """What host-script printed, where only that shows the cause."""


@record
class _Ran:
    """How a script ended."""

    code: int | None
    """None: it did not."""
    trouble: str


class Fixer:
    """The remedy for one fault on one node."""

    def __init__(
        self,
        place: Place,
        asked: Asked,
        *,
        is_well: Callable[[], bool],
        keep: Keep,
        stop: threading.Event,
    ) -> None:
        self._place = place
        self._asked = asked
        self._is_well = is_well
        self._keep = keep
        self._stop = stop

    def plan(self) -> Plan | None:
        """What calicovet would do; None where it does not name the cause any more, or has no plan."""
        with self._line() as line:
            done = self._insist(*line, seconds=_PLANNED_IN)
        self._keep("fix.json", done.stdout or done.stderr)
        return msgspec.json.decode(done.stdout, type=Printed).plan if done.stdout else None

    def carry_out(self, plan: Plan) -> Fixed:
        """Does it, sees whether the node gets well, and takes it back."""
        if plan.way is Way.OBJECT:
            return self._by_objects(plan)
        if (script := plan.script) is not None:
            return self._by_script(plan, script)
        return Fixed(way=Way.ASKS, cause=self._asked.cause)

    def _by_objects(self, plan: Plan) -> Fixed:
        began = time.monotonic()
        with TemporaryDirectory() as state:
            applied = self._apply(plan, Path(state))
            said = applied.result or ""
            well = self._gets_well(_WELL_AFTER_KEPT if said == "kept" else 0)
            seconds = time.monotonic() - began
            left = self._roll_back(Path(state))
        fixed = Fixed(
            way=Way.OBJECT,
            cause=self._asked.cause,
            healed=well,
            seconds=seconds if well else None,
            said=said,
            trouble="" if well else applied.words,
        )
        return replace(fixed, wrong="; ".join(filter(None, (_contradiction(fixed), left))))

    def _apply(self, plan: Plan, state: Path) -> Applied:
        """What came of it, as it says itself."""
        flags = ("--apply", "--plan", plan.id, "--within", f"{_WITHIN}s")
        with self._line() as line:
            try:
                done = self._insist(*line, *flags, state=state, seconds=_APPLIED_IN)
            except subprocess.TimeoutExpired:
                return Applied(ending=f"no end in {_APPLIED_IN:.0f} s")
        self._keep("applied.json", done.stdout or done.stderr)
        if not done.stdout:
            return Applied(ending=done.stderr.strip())
        applied = msgspec.json.decode(done.stdout, type=Printed).applied
        return applied or Applied(ending="nothing was applied")

    def _roll_back(self, state: Path) -> str:
        """What could not be taken back; empty when all is as before."""
        # Journals are there even if no output named them; the last one first.
        for journal in sorted(state.rglob("*.jsonl"), reverse=True):
            line = ("calicovet", "rollback", str(journal), "-o", "json")
            seen = self._run(*line, "--dry-run", state=state, seconds=_TYPED_IN)
            plan = msgspec.json.decode(seen.stdout, type=RolledBack).plan if seen.stdout else None
            confirmed = ("--plan", plan) if plan else ()
            done = self._run(*line, *confirmed, state=state, seconds=_TYPED_IN)
            self._keep("rollback.json", done.stdout or done.stderr)
            if not done.stdout:
                return f"not taken back: {done.stderr.strip()}"
            if left := msgspec.json.decode(done.stdout, type=RolledBack).left:
                return f"not taken back: {left}"
        return ""

    def _by_script(self, plan: Plan, script: Script) -> Fixed:
        began = time.monotonic()
        self._place.node.write(_SCRIPT, script.text)
        self._keep("fix.sh", script.text)
        ran = self._on_node("fix.log")
        for line in () if ran.trouble else plan.restarts:
            self._type(line)
        well = not ran.trouble and self._gets_well(_WELL_AFTER_SCRIPT)
        seconds = time.monotonic() - began
        left = self._on_node("undo.log", "undo").trouble if ran.code != _REFUSED else ""
        # What it keeps of one trial must not be taken for what it saw in the next.
        self._place.sh(f"rm -rf {_SCRIPT} {_BACKUPS}")
        return Fixed(
            way=Way.SCRIPT,
            cause=self._asked.cause,
            healed=well,
            seconds=seconds if well else None,
            trouble=ran.trouble or ("" if well else "the script is done, and the node is not well"),
            wrong=f"not taken back: {left}" if left else "",
        )

    def _on_node(self, log: str, *arguments: str) -> "_Ran":
        """How the script went there."""
        try:
            line = (*_WITHOUT_THE_CLOCK, "sh", _SCRIPT, *arguments)
            done = self._place.node.run(*line, seconds=_SCRIPT_IN)
        except subprocess.TimeoutExpired:
            return _Ran(None, f"the script did not end in {_SCRIPT_IN:.0f} s")
        self._keep(log, f"{done.stdout}{done.stderr}\nended with {done.returncode}\n")
        said = " ".join((done.stderr or done.stdout).split())
        code = done.returncode
        return _Ran(code, f"the script ended with {code}: {said}" if code else "")

    def _type(self, line: str) -> None:
        try:
            self._run("sh", "-c", line, seconds=_TYPED_IN)
        except subprocess.TimeoutExpired:
            # A person would press Ctrl-C: the pod is being deleted, and there is nothing to wait for.
            return

    def _gets_well(self, seconds: float) -> bool:
        """Whether it is well in that time, and stays so: who keeps falling is well for moments."""
        until = time.monotonic() + seconds
        while not (self._is_well() and not self._stop.wait(_STEADY) and self._is_well()):
            if time.monotonic() >= until or self._stop.wait(1):
                return False
        return True

    @contextmanager
    def _line(self) -> Iterator[tuple[str, ...]]:
        """The command that asks for the remedy."""
        with TemporaryDirectory() as folder:
            files = [Path(folder) / f"{number}.txt" for number, _ in enumerate(self._asked.host)]
            for file, printed in zip(files, self._asked.host, strict=True):
                file.write_text(printed, encoding="utf-8")
            facts = (word for file in files for word in ("--host-facts", str(file)))
            where = ("--node", self._asked.node)
            yield ("calicovet", "fix", self._asked.cause, *where, "-o", "json", *facts)

    def _insist(
        self, *line: str, seconds: float, state: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        """What it prints; asked again where it prints nothing, since who keeps falling shows why only at times."""
        for _ in range(_TRIES - 1):
            done = self._run(*line, seconds=seconds, state=state)
            if done.stdout or self._stop.wait(_AGAIN_AFTER):
                return done
        return self._run(*line, seconds=seconds, state=state)

    def _run(
        self, *line: str, seconds: float, state: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        # Journals of the gym belong to no user.
        where = {"XDG_STATE_HOME": str(state)} if state else {}
        return self._place.cluster.control_plane.run(*line, environment=where, seconds=seconds)


def _contradiction(fixed: Fixed) -> str:
    """What it said of itself, where that is not so."""
    if fixed.said == "worse":
        return f"made it worse: {fixed.trouble}"
    if fixed.said == "kept" and not fixed.healed:
        return "says that the promise is kept, and the node is sick"
    if fixed.said == "not-kept" and fixed.healed:
        return "says that the promise is not kept, and the node is well"
    return ""
