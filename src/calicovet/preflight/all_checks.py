"""All checks, in the order of the report."""

from calicovet.preflight import (
    api_checks as api,
)
from calicovet.preflight import (
    cluster_checks as cluster,
)
from calicovet.preflight import (
    file_checks as files,
)
from calicovet.preflight import (
    kernel_checks as kernel,
)
from calicovet.preflight import (
    limit_checks as limits,
)
from calicovet.preflight import (
    network_checks as network,
)
from calicovet.preflight import (
    node_checks as nodes,
)
from calicovet.preflight import (
    pool_checks as pools,
)
from calicovet.preflight import (
    port_checks as ports,
)
from calicovet.preflight import (
    runtime_checks as runtime,
)
from calicovet.preflight import (
    setting_checks as settings,
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
