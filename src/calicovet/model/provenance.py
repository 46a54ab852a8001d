"""Where evidence comes from: who speaks, in which role, and what its attribution rests on."""

from enum import IntEnum, StrEnum


class Speaker(StrEnum):
    """The program that a line comes from. The values are those of `process` in facts."""

    UNKNOWN = ""
    PERSON = "person"
    STRANGER = "stranger"
    """A program that is neither Calico's nor one of the node's own services."""

    STARTUP = "startup"
    FELIX = "felix"
    CONFD = "confd"
    BIRD = "bird"
    TUNNEL_IP_ALLOCATOR = "tunnel-ip-allocator"
    MONITOR_ADDRESSES = "monitor-addresses"
    CNI_CONFIG_MONITOR = "cni-config-monitor"
    STATUS_REPORTER = "status-reporter"
    COMPLETE_STARTUP = "complete-startup"
    NODE_SERVICES = "node-services"
    RC_LOCAL = "rc.local"
    SHUTDOWN = "shutdown"
    HOSTPATH_INIT = "hostpath-init"
    PROBE = "probe"
    UPGRADE_IPAM = "upgrade-ipam"
    INSTALL_CNI = "install-cni"
    MOUNT_BPFFS = "mount-bpffs"

    CNI_PLUGIN = "cni-plugin"
    TYPHA = "typha"
    KUBE_CONTROLLERS = "kube-controllers"
    OPERATOR = "operator"
    KUBE_PROXY = "kube-proxy"
    KUBELET = "kubelet"
    RUNTIME = "runtime"
    KERNEL = "kernel"


class EvidenceRole(StrEnum):
    """What a text does. Only evidence proves."""

    EVIDENCE = "evidence"
    QUOTATION = "quotation"
    """A person's sentence, or a program's words that a person repeats or calls the same elsewhere."""
    INSTRUCTION = "instruction"
    """A command that a text asks the reader to run; nothing shows that it was run."""


class Basis(IntEnum):
    """What the attribution of a piece rests on; a higher value overrides a lower one."""

    NONE = 0
    SENTENCE = 1
    """A caption or a paragraph around it."""
    FORM = 2
    """Its own words, or the prompt that its command was typed at."""
    OBJECT = 3
    """An object or a list that names the pod and its node."""
    PATH = 4
    """Its path in an archive or a folder."""
