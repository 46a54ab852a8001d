"""Failures that people describe, and which one they give as the reason."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from calicovet.model.facts.base import Citation
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.subject import Subject
from calicovet.parse.claims.health_claims import compiled, matches
from calicovet.parse.claims.statements import asks_or_supposes, sentences_of
from calicovet.parse.failures.reading import described_failures, read_failure
from calicovet.parse.messages.index import keys_in
from calicovet.parse.messages.log_origin import speaker
from calicovet.parse.text.attribution import Names
from calicovet.parse.text.blocks import Prose
from calicovet.parse.text.prose import is_prose, program_speaks

_REASON_BEHIND = (
    r"\b(?:root cause|cause|reason|culprit|problem|issue)s?(?: here| for (?:this|that|it|us|me))? (?:is|was|were|are|turned out to be|being)(?: that)?:?\s{1,4}(?P<why>.{4,400})"
    r"|\b(?:due to|caused by|because(?: of)?|owing to|turned out(?: that| to be)?|turns out(?: that)?|as a result of|thanks to)\s{1,4}(?P<why2>.{4,400})"
    r"|\b(?:root )?causes?[:：]\s{0,8}(?:[-*]\s{0,4})?(?P<why3>.{3,400})"
    r"|(?:原因|根因|症结|问题所在|原因分析)(?:就?是|在于|为|[:：])?\s{0,8}(?:[-*•]\s{0,4})?(?P<why4>.{3,400})"
    r"|(?:由于|因为|是因为|原来是?|发现是|排查发现|定位到?是?|最终发现|后来发现)\s{0,4}(?P<why5>.{3,400})"
)
_EFFECT_BEHIND = (
    r"^(?P<why>.{3,400}?)(?:,? (?:which|that) )?\b(?:causes|caused|causing|leads to|led to|leading to|results? in|resulted in|so that|prevents?|prevented|preventing)\b"
    r"|^(?P<why2>.{3,400}?)(?:，|,)?(?:从而|进而|所以)?(?:导致|造成|引起|引发|致使|使得|影响了?)"
)
_REASON_MARK = r"\b(?:root )?(?:cause|reason)s?(?: is| was|[:：])|\bdue to\b|\bcaused by\b|\bturn(?:s|ed) out\b|(?:原因|根因)(?:是|为|在于|[:：])|由于"
_REMEDY = r"\b(?:fixed|solved|resolved|helped|did the trick|works? (?:now|again|fine)|worked|no longer (?:fails?|happens?|occurs?))\b|(?<!怎么)(?<!如何)(?<!无法)(?<!没有)(?<!没)(?<!未)(?<!待)(?<!不能)解决(?!不|方案|办法|吗|呢)|(?:就|后|了|都|即可|可以)(?:恢复|正常|好了)"
"""What helped shows what was wrong."""
_OF_A_CLUSTER = r"calico|canal|felix|\bbird6?\b|typha|tigera|\bbgp\b|\bcni\b|kube|k8s|\bnodes?\b|\bnode-?\d|(?<!resolve )\bhosts?\b|machine|cluster|\bworkers?\b|\bmasters?\b|docker|containerd|cri-o|runtime|kernel|api ?server|etcd|install-|节点|主机|机器|集群|网络插件|内核|运行时"
"""Words without which a text is about another program."""
_FOUND = r"\b(?:finally |then |now |i |we )(?:\w+ )?(?:found|figured|worked|know|understand|discovered)\b(?: out)? (?:where|what|why|that is why|the (?:problem|cause|reason|culprit))\b|(?:终于|最后|后来)?(?:找到|查到|明白|知道)(?:了)?(?:问题|原因|根因)"
"""Words of a sentence after which the next one says what was wrong."""
_CALICOS = r"calico|canal|felix|\bbird6?\b|typha|tigera|\bcni\b|kubelet|网络插件"
_OTHER_PROGRAMS = (
    r"\b(?:harbor|jenkins|gitlab|nexus|mysql|mariadb|postgres(?:ql)?|redis|kafka|mongo(?:db)?|elasticsearch|opensearch|rabbitmq|zookeeper|nacos|minio|ceph|longhorn"
    r"|nginx|ingress|traefik|istio|envoy|tomcat|java|spring|prometheus|grafana|alertmanager|dashboard|coredns|metrics-server|cert-?manager|certbot|argo-?cd|vault|web ?sites?|databases?|applications?|(?:my|our|your)-? ?app)\b"
    r"|业务|应用|数据库|网站"
)
_ANY_PROGRAMS = frozenset(
    {
        *(ThingClass.DISK, ThingClass.MEMORY, ThingClass.CLOCK, ThingClass.CERTIFICATE),
        *(ThingClass.IMAGE, ThingClass.REGISTRY, ThingClass.HOST_NAME, ThingClass.RESOLVER),
        *(ThingClass.PROCESSES, ThingClass.FILES, ThingClass.INOTIFY),
    }
)
"""What every program needs."""
_PULLED_AND_CALLED = frozenset({ThingClass.IMAGE, ThingClass.REGISTRY, ThingClass.HOST_NAME})
_IN_PODS = r"(?<![a-z-])(?:pods?|containers?|applications?|services?|kube-? ?proxy|cluster dns|coredns)(?![a-z])|容器|业务|应用"
_ON_NODES = (
    r"calico|felix|bird|kubelet|\b(?:nodes?|hosts?|machines?|servers?)\b|节点|主机|宿主机|机器"
)
_RESTARTED = r"\b(?:restart|reboot|recreat|redeploy|reinstall)|重启|重建|重装|重新部署"
_LONGEST = 6_000
_GENERAL = ("call:", "milestone:", "harmless:", "access-", "crd-not-served", "lookup-failed")
"""Keys of messages that any program's call gives."""
_REASON_HEAD = r"^\W{0,6}(?:root )?causes?\W{0,4}$|^\W{0,6}(?:reasons?|analysis)\W{0,4}$|^\W{0,6}(?:根本)?(?:原因|根因|问题原因|故障原因|原因分析)\W{0,4}$"


def stated_failures(
    prose: Sequence[Prose], names: Names, paste: str, *, nothing_else: bool
) -> Iterator[Failure]:
    """The failures in the sentences, each once; what is asked, supposed or denied states none.

    `nothing_else`: the paste is prose from its first to its last line.
    """
    seen: set[Failure] = set()
    under_reasons = False
    explained = any(_gives_reasons(item.text[:_LONGEST]) for item in prose)
    # Who sends one paragraph and nothing else sends what matters.
    alone = nothing_else and len([item for item in prose if not item.heading]) <= 1
    of_a_cluster = any(matches(item.text[:_LONGEST].lower(), _OF_A_CLUSTER) for item in prose)
    for item in prose:
        headed = matches(item.text[:80], _REASON_HEAD)
        printed = program_speaks(item.text)
        if printed:
            yield from (
                each
                for each in _printed(item, paste, seen)
                if of_a_cluster or each.by or each.thing.kind not in _PULLED_AND_CALLED
            )
        announced = False
        for sentence in sentences_of(item):
            follows, announced = announced, matches(sentence.text, _FOUND)
            if printed and (sentence.at == item.lines[0].at or not is_prose(sentence.text)):
                continue
            if asks_or_supposes(sentence.text):
                continue
            why = _reason_in(sentence.text)
            if not why and _holds_a_known_message(sentence.text):
                continue
            failure = read_failure(why, Speaker.PERSON) if why else None
            if failure is None:
                # What it led to may be all that names a failure.
                why, failure = "", read_failure(sentence.text, Speaker.PERSON)
            if failure is None or _is_of_pods(failure, sentence.text):
                continue
            if failure.thing.kind in _ANY_PROGRAMS and (
                not of_a_cluster or _speaks_of_another_program(sentence.text.lower())
            ):
                continue  # a database, a web site or a mail server lacks it as well
            reason = bool(why) or under_reasons or headed or follows
            reason = reason or _tells_a_remedy(sentence.text)
            # Where the author names a reason, the rest is what it led to.
            reason = reason or (alone and not explained)
            named = names.found_in(sentence.text)
            stated = replace(
                failure,
                reason=reason,
                about=Subject(node=named[0] if len(named) == 1 else ""),
                cited=(Citation(paste, sentence.at),),
            )
            for each in (stated, *_in_clauses(sentence.text if not why else "", stated)):
                if each not in seen:
                    seen.add(each)
                    yield each
        under_reasons = headed


def _in_clauses(text: str, stated: Failure) -> Iterator[Failure]:
    """What else the clauses of a sentence state, each by itself."""
    for clause in compiled(r"[，；;]").split(text):
        for failure in described_failures(clause):
            if (failure.how, failure.thing) != (stated.how, stated.thing):
                yield replace(failure, reason=stated.reason, about=stated.about, cited=stated.cited)


def _printed(item: Prose, paste: str, seen: set[Failure]) -> Iterator[Failure]:
    """The failures in a program's lines that stand among a person's: that program states them."""
    for line in item.lines:
        if _holds_a_known_message(line.text):
            continue
        by = Speaker(speaker(line.text.strip(), Subject(), "", "", "") or "")
        failure = read_failure(line.text, by)
        if failure is None or failure in seen:
            continue
        seen.add(failure)
        yield replace(failure, cited=(Citation(paste, line.at),), speaker=by.value)


def _holds_a_known_message(text: str) -> bool:
    """Whether a program's known message stands in the sentence: its row judges it."""
    return any(not key.startswith(_GENERAL) for key in keys_in(text))


def _is_of_pods(failure: Failure, text: str) -> bool:
    """Whether names cannot be resolved in pods: cluster DNS fails there, and calico-node does not use it.

    DNS that fails beside kube-proxy or services is the cluster's, too.
    """
    return (
        failure.thing.kind in (ThingClass.HOST_NAME, ThingClass.RESOLVER)
        and matches(text, _IN_PODS)
        and not matches(text, _ON_NODES)
    )


def _speaks_of_another_program(text: str) -> bool:
    """Whether a sentence names a program that runs on clusters, and none of Calico's."""
    return matches(text, _OTHER_PROGRAMS) and not matches(text, _CALICOS)


def _tells_a_remedy(text: str) -> bool:
    """Whether the sentence says what helped, and not only that a restart did."""
    return matches(text, _REMEDY) and not matches(text, _RESTARTED)


def _gives_reasons(text: str) -> bool:
    return matches(text.lower(), _REASON_MARK)


def _reason_in(text: str) -> str:
    """The part of a sentence that is given as the reason; empty where it gives none."""
    for pattern in (_REASON_BEHIND, _EFFECT_BEHIND):
        found = compiled(pattern).search(text)
        if found is not None:
            why = next((part for part in found.groupdict().values() if part), "")
            # What it led to is told behind it.
            effect = compiled(_EFFECT_BEHIND).search(why) if pattern is _REASON_BEHIND else None
            if effect is not None:
                why = next((part for part in effect.groupdict().values() if part), why)
            return why
    return ""
