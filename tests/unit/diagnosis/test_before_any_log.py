"""A pod of which no container has run: events are all there is."""

from tests.unit.diagnosis.pastes import diagnosed, node

NO_IMAGE = """\
kubectl describe pod calico-node-v5v5v -n kube-system
Events:
  Type     Reason     Age                From               Message
  ----     ------     ----               ----               -------
  Normal   Scheduled  10m                default-scheduler  Successfully assigned kube-system/calico-node-v5v5v to w5
  Warning  Failed     9m                 kubelet            Failed to pull image "docker.io/calico/cni:v3.26.1": rpc error: code = DeadlineExceeded desc = failed to pull and unpack image: context deadline exceeded
  Warning  Failed     9m                 kubelet            Error: ErrImagePull

kubectl get pods -n kube-system -o wide
NAME                READY   STATUS                  RESTARTS   AGE   IP         NODE
calico-node-v5v5v   0/1     Init:ImagePullBackOff   0          10m   10.0.0.9   w5
"""


def test_the_event_with_the_reason_is_the_place_to_look() -> None:
    found = node(diagnosed(NO_IMAGE), "w5")
    # Once a cause explains it, no line is left to look at.
    if not any(finding.verdict in ("proven", "likely") for finding in found.findings):
        assert ["Failed to pull image" in place.excerpt for place in found.look_at] == [True]


def test_a_registry_that_does_not_answer_speaks_for_no_hanging_runtime() -> None:
    found = node(diagnosed(NO_IMAGE), "w5")
    assert "rt-runtime-hung" not in {
        finding.name
        for finding in found.findings
        if finding.verdict in ("proven", "likely", "possible")
    }


def test_a_log_that_cannot_exist_is_not_asked_for() -> None:
    question = node(diagnosed(NO_IMAGE), "w5").next
    assert question is None or " logs " not in question.command


def test_how_a_container_ended_is_cited_with_its_reason() -> None:
    text = """\
Name:         calico-node-q7w8e
Namespace:    kube-system
Node:         w5/10.0.1.5
Containers:
  calico-node:
    Image:          docker.io/calico/node:v3.26.1
    Last State:     Terminated
      Reason:       OOMKilled
      Exit Code:    137
    Ready:          False
    Restart Count:  14
"""
    (finding, *_) = node(diagnosed(text), "w5").findings
    assert "OOMKilled" in finding.evidence[0].excerpt
