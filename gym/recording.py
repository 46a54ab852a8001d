"""Keeps what was seen of each trial, without secrets and bounded, for tests that need no cluster."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from calicovet.model.record import record
from calicovet.world.redaction.redact import redact_text
from gym.fault import Said
from gym.judge import Judged, Mark, judge
from gym.look import Look, read_texts
from gym.outcome import End, Outcome
from gym.view import View

FOLDER = Path(__file__).parents[1] / "tests" / "recorded" / "gym"

MOST_BYTES = 80_000
"""A paste is not longer."""
_LINES_OF_LOGS = (20, 60, 200)
"""The fewest are kept with which as much is said as of the whole."""
_MOST_CHARACTERS = 600
_COMMAND = re.compile(r"(?=^(?:\$|\[root@\S+ ~\]#) )", re.MULTILINE)
_LOG = re.compile(r"kubectl logs |tail -n|dmesg|journalctl")
_FENCE = "````"
"""Longer than those that host-script prints."""
_HEAD = re.compile(r"---\n(.*?)---\n", re.DOTALL)
_FENCED = re.compile(r"^````\n(.*?)^````$", re.DOTALL | re.MULTILINE)
_ENDS = {View.TEXT: "text", View.HOST: "host"}


@record(kw_only=True)
class Recording:
    """Texts of one trial, and what was said of them when they were kept."""

    node: str
    causes: tuple[str, ...]
    """Those that may be named; none for a twin where everything is well."""
    said: Said
    texts: tuple[str, ...]


@record
class _Kept:
    text: str
    host: Mapping[str, str]
    judged: Mapping[View, Judged]
    """By what is kept, not by what was seen."""


def record_all(outcomes: Iterable[Outcome], folder: Path = FOLDER) -> None:
    """Writes the pasted text of each trial that went well; the hosts' output, where it shows more."""
    folder.mkdir(parents=True, exist_ok=True)
    for outcome in outcomes:
        if outcome.end is not End.DONE or outcome.look is None:
            print(f"{outcome.trial.name}: not recorded, {outcome.end}", flush=True)
            continue
        _write(outcome, _kept(outcome, outcome.look), folder)


def read_recording(path: Path) -> Recording:
    """A file as `record_all` writes it, with its texts in their order."""
    page = path.read_text(encoding="utf-8")
    head = _HEAD.match(page)
    if head is None:
        raise ValueError(f"{path} has no head")
    said = dict(line.split(":", 1) for line in head[1].splitlines())
    return Recording(
        node=said["node"].strip(),
        causes=tuple(said["causes"].split()),
        said=Said(said["verdict"].strip()),
        texts=tuple(_FENCED.findall(page)),
    )


def bounded(text: str, lines_of_logs: int) -> str:
    """The text without secrets; of logs, the end."""
    commands = _COMMAND.split(redact_text(text))
    return "".join(_shortened(each, lines_of_logs) for each in commands if each.strip())


def _shortened(command: str, lines_of_logs: int) -> str:
    lines = [line[:_MOST_CHARACTERS] for line in command.rstrip("\n").split("\n")]
    if len(lines) > lines_of_logs + 2 and _LOG.search(lines[0]):
        # The end is where programs say what they die of; dots are what people put for the rest.
        lines = [lines[0], "...", *lines[-lines_of_logs:]]
    return "\n".join((*lines, ""))


def _kept(outcome: Outcome, seen: Look) -> _Kept:
    """As little of what was seen as lets calicovet say as much."""
    *fewer, most = _LINES_OF_LOGS
    for lines in fewer:
        kept = _kept_of(outcome, seen, lines)
        if all(_says_as_much(each, outcome.by(view)) for view, each in kept.judged.items()):
            return kept
    return _kept_of(outcome, seen, most)


def _kept_of(outcome: Outcome, seen: Look, lines_of_logs: int) -> _Kept:
    text = bounded(seen.text, lines_of_logs)
    host = {node: bounded(printed, lines_of_logs) for node, printed in seen.host.items()}
    texts = {View.TEXT: (text,), View.HOST: (text, *host.values())}
    judged = {
        view: judge(outcome.trial, view, read_texts(own), node=outcome.node, pod=seen.pod)
        for view, own in texts.items()
    }
    return _Kept(text, host, judged)


def _says_as_much(kept: Judged, whole: Judged | None) -> bool:
    return whole is None or (kept.mark, kept.said) == (whole.mark, whole.said)


def _write(outcome: Outcome, kept: _Kept, folder: Path) -> None:
    texts = {View.TEXT: {"": kept.text}, View.HOST: kept.host}
    for view, judged in kept.judged.items():
        path = folder / f"{outcome.trial.name}.{_ENDS[view]}.md"
        path.unlink(missing_ok=True)
        if judged.mark is Mark.WRONG:
            print(f"{outcome.trial.name}: {view} is not recorded, it names {judged.named}")
        elif view is View.TEXT or judged.said is not kept.judged[View.TEXT].said:
            page = "\n".join(_lines(outcome, judged, texts[view]))
            if len(page.encode()) > MOST_BYTES:
                print(f"{outcome.trial.name}: {view} is not recorded, it is too long")
            else:
                path.write_text(page, encoding="utf-8")


def _lines(outcome: Outcome, judged: Judged, texts: Mapping[str, str]) -> Iterator[str]:
    trial = outcome.trial
    yield from ("---", f"node: {outcome.node}", f"causes: {' '.join(trial.causes)}".rstrip())
    yield from (f"verdict: {judged.said.value}", "---", "", f"{trial.what.title}.", "")
    for node, text in texts.items():
        if node:
            yield from (f"On {node}:", "")
        yield from (_FENCE, text.rstrip("\n"), _FENCE, "")
