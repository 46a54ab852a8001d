"""Message table: install-cni, and the watcher of its token."""

from calicovet.model.facts.milestones import Milestone
from calicovet.model.facts.said import CniInstallSaid
from calicovet.parse.messages.message import reached, said

_SAID = CniInstallSaid

MESSAGES = (
    reached(r"\bRunning as a Kubernetes pod\b", Milestone.CNI_INSTALL_BEGAN, "install-cni"),
    reached(r"Wrote Calico CNI binaries to ", Milestone.CNI_BINARIES_WRITTEN, "install-cni"),
    reached(r"Done configuring CNI\.", Milestone.CNI_INSTALLED, "install-cni"),
    reached(r"\bConnect-time load balancer enabled\b", Milestone.BPF_PREPARED, "mount-bpffs"),
    reached(r"\bMounted (BPF|cgroup2) filesystem\b", Milestone.BPF_PREPARED, "mount-bpffs"),
    said(
        "cni-bin-dir-not-writable",
        r"/host/opt/cni/bin is no[nt]\Wwriteable, skipping",
        _SAID,
        words=("writeable",),
    ),
    said(
        "cni-bin-dir-not-writable:none", r"found no writeable directory, exiting", _SAID, fatal=True
    ),
    said(
        "cni-bin-dir-not-writable:file",
        r"Failed to install \W{0,4}(?P<path>/host/opt/cni/bin/[^\s\"']++).{0,200}?(?P<error>permission denied|operation not permitted|read-only file system|text file busy|no space left on device)",
        _SAID,
        fatal=True,
    ),
    said(
        "cni-bin-dir-not-writable:verify",
        r"Failed to verify installed binary (?P<path>\S+)",
        _SAID,
        fatal=True,
    ),
    said(
        "cni-selinux-denied",
        r"may be caused by selinux configuration on the host",
        _SAID,
        fatal=True,
    ),
    said("cni-noexec-mount:version", r"\bFailed getting CNI plugin version\b", _SAID),
    said(
        "cni-token-unauthorized",
        r"Unable to create token for CNI kubeconfig\b.{0,80}?error\W{1,4}Unauthorized\b",
        _SAID,
        fatal=True,
    ),
    said(
        "cni-token-forbidden",
        r"serviceaccounts \W{0,4}(?P<account>calico-node|calico-cni-plugin|canal)\W{0,4} is forbidden: User \W{0,4}(?P<user>system:serviceaccount:[^\s\"']+)\W{0,4} cannot create (resource )?\W{0,4}serviceaccounts/token",
        _SAID,
        fatal=True,
    ),
    said(
        "cni-token-not-found",
        r"Unable to create token for CNI kubeconfig\b.{0,120}?serviceaccounts \W{0,4}(?P<account>[\w-]+)\W{0,4} not found",
        _SAID,
        fatal=True,
    ),
    said(
        "cni-token-failed",
        r"Unable to create token for CNI kubeconfig\b(.{0,20}?error\W{1,3}(?P<error>.{1,400}))?",
        _SAID,
        fatal=True,
        yields_to=("cni-token-unauthorized", "cni-token-forbidden", "cni-token-not-found"),
    ),
    said(
        "cni-token-failed:client",
        r"\bUnable to create client for generating CNI token\b",
        _SAID,
        fatal=True,
    ),
    said("cni-token-failed:watcher", r"\bFailed to update CNI token, retrying\b", _SAID),
    said("cni-config-template-invalid", r"is not a valid json object", _SAID, fatal=True),
    said(
        "cni-config-template-invalid:new",
        r"CNI config is not valid JSON(: (?P<error>.{1,160}))?",
        _SAID,
        fatal=True,
    ),
    said("cni-install-failed", r"\bError installing CNI plugin\b", _SAID, fatal=True),
    said(
        "cni-install-failed:service-host", r"\bKUBERNETES_SERVICE_HOST not set\b", _SAID, fatal=True
    ),
    said(
        "cni-install-failed:namespace",
        r"\bFailed to read service account namespace file\b",
        _SAID,
        fatal=True,
    ),
    said("flexvol-driver-failed", r"Destination directory \S+ not present", _SAID, fatal=True),
    said(
        "bpffs-mount-failed:any",
        r"\bFailed to mount (?P<what>BPF|cgroup2) filesystem\b",
        _SAID,
        yields_to=("bpffs-mount-failed", "harmless:bpffs-best-effort"),
    ),
    said("bpffs-mount-failed:mountinfo", r"failed to open /nodeproc/1/mountinfo", _SAID),
    said(
        "bpffs-mount-failed",
        r"(^|[^-\w])init/calico-init\w*\.go \d+: Failed to mount (?P<what>BPF|cgroup2) filesystem",
        _SAID,
        fatal=True,
    ),
    said(
        "bpf-network-bootstrap-failed",
        r"\bFailed to initialize BPF network\b\W{0,4}(error=(?P<error>.{1,200}))?",
        _SAID,
        fatal=True,
    ),
    said(
        "bpf-network-bootstrap-failed:why",
        r"\b(?P<error>Failed to create bpf maps|Failed to attach connect-time load balancer)\b",
        _SAID,
        words=("bpf", "attach"),
    ),
    said(
        "bpf-network-bootstrap-failed:operator",
        r"bpfNetworkBootstrap is Enabled but the requirements are not met",
        _SAID,
    ),
)
