"""Claims about the health of nodes and calico-node in prose."""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from calicovet.model.facts.base import Topic
from calicovet.model.record import record
from calicovet.parse.text.attribution import Names, Role, roles_in


@record
class Sentence:
    text: str
    """In small letters."""
    at: int
    of_calico: bool
    """Whether it, or what stands just before it, speaks of calico-node."""
    heading: bool = False


@record
class Said:
    topic: Topic
    value: str
    nodes: tuple[str, ...] = ()


@cache
def compiled(text: str) -> re.Pattern[str]:
    # Chinese sets no space around names and states: only ASCII letters make a word.
    return re.compile(text, re.ASCII)


def matches(text: str, pattern: str) -> bool:
    return compiled(pattern).search(text) is not None


_NOT = (
    r"\b(?:not|n't|never|no longer|no more|without|stopped|stops|nor)\s+(?:\w+\s+){0,2}?(?:crash\w*|restart\w*|fail\w*|die[sd]?\b)"
    r"|(?:doesn't|don't|didn't|isn't|aren't) (?:crash|restart|fail)|\bno (?:crash|restart|failure|error)s?\b"
    r"|(?:没有?|未|不再|不会再?)(?:再|出现|发生|处于|看到|一直|持续|频繁|反复|不断|老是|总是|过|任何){0,3}(?:重启|崩溃|异常|报错|挂[了掉])|无异常"
)
_CALICO_IS = (
    r"calico[\w/-]*(?: ?的?(?:相关)? ?(?:pods?|容器|组件|服务|插件))?"
    r"(?:(?!pod|容器|应用|业务|kube|dns|etcd|(?:节点|机器|主机|服务器)[都就又也全]?挂)[^，。,;；]){0,16}?"
)
"""Up to what is said of it, where nothing else stands between that could be meant."""
NOT_STARTED = (
    r"(?:无法|没有?|未能?|不能)(?:(?!报错|异常|问题|错误)[^，。,;；]){0,4}启动成功"
    r"|启动(?:不|未|没有?)能?成功"
)
_ENDS_HERE = r"(?= ?(?:成功|了|的?状态|导致|calico|$|[，。,;；:：、!！（()）|→]))"
"""Behind "did not run": no object follows that would be what did not."""
_SICK: tuple[tuple[str, str], ...] = (
    ("crash-loop", r"crash ?loop|\bcrash(?:es|ed|ing)?\b|崩溃|\bpanics?\b"),
    (
        "init",
        r"\binit:\d|\binit:(?:crash|error)|\bstuck (?:in|at|on) (?:pod)?init|\bstays? in (?:pod)?init"
        r"|(?:卡在|停留?在|一直|始终)[^，。,;；]{0,6}?(?:pod)?init",
    ),
    (
        "liveness",
        r"\bliveness (?:probes?|checks?).{0,20}fail|fail\w* (?:the )?liveness"
        r"|(?:存活(?:探针|检查|探测)|liveness)(?:(?!没|未)[^，。,;；]){0,8}失败",
    ),
    (
        "restarts",
        r"\b(?:keeps?|kept|constantly|continuously|repeatedly|always|continually|endlessly)\s+(?:on )?restart"
        r"|\brestarts?(?:ed|ing)? (?:constantly|continuously|repeatedly|over and over|again and again|forever|in a loop|every)"
        r"|\brestart loop|\brestarting\b(?! (?:the|kubelet|docker|containerd|it|calico|pod|node|all|everything))|(?:一直|不断|反复|频繁|无限|总是|老是|循环|不停|持续)(?:地|的)?(?:在)?重启|重启循环|每(?:隔|过)?[^，。,]{0,10}?(?:分钟|秒|小时)[^，。,]{0,4}重启"
        # People do not do that by hand.
        r"|(?<!节点)(?<!机器)(?<!主机)(?<!服务器)重启(?:了|过|已经?|近|约|大概|超过|达到?|次数[为是]?| ){0,4}(?:\d{2,6}|[几数上][十百千]|[一二三四五六七八九][十百千]) ?[多余几]? ?次",
    ),
    (
        "not-ready",
        r"\bnot ready\b|\bnotready\b|\bunready\b|\b0/1\b|\bnever (?:becomes?|gets?|goes|turns) ready|(?:\bnot|n't) (?:\w+ )?(?:become|becoming|get|getting|go|going|turn|turning) ready\b|\bunhealthy\b|\breadiness (?:probes?|checks?).{0,20}fail"
        r"|(?:未|不|没有?)(?:能|成功|完全)? ?(?:就绪|ready)|(?:不能|无法|没有?|未)(?:进入|达到|变[成为]) ?ready|不健康"
        r"|(?:就绪(?:探针|检查|探测)|健康(?:检查|检测)|readiness)(?:(?!没|未)[^，。,;；]){0,12}失败"
        r"|(?:探针|就绪检查|健康检查|readiness|liveness)[^，。,;；]{0,8}(?:无法|没有?|未|不)能?通过",
    ),
    (
        "not-starting",
        r"\b(?:fails?|failed|failing|unable|cannot|can't|can not|won't|does not|doesn't|do not|don't|not able|not) (?:to )?(?:start|run|come up|work)\b"
        # With an object, it is that which is not initialised.
        r"|\b(?:fails?|failed|failing|unable|cannot|can't|can not|won't|does not|doesn't|do not|don't|not able) (?:to )?initiali[sz]e"
        r"(?=\s*(?:$|[.,;:!()])|\s+(?:on|in|with|when|after|because|and|due|at|properly|correctly|successfully|during|since|for|but|as)\b)"
        r"|\bnot (?:running|starting|working|coming up)|\bdoes not work|\bdown\b(?= on| again)|\bstuck\b|\berror (?:state|status)"
        # What fails for the user is a command on it, not calico-node.
        r"|^(?!.*\b(?:kubectl|exec|logs?|apply|install\w*|build\w*|pull\w*)\b).*calico[/ -]nodes?(?: pods?)?(?: \w+){0,2} (?:fails?|failing) with\b"
        r"|calico[/ -]node(?: ?的?容器| ?的? ?pod)? ?(?:一直|总是)?报错"
        r"|无法启动|启动失败|[起启]不来|启动不了|启动异常|不能启动|无法正常|(?:状态|运行|pod|node|calico) ?异常|不正常"
        rf"|{NOT_STARTED}|(?:没有?|未)能?(?:正常|成功|完全|全部){{0,2}}(?:启动|起来|拉起|运行){_ENDS_HERE}|不能正常(?:启动|运行|工作)"
        r"|(?:拉|启动|跑)不起来|处于异常|异常状态|状态(?:一直|始终|都|显示|变成|[变为是:：]| ){0,3}error\b"
        r"|(?<!没有)(?<!无)启动(?:时|的时候|过程中?|后)?(?:就|一直|总是?|会|都|也|仍然?)?(?:报错|出错)"
        rf"|{_CALICO_IS}(?:(?:安装|部署|运行|重启)(?:也|都|还是|总是|一直)?失败|挂[了掉](?!载))|(?:安装|部署)[^，。,;；]{{0,8}}calico[^，。,;；]{{0,8}}失败"
        rf"|{_CALICO_IS}(?:一直|始终|卡在|停留?在|处于|状态[为是])[^，。,;；a-z]{{0,6}}(?:containercreating|pending)\b",
    ),
)
_ANOTHERS = (
    r"(?<![和与及、跟])(?<![和与及、跟] )(?:kubelet|docker|containerd|cri-?o|防火墙|firewalld|selinux|swap|network(?:manager)?"
    r"|core-?dns|kube-?dns|kube-?proxy|(?:kube-)?flannel|(?:kube-)?apiserver|etcd|nginx|dashboard|metrics-server)"
    r"(?: ?(?:服务|进程|pod))?(?: ?(?:都|也|还|并|又|一直|总是))? ?"
    r"(?:(?:没有?|未能?|不能|无法)(?:正常|成功)?(?:启动|起来|运行)(?:成功)?|启动(?:失败|异常|报错|出错|不了|不起来|不成功)|[起启]不来|挂[了掉]|(?:运行)?异常)"
)
"""The trouble of a program beside calico-node, which may stand in the same clause; not where both share it."""
_HEALTHY = (
    r"\bworks?\b(?! ?around)|\bworking\b|(?<![/-])\bruns?\b(?![/-])(?: fine| well| ok)?|\brunning\b|\b(?:is|are|all|were|was) (?:fine|ok|okay|good|healthy|normal|ready|up)\b"
    r"|\bfine\b|\bhealthy\b|\bno (?:problem|issue|trouble)s?\b|\bwithout (?:any )?(?:problem|issue|error)s?\b|\bas expected\b|\b1/1\b"
    r"|正常|没问题|没有问题|没事|健康|都好|\brunning\b"
)
_OF_SOMETHING_ELSE = (
    # A container running on a host, an application there that works: neither says how the node's calico-node is.
    r"\b(?:containers?|process(?:es)?|services?|apps?|applications?|deployments?|databases?|db|registry|vms?|nginx|redis|mysql|postgres\w*|web ?(?:server|site)s?)"
    r"(?! nodes?\b)[^,;]{0,60}?\b(?:running|runs?|works?|working|fine|healthy|ok|up)\b"
    r"|\b(?:run|running|host(?:ing|s)?) (?:an? |the |my |our )?[\w.-]{1,40} on\b"
    r"|(?:容器|进程|应用|业务|服务|数据库|网站|镜像仓库)[^，。,;；]{0,16}?(?:正常|没问题|没有问题|没事|健康|\brunning\b)"
)
OTHERS = (
    r"\b(?:all |the |every |on |any )?(?:the )?(?:others?\b|other (?:\w+ )?(?:nodes?|workers?|masters?|hosts?|machines?|pods|ones)|remaining (?:\w+ )?(?:nodes?|ones|pods)|rest of the (?:nodes|cluster)|existing nodes|old nodes)"
    r"|其[他它余](?:的)?(?:[\w\u4e00-\u9fff ]{0,10})?(?:节点|机器|主机|node|服务器|pod|worker|master|都|的都|均)|另外[^，。,]{0,4}[台个](?:节点|机器|主机)?|别的(?:节点|机器)|剩下的(?:节点|机器)"
)
_NEIGHBOURS = (
    r"\b(?:core-?dns|kube-?dns|nginx|ingress[\w-]*|dashboard|metrics-server|traefik|kube-?proxy|(?:kube-)?flannel|(?:kube-)?apiserver|etcd|(?:calico[ -])?(?:kube-?)?controllers?"
    r"|(?:calico-)?typha|csi-node-driver|tigera-operator|my app|application|busybox|cert-manager|longhorn|prometheus)\b|业务|应用"
)
"""Things that are sick in their own right, or because calico-node is."""
_OWN_WORKLOAD = (
    r"^\W{0,3}(?:(?:our|my) |我们的? ?|我的 ?)(?!calico|canal|install|cni|init|bird|felix|cluster|node|k8s)[a-z][a-z]*(?:-[a-z]+)+(?![\w.-])"
    r"|^\W{0,3}(?:the )?[a-z]+(?:-[a-z]+){0,3}-(?:service|svc|api|app|backend|frontend|gateway|web|db|server)(?![\w.-])"
)
"""A clause that begins with the name of an application: what follows is said of that."""
_CALICO_NODE = r"calico[/ -]?nodes?\b|\bcalico(?![\w-]| (?:kube-?)?controllers?\b| typha| operator| api)|\bcanal\b"
_ONLY = (
    r"\bonly (?:(?:\w+ )?on |affects? |in )?(?:one|1|two|2|a single|this|these|that|the new|some|a few|the)\b[^.,;]{0,40}\bnodes?\b"
    r"|\bon (?:one|two|three|some|\d|a single|this) (?:\w+ )?(?:nodes?|workers?|machines?) only\b|\bjust (?:one|a single|this) node\b"
)
_ONLY_ZH = r"(?:只有|仅有|仅|就)(?:这|一|该|某|新|其中|两|2|1|个别)?[^，。,;；]{0,14}(?:节点|台|机器|主机|node)[^，。;；]{0,24}(?:问题|异常|报错|失败|重启|不正常|起不来|不行|notready|crash|崩溃)"
_SOME_WORK = r"\b(?:\d+|two|three|four|five|several|some|all) (?:other |existing |old )?nodes? (?:that|which|who)? ?(?:(?:work|run|are (?:running|working))(?= (?:fine|well|ok|normally|as expected|correctly|without)|\s*[.,;]|\s*$)|are (?:fine|ok|healthy|good|ready)\b)"


def health_claims(
    sentence: Sentence,
    named: tuple[str, ...],
    before: tuple[str, ...],
    roles: Mapping[Role, str],
    names: Names,
) -> Iterator[Said]:
    """Who is sick and who is not, clause by clause."""
    told_others = False
    sick_values: list[str] = []
    healthy: list[str] = []
    for clause in compiled(r"[,，;；]|\bbut\b|\bwhile\b|\bwhereas\b|但|而").split(sentence.text):
        is_others = matches(clause, OTHERS)
        # A pasted command or answer that holds "Running" is no statement about a node.
        is_typed = sum(clause.count(sign) for sign in "{}[]|=<>") >= 3
        is_healthy = (
            not is_typed
            and matches(clause, _HEALTHY)
            and not matches(
                clause, r"\bnot\b|n't\b|不正常|未能?正常|无法正常|没有?正常|不能正常|不健康"
            )
        )
        own = compiled(_ANOTHERS).sub(" ", clause)
        values = (
            [value for value, words in _SICK if matches(own, words)]
            if not matches(clause, _NOT)
            else []
        )
        if values and matches(clause, _NEIGHBOURS) and not matches(clause, _CALICO_NODE):
            values = []
        if (
            values
            and matches(clause, _OWN_WORKLOAD)
            and not matches(clause, _CALICO_NODE)
            and not names.found_in(clause)
        ):
            values = []
        if is_others and is_healthy and not values:
            told_others = True
        elif values and not is_others:
            sick_values += values
        elif (
            is_healthy
            and not values
            and (matches(clause, _CALICO_NODE) or not matches(clause, _OF_SOMETHING_ELSE))
            and (here := names.found_in(clause))
            and not _sick_role(clause)
        ):
            healthy += here
    told_others = (
        told_others
        or matches(sentence.text, _ONLY_ZH)
        or (matches(sentence.text, _ONLY) and bool(sick_values or sentence.of_calico))
        or (matches(sentence.text, _SOME_WORK) and not sick_values)
    )
    if told_others:
        yield Said(Topic.OTHERS_HEALTHY, "")
    sick = tuple(name for name in named if name not in healthy)
    for node in healthy:
        yield Said(Topic.HEALTHY, "", (node,))
    if (
        sick_values
        and (sentence.of_calico or sick)
        and not sentence.text.startswith(("- [", "* ["))
    ):
        who = sick or _by_role(sentence.text, roles)
        for value in dict.fromkeys(sick_values):
            yield Said(Topic.SICK, value, who)
    elif told_others and not sick_values and (sick or before):
        # "node-4 and node-9; on all others it runs" says enough of the two.
        yield Said(Topic.SICK, "", sick or before)


def _sick_role(clause: str) -> bool:
    return Role.SICK in roles_in(clause)


def _by_role(text: str, roles: Mapping[Role, str]) -> tuple[str, ...]:
    spoken = roles_in(text)
    for role in (Role.NEW, Role.SICK):
        if role in spoken and role in roles:
            return (roles[role],)
    return ()
