"""kubectl command lines of a plan."""

from calicovet.model.commands.shell import Part, command, compact_json, part
from calicovet.model.remediation.change import ObjectRef, Value
from calicovet.model.remediation.plan import RunOnNode
from calicovet.remedy import object_refs as refs
from calicovet.remedy.ownership import Owner


def patch_installation(spec: dict[str, object]) -> str:
    """A merge patch of the operator's one object."""
    patch = compact_json({"spec": spec})
    return command("kubectl patch installation default --type merge -p {patch}", patch=patch)


def merge(ref: ObjectRef, patch: Value) -> str:
    """A merge patch: null takes a field away."""
    return _patch(ref, "{kubectl} patch {kind} {object} --type merge -p {patch}", patch)


def strategic(ref: ObjectRef, patch: Value) -> str:
    """A strategic patch: lists are merged by name."""
    return _patch(ref, "{kubectl} patch {kind} {object} -p {patch}", patch)


def add_rule(ref: ObjectRef, rule: Value) -> str:
    return json_patch(ref, [{"op": "add", "path": "/rules/-", "value": rule}])


def json_patch(ref: ObjectRef, patch: Value) -> str:
    """A JSON Patch: its tests make it fail if the object was changed."""
    return _patch(ref, "{kubectl} patch {kind} {object} --type json -p {patch}", patch)


def _patch(ref: ObjectRef, template: str, patch: Value) -> str:
    return command(template, **_named(ref), patch=compact_json(patch))


def delete(ref: ObjectRef) -> str:
    return command("{kubectl} delete {kind} {object}", **_named(ref))


def save(ref: ObjectRef) -> str:
    """Without its version: an object that was changed since is given back all the same."""
    return command(
        "{kubectl} get {kind} {object} -o yaml | grep -v resourceVersion: > {file}",
        **_named(ref),
        file=_file(ref),
    )


def give_back(ref: ObjectRef) -> str:
    return command("kubectl replace -f {file}", file=_file(ref))


def _file(ref: ObjectRef) -> str:
    return f"{ref.kind.lower()}-before.yaml"


def _named(ref: ObjectRef) -> dict[str, str]:
    return {
        "kubectl": kubectl(ref.namespace),
        "kind": refs.command_name(ref),
        "object": ref.name,
    }


def kubectl(namespace: str) -> Part:
    """kubectl for a namespace, or for what has none."""
    return part("kubectl -n {namespace}", namespace=namespace) if namespace else part("kubectl")


def patch_container(owner: Owner, container: dict[str, object]) -> str:
    """A strategic patch of container calico-node: lists are merged by name."""
    named = {"name": "calico-node", **container}
    patch = {"spec": {"template": {"spec": {"containers": [named]}}}}
    return command(
        "{kubectl} patch daemonset {daemonset} -p {patch}",
        kubectl=kubectl(owner.namespace),
        daemonset=owner.daemonset,
        patch=compact_json(patch),
    )


def set_env(owner: Owner, name: str, value: str) -> str:
    return set_variables(owner, ((name, value),))


def set_variables(owner: Owner, variables: tuple[tuple[str, str | None], ...]) -> str:
    """Sets several at once; None takes one away."""
    words = (f"{name}-" if value is None else f"{name}={value}" for name, value in variables)
    # Without the container's name, every other one and the init containers get them too.
    return command(
        "{kubectl} set env daemonset/{daemonset} {words} -c calico-node",
        kubectl=kubectl(owner.namespace),
        daemonset=owner.daemonset,
        words=tuple(words),
    )


def rollout(owner: Owner, what: str, to_revision: int | None = None) -> str:
    """`undo` or `restart` of the whole DaemonSet."""
    line = part(
        "{kubectl} rollout {what} daemonset/{daemonset}",
        kubectl=kubectl(owner.namespace),
        what=what,
        daemonset=owner.daemonset,
    )
    if to_revision is None:
        return str(line)
    return command("{line} --to-revision={revision}", line=line, revision=to_revision)


def delete_pod(owner: Owner, pod: str, node: str | None) -> str:
    """Deletes the sick pod, found by its node where its name is not known."""
    which = part("{pod:calico-node pod}", pod=pod)
    if node and not pod:
        which = part("-l k8s-app=calico-node --field-selector spec.nodeName={node}", node=node)
    return command("{kubectl} delete pod {which}", kubectl=kubectl(owner.namespace), which=which)


def drain(node: str | None) -> str:
    return command("kubectl drain {node} --ignore-daemonsets --delete-emptydir-data", node=node)


def uncordon(node: str | None) -> str:
    return command("kubectl uncordon {node}", node=node)


def restart_units(units: tuple[str, ...]) -> str:
    return command("systemctl restart {unit}", unit=units)


def save_files(step: RunOnNode) -> tuple[str, ...]:
    """Backs up what a step on a host changes, and moves what it removes, to root's home, where no program reads it."""
    copied = (_saved(path, step) for path in step.edits)
    moved = (command("mv {path} {kept}", path=path, kept=_kept(path, step)) for path in step.moves)
    return (*copied, *moved)


def undo_on_node(step: RunOnNode) -> tuple[str, ...]:
    """Gives back what was copied, takes the rest back, and gives back what was moved once its place is free."""
    copied = (_given_back(path, step) for path in step.edits)
    made = (command("rm -f {path}", path=path) for path in step.makes)
    moved = (command("mv {kept} {path}", kept=_kept(path, step), path=path) for path in step.moves)
    return (*made, *copied, *step.undo, *moved)


def _saved(path: str, step: RunOnNode) -> str:
    kept = _kept(path, step)
    if _is_in_kernel(path):
        return command("cat {path} > {kept}", path=path, kept=kept)
    if not _has_namesake(path, step):
        return command("cp -a {path} {kept}", path=path, kept=kept)
    # What did not exist is restored as empty, never removed: the undo may run without the change.
    return command(
        "if [ -e {path} ]; then cp -a {path} {kept}; else : > {kept}; fi", path=path, kept=kept
    )


def _given_back(path: str, step: RunOnNode) -> str:
    kept = _kept(path, step)
    if _is_in_kernel(path):
        return command("cat {kept} > {path}", kept=kept, path=path)
    if _has_namesake(path, step):
        return command("[ ! -e {path} ] || cp -a {kept} {path}", kept=kept, path=path)
    return command("cp -a {kept} {path}", kept=kept, path=path)


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
    return f"/root/{name}.before"
