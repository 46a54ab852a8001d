"""The operator's Installation."""

import re
from collections.abc import Iterator
from functools import cache

from calicovet.model.evidence import Evidence
from calicovet.model.facts import (
    AutodetectionMethod,
    Citation,
    Fact,
    ManagedBy,
    NoInstallation,
    OwnerKind,
    SettingSeen,
)
from calicovet.parse.objects.tree import Tree

INSTALLATION_GIVES: tuple[type[Fact], ...] = (AutodetectionMethod, SettingSeen, ManagedBy)

AUTODETECTION = {"nodeAddressAutodetectionV4": 4, "nodeAddressAutodetectionV6": 6}
_MOST_SETTINGS = 200


@cache
def _asked_for() -> re.Pattern[str]:
    return re.compile(
        r"\bget\b[^|;&]{0,80}?[\s,]installations?(?:\.operator\.tigera\.io)?(?:[\s,/]|$)"
    )


@cache
def _not_found() -> re.Pattern[str]:
    return re.compile(
        r"\(NotFound\): installations\.operator\.tigera\.io \W?[\w.-]{1,253}\W? not found"
    )


def no_installation(evidence: Evidence) -> Iterator[NoInstallation]:
    """kubectl's answer where there is no Installation: a sentence, and no object."""
    lines = evidence.content.split("\n")
    asked = _asked_for().search(evidence.taken_by) is not None
    for number, line in enumerate(lines, 1):
        listed_none = asked and line.strip().rstrip(".") == "No resources found"
        if listed_none or _not_found().search(line):
            yield NoInstallation(cited=(Citation(evidence.id, number),))
            return


def installation_list_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """A list of Installations that has none."""
    if "items" in tree.fields:
        yield NoInstallation(cited=(Citation(evidence, tree.at("kind").line),))


def installation_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """What the Installation decides; what it computed stands in where its spec is silent."""
    yield ManagedBy(
        cited=(Citation(evidence, tree.at("kind").line or tree.line),),
        owner=OwnerKind.OPERATOR,
        by=f"Installation {tree.said('metadata', 'name')}".strip(),
    )
    spec, computed = tree.at("spec"), tree.at("status", "computed")
    for name, family in AUTODETECTION.items():
        field = spec.at("calicoNetwork", name) or computed.at("calicoNetwork", name)
        yield from autodetection_facts(field, family, evidence)
    for count, (name, value) in enumerate(spec.scalars()):
        if count >= _MOST_SETTINGS:
            return
        cited = (Citation(evidence, value.line),)
        yield SettingSeen(cited=cited, name=name, value=value.text, where="installation")


def autodetection_facts(field: Tree, family: int, evidence: str) -> Iterator[Fact]:
    """The field in the form of the environment variable."""
    method, line = _method(field)
    if method:
        cited = (Citation(evidence, line),)
        yield AutodetectionMethod(cited=cited, method=method, family=family)


def _method(field: Tree) -> tuple[str, int]:
    for name, prefix in (
        ("interface", "interface="),
        ("skipInterface", "skip-interface="),
        ("canReach", "can-reach="),
    ):
        if value := field.said(name):
            return prefix + value, field.at(name).line
    if field.said("kubernetes") == "NodeInternalIP":
        return "kubernetes-internal-ip", field.at("kubernetes").line
    if cidrs := [item.text for item in field.at("cidrs").items if item.text]:
        return f"cidr={','.join(cidrs)}", field.at("cidrs").line
    if field.said("firstFound").lower() == "true":
        return "first-found", field.at("firstFound").line
    return "", 0
