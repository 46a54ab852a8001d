"""docs/gym.md: what a whole run has shown."""

import os
import platform
import subprocess
from collections.abc import Iterator
from pathlib import Path

from gym.results import Results, outcomes_of, tried_again
from gym.table import of_kind, render_results
from lab import cache
from lab.programs import GYM_RELEASES

PAGE = Path(__file__).parents[1] / "docs" / "gym.md"

_HEAD = """\
# The gym
<!-- calicovet: documentation -->

Here calicovet is put to the test on a real cluster: kubelets, containerd, runc, kube-proxy and Calico's own
programs and manifest run in namespaces of one machine. {faults} faults are put in, one after the other or on several
nodes at once. Each has to *bite* before anybody looks: a fault that does no harm fails the run. Then calicovet
looks as its users do, and knows nothing of what was done:

- **live**: as an administrator of the cluster;
- **read-only**: with the role of [deploy/rbac](../deploy/rbac/read.yaml) and no more;
- **text**: what people paste when they ask for help (`kubectl get`, `describe`, `logs`), with no cluster at hand;
- **text + host**: the same, and what `calicovet host-script` printed on the sick node and on a healthy one.

The answer is *right* if the first cause that is named as proven or likely for that node is the one that was put in,
*silent* if none is named, and *wrong* if another is, or if any is named for a node without a fault.

Where it is right, `make gym-fix` then asks calicovet to put it right (`calicovet fix CAUSE --node NODE`):

- **object**: `fix --apply` changes objects of the cluster, and says itself whether its promise is kept;
- **script**: the script that `fix` makes is run on the node, and the pod restarted as the plan says;
- **asks**: only a human can choose, and nothing is done.

*Healed* means that the fault does no harm any more and calico-node is ready, *seconds* how long that took. What
was done is then taken back (`calicovet rollback`, `sh fix.sh undo`). A remedy that makes it worse, or says of itself
what is not so, counts as wrong, like a wrong answer. At the end what was put in is taken out, and nothing
else: calico-node has to become ready again. Beside the faults stand {twins}
*twins*, which look like them and do no harm: nothing may be named there but what is really wrong.
How many seconds anything took depends on what else the machine did.

Written by `make gym`, from the last result of each; all of them were last tried in one run on {date}, in {minutes:.0f} minutes.
{again}How to add a fault: [gym/README.md](../gym/README.md).
"""
_AGAIN = "Tried again since then, after a change: {names}.\n"


def render_page(results: Results) -> str:
    """The whole page."""
    outcomes = outcomes_of(results)
    head = _HEAD.format(
        faults=len(of_kind(outcomes, twins=False)),
        twins=len(of_kind(outcomes, twins=True)),
        date=results.whole_on,
        minutes=results.whole_minutes,
        again=_AGAIN.format(names=", ".join(again)) if (again := tried_again(results)) else "",
    )
    machine = "\n".join(f"- {name}: {value}" for name, value in _machine())
    return f"{head}\n{machine}\n\n{render_results(outcomes)}"


def _machine() -> Iterator[tuple[str, str]]:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    yield "machine", f"{os.cpu_count()} cores, {memory:.0f} GiB, kernel {platform.release()}"
    yield "Kubernetes", _said(str(cache.need("kubelet")), "--version").removeprefix("Kubernetes ")
    by_manifest, by_operator = GYM_RELEASES
    yield "Calico", f"{by_manifest} by its manifest, {by_operator} by the operator"
    yield "containerd", _said("containerd", "--version").split()[2]
    yield "runc", _said("runc", "--version").split()[2]


def _said(*line: str) -> str:
    return subprocess.run(line, capture_output=True, text=True, check=True).stdout.strip()
