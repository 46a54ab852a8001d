"""Which RBAC rule a call to the API server needs, in the words of a role."""

from calicovet.model.record import record

_VERBS = {"get": "get", "list": "get, list"}


@record
class Rule:
    """One rule of a role; `resource` may have a subresource (`pods/log`)."""

    group: str
    resource: str
    verb: str
    namespace: str = ""
    name: str = ""

    def __str__(self) -> str:
        verbs = _VERBS.get(self.verb, self.verb)
        return f'{{apiGroups: ["{self.group}"], resources: [{self.resource}], verbs: [{verbs}]}}'


def rule_for(path: str, verb: str = "") -> Rule:
    """The rule behind a path such as /api/v1/namespaces/kube-system/pods/x/log; a list where it names nothing."""
    parts = path.partition("?")[0].strip("/").split("/")
    group = "" if parts[0] == "api" else parts[1] if len(parts) > 1 else ""
    rest = parts[2:] if parts[0] == "api" else parts[3:]
    namespace = ""
    if len(rest) > 2 and rest[0] == "namespaces":
        namespace, rest = rest[1], rest[2:]
    resource = rest[0] if rest else ""
    name = rest[1] if len(rest) > 1 else ""
    below = f"/{rest[2]}" if len(rest) > 2 else ""
    return Rule(group, f"{resource}{below}", verb or ("get" if name else "list"), namespace, name)
