"""The RBAC rule that an API call needs."""

from calicovet.model.record import record

_LISTED = frozenset({"pods", "nodes", "events"})
"""Of these both one and all are read, and a role without the one is of no use."""
_BY_NAME = {
    "configmaps": ("kubeadm-config", "calico-config", "kubernetes-services-endpoint"),
    "services": ("kubernetes",),
}
"""No others of these are read, so no wider rule is needed."""


@record
class Rule:
    """One rule of a role; `resource` may have a subresource (`pods/log`), and `/apis` is none."""

    group: str
    resource: str
    verb: str
    namespace: str = ""
    name: str = ""

    def __str__(self) -> str:
        if not self.resource:
            return f'{{nonResourceURLs: ["{self.name}"], verbs: [{self.verb}]}}'
        read = self.verb == "list" or (self.verb == "get" and self.resource in _LISTED)
        verbs = "get, list" if read else self.verb
        names = _BY_NAME.get(self.resource, ())
        only = f"resourceNames: [{', '.join(names)}], " if self.name in names else ""
        what = f'apiGroups: ["{self.group}"], resources: [{self.resource}]'
        return f"{{{what}, {only}verbs: [{verbs}]}}"


def rule_for(path: str, verb: str = "") -> Rule:
    """The rule behind a path such as /api/v1/namespaces/kube-system/pods/x/log; a list where it names nothing."""
    parts = path.partition("?")[0].strip("/").split("/")
    group = "" if parts[0] == "api" else parts[1] if len(parts) > 1 else ""
    rest = parts[2:] if parts[0] == "api" else parts[3:]
    namespace = ""
    if len(rest) > 2 and rest[0] == "namespaces":
        namespace, rest = rest[1], rest[2:]
    if not rest:
        return Rule("", "", verb or "get", name=path)
    resource = rest[0]
    name = rest[1] if len(rest) > 1 else ""
    below = f"/{rest[2]}" if len(rest) > 2 else ""
    return Rule(group, f"{resource}{below}", verb or ("get" if name else "list"), namespace, name)
