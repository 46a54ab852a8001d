"""Complaints: what a text says does not work. They prove nothing, and decide the first question."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from calicovet.model.facts.base import Complaint
from calicovet.parse.claims.health_claims import compiled, matches
from calicovet.parse.text.blocks import Item, Prose

_LONGEST = 600
_MOST_UNITS = 400
_SHORT = 500
_MARKUP = r"^\s{0,8}(?:#|\||[-*+] |\d{1,2}[.)、])|`"
_OF_REACHING = frozenset(
    {
        *(Complaint.SESSIONS, Complaint.CROSS_NODE),
        *(Complaint.NAMES, Complaint.SERVICE, Complaint.OUTSIDE),
    }
)
_WORKS = r"正常|没问题|没有问题|可以|能够|成功|(?<!not )(?<!n't )(?<!be )(?<!未)(?<!未 )(?<!没)(?<!没有)(?<!没有 )\bestablished\b(?! = 0)|\bworks?\b|\bworking\b|\bfine\b|\bok\b|\bcan (?:ping|reach|access|connect)\b|\bsucce\w+"
_OF_ANY_PLUGIN = frozenset({Complaint.NETWORK_NOT_READY})
_FAILS = (
    r"不通|不了|不到|不上|不可达|不起来|起不来|失败|超时|异常|丢包|丢失|断(?:开|了|网|连)|无法|不能|没有|未能|报错|有问题|卡住"
    r"|\bfail\w*|\bnot\b|n't\b|\bcannot\b|\bunable\b|tim(?:ed?|es|ing) ?out|timeout|\bunreachable\b|\brefused\b|\blost\b|\bloss\b"
    r"|\bdrop(?:s|ped)?\b|\bbroken\b|\bhangs?\b|\bdown\b|\bno route\b|\bwithout\b|\bblocked\b"
)
_UNREACHED = (
    r"不通|不可达|丢包|超时|(?:无法|不能|没法)(?:正常)?(?:访问|通信|通讯|连接?|互通|互访|互相|ping|解析|打开|上|出|进行?)|(?:访问|连接?|ping|通|解析|打开|出|上)不(?:了|到|上|通|出)|没有?响应|无响应|不起作用"
    r"|tim(?:ed?|es|ing) ?out|timeout|\bun(?:reach|resolv)able\b|\brefused\b|\bno (?:route|response|connectivity|answer)\b|\bpacket loss\b|\b(?:hangs?|stuck|dropped|blocked|broken)\b"
    r"|(?:\bcan ?not|\bcan't|\bcould not|\bcouldn't|\bunable to|\bnot able to|\bfail\w* to) (?:be )?(?:\w+ly )?(?:ping|reach|access|connect|curl|communicat|talk|resolv|get|dial|contact|send)\w*"
    r"|\bnot (?:be )?(?:reachable|accessible|working|work|respond\w*|resolv\w*)\b|\b(?:doesn't|don't|does not|do not|isn't|aren't) (?:work|respond|reach|resolv|answer)\w*|\b(?:connection|ping|curl|request|traffic|lookup|resolution|communication)s? (?:\w+ ){0,2}fail\w*"
)
_AWAY = (
    r"跨 ?(?:节点|主机|机器|node)|(?:其他|其它|不同|别的|另一|另外|两)(?:的)?(?:一)?(?:台|个|些)?(?:节点|主机|机器|服务器|node|worker)|(?:节点|主机|node)(?:与|和|跟|之间|间)"
    r"|在?(?:节点|node|主机|master) ?\w{0,12} ?上?(?:无法)? ?ping|ping ?(?:不通)?(?:节点|node|主机) ?\w{0,12} ?上?的|\btunl0\b|\bvxlan\b|\bipip\b|pod ?(?:ip|网段|网络)? ?(?:之间|互相|相互|间|互)|nodeport|端口[^。；]{0,12}只有"
    r"|\b(?:other|different|another|across|between|remote|second|cross)[ -](?:\w+ ){0,2}?(?:nodes?|hosts?|workers?|masters?|machines?|pods|az|zones?|subnets?)\b|\bpods? (?:on|of|in) (?!the same)\w[\w -]{0,20}\bnodes?\b|\bpod[- ]to[- ]pod\b|\binter-?(?:node|pod)\b"
)
_COMPLAINTS: tuple[tuple[Complaint, tuple[str, ...]], ...] = (
    (
        Complaint.IMAGES,
        (
            r"imagepullbackoff|errimagepull|\bpull(?:ing|ed|s)?\b[^.;]{0,60}\bimages?\b|\bimages?\b[^.;]{0,60}\bpull(?:ing|ed|s)?\b"
            r"|镜像[^。；]{0,20}(?:拉取|下载|拉|获取)|(?:拉取|下载|拉|获取)[^。；]{0,16}镜像",
            _FAILS + r"|backoff|errimage|要从|并没有|慢|rate limit|forbidden|denied",
        ),
    ),
    (
        Complaint.SAME_NAME,
        (
            r"\b(?:same|duplicated?|identical|equal) (?:host ?|node ?)names?\b|(?:主机|节点)名(?:称)?[^。；]{0,8}(?:相同|一样|重复|冲突|都是|都叫)|(?:相同|一样|重复)的? ?(?:主机名|hostname)"
            r"|calicoctl get nodes?[^。；.]{0,40}(?:只有|\bonly\b)|\bonly (?:one|1|a single) (?:calico )?node\b|只有(?:一|1)个 ?(?:calico ?)?(?:节点|node)",
        ),
    ),
    (
        Complaint.NETWORK_NOT_READY,
        (
            r"networkpluginnotready|cni (?:plugin |config )?(?:not initiali[sz]ed|uninitiali[sz]ed)|\bno networks? found in\b|networkready=false|\bnetwork is not ready\b|\bno cni (?:config\w*|plugin)|没有 ?cni|cni ?(?:插件|配置)(?:文件)?(?:不存在|缺失|没有|未就绪|未初始化)|\bno valid networks?\b",
        ),
    ),
    (
        Complaint.NEW_PODS,
        (
            r"failedcreatepodsandbox|failed to (?:create|set ?up)[^.;]{0,40}\bsandbox\b|containercreating|(?:创建|启动)[^。；]{0,8}(?:sandbox|沙箱)[^。；]{0,8}失败",
        ),
    ),
    (
        Complaint.STALLS,
        (
            r"\bping\w*\b[^。；;]{0,30}(?:通|\bok\b|\bworks?\b|\bfine\b|\bsucceed\w*|\bpass\w*|正常|可以)[^。；;]{0,80}(?:curl|telnet|http|\btcp\b|ssh|wget|连接|\bconnect\w*|请求)"
            r"[^。；;]{0,30}(?:不通|不了|卡|没有?响应|无响应|超时|\bhangs?\b|\bstall\w*|\bstuck\b|timeout|tim(?:ed?|es) out|fail\w*)"
            r"|\b(?:large|larger|big|bigger|huge) (?:tcp |data )?(?:packets?|files?|responses?|payloads?|requests?|transfers?)\b[^.;]{0,60}\b(?:drop\w*|fail\w*|hangs?|stall\w*|lost|not|time\w*)\b"
            r"|大(?:的)?(?:数据)?(?:包|文件|报文|流量)[^。；]{0,16}(?:丢|不通|失败|卡|超时|不了)|\b(?:connections?|transfers?|sessions?|downloads?)\b[^.;]{0,30}\b(?:stalls?|stalled|hangs?|hung|freezes?|frozen)\b|\bsmall (?:packets?|requests?|pings?)\b"
            r"|(?:curl|telnet|http|\btcp\b|ssh|wget)[^。；;]{0,30}(?:卡住|不通|没有?响应|超时|\bhangs?\b|\bstall\w*|\btim(?:ed?|es) out)[^。；;]{0,40}\bping\b[^。；;]{0,20}(?:正常|可以|\bworks?\b|\bfine\b|\bok\b)"
            r"|\bmtu\b[^。；;]{0,40}(?:不通|问题|超时|丢|卡|\bdrop\w*|\btim(?:ed?|es) out|\bhangs?\b|\bfail\w*|\bproblem|\bissue)|checksum error|校验和[^。；;]{0,8}(?:错|误|失败)"
            r"|\budp\b ?(?:\w{1,8} ){0,2}?(?:可以|能|正常|通|works?|ok|fine|passes)[^。；]{0,20}\btcp\b[^。；]{0,12}(?:不通|不行|不了|失败|fails?|not|n't)",
        ),
    ),
    (
        Complaint.SESSIONS,
        (
            r"\bbgp\b|\bbird6?\b|calicoctl node status|\bpeers?\b|(?:选|用|取|识别|绑定|获取|检测)(?:了|到|的)?[^。；]{0,8}(?:错|别的|其他|不对|不正确|另)[^。；]{0,8}(?:网卡|ip|地址)"
            r"|网卡[^。；]{0,12}(?:选错|不对|错误)|多(?:个|块|张)?网卡|网段[^。；]{0,12}(?:冲突|相同|一样)|\b(?:wrong|incorrect|different|multiple|two|second) (?:ip|address|interface|nic|network (?:card|interface|adapter))s?\b"
            r"|都使用了?[^。；]{0,24}(?:地址段|网段|地址)",
            _FAILS
            + r"|established = 0|错|不对|\bwrong\b|\bincorrect\b|\bconnect\b|\bactive\b|\bpassive\b|\bidle\b|问题|怎么|\?|？",
        ),
    ),
    (Complaint.CROSS_NODE, (_AWAY, _UNREACHED)),
    (Complaint.TYPHA, (r"\btypha\b|\b5473\b", _UNREACHED)),
    (
        Complaint.KUBELET,
        (
            r"\bkubelet\b[^。；;]{0,30}(?:\bfail\w*|\bdown\b|\bdead\b|\bnot (?:running|start\w*|up|active|healthy)|\bis(?:n't| not)|起不来|异常|无法|没有|未|停止|挂|失败|不能)",
        ),
    ),
    (
        Complaint.RUNTIME,
        (
            r"(?:\bcontainerd\b|\bdockerd?\b|\bcri-?o\b|\bcontainer runtime\b|容器运行时)[^。；;]{0,24}(?:\bhangs?\b|\bhung\b|\bdown\b|\bnot (?:running|respond\w*|start\w*|answer\w*)|\bis(?:n't| not) (?:running|up)|\bfail\w* to start|卡死|卡住|无响应|没有?响应|起不来|挂[了掉]|启动失败|无法启动|假死|夯)",
        ),
    ),
    (
        Complaint.NAMES,
        (
            r"\bdns\b|core-?dns|kube-?dns|域名|解析|\bresolv\w+|\bno such host\b|\bnslookup\b",
            _UNREACHED + r"|no such host|失败|fail",
        ),
    ),
    (
        Complaint.SERVICE,
        (
            r"\bservices?\b|\bsvc\b|\bcluster ?ips?\b|\bkube-?proxy\b|\bkubernetes\.default\b|服务|\bapi ?server\b|\bkube(?:rnetes)?[ -]api\b|\b10\.\d{1,3}\.0\.1\b|\b(?:10|172|192)\.\d{1,3}\.\d{1,3}\.1:443\b",
            _UNREACHED,
        ),
    ),
    (
        Complaint.OUTSIDE,
        (
            r"外网|公网|外部|\binternet\b|\boutside\b|\bexternal\b|\b8\.8\.8\.8\b|\b114\.114\.114\.114\b|\bbaidu\b|\bgoogle\b",
            _UNREACHED,
        ),
    ),
    (
        Complaint.NO_PODS,
        (
            r"\b(?:no|without|missing) calico(?:[/-]node)?(?: pods?\b|$)|\bcalico[ \w-]{0,24}(?:is not|are not|isn't|aren't|not being) (?:created|deployed|scheduled|there)\b"
            r"|(?:没有|看不到|未创建|缺少|没看到)[^。；，]{0,12}calico|calico[^。；]{0,12}(?:没有|不存在|未)[^。；，]{0,4}(?:创建|部署|调度|起pod)|有 ?calico[^。；]{0,10}(?:但|而)[^。；]{0,10}没有",
        ),
    ),
    (
        Complaint.RESTARTS,
        (
            r"calico|canal",
            r"crash ?loop|\bcrash(?:es|ed|ing)?\b|\brestart(?:s|ing)\b|\bkeeps? restart|反复重启|一直重启|不断重启|频繁重启|崩溃|\bexit code\b",
        ),
    ),
)


def complaints_in(items: Sequence[Item]) -> tuple[Complaint, ...]:
    """The complaints of a text, the most specific first.

    What programs print counts only in a text that speaks of Calico, unless any network plugin may be meant.
    """
    prose = _units(item for item in items if isinstance(item, Prose))
    printed = _units(item for item in items if not isinstance(item, Prose))
    of_calico = any("calico" in unit for unit in (*prose, *printed))
    failing = tuple(map(_without_what_works, prose))
    return tuple(
        complaint
        for complaint, patterns in _COMPLAINTS
        for told in (failing if complaint in _OF_REACHING else prose,)
        for units in ((*told, *printed) if of_calico or complaint in _OF_ANY_PLUGIN else told,)
        if any(all(matches(unit, pattern) for pattern in patterns) for unit in units)
    )


def reads_like_a_report(items: Sequence[Item]) -> bool:
    """Whether a text that explains is so short and plain that a user may have typed it to ask for help."""
    lines = [line.text for item in items for line in item.lines]
    plain = not any(matches(line, _MARKUP) for line in lines)
    return plain and sum(map(len, lines)) <= _SHORT


def _without_what_works(unit: str) -> str:
    """The clauses of a paragraph but those that say what can be reached."""
    clauses = compiled(r"[，。；;,!?！？]|\.\s").split(unit)
    return "，".join(
        clause for clause in clauses if not matches(clause, _WORKS) or matches(clause, _UNREACHED)
    )


def _units(items: Iterable[Item]) -> tuple[str, ...]:
    """Paragraphs, and single lines of what programs print."""
    units = (unit[:_LONGEST].lower() for item in items for unit in _of(item))
    return tuple(islice(units, _MOST_UNITS))


def _of(item: Item) -> Iterator[str]:
    if isinstance(item, Prose):
        yield item.text
    else:
        yield from (line.text for line in item.lines)
