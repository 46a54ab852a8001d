"""The DaemonSet's node selector and tolerations."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile

from calicovet.model.facts import (
    Citation,
    DaemonSetSelects,
    DaemonSetTolerates,
    Fact,
    Toleration,
)
from calicovet.parse.calico_names import is_calico_node
from calicovet.parse.indented import Line
from calicovet.parse.objects.tree import Tree

GIVES: tuple[type[Fact], ...] = (DaemonSetSelects, DaemonSetTolerates)


def placement_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """Both, of an object; that there is nothing is told only by a spec that was shown to its end."""
    spec = tree.at("spec", "template", "spec")
    whole = bool(spec.at("volumes"))
    selector, tolerations = spec.at("nodeSelector"), spec.at("tolerations")
    if selector or whole:
        yield DaemonSetSelects(
            cited=(Citation(evidence, selector.line or spec.line),),
            labels=tuple((name, value.text) for name, value in selector.fields.items()),
        )
    if tolerations or whole:
        yield DaemonSetTolerates(
            cited=(Citation(evidence, tolerations.line or spec.line),),
            tolerations=tuple(
                Toleration(
                    key=item.said("key"),
                    exists=item.said("operator") == "Exists",
                    value=item.said("value"),
                    effect=item.said("effect"),
                )
                for item in tolerations.items
            ),
        )


def described_placement(lines: Sequence[Line], evidence: str) -> Iterator[Fact]:
    """Both, of what `kubectl describe daemonset` prints of calico-node."""
    name = next((line.value for line in lines if line.key == "Name" and line.indent == 0), "")
    if not is_calico_node(name):
        return
    for place, line in enumerate(lines):
        if line.key == "Node-Selector" and line.indent == 0:
            pairs = (each.partition("=") for each in line.value.split(",") if "=" in each)
            yield DaemonSetSelects(
                cited=(Citation(evidence, line.number),),
                labels=tuple((name, value) for name, _, value in pairs),
            )
        elif line.key == "Tolerations" and line.indent:
            # The first stands behind the heading, the others below it.
            below = takewhile(lambda other: not other.key, lines[place + 1 :])
            words = (line.value, *(other.text.strip() for other in below))
            yield DaemonSetTolerates(
                cited=(Citation(evidence, line.number),),
                tolerations=tuple(
                    _toleration(found) for text in words if (found := _printed().match(text))
                ),
            )


@cache
def _printed() -> re.Pattern[str]:
    """`key=value:Effect op=Exists for 300s`, each part only where there is one."""
    return re.compile(
        r"(?P<key>[\w./-]{0,300})(?:=(?P<value>[\w.-]{0,80}))?(?::(?P<effect>\w{1,40}))?"
        r"(?P<exists> ?op=Exists)?(?: for \d{1,9}s)?$"
    )


def _toleration(found: re.Match[str]) -> Toleration:
    return Toleration(
        key=found["key"],
        exists=found["exists"] is not None,
        value=found["value"] or "",
        effect=found["effect"] or "",
    )
