"""The baselines do what the page says of them, and no better."""

from score.baselines.grep import grep, hits_in
from score.baselines.pods import pods_of
from score.baselines.restated import k8sgpt, popeye, troubleshoot
from score.sample import Kind, Sample
from score.sight import look

_CONFLICT = "Calico node 'w-05' is already using the IPv4 address 10.0.0.5."
_PODS = """$ kubectl get pods -n kube-system -o wide
NAME                READY   STATUS             RESTARTS   AGE   IP          NODE     NOMINATED NODE   READINESS GATES
calico-node-x7k2p   0/1     CrashLoopBackOff   7          11m   10.0.0.5    node-1   <none>           <none>
calico-node-b2b2b   1/1     Running            0          11m   10.0.0.6    node-2   <none>           <none>
"""


def _sample(text: str) -> Sample:
    return Sample(name="one", family="a", kind=Kind.POSITIVE, texts={"log": text})


def test_grep_names_whatever_stands_there() -> None:
    found = grep(_sample(f"some prose\n{_CONFLICT}\n"))
    assert found.causes == ("ip-conflict-duplicate",)
    assert [place.line for place in found.quoted] == [2]


def test_a_space_in_a_sentence_is_any_white_space() -> None:
    assert hits_in(_CONFLICT.replace(" using ", "\n   using  "))


def test_lines_that_never_matter_are_taken_out_first() -> None:
    assert (
        hits_in(f"No AS number configured on node resource, using global value {_CONFLICT}") == ()
    )


def test_the_restated_tools_speak_of_symptoms() -> None:
    sick, well = pods_of(look({"list": _PODS}))
    assert list(popeye(sick)) == ["[POP-203] Pod is waiting [0/1] CrashLoopBackOff"]
    assert list(troubleshoot(sick)) == ["Pod calico-node-x7k2p status is CrashLoopBackOff"]
    assert "last termination reason" in "".join(k8sgpt(sick))
    assert [*popeye(well), *troubleshoot(well), *k8sgpt(well)] == []
