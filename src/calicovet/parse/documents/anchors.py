"""Words that tie a text to a real cluster: those of reports and requests for help."""

import re
from functools import cache

LONG = 60
"""Words: a shorter text is a report, in any wording."""
MANY_LINES = 5
FEW_LINES = 4
"""A text with fewer lines is a report, whatever its length: a sentence and the error that it is about."""


@cache
def _anchors() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:I|I'm|I've|my|mine|we|we've|our|ours|us)\b"
        r"|\b(?:help|advise|any ideas?|any suggestions?|thanks in advance|what (?:could|can|is|might) (?:be )?(?:wrong|the (?:cause|reason|problem|issue))|how (?:do|can|should|to) (?:fix|solve|resolve|debug)|why (?:is|are|does|do|did))\b"
        r"|\b(?:today|yesterday|tonight|this morning|last (?:night|week|month)|right now|currently|suddenly|recently|since (?:then|(?:the |this |last )?(?:upgrad\w*|updat\w*|reboot\w*|restart\w*|chang\w*|migrat\w*|week|night|month)|yesterday|monday|we)|at first|finally|eventually"
        r"|after (?:the |a |an )?(?:\w+ )?(?:upgrad\w*|updat\w*|reboot\w*|restart\w*|install\w*|chang\w*|migrat\w*|power|maintenance|adding|joining|removing|deleting))\b"
        r"|\b(?:tried|attempted|noticed|observed|discovered|turned out|it seems|no (?:effect|luck|change)|(?:does|did)(?: not|n't) help|still)\b"
        r"|\b(?:expected behaviou?r|current behaviou?r|actual behaviou?r|steps to reproduce|your environment|what happened|describe the bug)\b"
        r"|我|咱们|求助|请教|请问|怎么办|怎么(?:解决|处理|回事)|为什么|为何|大佬|大神|各位(?!好|用户|同事|老师)|有没有人|谢谢|感谢|麻烦"
        r"|今天|昨天|前天|今早|昨晚|上周|突然|刚才|刚刚|现在|目前|最近|近期|升级(?:之)?后|重启(?:之)?后|断电|扩容(?:之)?后|(?:后|后来|最终|结果|排查)发现|接到(?:告警|反馈)|收到(?:告警|反馈)|线上|客户|尝试|试过|试了|依然|仍然|还是|无效|如下|环境[:：]",
        re.IGNORECASE | re.ASCII,
    )


@cache
def _to_the_reader() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:let|tell|give|show|send|ask|contact|join|email) (?:me|us)\b|\b(?:have|do|did|are) you\b|\babout us\b|\bplease (?:review|note|see|read)\b|\bhelp center\b|如何(?:加入|联系)我们|联系我们|关注我们",
        re.IGNORECASE,
    )


def is_tied_to_a_cluster(text: str) -> bool:
    """Whether an author reports, asks for help, or gives an order of events."""
    text = _to_the_reader().sub(" ", text[:20_000])
    return _anchors().search(text) is not None or len(set(_versions(text))) >= _AN_ENVIRONMENT


_AN_ENVIRONMENT = 2
"""So many programs with their versions describe an environment."""


def _versions(text: str) -> list[str]:
    return [found.lower() for found in _version().findall(text)]


@cache
def _version() -> re.Pattern[str]:
    return re.compile(
        r"\b(calico|kubernetes|k8s|kubeadm|kubelet|centos|ubuntu|debian|rhel|rocky|docker|containerd|cri-o|kernel|rke2|k3s|openshift)\b[^\w\n]{1,6}(?:version\W{1,4})?v?\d{1,3}\.\d",
        re.IGNORECASE,
    )
