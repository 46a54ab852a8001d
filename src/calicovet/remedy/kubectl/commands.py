"""What a human types, line by line."""

import shlex

from calicovet.model.remediation.change import ObjectRef, Value
from calicovet.model.remediation.plan import RunOnNode
from calicovet.remedy import object_refs as refs
from calicovet.remedy.ownership import Owner


def patch_installation(spec: dict[str, object]) -> str:
    """A merge patch of the operator's one object."""
    return f"kubectl patch installation default --type merge -p {quoted({'spec': spec})}"


def merge(ref: ObjectRef, patch: Value) -> str:
    """A merge patch: null takes a field away."""
    return (
        f"{_kubectl(ref)} patch {refs.command_name(ref)} {ref.name} --type merge -p {quoted(patch)}"
    )


def strategic(ref: ObjectRef, patch: Value) -> str:
    """A strategic patch: lists are merged by name."""
    return f"{_kubectl(ref)} patch {refs.command_name(ref)} {ref.name} -p {quoted(patch)}"


def add_rule(ref: ObjectRef, rule: Value) -> str:
    return json_patch(ref, [{"op": "add", "path": "/rules/-", "value": rule}])


def json_patch(ref: ObjectRef, patch: Value) -> str:
    """A JSON Patch: its tests make it fail where somebody else was there."""
    return (
        f"{_kubectl(ref)} patch {refs.command_name(ref)} {ref.name} --type json -p {quoted(patch)}"
    )


def save(ref: ObjectRef) -> str:
    """Without its version: an object that was changed since is given back all the same."""
    kept = f"grep -v resourceVersion: > {_file(ref)}"
    return f"{_kubectl(ref)} get {refs.command_name(ref)} {ref.name} -o yaml | {kept}"


def give_back(ref: ObjectRef) -> str:
    return f"kubectl replace -f {_file(ref)}"


def _file(ref: ObjectRef) -> str:
    return f"{ref.kind.lower()}-before.yaml"


def _kubectl(ref: ObjectRef) -> str:
    return f"kubectl -n {ref.namespace}" if ref.namespace else "kubectl"


def patch_container(owner: Owner, container: dict[str, object]) -> str:
    """A strategic patch of container calico-node: lists are merged by name."""
    named = {"name": "calico-node", **container}
    patch = {"spec": {"template": {"spec": {"containers": [named]}}}}
    return f"kubectl -n {owner.namespace} patch daemonset {owner.daemonset} -p {quoted(patch)}"


def set_env(owner: Owner, name: str, value: str) -> str:
    return set_variables(owner, ((name, value),))


def set_variables(owner: Owner, variables: tuple[tuple[str, str | None], ...]) -> str:
    """Sets several at once; None takes one away."""
    words = (f"{name}-" if value is None else f"{name}={value}" for name, value in variables)
    listed = " ".join(map(shlex.quote, words))
    # Without the container's name, every other one and the init containers get them too.
    return (
        f"kubectl -n {owner.namespace} set env daemonset/{owner.daemonset} {listed} -c calico-node"
    )


def rollout(owner: Owner, what: str, to_revision: int | None = None) -> str:
    """`undo` or `restart` of the whole DaemonSet."""
    line = f"kubectl -n {owner.namespace} rollout {what} daemonset/{owner.daemonset}"
    return line if to_revision is None else f"{line} --to-revision={to_revision}"


def delete_pod(owner: Owner, pod: str, node: str | None) -> str:
    """Deletes the sick pod, found by its node where its name is not known."""
    if pod:
        return f"kubectl -n {owner.namespace} delete pod {pod}"
    if node:
        where = f"-l k8s-app=calico-node --field-selector spec.nodeName={node}"
        return f"kubectl -n {owner.namespace} delete pod {where}"
    return f"kubectl -n {owner.namespace} delete pod <calico-node pod>"


def drain(node: str | None) -> str:
    return f"kubectl drain {node or '<node>'} --ignore-daemonsets --delete-emptydir-data"


def uncordon(node: str | None) -> str:
    return f"kubectl uncordon {node or '<node>'}"


def restart_units(units: tuple[str, ...]) -> str:
    return f"systemctl restart {' '.join(units)}"


def save_files(step: RunOnNode) -> tuple[str, ...]:
    """Copies what a step on a host changes, and takes away what it moves; in root's home nobody reads it."""
    copied = (_saved(path, step) for path in step.edits)
    moved = (f"mv {shlex.quote(path)} {_kept(path, step)}" for path in step.moves)
    return (*copied, *moved)


def undo_on_node(step: RunOnNode) -> tuple[str, ...]:
    """Gives back what was copied, takes the rest back, and gives back what was moved once its place is free."""
    copied = (_given_back(path, step) for path in step.edits)
    made = (f"rm -f {shlex.quote(path)}" for path in step.makes)
    moved = (f"mv {_kept(path, step)} {shlex.quote(path)}" for path in step.moves)
    return (*made, *copied, *step.undo, *moved)


def _saved(path: str, step: RunOnNode) -> str:
    source, target = shlex.quote(path), _kept(path, step)
    if _is_in_kernel(path):
        return f"cat {source} > {target}"
    copy = f"cp -a {source} {target}"
    if not _has_namesake(path, step):
        return copy
    # What was not there is given back empty: never taken away, in case somebody undoes what was not done.
    return f"if [ -e {source} ]; then {copy}; else : > {target}; fi"


def _given_back(path: str, step: RunOnNode) -> str:
    source, target = _kept(path, step), shlex.quote(path)
    if _is_in_kernel(path):
        return f"cat {source} > {target}"
    copy = f"cp -a {source} {target}"
    return f"[ ! -e {target} ] || {copy}" if _has_namesake(path, step) else copy


def _is_in_kernel(path: str) -> bool:
    """What the kernel shows there has a value, and no owner or date to keep."""
    return path.startswith("/proc/")


def _has_namesake(path: str, step: RunOnNode) -> bool:
    """One file has a place for each distribution: a host has one of them."""
    names = [each.rpartition("/")[2] for each in (*step.edits, *step.moves)]
    return names.count(path.rpartition("/")[2]) > 1


def _kept(path: str, step: RunOnNode) -> str:
    whole = _has_namesake(path, step)
    name = path.strip("/").replace("/", "-") if whole else path.rpartition("/")[2]
    return shlex.quote(f"/root/{name}.before")


def quoted(patch: object) -> str:
    # Most plans patch nothing.
    import json

    return shlex.quote(json.dumps(patch, separators=(",", ":")))
