"""The operator's Installation."""

from collections.abc import Iterator

from calicovet.model.facts import (
    AutodetectionMethod,
    Citation,
    Fact,
    ManagedBy,
    OwnerKind,
    SettingSeen,
)
from calicovet.parse.objects.tree import Tree

INSTALLATION_GIVES: tuple[type[Fact], ...] = (AutodetectionMethod, SettingSeen, ManagedBy)

AUTODETECTION = {"nodeAddressAutodetectionV4": 4, "nodeAddressAutodetectionV6": 6}
_MOST_SETTINGS = 200


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
