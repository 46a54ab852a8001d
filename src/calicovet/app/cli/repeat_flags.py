"""The user's flags, to repeat them in the commands that are printed."""

from argparse import Namespace
from collections.abc import Iterator, Sequence

from calicovet.model.commands.again import Again
from calicovet.model.commands.shell import Part, part

# No token: what is printed may be copied anywhere.
_CLUSTER = {
    "kubeconfig": "--kubeconfig",
    "context": "--context",
    "cluster": "--cluster",
    "user": "--user",
    "namespace": "--namespace",
    "server": "--server",
    "insecure": "--insecure-skip-tls-verify",
    "as_user": "--as",
    "as_groups": "--as-group",
    "as_uid": "--as-uid",
}
_LOOK = {
    "all": "--all",
    "host_facts": "--host-facts",
    "ssh": "--ssh",
    "debug_pod": "--debug-pod",
    "exec": "--exec",
    "no_node_proxy": "--no-node-proxy",
}


def same_cluster(arguments: Namespace) -> tuple[Part, ...]:
    """Which cluster, and which identity."""
    return tuple(_words(arguments, _CLUSTER))


def same_look(arguments: Namespace) -> tuple[Part, ...]:
    """How far to look, and what was brought along."""
    return tuple(_words(arguments, _LOOK))


def again_on(paths: Sequence[str], program: str, *, one_of_many: bool = False) -> Again:
    """How to look at these files once more; standard input cannot be read again."""
    if "-" in paths:
        return Again(one_of_many=one_of_many)
    named = " ".join(part("{file}", file=path) for path in paths)
    return _again(program, named, one_of_many=one_of_many)


def again_live(arguments: Namespace, program: str) -> Again:
    """How to look at the same cluster once more."""
    return _again(program, " ".join((*same_cluster(arguments), *same_look(arguments))))


def _again(program: str, where: str, *, one_of_many: bool = False) -> Again:
    return Again(
        fix=f"{program} fix {{cause}} {where}".rstrip(),
        details=" ".join(filter(None, (f"{program} diagnose", where, "--details"))),
        one_of_many=one_of_many,
    )


def _words(arguments: Namespace, names: dict[str, str]) -> Iterator[Part]:
    for name, flag in names.items():
        given = vars(arguments).get(name)
        if given is None or given is False:
            continue
        if given is True or given == "":
            yield part(flag)
            continue
        for value in given if isinstance(given, list) else [given]:
            yield part("{flag}={value}", flag=part(flag), value=value)
