"""All claims of a text's prose; a claim supports, it never proves."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from calicovet.model.facts.base import Citation, Claimed, Topic
from calicovet.model.subject import Subject
from calicovet.parse.claims.health_claims import (
    NOT_STARTED,
    OTHERS,
    Said,
    Sentence,
    compiled,
    health_claims,
    matches,
)
from calicovet.parse.claims.processors import processors_in
from calicovet.parse.claims.releases import versions_in
from calicovet.parse.text.attribution import Names, Role
from calicovet.parse.text.blocks import Prose


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
) -> Iterator[tuple[Sentence, Said]]:
    label, of_calico = "", False
    for item in prose:
        raw = item.text[:6000]
        for topic, value in versions_in(f"{label}: {raw}" if label else raw):
            yield Sentence(raw, item.lines[0].at, False), Said(topic, value)
        for processor in processors_in(raw):
            yield Sentence(raw, item.lines[0].at, False), Said(Topic.PROCESSOR, processor)
        label = (
            raw.strip("#*: ")
            if len(raw) < 40 and "version" in raw.lower() + raw[-3:].replace("版本", "version")
            else ""
        )
        before: tuple[str, ...] = ()
        planned = False
        if not item.heading:
            of_calico = False
        for sentence in sentences_of(item, of_calico):
            of_calico = of_calico or sentence.of_calico
            # A quoted message names nodes too, and often the other one.
            own_words = compiled(r"`[^`]{20,}`|\"[^\"]{20,}\"").sub(" ", sentence.text)
            named = names.found_in(own_words)
            follows = planned and matches(sentence.text, _FOLLOWS)
            for said in _said(sentence, named, before, roles, names):
                if not (follows and said.topic is Topic.SOLVED):
                    yield sentence, said
            before = named or before
            planned = follows or matches(sentence.text, _PLANS)


def asks_or_supposes(text: str) -> bool:
    """Whether a sentence asks, supposes, expects or lists what there may be: it states nothing."""
    told = _unmarked(_told_before_asked(text))
    return any(matches(told, words) for words in (_ASKS_OR_SUPPOSES, _GENERAL, _EARLIER))


def sentences_of(item: Prose, of_calico: bool = False) -> Iterator[Sentence]:
    """The sentences of a paragraph, each with the line on which it begins."""
    starts: list[tuple[int, int]] = []
    text = ""
    for line in item.lines:
        if matches(line.text[:60], _OF_A_PIPELINE):
            continue  # what a program printed, though it reads like a sentence
        starts.append((len(text), line.at))
        text += line.text.strip()[:4000] + " "
    for match in compiled(r"[^。；！？!?;\n]+?(?:[。；！？!?;]|\.(?=\s)|$)").finditer(text[:20000]):
        part = match[0].strip().lower()
        if len(part) < 3:
            continue
        begin = match.end() - len(match[0].lstrip())
        at = next(at for start, at in reversed(starts) if start <= begin)
        of_calico = of_calico or matches(part, _CALICO)
        yield Sentence(part, at, of_calico, item.heading)


def _may_have(text: str, words: Sequence[str]) -> bool:
    """Whether one of the words of which each match holds one stands there: most patterns need not be made."""
    return any(word in text for word in words)


_CALICO = r"calico(?!-node-[a-z]{6})"
"""Calico, but no other program that is named after it: calico-node-exporter."""
_OF_A_PIPELINE = r"^\s{0,8}\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.]{0,10}Z?\]"
_ASKS = r"[?？]\s*$|吗[?？。]?\s*$|请问|怎么|如何"
_ASKS_OR_SUPPOSES = (
    r"[?？]\s*$|吗[?？。]?\s*$|^(?:is|are|does|do|did|can|could|should|why|how|what|has|have) (?:it|the|this|there|i|we|you|anyone|calico)\b"
    r"|\bif (?:you|the|your|it|calico|a|any|this)\b|\bwould\b|\bmight\b|\bmay be\b|\bsuppose|\bshould (?:be|have|not)\b|\bexpected (?:behaviou?r|result)"
    r"|\bmaintenance window\b|\bplanned for\b|\bwill (?:briefly|shortly|then) \w|计划(?:于|在)|将(?:会|于|在)|期间[^。；]{0,40}会|届时|到时候"
    r"|如果|假如|假设|是否|会不会|怎么|为什么|预期"
)
_GENERAL = (
    r"\b(?:common|typical|possible|usual|frequent|potential) (?:\w{2,16} ){0,2}(?:reason|cause|error|failure|fault|problem|issue)s?\b"
    r"|^\W{0,6}(?:if|in case|unless)\b|\bin case\b"
    r"|(?:常见|典型)的?(?:原因|故障|问题|报错|错误)|可能的原因|万一|倘若|若是|^\W{0,6}若|是不是|有没有|面试题"
)
"""What a sentence says of any cluster, or of what would be."""
_EARLIER = (
    r"\blast time\b|\b(?:we|i|they) (?:once|previously) (?:had|saw|hit|ran into)\b|^\W{0,3}in the past\b|\b(?:months|weeks|years) ago\b"
    r"|\bin (?:january|february|march|april|may|june|july|august|september|october|november|december)\b,? it was\b"
    r"|(?:之前|以前|曾经?|从前|前阵子)(?:也|还|就)?(?:遇到|碰到|碰见|出现|发生)过|上次(?:也)?(?:是|遇到|碰到|出现|因为)"
)
"""What a sentence recalls of another incident."""
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
    r"|\b(?:after(?:wards|(?: doing)? (?:that|this|which)| the (?:change|fix|restart)\b)|now|then|since then|finally)\b[^.?!;]{0,80}?\b(?:be(?:came|come)|are|is|turned|came|went|got|were|was|started|show)\b(?: \w+){0,3}? (?:running|ready|healthy|1/1|up|fine|ok|normal(?:ly)?)\b"
    r"|\b(?:recovered|came (?:back )?up|became (?:ready|healthy|running))\b"
    r"|^\W{0,6}(?:solved|fixed|resolved)\b(?: it| this)?(?=\W{0,3}(?:$|by\b|at\b|\]|:|,|-|after\b|with\b|the\b))|\bresolved at \d|\b(?:incident|ticket|case) (?:is |was |has been )?(?:now )?(?:closed|over|mitigated)\b|\bstatus\W{1,6}(?:closed|resolved|complete[d]?|done|mitigated)\b|\ball fixed\b|\b(?:went|is|are|was|were|all|back (?:to|at)|now) 1/1\b"
    r"|(?:都|全部|均|全都|终于)(?:已经?)?(?:变[成为]|是|处于)?了? ?(?:running|ready|1/1|正常|起来了)|(?:变[成为]|进入)了? ?(?:running|ready|1/1)"
    r"|恢复(?:了)?正常|(?:[后之]|已经?|全部)恢复(?:了)?(?=[。；;，,]|$)|(?:故障|工单|告警)已(?:恢复|关闭|处理)|(?:问题|故障)(?:已经?|得到|就|成功)?解决(?:了|$|。)|(?:已|成功)解决|一切正常|就(?:好|正常)了|启动成功"
)
ANNOUNCED = "announced"
"""The value of a claim that begins with the word: what follows describes what is over."""
_ANNOUNCES = r"^\W{0,6}(?:solved|fixed|resolved)\b(?: it| this)?(?=\W{0,3}(?:$|by\b|at\b|\]|:|,|-|the\b))|^\W{0,6}(?:问题)?已(?:经)?(?:解决|恢复)(?=了?\W|$)|\bstatus\W{1,6}(?:closed|resolved|complete[d]?|done|mitigated)\b"
_POST_MORTEM = r"\bpost-?mortem\b|复盘|事后(?:分析|总结)"
_NOT_SOLVED = (
    r"(?:\bnot|n't|\bno longer) (?:\w+ ){0,2}(?:ready|running|healthy|up|fine|ok|normal)\b|\bnot (?:\w+ )?(?:solved|fixed|resolved|work)|n't (?:\w+ )?(?:solve|fix|resolve|work)|\bhow (?:to|can|do)\b|\bneeds? to be\b|\bto be (?:fixed|solved)|\buntil\b"
    r"|\b(?:should|shall|will|would|could|may|might|hope\w*|expect\w*|going to|plan\w*|want\w*|try|next|tomorrow|except|but|however|still|only|unless|never)\b"
    r"|应该?(?!用)|应当|希望|打算|计划|准备|预计|估计|可能|也许|将会?|即可|便可|就能|就可以|才能|才会|下一步|等待|期望|但是?|然而|不过|仍|除了|还是|尚未"
    r"|未解决|没有?解决|如何解决|怎么解决|解决(?:方法|方案|办法|思路)|无法(?:解决|恢复)|没有恢复|未恢复|不能恢复"
)

_PLANS = (
    r"\b(?:should|will|would|could|may|might|hope\w*|expect\w*|going to|plan\w*|want\w*|intend\w*)\b|^if\b"
    r"|应该|应当|希望|打算|计划|准备|预计|如果"
)
_FOLLOWS = (
    r"^(?:and )?(?:then|after (?:that|this|which)|afterwards|now)\b|^(?:然后|之后|这样|随后|就)"
)
"""What begins like that goes on with what the sentence before supposes."""


def _said(
    sentence: Sentence,
    named: tuple[str, ...],
    before: tuple[str, ...],
    roles: Mapping[Role, str],
    names: Names,
) -> Iterator[Said]:
    text = _unmarked(_told_before_asked(sentence.text))
    if matches(text, _ASKS_OR_SUPPOSES):
        return
    sentence = replace(sentence, text=text)
    for topic, words, pattern in _SIMPLE:
        if (
            _may_have(text, words)
            and matches(text, pattern)
            and not (topic is Topic.REBOOTED and _did_in_vain(text))
        ):
            yield Said(topic, "", named if topic is Topic.LOAD_HIGH else ())
    if matches(text, _NEW):
        yield Said(Topic.NEW_NODE, "", named or _of(roles, Role.NEW))
    for value, words, pattern in _DID:
        if (
            _may_have(text, words)
            and matches(text, pattern)
            and (matches(text, _TRIED) or _did_in_vain(text))
        ):
            yield Said(Topic.TRIED, value)
    if (
        matches(compiled(NOT_STARTED).sub(" ", text), _SOLVED)
        and not matches(text, _NOT_SOLVED)
        and not matches(text, OTHERS)
        and not sentence.heading
    ) or (sentence.heading and matches(text, _POST_MORTEM)):
        announced = sentence.heading or matches(text, _ANNOUNCES)
        yield Said(Topic.SOLVED, ANNOUNCED if announced else "")
        if not announced:
            return
    if (
        matches(text, _PODS)
        and matches(text, _DEAD)
        and not matches(text, r"\b(?:probe|liveness|readiness|image|pull)")
    ):
        yield Said(Topic.TRAFFIC_DEAD, "", named)
    yield from health_claims(sentence, named, before, roles, names)


def _told_before_asked(text: str) -> str:
    """A Chinese sentence often states first and asks in its last clause: the part that states."""
    told, comma, asked = text.rpartition("，")
    return told if comma and matches(asked, _ASKS) else text


def _unmarked(text: str) -> str:
    """The words without the Markdown in them: a state in backticks is still a state."""
    return compiled(r"`+|\*\*|(?<!\w)__(?=[^\s_])|(?<=[^\s_])__(?!\w)").sub("", text)


def _did_in_vain(text: str) -> bool:
    return matches(text, _IN_VAIN)


def _of(roles: Mapping[Role, str], role: Role) -> tuple[str, ...]:
    return (roles[role],) if role in roles else ()
