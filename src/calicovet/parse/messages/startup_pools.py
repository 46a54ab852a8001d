"""Message table: the start-up program on IP pools."""

from calicovet.parse.messages.message import said

POOLS = (
    said(
        "pool-env-invalid",
        r"\bInvalid CIDR specified in (?P<variable>CALICO_IPV[46]POOL_CIDR)\W{0,3}(?P<value>[^\s'\"]*)",
        fatal=True,
    ),
    said(
        "pool-env-invalid:blocksize",
        r"Invalid blocksize \W{0,4}(?P<value>\d+) for version (?P<version>\d)?",
        fatal=True,
    ),
    said("pool-env-invalid:blocksize-text", r"\bUnable to convert blocksize to int\b", fatal=True),
    said(
        "pool-env-invalid:mode",
        r"Unrecognized (?P<mode>IPIP|VXLAN) mode specified in (?P<variable>\w+)\W{0,4}(?P<value>[^\s'\"]*)",
        fatal=True,
    ),
    said(
        "pool-env-invalid:selector",
        r"Invalid node selector \W{0,4}(?P<value>.{0,120}?)\W{0,4} for version",
        fatal=True,
    ),
    said(
        "pool-env-invalid:as-number",
        r"The AS number specified in the environment \(AS=(?P<value>.{0,40}?)\) is not valid",
        fatal=True,
    ),
    said(
        "pool-env-invalid:no-default-pools",
        r"Invalid configuration with NO_DEFAULT_POOLS defined",
        fatal=True,
    ),
    said(
        "pool-create-conflict",
        r"Failed to create default IPv[46] IP pool: (?P<cidr>\S++).{0,300}?(?P<error>overlaps.{0,120}|error with field.{0,160})",
        fatal=True,
    ),
    said(
        "pool-create-conflict:other",
        r"Failed to create default IPv[46] IP pool: (?P<cidr>\S+)",
        fatal=True,
        yields_to=("pool-create-conflict",),
    ),
    said(
        "pool-create-conflict:list",
        r"\bUnable to fetch IP pool list\b",
        fatal=True,
        yields_to=("rbac-forbidden", "rbac-wrong-identity", "crd-missing"),
    ),
    said("pool-exhausted", r"pools are likely exhausted", anyone=True, fatal=True),
    said(
        "pool-exhausted:none-of",
        r"Assigned 0 out of (?P<wanted>\d+) requested (?P<family>IPv[46]) addresses(; (?P<error>.{1,160}))?",
        anyone=True,
        fatal=True,
        yields_to=("pool-none-for-node",),
    ),
    said(
        "pool-exhausted:autoassign",
        r"\bUnable to autoassign an (?P<family>IPv[46] )?address\b(.{0,30}?error\W{1,3}(?P<error>.{1,300}))?",
        fatal=True,
        yields_to=("pool-exhausted", "pool-none-for-node", "rbac-forbidden", "rbac-wrong-identity"),
    ),
    said("pool-exhausted:blocks", r"No more free affine blocks", anyone=True),
    said(
        "pool-exhausted:host-limit",
        r"cannot allocate new block due to per host block limit",
        anyone=True,
    ),
    said(
        "pool-exhausted:request",
        r"failed to request IPv[46] addresses",
        anyone=True,
        yields_to=("pool-exhausted", "pool-none-for-node"),
    ),
    said(
        "pool-exhausted:only-none",
        r"failed to request \d+ (?P<family>IPv[46]) addresses\W{1,3}IPAM allocated only 0\b",
        anyone=True,
    ),
    said(
        "pool-exhausted:pools",
        r"\bNo IPs available in pools: \[?(?P<pools>[0-9a-f.:/, ]{1,160})",
        anyone=True,
    ),
    said(
        "pool-none-for-node",
        r"no configured Calico pools( for (node|host)\W{1,3}(?P<node>[\w.-]*\w))?",
        anyone=True,
        yields_to=("pool-none-for-node:tunnel",),
    ),
    said(
        "pool-none-for-node:use",
        r"\bno pools match the required use \W{0,3}(?P<use>\w+)",
        anyone=True,
    ),
    said(
        "pool-none-for-node:tunnel",
        r"\bUnable to autoassign an (IPv[46] )?address\b.{0,80}?no configured Calico pools( for (node|host)\W{1,3}(?P<node>[\w.-]*\w))?",
        fatal=True,
    ),
)
