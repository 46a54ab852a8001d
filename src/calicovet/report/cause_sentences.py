"""Sentences of a finding, from the cause's documents."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from calicovet.causes.document import Document, document, fill, holes
from calicovet.model.evidence import Gap
from calicovet.model.finding import Finding, NextQuestion
from calicovet.model.language import Language
from calicovet.model.remediation.plan import Ineffective, Offer, OfferedStep, Risk
from calicovet.report.words import close_up, words


def sentence(finding: Finding, language: Language) -> str:
    """What is wrong, with its particulars where all are known, else in general."""
    return summary(finding.name, finding.details, language)


def summary(cause: str, details: Mapping[str, str], language: Language) -> str:
    """The same, of a cause that was not found yet."""
    text = _document(cause, language)
    if text is None:
        return cause
    return _filled(text.summary, details) or text.title


def clause(finding: Finding, language: Language) -> str:
    """The same without its full stop, for a sentence that goes on."""
    return sentence(finding, language).rstrip(".。")


def because(finding: Finding, language: Language) -> str:
    """Why just this one; empty where not everything it needs is known."""
    text = _document(finding.name, language)
    return _filled(text.because, finding.details) if text else ""


def tell(cause: str, language: Language) -> str:
    """What the deciding output looks like if it is this cause."""
    text = _document(cause, language)
    return (_filled(text.tell, {}) or text.title) if text else cause


def title(cause: str, language: Language) -> str:
    """Completes "calico-node is not ready because …"."""
    text = _document(cause, language)
    return text.title if text else cause


def step(cause: str, offered: OfferedStep, language: Language) -> str:
    """One step of a plan."""
    details = dict(offered.details)
    if details.get("node") == "?":
        details["node"] = words(language).say("page.this-node")
    if "owner" in details:
        details["owner"] = owner(details["owner"], language)
    own = offered.key.removeprefix("step.")
    if own == offered.key:
        return words(language).say(f"step.{offered.key}", **details)
    text = _document(cause, language)
    if text is None or own not in text.steps:
        return own
    # As in the command lines: what is not known is for the reader to put in.
    open_holes = {hole: f"<{hole}>" for hole in holes(text.steps[own])}
    known = {key: value for key, value in details.items() if value != "?"}
    return close_up(fill(text.steps[own], open_holes | known))


def choices(told: str) -> tuple[str, tuple[str, ...]]:
    """The sentence of a step, and its alternatives."""
    sentence, *listed = told.split("\n- ")
    return (sentence.rstrip(":："), tuple(listed)) if listed else (sentence, ())


def restarts(offer: Offer, language: Language) -> str:
    """What the plan restarts."""
    key = offer.restarts.removeprefix("restarts.") or "none"
    if key == "all-pods" and (offer.restarts_count or 1) == 1:
        # A text that speaks of one pod seldom speaks of all.
        key = "all-pods-uncounted"
    elif key in ("runtime", "workloads") and (offer.restarts_count or 1) > 1:
        key = f"{key}-of-several"
    return words(language).say_one("restarts", key, "generic", count=str(offer.restarts_count))


def instead(cause: str, offer: Offer, language: Language) -> str:
    """Another way, as a rule the one with the least reach; empty where there is none."""
    if not offer.instead:
        return ""
    told = [step(cause, way, language) for way in offer.instead]
    return other_way(told, offer.instead, language)


def other_way(told: Iterable[str], steps: Sequence[OfferedStep], language: Language) -> str:
    """Another way with what speaks for it: that it reaches less, or more; below it what there is to choose."""
    parted = [choices(each) for each in told]
    key = "line.instead-wider" if _reaches_all(steps) else "line.instead"
    way = joined([sentence for sentence, _ in parted], language)
    return "\n- ".join(
        (words(language).say(key, steps=way), *(choice for _, some in parted for choice in some))
    )


def _reaches_all(steps: Iterable[OfferedStep]) -> bool:
    """Whether a step touches every node."""
    return any(step.risk in (Risk.ROLLS_ALL_NODES, Risk.CLUSTER_WIDE) for step in steps)


def joined(parts: Sequence[str], language: Language) -> str:
    """Several sentences as one."""
    return words(language).say("page.separator").join(part.rstrip(".。") for part in parts)


def vain(what: Ineffective, language: Language) -> str:
    """What people try and what does not help."""
    return words(language).say(f"vain.{what}")


def question(asked: NextQuestion, node: str, pod: str, language: Language) -> str:
    """What the next command line is to find out."""
    container = next((wish.about.container for wish in asked.requests if wish.about.container), "")
    return words(language).say_one(
        "question",
        asked.key,
        "generic",
        node=asked.node or node,
        pod=pod,
        container=container or "calico-node",
    )


def particulars(table: str, key: str, details: Mapping[str, str], language: Language) -> str:
    """The words of the frame for a red herring or a contradiction."""
    return words(language).say_one(table, key, "generic", **details)


def wanted(gap: Gap, language: Language) -> str:
    """What could not be looked at, and whose it is."""
    frame = words(language)
    about = gap.request.about
    place = "/".join(part for part in (about.node, about.pod, about.container) if part)
    known = f"want.{gap.request.kind}"
    if known not in frame:
        return gap.detail or f"{gap.request.kind} {place}".strip()
    what = frame.say(known)
    return frame.say("line.want-of", what=what, place=place) if place else what


def in_vain(gap: Gap, language: Language) -> str:
    """Why it could not be looked at, in the words of the server that refused."""
    frame = words(language)
    reason = frame.say(f"gap.{gap.reason}")
    if not gap.detail or f"want.{gap.request.kind}" not in frame:
        return reason
    return frame.say("line.gap-detail", reason=reason, detail=frame.heard(gap.detail))


def in_both(make: Callable[[Language], str]) -> dict[str, str]:
    """The same in every language."""
    return {str(language): make(language) for language in Language}


def commands(steps: Sequence[OfferedStep]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line for one in steps for line in one.commands))


def undo(steps: Sequence[OfferedStep]) -> tuple[str, ...]:
    """The way back, last step first."""
    return tuple(dict.fromkeys(line for one in reversed(steps) for line in one.undo))


def no_undo(steps: Sequence[OfferedStep], language: Language) -> tuple[str, ...]:
    """Why some steps have no way back."""
    frame = words(language)
    return tuple(
        frame.say(f"no-undo.{step.no_undo}", number=str(number))
        for number, step in enumerate(steps, 1)
        if step.no_undo is not None
    )


_OWNER = re.compile(r"(?P<thing>\S+) in (?P<namespace>[^\s,]+)")
_KEPT = re.compile(r"(?P<thing>.+), kept by (?P<keeper>.+)")


def owner(places: str, language: Language) -> str:
    """Where a change is to be made, in the reader's language; there may be two places."""
    frame = words(language)
    told = []
    for place in places.split(" | "):
        kept = _KEPT.fullmatch(place)
        thing = kept["thing"] if kept else place
        if found := _OWNER.fullmatch(thing):
            thing = frame.say("page.in-namespace", **found.groupdict())
        told.append(frame.say("page.kept", thing=thing, keeper=kept["keeper"]) if kept else thing)
    return " | ".join(told)


_CLAUSES = re.compile(r"(?<=[;；])")


def _filled(template: str, details: Mapping[str, str]) -> str:
    """The sentence without the clauses whose holes would stay open; nothing where the first one would."""
    clauses = _CLAUSES.split(template)
    kept = [clause for clause in clauses if all(_is_known(details, hole) for hole in holes(clause))]
    if not kept or kept[0] is not clauses[0]:
        return ""
    text = fill("".join(kept), details).rstrip(" ;；")
    stop = template[-1:] if template[-1:] in ".。" else ""
    return text if not stop or text.endswith(stop) else text + stop


def _is_known(details: Mapping[str, str], hole: str) -> bool:
    return details.get(hole, "?") not in ("", "?")


def _document(cause: str, language: Language) -> Document | None:
    try:
        return document(cause, language)
    except KeyError:  # a cause that came from elsewhere and has no document
        return None
