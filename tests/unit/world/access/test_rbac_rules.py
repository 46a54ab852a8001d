"""Which rule a path needs."""

import pytest

from calicovet.world.access.rbac_rules import Rule, rule_for


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("/api/v1/nodes", Rule("", "nodes", "list")),
        ("/api/v1/nodes/a", Rule("", "nodes", "get", "", "a")),
        ("/api/v1/nodes/a/proxy/configz", Rule("", "nodes/proxy", "get", "", "a")),
        ("/api/v1/namespaces/ns/pods?limit=5", Rule("", "pods", "list", "ns")),
        ("/api/v1/namespaces/ns/pods/x/log", Rule("", "pods/log", "get", "ns", "x")),
        ("/api/v1/namespaces/ns", Rule("", "namespaces", "get", "", "ns")),
        ("/apis/apps/v1/daemonsets", Rule("apps", "daemonsets", "list")),
        ("/apis/apps/v1/namespaces/ns/daemonsets/d", Rule("apps", "daemonsets", "get", "ns", "d")),
        ("/apis", Rule("", "", "get", "", "/apis")),
        ("/", Rule("", "", "get", "", "/")),
    ],
)
def test_the_rule_behind_a_path(path: str, rule: Rule) -> None:
    assert rule_for(path) == rule


def test_another_verb_may_be_meant() -> None:
    assert rule_for("/api/v1/namespaces/ns/pods", "create").verb == "create"


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (Rule("", "pods/log", "get"), '{apiGroups: [""], resources: [pods/log], verbs: [get]}'),
        (Rule("apps", "daemonsets", "list"), "verbs: [get, list]"),
        (Rule("", "configmaps", "get", "kube-system", "x"), "verbs: [get]"),
        (Rule("", "pods", "create, get"), "verbs: [create, get]"),
        (rule_for("/apis"), '{nonResourceURLs: ["/apis"], verbs: [get]}'),
    ],
)
def test_a_rule_in_the_words_of_a_role(rule: Rule, words: str) -> None:
    assert words in str(rule)


@pytest.mark.parametrize("resource", ["pods", "nodes", "events"])
def test_one_and_all_need_the_same_words(resource: str) -> None:
    assert str(Rule("", resource, "get")) == str(Rule("", resource, "list"))
