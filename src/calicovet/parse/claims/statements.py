"""What people say in prose, as claims: it supports, it never proves."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from calicovet.model.facts.base import Citation, Claimed, Topic
from calicovet.model.record import record
from calicovet.model.subject import Subject
from calicovet.parse.claims.processors import processors_in
from calicovet.parse.claims.releases import versions_in
from calicovet.parse.text.attribution import Names, Role, roles_in
from calicovet.parse.text.blocks import Prose


@record
class _Sentence:
    text: str
    """In small letters."""
    at: int
    of_calico: bool
    """Whether it, or what stands just before it, speaks of calico-node."""
    heading: bool = False


@record
class _Said:
    topic: Topic
    value: str
    nodes: tuple[str, ...] = ()


def read_claims(
    prose: Sequence[Prose], names: Names, roles: Mapping[Role, str], paste: str
) -> Iterator[Claimed]:
    """The claims in the paragraphs, each once."""
    seen: set[tuple[Topic, str, str]] = set()
    for sentence, said in _all_said(prose, names, roles):
        for node in said.nodes or ("",):
            key = (said.topic, said.value, node)
            if key not in seen:
                seen.add(key)
                yield Claimed(
                    topic=said.topic,
                    value=said.value,
                    about=Subject(node=node),
                    cited=(Citation(paste, sentence.at),),
                )


def _all_said(
    prose: Sequence[Prose], names: Names, roles: Mapping[Role, str]
) -> Iterator[tuple[_Sentence, _Said]]:
    label, of_calico = "", False
    for item in prose:
        raw = item.text[:6000]
        for topic, value in versions_in(f"{label}: {raw}" if label else raw):
            yield _Sentence(raw, item.lines[0].at, False), _Said(topic, value)
        for processor in processors_in(raw):
            yield _Sentence(raw, item.lines[0].at, False), _Said(Topic.PROCESSOR, processor)
        label = (
            raw.strip("#*: ")
            if len(raw) < 40 and "version" in raw.lower() + raw[-3:].replace("版本", "version")
            else ""
        )
        before: tuple[str, ...] = ()
        if not item.heading:
            of_calico = False
        for sentence in _sentences(item, of_calico):
            of_calico = of_calico or sentence.of_calico
            # A quoted message names nodes too, and often the other one.
            own_words = _pattern(r"`[^`]{20,}`|\"[^\"]{20,}\"").sub(" ", sentence.text)
            named = names.found_in(own_words)
            for said in _said(sentence, named, before, roles, names):
                yield sentence, said
            before = named or before


def _sentences(item: Prose, of_calico: bool) -> Iterator[_Sentence]:
    """The sentences of a paragraph, each with the line on which it begins."""
    starts: list[tuple[int, int]] = []
    text = ""
    for line in item.lines:
        starts.append((len(text), line.at))
        text += line.text.strip()[:4000] + " "
    for match in _pattern(r"[^。；！？!?;\n]+?(?:[。；！？!?;]|\.(?=\s)|$)").finditer(text[:20000]):
        part = match[0].strip().lower()
        if len(part) < 3:
            continue
        at = next(at for start, at in reversed(starts) if start <= match.start())
        of_calico = of_calico or "calico" in part
        yield _Sentence(part, at, of_calico, item.heading)


@cache
def _pattern(text: str) -> re.Pattern[str]:
    # Chinese sets no space around names and states: only ASCII letters make a word.
    return re.compile(text, re.ASCII)


def _has(text: str, pattern: str) -> bool:
    return _pattern(pattern).search(text) is not None


def _may_have(text: str, words: Sequence[str]) -> bool:
    """Whether one of the words of which each match holds one stands there: most patterns need not be made."""
    return any(word in text for word in words)


_ASKS = r"[?？]\s*$|吗[?？。]?\s*$|请问|怎么|如何"
_ASKS_OR_SUPPOSES = (
    r"[?？]\s*$|吗[?？。]?\s*$|^(?:is|are|does|do|did|can|could|should|why|how|what|has|have) (?:it|the|this|there|i|we|you|anyone|calico)\b"
    r"|\bif (?:you|the|your|it|calico|a|any|this)\b|\bwould\b|\bmight\b|\bmay be\b|\bsuppose|\bshould (?:be|have|not)\b|\bexpected (?:behaviou?r|result)"
    r"|如果|假如|假设|是否|会不会|怎么|为什么|预期"
)
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
_NOT_STARTED = (
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
        # Nobody does that by hand.
        r"|(?<!节点)(?<!机器)(?<!主机)(?<!服务器)重启(?:了|过|已经?|近|约|大概|超过|达到?|次数[为是]?| ){0,4}(?:\d{2,6}|[几数上][十百千]|[一二三四五六七八九][十百千]) ?[多余几]? ?次",
    ),
    (
        "not-ready",
        r"\bnot ready\b|\bnotready\b|\bunready\b|\b0/1\b|\bnever (?:becomes?|gets?) ready|\bunhealthy\b|\breadiness (?:probes?|checks?).{0,20}fail"
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
        # What fails in somebody's hands is a command on it, not calico-node.
        r"|^(?!.*\b(?:kubectl|exec|logs?|apply|install\w*|build\w*|pull\w*)\b).*calico[/ -]nodes?(?: pods?)?(?: \w+){0,2} (?:fails?|failing) with\b"
        r"|calico[/ -]node(?: ?的?容器| ?的? ?pod)? ?(?:一直|总是)?报错"
        r"|无法启动|启动失败|[起启]不来|启动不了|启动异常|不能启动|无法正常|(?:状态|运行|pod|node|calico) ?异常|不正常"
        rf"|{_NOT_STARTED}|(?:没有?|未)能?(?:正常|成功|完全|全部){{0,2}}(?:启动|起来|拉起|运行){_ENDS_HERE}|不能正常(?:启动|运行|工作)"
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
    r"\bworks?\b(?! ?around)|\bworking\b|\bruns?\b(?: fine| well| ok)?|\brunning\b|\b(?:is|are|all|were|was) (?:fine|ok|okay|good|healthy|normal|ready|up)\b"
    r"|\bfine\b|\bhealthy\b|\bno (?:problem|issue|trouble)s?\b|\bwithout (?:any )?(?:problem|issue|error)s?\b|\bas expected\b|\b1/1\b"
    r"|正常|没问题|没有问题|没事|健康|都好|\brunning\b"
)
_OTHERS = (
    r"\b(?:all |the |every |on |any )?(?:the )?(?:others?\b|other (?:\w+ )?(?:nodes?|workers?|masters?|hosts?|machines?|pods|ones)|remaining (?:\w+ )?(?:nodes?|ones|pods)|rest of the (?:nodes|cluster)|existing nodes|old nodes)"
    r"|其[他它余](?:的)?(?:[\w\u4e00-\u9fff ]{0,10})?(?:节点|机器|主机|node|服务器|pod|worker|master|都|的都|均)|另外[^，。,]{0,4}[台个](?:节点|机器|主机)?|别的(?:节点|机器)|剩下的(?:节点|机器)"
)
_NEIGHBOURS = (
    r"\b(?:core-?dns|kube-?dns|nginx|ingress[\w-]*|dashboard|metrics-server|traefik|kube-?proxy|(?:kube-)?flannel|(?:kube-)?apiserver|etcd|(?:calico[ -])?(?:kube-?)?controllers?"
    r"|(?:calico-)?typha|csi-node-driver|tigera-operator|my app|application|busybox|cert-manager|longhorn|prometheus)\b|业务|应用"
)
"""Things that are sick in their own right, or because calico-node is."""
_CALICO_NODE = r"calico[/ -]?nodes?\b|\bcalico(?![\w-]| (?:kube-?)?controllers?\b| typha| operator| api)|\bcanal\b"
_ONLY = (
    r"\bonly (?:(?:\w+ )?on |affects? |in )?(?:one|1|two|2|a single|this|these|that|the new|some|a few|the)\b[^.,;]{0,40}\bnodes?\b"
    r"|\bon (?:one|two|three|some|\d|a single|this) (?:\w+ )?(?:nodes?|workers?|machines?) only\b|\bjust (?:one|a single|this) node\b"
)
_ONLY_ZH = r"(?:只有|仅有|仅|就)(?:这|一|该|某|新|其中|两|2|1|个别)?[^，。,;；]{0,14}(?:节点|台|机器|主机|node)[^，。;；]{0,24}(?:问题|异常|报错|失败|重启|不正常|起不来|不行|notready|crash|崩溃)"
_SOME_WORK = r"\b(?:\d+|two|three|four|five|several|some|all) (?:other |existing |old )?nodes? (?:that|which|who)? ?(?:(?:work|run|are (?:running|working))(?= (?:fine|well|ok|normally|as expected|correctly|without)|\s*[.,;]|\s*$)|are (?:fine|ok|healthy|good|ready)\b)"
_NEW = (
    r"\b(?:newly|just|recently|freshly) (?:added|joined|created|installed|provisioned)\b[^.]{0,40}|\bnew(?:ly \w+)? (?:\w+ )?(?:nodes?|workers?|hosts?|machines?|servers?)\b"
    r"|\b(?:add(?:ed|ing)?|join(?:ed|ing)?) (?:a |one |another |the |this )?(?:new |more |\w+ )?(?:nodes?|workers?)\b"
    r"|新(?:增|加|添加|加入|扩容)?(?:了)?(?:的)?(?:一?[个台])?(?:的)?(?: ?worker ?)?(?:节点|node|机器|主机|服务器)|刚(?:刚)?(?:加入|添加|扩容|加)的?"
)
_SIMPLE: tuple[tuple[Topic, tuple[str, ...], str], ...] = (
    (
        Topic.SAME_VERSIONS,
        ("version", "版本"),
        r"\b(?:same|identical) (?:\w+ ){0,2}versions?\b|版本(?:都|均)?(?:完全)?(?:相同|一致|一样)|相同(?:的)?版本",
    ),
    (
        Topic.LOAD_HIGH,
        ("load", "负载", "cpu"),
        r"\bload(?: average)?s?\b[^.,;]{0,24}\b(?:high|huge|extreme|heavy|enormous|too much|spik\w+)|\b(?:high|heavy|huge|extreme) (?:cpu |system |server )?load\b"
        r"|\boverload(?:ed)?\b|负载(?:很|非常|特别|较|过|太|比较|极|飙)?高|负载飙升|高负载|cpu ?(?:使用率|占用|负载)[^，。]{0,8}(?:高|100%|打满|飙)",
    ),
    (
        Topic.REBOOTED,
        ("reboot", "power", "restart", "重启", "重新启动", "断电", "关机"),
        r"\b(?:after|since|following) (?:a |the |an? \w+ |i |we )?(?:\w+ )?(?:reboot(?:ed|ing|s)?|power (?:outage|failure|loss|cut))"
        r"|\b(?:i|we|was|were|been|got|node|nodes|server|host|machine)s? (?:\w+ )?rebooted\b|\bafter (?:a |the )?(?:node|host|server|machine|vm) restart"
        r"|(?:重启|重新启动)(?:了|过)?(?:[\w\u4e00-\u9fff]{1,12} ?)?(?:服务器|主机|节点|机器|系统|虚拟机|电脑)(?:之?后|以后)|(?:服务器|主机|节点|机器|系统|虚拟机|集群)(?:异常)?(?:重启|断电|关机)(?:之?后|以后|了)|断电(?:之?后|重启|以后)",
    ),
    (
        Topic.UPGRADED,
        ("upgrad", "updat", "升级"),
        r"\b(?:after|since|following) (?:\w+ ){0,3}?(?:upgrad\w+|updat\w+)\b|\b(?:i|we|was|were|been|just|recently|have) (?:\w+ )?upgraded\b|\bupgraded? (?:\S+ ){0,3}from\b"
        r"|升级(?:了|到|至|\S{0,12}之?后|完)|从 ?v?[\d.]+ ?升级",
    ),
    (
        Topic.NODE_REMOVED,
        ("node", "host", "worker", "scal", "节点", "主机", "缩容"),
        r"\b(?:delet|remov|decommission|replac|recreat|rebuil|renam)(?:e?d|t)(?: (?:the|a|an|this|that|one|two|three|some|several|few|my|our|of|old|dead|other|worker|master|k8s|\d+)){0,4} (?:nodes?|workers?|hosts?|hostnames?)\b"
        r"|\b(?:nodes?|workers?|hosts?|hostnames?)(?: \S+)? (?:was|were|is|are|got|has been|have been|had been) (?:\w+ )?(?:deleted|removed|decommissioned|replaced|recreated|rebuilt|renamed)\b"
        r"|\b(?:former|dead|stale) (?:\w+ )?(?:nodes?|workers?)\b|\bscal(?:es?|ed|ing)[ -]?(?:up ?(?:/|and) ?)?(?:down|in)\b"
        r"|(?:删除|移除|下线|剔除|更换|重装)(?:了|过|掉)?[^，。,;；]{0,8}(?:节点|主机)|(?:节点|主机)[^，。,;；]{0,4}(?:被|已)(?:经)?(?:删除|移除|下线|剔除)|缩容|(?:改|修改|更改)(?:了|过)?[^，。,;；]{0,6}(?:主机名|hostname)",
    ),
    (
        Topic.IPV6_ONLY,
        ("ipv6", "v6"),
        r"\b(?:ip)?v6[- ]only\b|\bonly (?:has |have |uses? )?ipv6\b|\b(?:pure|single[- ]stack) ipv6\b|\bipv6 single[- ]stack\b|(?:纯|仅|只有|只用|单栈) ?ipv6|ipv6 ?单栈",
    ),
    (
        Topic.KUBE_PROXY_DOWN,
        ("kube",),
        r"\bkube-?proxy\b[^.,;?]{0,30}\b(?:crash\w*|fail\w*|down|missing|not (?:running|ready|start\w*|work\w*|install\w*|deployed)|isn't running|doesn't (?:start|work|run))"
        r"|\b(?:no|without|missing) kube-?proxy\b|kube-?proxy[^，。,;；]{0,10}(?:异常|未启动|没有?启动|没起来|未运行|没有?运行|报错|失败|崩溃|挂了|起不来)",
    ),
)
_PODS = r"\bpods?\b|\bservices?\b|\bcontainers?\b|\bcluster ?ip|\bnodeport|容器|服务|跨节点|跨主机|网络|clusterip"
_DEAD = (
    r"\btim(?:es|ed|e|ing) ?out\b|\bhangs?\b|\bcan(?: ?not|'t) (?:be )?(?:reach\w*|ping\w*|access\w*|connect\w*|curl\w*|communicat\w*|talk)|\bunable to (?:reach|ping|access|connect|communicate)"
    r"|\bcould not (?:reach|ping|access|connect)|\b(?:not|un)(?: be)? ?reachable\b|\bno (?:network )?connectivity\b|\bnot communicat\w+|\bnetwork(?:ing)? (?:is |does )?(?:broken|not work\w*|down)"
    r"|不通|无法(?:访问|通信|连接|互通|互访|ping)|不能(?:访问|通信|互通|ping)|访问不了|(?:请求|访问|连接)[^，。,]{0,8}超时|网络断"
)
_DID: tuple[tuple[str, tuple[str, ...], str], ...] = (
    (
        "delete-pod",
        ("pod", "删除"),
        r"\b(?:delet|remov|kill|recreat|restart)\w* (?:the |this |that |all |those |these |it |calico |failing )*(?:\S+ ){0,2}?pods?\b|(?:删除|删掉|重建|重启)(?:了|过)?[^，。,]{0,14}pod|删(?:了)?pod|删除(?:calico|重建)",
    ),
    (
        "restart-kubelet",
        ("kube",),
        r"\brestart\w* (?:the )?(?:kubelet|kube-?let)|重启(?:了|过)? ?kubelet",
    ),
    (
        "restart-runtime",
        ("docker", "containerd", "cri", "runtime"),
        r"\brestart\w* (?:the )?(?:kubelet and |both )?(?:docker|containerd|cri-?o|container runtime)|重启(?:了|过)? ?(?:docker|containerd)",
    ),
    (
        "reset-node",
        ("reset", "rejoin", "重置", "重新"),
        r"\bkubeadm reset|\breset\w* (?:the )?(?:node|cluster)|\brejoin\w*|重置(?:了)?(?:节点|集群)|重新加入(?:集群)?|重新join",
    ),
    (
        "reinstall-calico",
        ("calico",),
        r"\b(?:re-?install|re-?deploy|re-?apply|re-?creat)\w* (?:the )?calico|(?:重新?(?:安装|部署|装)|重装)(?:了)? ?calico",
    ),
    (
        "edit-daemonset",
        ("ds", "daemonset"),
        r"\b(?:edit|patch|chang|modif)\w* (?:the )?(?:\S+ ){0,2}?(?:daemonset|ds)\b|(?:修改|编辑)(?:了|过)?[^，。,]{0,24}?(?:daemonset|(?<![a-z])ds(?![a-z]))",
    ),
    (
        "reboot",
        ("reboot", "restart", "重启"),
        r"\breboot\w*|\brestart\w* (?:the )?(?:node|server|host|machine|vm)s?\b|重启(?:了|过)?(?:服务器|主机|节点|机器|系统|虚拟机)",
    ),
    (
        "change-address",
        ("ip_autodetection_method",),
        r"\b(?:set|chang|add|specif)\w* (?:the )?ip_autodetection_method|(?:设置|修改|指定|配置)(?:了)? ?ip_autodetection_method",
    ),
    (
        "longer-probe",
        ("probe", "timeout", "initialdelay", "探针", "超时"),
        r"\b(?:increas|rais|extend|bump)\w* (?:the )?(?:\S+ ){0,3}?(?:probe|timeout|initialdelay)|(?:调大|增大|增加|延长)(?:了)?[^，。,]{0,10}(?:探针|超时|timeout)",
    ),
    (
        "disable-firewall",
        ("firewall", "ufw", "selinux", "防火墙"),
        r"\b(?:disabl|stopp?|turn)\w* (?:off )?(?:the )?(?:firewalld?|ufw|selinux)|关闭(?:了)?(?:防火墙|selinux|firewalld)",
    ),
)
_IN_VAIN = (
    r"\bnothing\b|\b(?:not|n't|no) (?:\w+ )?(?:help|work|solve|fix|change|resolve|make|effect|luck|difference|avail|use|improve)|\bno (?:luck|effect|change|avail|difference|success)"
    r"|\bstill\b|\bsame (?:result|error|issue|problem|thing)|\bin vain\b|\bto no avail|\bagain\b|\bbut\b|\bpersists?\b"
    r"|无效|没用|不行|还是|依然|仍然|没有(?:效果|用|解决|变化)|依旧|未解决|问题照旧|不管用|无果|无济于事|也不"
)
_TRIED = r"\b(?:tried|attempted|trying)\b|尝试|试过|试了"
_SOLVED = (
    r"\b(?:that|this|which|it|and|finally|i|we) (?:has |have )?(?:fixed|solved|resolved) (?:it|the|my|this|that|by)\b|\b(?:problem|issue)s? (?:is |was |has been |got |are )?(?:now )?(?:solved|fixed|resolved|gone)\b"
    r"|\b(?:works?|working|running|runs|ready|healthy|fine|ok) (?:again|now|fine now)\b|\bback to normal\b|\b(?:fixed|solved|resolved) (?:by|after|it by)\b"
    r"|恢复(?:了)?正常|(?:问题|故障)(?:已经?|得到|就|成功)?解决(?:了|$|。)|(?:已|成功)解决|一切正常|就(?:好|正常)了|启动成功"
)
_NOT_SOLVED = (
    r"\bnot (?:\w+ )?(?:solved|fixed|resolved|work)|n't (?:\w+ )?(?:solve|fix|resolve|work)|\bhow (?:to|can|do)\b|\bneeds? to be\b|\bto be (?:fixed|solved)|\buntil\b"
    r"|未解决|没有?解决|如何解决|怎么解决|解决(?:方法|方案|办法|思路)|无法(?:解决|恢复)|没有恢复|未恢复|不能恢复"
)


def _said(
    sentence: _Sentence,
    named: tuple[str, ...],
    before: tuple[str, ...],
    roles: Mapping[Role, str],
    names: Names,
) -> Iterator[_Said]:
    text = _unmarked(_told_before_asked(sentence.text))
    if _has(text, _ASKS_OR_SUPPOSES):
        return
    sentence = replace(sentence, text=text)
    for topic, words, pattern in _SIMPLE:
        if (
            _may_have(text, words)
            and _has(text, pattern)
            and not (topic is Topic.REBOOTED and _did_in_vain(text))
        ):
            yield _Said(topic, "", named if topic is Topic.LOAD_HIGH else ())
    if _has(text, _NEW):
        yield _Said(Topic.NEW_NODE, "", named or _of(roles, Role.NEW))
    for value, words, pattern in _DID:
        if (
            _may_have(text, words)
            and _has(text, pattern)
            and (_has(text, _TRIED) or _did_in_vain(text))
        ):
            yield _Said(Topic.TRIED, value)
    if (
        _has(_pattern(_NOT_STARTED).sub(" ", text), _SOLVED)
        and not _has(text, _NOT_SOLVED)
        and not _has(text, _OTHERS)
        and not sentence.heading
    ):
        yield _Said(Topic.SOLVED, "")
        return
    if (
        _has(text, _PODS)
        and _has(text, _DEAD)
        and not _has(text, r"\b(?:probe|liveness|readiness|image|pull)")
    ):
        yield _Said(Topic.TRAFFIC_DEAD, "", named)
    yield from _health(sentence, named, before, roles, names)


def _told_before_asked(text: str) -> str:
    """A Chinese sentence often tells first and asks in its last clause: what it tells."""
    told, comma, asked = text.rpartition("，")
    return told if comma and _has(asked, _ASKS) else text


def _unmarked(text: str) -> str:
    """The words without the Markdown in them: a state in backticks is still a state."""
    return _pattern(r"`+|\*\*|(?<!\w)__(?=[^\s_])|(?<=[^\s_])__(?!\w)").sub("", text)


def _did_in_vain(text: str) -> bool:
    return _has(text, _IN_VAIN)


def _of(roles: Mapping[Role, str], role: Role) -> tuple[str, ...]:
    return (roles[role],) if role in roles else ()


def _health(
    sentence: _Sentence,
    named: tuple[str, ...],
    before: tuple[str, ...],
    roles: Mapping[Role, str],
    names: Names,
) -> Iterator[_Said]:
    """Who is sick and who is not, clause by clause."""
    told_others = False
    sick_values: list[str] = []
    healthy: list[str] = []
    for clause in _pattern(r"[,，;；]|\bbut\b|\bwhile\b|\bwhereas\b|但|而").split(sentence.text):
        is_others = _has(clause, _OTHERS)
        # A pasted command or answer that holds "Running" is nobody's word on a node.
        is_typed = sum(clause.count(sign) for sign in "{}[]|=<>") >= 3
        is_healthy = (
            not is_typed
            and _has(clause, _HEALTHY)
            and not _has(
                clause, r"\bnot\b|n't\b|不正常|未能?正常|无法正常|没有?正常|不能正常|不健康"
            )
        )
        own = _pattern(_ANOTHERS).sub(" ", clause)
        values = (
            [value for value, words in _SICK if _has(own, words)] if not _has(clause, _NOT) else []
        )
        if values and _has(clause, _NEIGHBOURS) and not _has(clause, _CALICO_NODE):
            values = []
        if is_others and is_healthy and not values:
            told_others = True
        elif values and not is_others:
            sick_values += values
        elif (
            is_healthy
            and not values
            and (here := names.found_in(clause))
            and not _sick_role(clause)
        ):
            healthy += here
    told_others = (
        told_others
        or _has(sentence.text, _ONLY_ZH)
        or (_has(sentence.text, _ONLY) and bool(sick_values or sentence.of_calico))
        or (_has(sentence.text, _SOME_WORK) and not sick_values)
    )
    if told_others:
        yield _Said(Topic.OTHERS_HEALTHY, "")
    sick = tuple(name for name in named if name not in healthy)
    for node in healthy:
        yield _Said(Topic.HEALTHY, "", (node,))
    if (
        sick_values
        and (sentence.of_calico or sick)
        and not sentence.text.startswith(("- [", "* ["))
    ):
        who = sick or _by_role(sentence.text, roles)
        for value in dict.fromkeys(sick_values):
            yield _Said(Topic.SICK, value, who)
    elif told_others and not sick_values and (sick or before):
        # "node-4 and node-9; on all others it runs" says enough of the two.
        yield _Said(Topic.SICK, "", sick or before)


def _sick_role(clause: str) -> bool:
    return Role.SICK in roles_in(clause)


def _by_role(text: str, roles: Mapping[Role, str]) -> tuple[str, ...]:
    spoken = roles_in(text)
    for role in (Role.NEW, Role.SICK):
        if role in spoken and role in roles:
            return (roles[role],)
    return ()
