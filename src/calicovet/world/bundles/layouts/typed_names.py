"""Files that sosreport names after the kubectl or oc command that printed them.

`kubectl --kubeconfig=/etc/kubernetes/admin.conf get -o json --namespace=kube-system pods` stands in
`kubectl_--kubeconfig_.etc.kubernetes.admin.conf_get_-o_json_--namespace_kube-system_pods`: what is neither a letter, a
digit, a dot nor a dash became an underscore, and a slash a dot. No name in Kubernetes has an underscore.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from calicovet.model.commands.shell import command, part
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.subject import Subject
from calicovet.world.bundles.layouts.row import Told

_WITH_VALUE = frozenset({"--kubeconfig", "--namespace", "-n", "-o", "-c", "--context"})
_FLAGS = frozenset({"-p", "--previous", "-A", "--all-namespaces"})
_TABLES = {
    "pods": Kind.POD_TABLE,
    "nodes": Kind.NODE_TABLE,
    "events": Kind.EVENT_TABLE,
    "daemonsets": Kind.WORKLOAD_TABLE,
    "deployments": Kind.WORKLOAD_TABLE,
}
_DESCRIBES = {
    "pods": Kind.POD_DESCRIBE,
    "node": Kind.NODE_DESCRIBE,
    "nodes": Kind.NODE_DESCRIBE,
    "daemonsets": Kind.DAEMONSET_DESCRIBE,
}
_OBJECTS = frozenset({*_TABLES, "services", "endpoints", "configmaps"})

OfPod = Callable[[Subject], Told | None]


def told_by_typed_name(name: str, of_pod: OfPod) -> Told | None:
    """What a file of that name holds; `of_pod` says what the log of a pod is good for."""
    words = name.removeprefix("microk8s_").split("_")
    values, rest = _read(words[1:])
    if not rest:
        return None
    namespace = values.get("--namespace") or values.get("-n") or ""
    verb, *names = rest
    if verb == "logs" and names:
        about = Subject("", namespace, names[0], values.get("-c", ""), "-p" in values)
        told = of_pod(about)
        return told and replace(told, several=False)
    if verb == "version":
        return Told(kind=Kind.VERSIONS, taken_by="kubectl version")
    if verb == "get" and len(names) == 1:
        return _got(names[0], namespace, values.get("-o", ""))
    if verb == "describe" and len(names) == 2 and names[0] in _DESCRIBES:
        return _described(names[0], names[1], namespace, of_pod)
    return None


def _read(words: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """The options with their values, and what stands between them."""
    values: dict[str, str] = {}
    rest: list[str] = []
    left = iter(words)
    for word in left:
        if word in _WITH_VALUE:
            values[word] = next(left, "")
        elif word in _FLAGS:
            values[word] = next(left, "") if word == "--all-namespaces" else "true"
        elif word:
            rest.append(word)
    return values, rest


def _got(what: str, namespace: str, form: str) -> Told | None:
    where = part("kubectl")
    where = part("kubectl -n {namespace}", namespace=namespace) if namespace else where
    if form in ("json", "yaml") and what in _OBJECTS:
        typed = command("{kubectl} get {what} -o {form}", kubectl=where, what=what, form=form)
        return Told(kind=Kind.OBJECTS, taken_by=typed)
    if form or what not in _TABLES:
        return None
    every = part("" if namespace or what == "nodes" else " --all-namespaces")
    typed = command("{kubectl} get {what}{every}", kubectl=where, what=what, every=every)
    return Told(kind=_TABLES[what], about=Subject(namespace=namespace), taken_by=typed)


def _described(what: str, name: str, namespace: str, of_pod: OfPod) -> Told | None:
    kind = _DESCRIBES[what]
    if kind is Kind.NODE_DESCRIBE:
        typed = command("kubectl describe node {name}", name=name)
        return Told(kind=kind, about=Subject(name), taken_by=typed)
    what = what.removesuffix("s")
    if kind is Kind.DAEMONSET_DESCRIBE:
        if name not in ("calico-node", "canal"):
            return None
        about = Subject(namespace=namespace)
    elif of_pod(about := Subject("", namespace, name)) is None:
        return None
    typed = command(
        "kubectl -n {namespace} describe {what} {name}", namespace=namespace, what=what, name=name
    )
    return Told(kind=kind, about=about, taken_by=typed)
