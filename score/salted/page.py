"""The part of docs/score.md about salted clusters."""

from collections.abc import Iterable, Iterator, Sequence

from gym.healthy.forms import Form
from score.salted.variants import SaltedAnswer, wrong

_INTRO = """## Salted healthy clusters

Recorded clusters in which nothing is wrong, in each of the forms in which users hand them in, with two to five pods of other programs put in:
CoreDNS, kube-scheduler, kube-controller-manager, etcd, CSI drivers, ingress, metrics-server, applications in Go, Java and Python. They log and report
failures from before and after the start of calico-node, on nodes of the cluster and on nodes that no object knows. A runbook or a report of calicovet
stands beside. Nothing may be named and no node called unhealthy.
"""


def render_salted(answers: Sequence[SaltedAnswer]) -> str:
    return "\n".join((_INTRO, *salted_table(answers), ""))


def salted_table(answers: Sequence[SaltedAnswer]) -> Iterator[str]:
    """A row for each form that was asked about, and one for all."""
    yield "| form | variants | a cause is named | called unhealthy | called healthy |"
    yield "|---|---:|---:|---:|---:|"
    for form in Form:
        if own := [each for each in answers if each.variant.form is form]:
            yield _row(form.value, own)
    yield _row("all", answers)


def wrong_lines(answers: Iterable[SaltedAnswer]) -> Iterator[str]:
    """What is wrong, and with which salt."""
    for each in wrong(answers):
        told = ", ".join((*each.named, *(f"unhealthy: {node or '?'}" for node in each.unhealthy)))
        yield f"salted: {each.variant.name}: {told} (salt: {', '.join(each.salt)})"


def _row(name: str, answers: Sequence[SaltedAnswer]) -> str:
    named = sum(bool(each.named) for each in answers)
    unhealthy = sum(bool(each.unhealthy) for each in answers)
    healthy = sum(each.healthy for each in answers)
    return f"| {name} | {len(answers):,} | {named:,} | {unhealthy:,} | {healthy:,} |"
