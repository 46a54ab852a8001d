"""Flags that bound a live diagnosis: hosts, limits, deadlines."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser


def add_live_flags(parser: "ArgumentParser") -> None:
    """Lets the command take them; all of them have a value, given or not."""
    from calicovet.app.cli.kube_flags import seconds

    group = parser.add_argument_group("live")
    group.add_argument(
        "--all", action="store_true", help="examine every unhealthy node, however many there are"
    )
    group.add_argument(
        "--host-facts",
        action="append",
        default=[],
        metavar="FILE",
        help="the output of `host-script` on a node (repeatable)",
    )
    ways = group.add_mutually_exclusive_group()
    ways.add_argument(
        "--ssh",
        nargs="?",
        const="{node}",
        metavar="TARGET",
        help="read hosts by ssh; TARGET contains {node} or {address}: root@{address}",
    )
    ways.add_argument(
        "--debug-pod",
        nargs="?",
        const="",
        metavar="IMAGE",
        help="read hosts by a short-lived privileged pod (default image: calico-node's)",
    )
    ways.add_argument(
        "--exec",
        action="store_true",
        help="read hosts by kubectl exec in calico-node (sees less than the other two)",
    )
    group.add_argument(
        "--no-node-proxy",
        action="store_true",
        help="do not read kubelets through the API server (nodes/proxy)",
    )
    group.add_argument(
        "--deadline",
        type=seconds,
        default=120.0,
        metavar="TIME",
        help="timeout of the whole run: 20, 1m30s (default: 2m)",
    )
