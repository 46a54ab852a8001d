"""All checks, in the order of the report."""

from calicovet.diagnosis.preflight import (
    api,
    cluster,
    files,
    kernel,
    limits,
    network,
    nodes,
    pools,
    ports,
    runtime,
    settings,
)

CHECKS = (
    *cluster.CHECKS,
    *settings.CHECKS,
    *pools.CHECKS,
    *nodes.CHECKS,
    *runtime.CHECKS,
    *kernel.CHECKS,
    *files.CHECKS,
    *ports.CHECKS,
    *network.CHECKS,
    *limits.CHECKS,
    *api.CHECKS,
)
