"""Environment variables of calico-node, as `env` prints them."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import AutodetectionMethod, SettingSeen
from calicovet.parse.host.lines import cite, numbered, pattern

_VARIABLE = (
    r"\s*(?:export\s+|-e\s+)?("
    r"(?:CALICO|FELIX|ETCD|BGP|TYPHA|CNI)_[A-Z0-9_]+"
    r"|IP6?|IP6?_AUTODETECTION_METHOD|NODENAME|HOSTNAME|AS|DATASTORE_TYPE|WAIT_FOR_DATASTORE"
    r"|CLUSTER_TYPE|NO_DEFAULT_POOLS|USE_POD_CIDR|KUBERNETES_NODE_NAME|KUBERNETES_SERVICE_(?:HOST|PORT)"
    r"|KUBECONFIG|DISABLE_NODE_IP_CHECK)=(.*)"
)
_FAMILIES = {"IP_AUTODETECTION_METHOD": 4, "IP6_AUTODETECTION_METHOD": 6}


def read_calico_environment(evidence: Evidence) -> Iterator[SettingSeen | AutodetectionMethod]:
    """The variables that calico-node knows; those of other programs are left out."""
    for number, line in numbered(evidence):
        found = pattern(_VARIABLE).match(line)
        if found is None:
            continue
        name, value = found[1], found[2].strip().strip("'\"")
        yield SettingSeen(
            name=name, value=value, where="env", about=evidence.about, cited=cite(evidence, number)
        )
        if name in _FAMILIES and value:
            yield AutodetectionMethod(
                method=value,
                family=_FAMILIES[name],
                about=evidence.about,
                cited=cite(evidence, number),
            )
