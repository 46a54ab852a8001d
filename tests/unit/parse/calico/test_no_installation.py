"""There is no Installation: kubectl's sentence, and empty lists."""

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import NoInstallation
from calicovet.parse.all_parsers import parser_of

NOT_FOUND = 'Error from server (NotFound): installations.operator.tigera.io "default" not found'


def none_found(content: str, taken_by: str, kind: EvidenceKind = EvidenceKind.TEXT) -> bool:
    piece = Evidence(id="e", kind=kind, content=content, taken_by=taken_by, whole=True)
    parser = parser_of(kind)
    assert parser is not None
    return any(isinstance(fact, NoInstallation) for fact in parser.read(piece))


@pytest.mark.parametrize(
    ("content", "taken_by"),
    [
        ("No resources found", "kubectl get installation"),
        ("No resources found\n", "kubectl get installations.operator.tigera.io -o wide"),
        ("No resources found", "kubectl --context prod get tigerastatus,installation"),
        (NOT_FOUND, "kubectl get installation default -o yaml"),
        (NOT_FOUND, "kubectl patch installation default --type merge -p '{}'"),
    ],
)
def test_kubectl_finds_none(content: str, taken_by: str) -> None:
    assert none_found(content, taken_by)


@pytest.mark.parametrize(
    ("content", "taken_by"),
    [
        ("No resources found", "kubectl get tigerastatus"),
        ("No resources found in calico-system namespace.", "kubectl get pods -n calico-system"),
        ("No resources found", "kubectl get pods | grep installation"),
        ("No resources found", ""),
        ('error: the server doesn\'t have a resource type "installation"', "kubectl get installation"),
        ('Error from server (NotFound): namespaces "calico-system" not found', "kubectl get ns"),
    ],
)  # fmt: skip
def test_other_answers_say_nothing_of_it(content: str, taken_by: str) -> None:
    assert not none_found(content, taken_by)


def test_a_list_of_the_api_server() -> None:
    empty = (
        '{"apiVersion":"operator.tigera.io/v1","kind":"InstallationList","metadata":{},"items":[]}'
    )
    assert none_found(empty, "", EvidenceKind.OBJECTS)
    one = empty.replace("[]", '[{"kind":"Installation","metadata":{"name":"default"},"spec":{}}]')
    assert not none_found(one, "", EvidenceKind.OBJECTS)
