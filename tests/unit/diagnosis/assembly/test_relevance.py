"""Whether a text concerns calico-node, where none of its words names Calico."""

import pytest

from calicovet.diagnosis.assembly.relevance import concerns_calico
from calicovet.model.facts import Fact, FatalLine
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.how import How
from calicovet.model.provenance import Speaker


@pytest.mark.parametrize(
    ("fact", "concerns"),
    [
        (FatalLine(text="No such prefix", process="confd"), True),
        (FatalLine(text="No such prefix", process="tunnel-ip-allocator"), True),
        (FatalLine(text="No such prefix", process="kubelet"), False),
        (FatalLine(text="No such prefix"), False),
        (Failure(by=Speaker.CONFD, how=How.TIMED_OUT), True),
        (Failure(by=Speaker.KUBELET, how=How.TIMED_OUT), False),
    ],
)
def test_a_line_of_one_of_calicos_programs_concerns_it(fact: Fact, concerns: bool) -> None:
    assert concerns_calico((), (fact,)) is concerns
