"""The node name that calico-node uses."""

from calicovet.model.record import record


@record
class ChosenName:
    """A name, and where it came from: `NODENAME`, `file`, `HOSTNAME` or `hostname`."""

    name: str
    via: str


def choose_node_name(
    *, nodename: str = "", stored: str = "", hostname: str = "", host: str = ""
) -> ChosenName | None:
    """The first of NODENAME, the stored file, HOSTNAME and the host's own name; None: start-up ends."""
    # Only the host's names are folded to lower case; a NODENAME in capitals stays as it is. The file's
    # is not even trimmed: with a line break at its end it is a name that no Node has.
    tries = (
        (nodename.strip(), "NODENAME"),
        (stored, "file"),
        (hostname.strip().lower(), "HOSTNAME"),
        (host.strip().lower(), "hostname"),
    )
    return next((ChosenName(name, via) for name, via in tries if name), None)
