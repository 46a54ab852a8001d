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
        help="ask hosts through your ssh; TARGET is made of {node} or {address}, as root@{address}",
    )
    ways.add_argument(
        "--debug-pod",
        nargs="?",
        const="",
        metavar="IMAGE",
        help="ask hosts through a short-lived privileged pod (default image: calico-node's own)",
    )
    ways.add_argument(
        "--exec",
        action="store_true",
        help="ask calico-node's own containers through your kubectl (sees less than the other two)",
    )
    group.add_argument(
        "--no-node-proxy",
        action="store_true",
        help="do not ask kubelets through the API server (needs nodes/proxy)",
    )
    group.add_argument(
        "--deadline",
        type=seconds,
        default=120.0,
        metavar="TIME",
        help="time for the whole look, as 20, 1m30s (default: 2m)",
    )
