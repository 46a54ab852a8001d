"""All checks, in the order of the report."""

from calicovet.preflight import (
    api_checks,
    cluster_checks,
    file_checks,
    kernel_checks,
    limit_checks,
    network_checks,
    node_checks,
    pool_checks,
    port_checks,
    runtime_checks,
    setting_checks,
)

CHECKS = (
    *cluster_checks.CHECKS,
    *setting_checks.CHECKS,
    *pool_checks.CHECKS,
    *node_checks.CHECKS,
    *runtime_checks.CHECKS,
    *kernel_checks.CHECKS,
    *file_checks.CHECKS,
    *port_checks.CHECKS,
    *network_checks.CHECKS,
    *limit_checks.CHECKS,
    *api_checks.CHECKS,
)
