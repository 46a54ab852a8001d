"""A pod template flattened to short named values, for comparison."""

from collections.abc import Iterator

from calicovet.parse.objects.tree import Tree
from calicovet.parse.pods.from_objects import read_environment

Value = tuple[str, str]

_READ_APART = frozenset({"name", "image", "env", "resources", "volumeMounts"})
_LISTS_APART = frozenset({"containers", "initContainers", "volumes", "tolerations", "nodeSelector"})


def template_values(template: Tree) -> tuple[Value, ...]:
    """Each value of the template by its place; what belongs to container calico-node goes without that name."""
    spec, metadata = template.at("spec"), template.at("metadata")
    return (
        *_containers(spec.at("containers")),
        *_containers(spec.at("initContainers")),
        *_named("nodeSelector", spec.at("nodeSelector")),
        *((f"toleration {_toleration(item)}", "") for item in spec.at("tolerations").items),
        *((f"volume {item.said('name')}", _volume(item)) for item in spec.at("volumes").items),
        *_leaves_of(spec, besides=_LISTS_APART),
        *_named("annotation", metadata.at("annotations")),
        *_named("label", metadata.at("labels")),
    )


def _containers(containers: Tree) -> Iterator[Value]:
    for container in containers.items:
        name = container.said("name")
        whose = "" if name == "calico-node" else f"{name} "
        for place, value in _container(container):
            yield whose + place, value


def _container(container: Tree) -> Iterator[Value]:
    yield "image", container.said("image")
    for variable in read_environment(container.at("env")):
        yield f"env {variable.name}", variable.value
    yield from _leaves(container.at("resources"), "")
    for mount in container.at("volumeMounts").items:
        yield f"mount {mount.said('mountPath')}", mount.said("name")
    yield from _leaves_of(container, besides=_READ_APART)


def _toleration(item: Tree) -> str:
    """As taints are written: `key=value:Effect`; one that tolerates all is `*`."""
    value = f"={item.said('value')}" if item.said("value") else ""
    effect = f":{item.said('effect')}" if item.said("effect") else ""
    return f"{item.said('key') or '*'}{value}{effect}"


def _volume(item: Tree) -> str:
    if path := item.said("hostPath", "path"):
        return path
    return " ".join(
        f"{place}={value}" for place, value in _leaves(item, "") if place != "name" and value
    )


def _named(what: str, tree: Tree) -> Iterator[Value]:
    for name, value in tree.fields.items():
        yield f"{what} {name}", value.text


def _leaves_of(tree: Tree, besides: frozenset[str]) -> Iterator[Value]:
    for name, value in tree.fields.items():
        if name not in besides:
            yield from _leaves(value, name)


def _leaves(tree: Tree, path: str) -> Iterator[Value]:
    """Every scalar by its dotted path; a list of scalars is one of them."""
    if tree.fields:
        for name, value in tree.fields.items():
            yield from _leaves(value, f"{path}.{name}" if path else name)
    elif any(item.fields for item in tree.items):
        for number, item in enumerate(tree.items):
            yield from _leaves(item, f"{path}[{item.said('name') or number}]")
    elif tree.items:
        yield path, " ".join(item.text for item in tree.items)
    elif tree.text:
        yield path, tree.text
