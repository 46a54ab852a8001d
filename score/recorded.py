"""Samples from what the real programs printed: starts, small clusters, trials of the gym."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from gym.recording import FOLDER, Recording, read_recording
from score.cases import alike
from score.healthy import repaired
from score.sample import Kind, Sample
from score.strip import decisive, strip_bare
from tests.support.casefile import cases_of

STARTS = "recorded starts"
GYM = "gym"
_ROOT = FOLDER.parent
_HEALTHY = "healthy"


def start_paths() -> tuple[Path, ...]:
    return (*sorted(_ROOT.glob("startup/*.log")), *sorted(_ROOT.glob("cluster/*.md")))


def gym_paths() -> tuple[Path, ...]:
    return tuple(sorted(FOLDER.glob("*.md")))


def start_samples(path: Path) -> Iterator[Sample]:
    """A start; a file is named after the cause that was put in."""
    cause = path.name.partition(".")[0]
    causes = frozenset({cause} - {_HEALTHY})
    sample = Sample(
        name=path.name,
        family=STARTS,
        kind=Kind.POSITIVE if causes else Kind.HEALTHY,
        texts={path.name: path.read_text(encoding="utf-8")},
        causes=causes,
    )
    yield from _with_twin(sample)


def gym_samples(path: Path) -> Iterator[Sample]:
    """A trial as a person would paste it, or with what the hosts said."""
    kept = read_recording(path)
    sample = Sample(
        name=path.name,
        family=GYM,
        kind=Kind.POSITIVE if kept.causes else Kind.NEAR_MISS,
        texts=_texts(path, kept),
        node=kept.node,
        causes=frozenset(kept.causes),
    )
    yield from _with_twin(sample)
    yield from healthy_hosts((path,))


def healthy_hosts(paths: Iterable[Path]) -> Iterator[Sample]:
    """The hosts that were asked beside the sick ones; each with a list on which it is ready."""
    for path in paths:
        _, *others = read_recording(path).texts
        for text in others:
            if (well := repaired({"host.txt": text})) is not None:
                yield Sample(name=path.name, family=GYM, kind=Kind.HEALTHY, texts=well)


def _with_twin(sample: Sample) -> Iterator[Sample]:
    if not sample.causes:
        yield sample
        return
    bare = strip_bare(sample.texts, sample.causes, _alike(sample.causes), sample.node)
    yield replace(sample, decisive=decisive(sample.texts, bare.taken, sample.node))
    if bare.taken:
        # A cause that is not proven has no line to remove.
        yield replace(
            sample,
            kind=Kind.STRIPPED,
            texts=bare.texts,
            causes=frozenset(),
            alike=bare.alike,
        )


def _alike(causes: Iterable[str]) -> frozenset[str]:
    """What the cases of these causes are set apart from."""
    return frozenset(
        name for cause in causes for case in cases_of(cause) for name in alike(case)
    ) - frozenset(causes)


def _texts(path: Path, kept: Recording) -> Mapping[str, str]:
    """What was pasted; then, where hosts were asked, what they said."""
    pasted = path.with_name(f"{path.name.split('.')[0]}.text.md")
    first = read_recording(pasted).texts if pasted != path and pasted.exists() else ()
    return {f"text{place}.md": text for place, text in enumerate((*first, *kept.texts), 1)}
