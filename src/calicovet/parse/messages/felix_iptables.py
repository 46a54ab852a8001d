"""Message table: Felix on iptables, nftables and ipset, but for programs that the image lacks (`felix.py`)."""

from calicovet.model.facts.said import FelixSaid
from calicovet.parse.messages.message import said

_SAID = FelixSaid

MESSAGES = (
    said(
        "felix-nft-incompatible-rules",
        r"iptables-save failed because there are incompatible nft rules in the table\b(.{0,600}? table\W{1,3}(?P<table>\w{1,20}))?",
        _SAID,
    ),
    said(
        "felix-nft-incompatible-rules:table",
        r"Table \W{0,4}(?P<table>filter|nat|mangle|raw)\W{0,4} is incompatible, use \W{0,4}nft\W{0,4} tool",
        _SAID,
    ),
    said(
        "felix-iptables-module-missing",
        r"can.t initialize iptables table \W{0,4}(?P<table>\w+)?(\W{1,4}(?P<error>[A-Za-z][^?()\\\n]{2,60}))?",
        _SAID,
    ),
    said(
        "felix-iptables-module-missing:who",
        r"iptables\S{0,20} v\S+ .{0,12}?Cannot initialize: (?P<error>iptables who|Table does not exist)",
        _SAID,
    ),
    said(
        "felix-iptables-module-missing:nft",
        r"iptables\S{0,20} v?\S{0,12} ?.{0,14}?(Failed to initialize nft: (?P<error>Protocol not supported)|Could not fetch rule set generation id: (Invalid argument|Operation not supported|Protocol not supported))",
        _SAID,
        words=("nft", "generation"),
    ),
    said(
        "felix-iptables-module-missing:modprobe",
        r"\bModule (?P<module>x_tables|nf_tables|ip_tables|iptable_(filter|nat|mangle|raw)) not found",
        _SAID,
    ),
    said(
        "felix-iptables-module-missing:insmod",
        r"\b(do you need to insmod|Table does not exist)\b",
        _SAID,
        words=("insmod", "exist"),
        yields_to=("felix-iptables-module-missing", "felix-ip6tables-unavailable"),
    ),
    said(
        "felix-iptables-module-missing:save",
        r"\biptables(-(?P<backend>legacy|nft))?-save command failed after retries(.{0,600}?ipVersion\W{1,3}(?P<family>0x[46]))?",
        _SAID,
        fatal=True,
        yields_to=("felix-iptables-module-missing", "felix-nft-incompatible-rules"),
    ),
    # The status of a program that could not run at all: it has not asked the kernel anything.
    said(
        "felix-iptables-module-missing:cannot-run",
        r"\bip6?tables(-(legacy|nft))?[- ]save( command)? failed\b.{0,30}?error\W{1,3}(?P<error>exit status 12[67])\b",
        _SAID,
        words=("save",),
    ),
    said(
        "felix-iptables-backend-mismatch",
        r"Iptables backend specified does not match the detected backend\b(.{0,60}?detectedBackend\W{1,3}(?P<detected>\w+))?(.{0,40}?specifiedBackend\W{1,3}(?P<specified>\w+))?",
        _SAID,
    ),
    said(
        "felix-iptables-backend-mismatch:both",
        r"# Warning: (ip6?tables-)?(?P<backend>legacy|nft) tables present, use ",
        _SAID,
        words=("present",),
    ),
    said(
        "felix-iptables-restore-rejected",
        r"Failed to execute ip\W{0,2}6?\W{0,2}tables-restore command\b.{0,600}?(?P<error>Couldn.t load (match|target) \W{0,4}(?P<module>[\w-]{1,40})|No chain/target/match by that name|unknown arguments found on commandline|RULE_\w{3,10} failed( \([^)]{1,60}\))?|line \d+ failed)",
        _SAID,
    ),
    said(
        "felix-iptables-restore-rejected:extension",
        r"\bExtension (?P<module>[\w-]{1,40}) revision \d+ not supported, missing kernel module\b",
        _SAID,
    ),
    said(
        "felix-iptables-restore-rejected:panic",
        r"\bFailed to program iptables, giving up after retries\b(.{0,200}?ipVersion\W{1,3}(?P<family>0x[46]))?",
        _SAID,
        fatal=True,
        yields_to=("felix-xtables-lock", "felix-ip6tables-unavailable"),
    ),
    said(
        "felix-xtables-lock",
        r"\bFailed to program iptables\b.{0,80}?error\W{1,4}(writing out buffer: )?exit status 4\b(.{0,80}?ipVersion\W{1,3}(?P<family>0x[46]))?",
        _SAID,
    ),
    said(
        "felix-xtables-lock:open",
        r"\b(failed to open iptables lock|can.t open lock file) \W{0,4}/run/xtables\.lock",
        _SAID,
        words=("lock",),
    ),
    said("felix-xtables-lock:held", r"Another app is currently holding the xtables lock", _SAID),
    said("felix-xtables-lock:acquire", r"\bFailed to acquire iptables lock\b", _SAID, fatal=True),
    said(
        "felix-ipset-userspace-too-old",
        r"Kernel and userspace incompatible: (settype|set type) (?P<type>hash:\S+) with revision \d+ not supported by userspace",
        _SAID,
    ),
    said("felix-ipset-type-missing", r"Kernel error received: set type not supported", _SAID),
    said("felix-ipset-type-missing:session", r"ipset v\S+: Cannot open session to kernel", _SAID),
    # Netlink's answer to a message for a part of the kernel that is not there.
    said(
        "felix-ipset-type-missing:absent",
        r"\bipset\b.{0,40}?Kernel error received: Invalid argument\b",
        _SAID,
    ),
    said(
        "felix-not-privileged",
        r"\bipset v\S+: Kernel error received: Operation not permitted\b",
        _SAID,
    ),
    said(
        "felix-not-privileged:iptables",
        r"\bip6?tables\S{0,12}( v\S+)?.{0,120}?: Permission denied \(you must be root\)",
        _SAID,
    ),
    said(
        "felix-ipset-type-missing:panic",
        r"\bFailed to update IP sets after multiple retries\b",
        _SAID,
        fatal=True,
    ),
    said(
        "felix-ip6tables-unavailable",
        r"\bip6tables(-\w+)?-save command failed\b(.{0,30}?error\W{1,3}(?P<error>signal: \w+|exit status \d{1,3}))?",
        _SAID,
    ),
    said(
        "felix-ip6tables-unavailable:table",
        r"(can.t initialize ip6tables table\b \W{0,4}(\w{1,20})?|ip6tables\S{0,20} v\S+ .{0,12}?Cannot initialize)\W{1,4}(?P<error>[A-Za-z][^?()\\\n]{2,60})",
        _SAID,
        words=("initialize",),
    ),
    said(
        "felix-ip6tables-unavailable:program",
        r"\bFailed to program iptables\b.{0,60}?(error\W{1,4}(?P<error>exit status \d{1,3}))?.{0,120}?ipVersion\W{1,3}0x6",
        _SAID,
    ),
    said(
        "felix-iptables-foreign-extension",
        r"\bip6?tables(-(?P<backend>legacy|nft))?-save command failed\b(.{0,30}?error\W{1,3}(?P<error>signal: \w+|exit status \d{1,3}))?",
        _SAID,
        words=("save",),
        yields_to=(
            "felix-iptables-module-missing",
            "felix-ip6tables-unavailable",
            "felix-nft-incompatible-rules",
        ),
    ),
    said(
        "felix-iptables-foreign-extension:library",
        r"Can.t find library for (?P<kind>match|target) \W{0,4}(?P<extension>[\w-]{1,40})",
        _SAID,
    ),
)
