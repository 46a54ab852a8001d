"""Vocabulary: how people describe a failure or a wrong state."""

from calicovet.model.failures.how import How

_IS = r"(?:is|are|was|were|be|being|been|gets?|got|has been|had been|have been)"
_NOT = r"(?:not|n.t|never|no longer)"
_TOO_LITTLE = r"(?:too (?:low|small|little|tight|short)|not (?:enough|sufficient)|insufficient)"
_GUARD = r"(?:providers?|hosters?|cloud|switch(?:es)?|routers?|firewalls?|firewalld|ufw|security groups?|network ACLs?|NSGs?|iptables rules?)"
_GUARDS = r"(?:云厂商|云平台|运营商|机房|交换机|路由器|防火墙|安全组|ACL|iptables ?规则|网络策略)"
_STOPS = r"(?:block|drop|den[yi]|reject|filter|prevent|discard|forbid|did n.t (?:allow|permit|let)|did not (?:allow|permit|let)|does n.t (?:allow|permit|let)|does not (?:allow|permit|let)|doesn.t (?:allow|permit|let)|didn.t (?:allow|permit|let)|not allowing|(?:did|does)(?: not|n.t) (?:include|contain|list|cover|have|open|pass))"
_LSM = r"(?:SELinux|AppArmor)"
_HELPED = r"(?:fix|solv|resolv|help|work|recover)\w*"
_HELPED_ZH = r"(?:恢复|解决|正常|好了|可以了)"
_TUNED = r"(?:increas|rais|chang|adjust|bump|extend|set)\w*"

CONNECTIONS: tuple[tuple[How, str], ...] = (
    (How.NO_ROUTE, rf"\b{_GUARD}\b.{{0,40}}?\b{_STOPS}|\b{_IS} (?:(?!not |never |no )\w+ )?(?:blocked|dropped|filtered|firewalled|closed)\b|\b(?:blocked|dropped|filtered) (?:by|between|on|in|at)\b"),
    (How.NO_ROUTE, r"\b(?:had|have|has|need|needs|needed|forgot|necessary|required|must) (?:to be |to |is )?(?:\w+ ){0,3}?(?:allow|open|permit|enable|allowed|opened|permitted)\b.{0,60}?\b(?:ports?|protocols?|traffic|firewall|security|ipip|vxlan|BGP|179|4789|5473)\b"),
    (How.NO_ROUTE, rf"\b(?:allow|permit|enabl|open|unblock)\w*\b.{{0,60}}?\b{_GUARD}\b|\b{_IS} {_NOT} (?:allowed|open(?:ed)?|permitted|reachable|accessible)\b|\bport \d{{2,5}} (?:not open|closed)\b|\bopening (?:port|the port|TCP|UDP)\b"),
    (How.NO_ROUTE, rf"{_GUARDS}.{{0,16}}(?:阻止|阻断|拦截|屏蔽|过滤|丢弃|限制|拒绝|没开|未开|没有开|禁止|不放行|不允许|没放行|没有放行|未放行)|(?<!未)(?<!没有)(?<!没)被.{{0,8}}(?:阻断|阻止|屏蔽|过滤|丢弃|拦截|封(?:禁|了|掉))|(?:端口|协议|流量).{{0,8}}(?:没开|没打开|未打开|没有打开|没有开|未开启|没通)"),
    (How.NO_ROUTE, r"\b(?:stop|disabl|mask|turn(?:ed|ing)? off)\w* (?:the )?(?:firewalld?|ufw)\b|(?:firewalld|防火墙|ufw).{0,6}(?:没关|未关|没有关|忘了关|忘记关|还开着|是开的|没停)"),
    (How.NO_ROUTE, r"\bpackets? (?:never|do(?: not|n.t)|did(?: not|n.t)) (?:arriv|reach|get|got|show)\w*|\bno (?:\w+ )?(?:access|connectivity) to\b|\bno internet(?: access| connection)?\b|(?:没有|无法|不能)(?:访问|上|连接?)?(?:外网|互联网|公网)|访问不(?:了|到|通) ?(?:docker|quay|外网|镜像)|离线环境"),
    (How.NO_ROUTE, r"(?:需要|需|必须|要)(?:在.{0,12})?(?:放行|放通|放开).{0,30}(?:端口|协议|179|4789|5473|ipip|IPIP)"),
    (How.NO_ROUTE, r"\b(?:FORWARD\b.{0,20}?\b(?:policy|chain)\b.{0,16}?\bDROP|policy\b.{0,20}?\bFORWARD\b.{0,16}?\bDROP)\b|\b(?:firewalld|ufw|firewall)\b (?:is|was|had been|got) (?:\w+ )?(?:enabled|running|active|started|on)\b|FORWARD.{0,8}DROP|被墙"),
    (How.NO_ROUTE, r"\b(?:disabl|stopp|turn)\w*\b.{0,16}?\b(?:firewall\w*|ufw)\b.{0,24}?\b(?:fix|solv|resolv|help|work)\w*|(?:关闭|关掉|关了|停止|停掉|禁用)(?:了)?.{0,6}(?:防火墙|firewalld|ufw).{0,12}(?:恢复|解决|好了|正常|可以)"),
    (How.DENIED, r"\b(?:disabl|turn)\w*\b.{0,16}?\bSELinux\b.{0,24}?\b(?:fix|solv|resolv|help|work)\w*|(?:关闭|关掉|关了|禁用)(?:了)?.{0,4}(?:SELinux|selinux).{0,12}(?:恢复|解决|好了|正常|可以)"),
    (How.CORRUPT, r"\btx-checksum-ip-generic\b|\bethtool -K \S{1,30} .{0,40}?\boff\b"),
    (How.CORRUPT, r"\b(?:check ?sum|hardware|tx|NIC|tunnel|segmentation|UDP)[ -]{1,3}(?:check ?sum )?offload|\boffload(?:ing|s)?\b.{0,30}?\b(?:broken|bug|issue|problem|corrupt)|\b(?:bad|wrong|broken|incorrect) check ?sums?\b|\bcheck ?sum errors?\b|(?:UDP|udp).{0,12}(?:校验|checksum ?(?:error|错))|硬件卸载|校验和?.{0,6}(?:错误|不对|异常|卸载)|(?:checksum|offload).{0,12}(?:卸载|问题|错误|异常)|(?:网卡|vxlan|VXLAN).{0,6}(?:卸载|offload)"),
    (How.HUNG, r"\b(?:did|does|do)(?: not|n.t) (?:answer|respond|reply)\b|\bno longer (?:answers?|responds?|replies)\b"),
    (How.HUNG, r"\b(?:not|n.t|no longer|stopped|stops) accept(?:ing|s)?(?: any)?(?: new)? connections?\b|不再?(?:接受|接收)(?:新的?)?连接"),
    (How.HUNG, r"\b(?:never|does n.t|doesn.t|does not|did not|didn.t|cannot|could not|not) (?:retry|retries|recover(?:ed|s)?|reconnect(?:s|ed)?)\b|\b(?:hangs|hanging|frozen|froze|freezes|deadlock(?:ed)?|unresponsive)\b|(?:无法|不能|没有|不会)(?:自动)?(?:恢复连接|重连|自愈)|死锁|僵住"),
    (How.TIMED_OUT, r"\btim(?:es|ing) out\b"),
    (How.ADDRESS_IN_USE, r"\b(?:duplicated?|same|conflicting) ports?\b|\bports?\b(?: \d{2,5})?.{0,24}?\b(?:in use|taken|occupied|held|used) by\b|\b(?:us|listen|occupy|hold)ing (?:on )?(?:that|this|the same|our) port\b|端口(?: ?\d{2,5})?.{0,6}(?:重复|相同|冲突)|\bport (?:conflict|collision|clash)\b"),
    (How.SLOW, r"\bgraceful[- ]restart (?:timer|time|wait|period|recovery)|\b(?:waiting|waits?) (?:for|on) .{0,30}?\bgraceful|\bgraceful[- ]restart\b.{0,40}?\b(?:expire|wait)|(?:优雅|平滑)重启.{0,16}(?:等待|超时|未完成)|等待.{0,12}(?:优雅|平滑)重启"),
    (How.NOT_RESOLVED, r"\bDNS\b.{0,20}?\b(?:broken|down|misconfigured|wrong|not work(?:ing)?|stopped|unreachable)\b|\blocalhost\b.{0,40}?\b(?:missing|commented|removed|absent|not resolv\w+|no entry)\b|\b(?:missing|no|removed|commented out)\b.{0,24}?\blocalhost\b|localhost.{0,16}(?:注释|删|没有|缺|解析不)|(?:注释|删除|删掉|缺少|没有)(?:了)?.{0,16}localhost|DNS.{0,8}(?:挂了|故障|不可用|配错|配置错)"),
    (How.UNAUTHORIZED, r"\b(?:tokens?|credentials?)\b.{0,40}?\b(?:expired|stale|outdated|invalid|rotated|revoked|no longer valid)\b|\b(?:expired|stale|old|invalid) (?:\w+ ){0,2}(?:tokens?|credentials?)\b|(?:密钥|凭[证据]|令牌|[Tt]oken).{0,6}(?:已经?|都)?(?:过期|失效|无效)"),
    (How.CERTIFICATE_EXPIRED, r"\bcert(?:ificate)?s?\b.{0,24}?\b(?:expired?|ran out|run out|lapsed|outdated)\b|\bexpired (?:\w+ ){0,2}cert(?:ificate)?s?\b"),
)  # fmt: skip
STATES: tuple[tuple[How, str], ...] = (
    (How.TOO_LARGE, r"\bMTU (?:of|is|was|=) ?\d{4}\b.{0,60}?\b(?:although|while|but|whereas|though)\b|(?:mtu|MTU)值?.{0,4}从 ?\d{3,4} ?改(?:成|为|到) ?\d{3,4}"),
    (How.TOO_LARGE, r"\b(?:large|big(?:ger)?|larger) (?:\w+ )?(?:packets?|frames?|requests?|responses?|payloads?)\b.{0,40}?\b(?:fail\w*|hang\w*|time\w*|drop\w*|lost|stuck|never|do not|do n.t|don.t)\b|\b\d{3,5}[ -]?bytes?(?: of \w+)? (?:or|and) (?:more|larger|above|bigger)\b|大(?:数据)?(?:包|报文).{0,8}(?:不通|不了|丢|超时|卡|失败)|小(?:数据)?包.{0,8}大(?:数据)?包(?:.{0,6}(?:不通|不了|丢|超时|卡|失败|不行))?"),
    (How.TOO_LARGE, r"\b(?:larger|bigger|higher|greater) than\b|\btoo (?:large|big|high)\b|\bexceeds?\b|\b(?:lower|reduc|decreas)\w* (?:\w+ )?MTU|(?:改小|调小|降低|减小)(?:了)?.{0,6}(?:mtu|MTU)|(?:大于|大过|超过|高于|超出)|(?:设置|配置)?(?:得)?(?:过|太)大|偏大"),
    (How.MISMATCH, r"\b(?:wrong|incorrect|mis-?configured|different|unexpected)\b|\bmis-?match(?:es|ed|ing)?\b|\bdiffers?\b|\b(?:inconsistent|unequal|incompatible)\b|\b(?:not|n.t|no longer) (?:the same|equal|identical|consistent|compatible)\b|\b(?:mix|mixture|mixed|both) (?:of )?(?:nft|legacy)"),
    (How.MISMATCH, r"不(?:一致|一样|匹配|相同|符合?|对|正确|兼容|统一)|有误|错(?:了|误)?(?:地|的)?(?:网卡|地址|IP|ip|网桥|接口)|(?:选|认|识别|配|填|写|设|用|指定|检测|探测)(?:成|到)?(?:了)?错|(?:选择|识别|取值|检测|探测|配置|填写)(?:了)?(?:错误|异常|有误|不正确|问题)|(?:错误|异常)(?:地)?(?:选择|识别|使用|配置|检测)|误改|误配"),
    (How.MISMATCH, r"\b(?:picks?(?:ed|ing)?|chooses?|chosen?|chose|selects?(?:ed)?|selected|detects?|detected|autodetect(?:s|ed)?|takes?|took|used?|uses|using|bound to|binds to) (?:\w+ ){0,4}?(?:docker0|br-[0-9a-f]{4,12}|cni0|virbr\d|kube-ipvs0|(?:docker|libvirt|wrong) bridge|VIP|virtual IP|floating IP|dummy)\b|(?:选(?:到|成|中|择|用)了?|识别(?:到|成)|检测(?:到|成)|取(?:到|成)|用(?:到|成)?了|绑定(?:到|在))了?.{0,24}(?:docker0|br-[0-9a-f]{4}|cni0|virbr|kube-ipvs0|网桥|虚拟网卡|虚拟 ?IP|VIP|vip|浮动)"),
    # The interface is named first, and what calico-node made of it afterwards.
    (How.MISMATCH, r"(?:docker0?|\bbr-[0-9a-f]{4,12}|virbr\d|网桥|\bbridge\b|\bVIP\b|\bvip\b).{0,40}?(?:(?:用|取|选|拿|选择|使用|识别)(?:到|成|中)?了(?:这|那|该|它)的?(?:一?(?:个|块|张))?(?:地址|网卡|接口|网桥|IP|ip)|\b(?:used|took|picked|chose|selected|registered) (?:that|this|its|the) (?:address|interface|IP|one)\b)"),
    (How.MISMATCH, r"\bstill (?:uses?|has|knows|registered (?:under|with)) the (?:old|former|previous) (?:host ?name|node ?name|name)\b"),
    (How.MISMATCH, r"\b(?:picks?(?:ed)?|chose|chooses?|selects?(?:ed)?|took|takes?|detect(?:s|ed)|registers?(?:ed)?|autodetect(?:s|ed)?)\b.{0,60}?\b(?:instead of|rather than)\b|(?:自动)?(?:选择|识别|检测|选|取)(?:到|成|中)?了.{0,6}(?:eth|ens|enp|bond|em)\w{0,6}"),
    (How.MISMATCH, r"\bhost ?name\b.{0,24}?\b(?:changed|renamed|updated|modified)\b|\b(?:changed|renamed?|renaming|changing|updated?)\b.{0,16}?\bhost ?names?\b|(?:修改|更改|更换|改|变更)(?:了|过)?.{0,6}(?:主机名|节点名|hostname)|(?:主机名|节点名|hostname).{0,8}(?:被改|改了|修改|变更|变了|变化|更改|更换)"),
    (How.MISMATCH, r"\b(?:took|takes?|picks?(?:ed)?|chose|chooses?|selects?(?:ed)?|uses?d?|detect(?:s|ed)) (?:\w+ ){0,5}?(?:docker|libvirt|virtual|wrong|linux|virbr\d) (?:\w+ )?bridge|使用了? ?(?:\w+ ?)?(?:docker0?|libvirt|虚拟)? ?网桥"),
    (How.CONFLICT, r"\b(?:same|identical|duplicated?|cloned|clones?|shares?|sharing)\b|\bin conflict\b|\bconflicts?\b|\bcollides?\b|\bmanages?\b|\binterfer\w+|\btakes? over\b|(?<!不)(?:相同|一样|重复)|(?<!无|没)冲突|接管|干扰|克隆(?:的|自|出|虚拟|机)?|纳管|托管"),
    (How.CONFLICT, r"\b(?:left ?-?over|leftovers?|remains?|remnants?|residual|residue|still (?:exists?|there|present|registered|in)|not (?:been )?(?:deleted|removed|cleaned(?: up)?)|stale)\b|残留|残余|遗留|没(?:有)?(?:清理|删除|清除|删掉?|卸载)(?:干净)?|未(?:清理|删除|清除|卸载)(?:干净)?|还(?:在|存在|留着)"),
    (How.CONFLICT, r"\b(?:NetworkManager|networkd|security agent|antivirus)\b.{0,30}?\b(?:delet|remov|flush|reset|manag|touch)\w*|(?:NetworkManager|networkd|安全软件|安全客户端).{0,12}(?:删|清|没有?忽略|未忽略|管理|重置)|\banother (?:BGP daemon|bird|frr|quagga|gobgp)\b"),
    (How.MISMATCH, r"(?:没有?|未)(?:指定|设置|配置)(?:正确的?)?.{0,10}(?:网卡|IP_AUTODETECTION_METHOD)|\b(?:need|had|have|must)\w* (?:to )?(?:set|specify|change)\b.{0,12}?\bIP_AUTODETECTION_METHOD|\b(?:set(?:ting)?|specify(?:ing)?|chang(?:ed|ing)) (?:the )?IP_AUTODETECTION_METHOD\b"),
    (How.DENIED, r"(?:\bnot|n.t) tolerat\w+|\buntolerated\b|\b(?:missing|no|lacks? a) tolerations?\b|(?:没有?|未|不|无法)(?:能)?容忍|缺少容忍"),
    (How.CANNOT_ASSIGN, r"\b(?:node|host|machine|server|VM)(?:.s)?(?: \w+){0,2} (?:IP|address)(?:es)?\b.{0,30}?\b(?:changed|changes|may change|new)\b|\bchang(?:e|ed|ing) (?:of )?(?:the )?(?:\w+ ){0,2}(?:IP|address)\b|\b(?:IP|address) (?:address )?(?:has |was |had |is |got )?chang(?:ed|es)\b|\b(?:got|has|had|received|given|assigned) (?:a |another )?(?:new|different)? ?(?:IP|address)(?: address)? (?:from DHCP|after|by DHCP)\b|\b(?:got|received) (?:a |another )(?:new|different) (?:IP|address)\b|(?:节点|主机|机器|服务器|宿主机|本机)?(?:IP|ip)(?:地址)?.{0,6}(?:变更|变化|变了|改变|改了|发生变|修改)|(?:修改|更换|更改|改|换)(?:了|过)?.{0,6}(?:节点|主机|机器|服务器)的?(?:IP|ip|地址)"),
    (How.CANNOT_ASSIGN, r"\b(?:us(?:es?|ed|ing)|keeps?|kept|with|has|started up using) (?:the |its |an? |my )?(?:old|previous|former|previously[- ]detected|outdated) (?:IP|address)(?:es)?\b|(?:还是|仍然?|依旧)(?:用|使用|是)(?:着)?(?:了)?旧的? ?(?:IP|ip|地址)"),
    (How.OVERLAP, r"\boverlap(?:s|ped|ping)?\b|(?:重叠|重合|包含在|有交集)"),
    (How.CLOCK_SKEW, r"\bclocks?\b.{0,40}?\b(?:in the (?:past|future)|(?:minutes?|hours?|days?) (?:off|slow|fast|late|early))\b"),
    (How.CLOCK_SKEW, r"\b(?:clocks?|(?<!long )(?<!some )(?<!any )(?<!same )(?<!every )(?<!each )(?<!first )(?<!this )(?<!that )(?<!last )(?<!all the )(?<!many )(?<!\bat )(?<!\bof )(?<!\ba )times?)\b[^.,;!?]{0,40}?\b(?:out of sync|not in sync|unsynchroni[sz]ed|not synchroni[sz]ed|behind|ahead|skewed|drift(?:ed|s|ing)?|differs?|differed|inconsistent|wrong|different)\b|\b(?:clock|time) (?:skew|drift|difference)\b|\bnot (?:time )?synchroni[sz]ed\b.{0,20}?\b(?:time|clock)|(?:(?<![长短段些何同多久随时待动应行隔期效建约止始续])时间|时钟)(?![内后段戳里长])[^，。；！？,;!?]{0,12}(?:不统一|未同步|没同步|相差|差异|误差|落后|超前|跳变|不正确|错误|不同(?!步))"),
    (How.DISABLED, r"(?:容器)?(?:运行时|containerd|docker).{0,6}(?:未能|没有?|无法|不能|未)(?:正确)?(?:识别|加载|读取)|(?:未能|没有?|无法|不能|未)被(?:容器)?(?:运行时|containerd|docker)(?:正确)?(?:识别|加载|读取)|\b(?:containerd|cri-?o|docker|runtime)\b.{0,16}?\b(?:ignor\w+|(?:not|n.t|never) (?:load|pick|read|see|notic)\w*)"),
    (How.DISABLED, rf"\b(?:ip_forward(?:ing)?|forwarding|mesh)\b.{{0,24}}?\b(?:off|disabled|0|false|{_NOT} (?:enabled|on|set))\b|\b(?:off|disabled|{_NOT} (?:been )?(?:enabled|turned on|switched on))\b|转发.{{0,8}}(?:未|没有?|没)(?:被)?(?:开启|打开|启用|开)|(?:未|没有?)(?:开启|打开|启用).{{0,12}}转发|ip_forward.{{0,8}}(?:为|是|=|变成|被改成) ?0|(?:关闭|禁用)(?:了)?(?:.{{0,6}}全互|BGP ?mesh)"),
    (How.DENIED, rf"\b{_LSM}\b.{{0,30}}?\b(?:block|den|prevent|enforc|refus|forbid)\w*|\b(?:block|den|prevent|forbid)\w*.{{0,24}}?\b{_LSM}\b|{_LSM}.{{0,10}}(?:拦截|阻止|拒绝|禁止|限制|没关|未关|没有关|开启|强制)"),
    (How.DENIED, r"\b(?:rp_filter|reverse[- ]path filter(?:ing)?)\b.{0,24}?(?:\bstrict\b|\bdrop|\b= ?1\b|\bset to 1\b|\bis 1\b|\benabled\b)|\bstrict (?:rp_filter|reverse)|(?:rp_filter|反向路径).{0,10}(?:严格|丢|为 ?1|设为 ?1|= ?1|拦截)"),
    (How.DENIED, rf"\b(?:source[/ -]{{1,3}}dest(?:ination)?[ -]checks?|port security|anti-?spoofing)\b.{{0,30}}?\b(?:on|enabled|drops?|{_NOT} disabled|block\w*)\b|\b(?:disabl(?:e|ing)|turn(?:ing|ed)? off)\b.{{0,16}}?\b(?:source[/ -]{{1,3}}dest(?:ination)?[ -]checks?|port security|anti-?spoofing)|(?:源/?(?:目的|目标)(?:地址)?检查|端口安全|防(?:IP|ip)?欺骗).{{0,10}}(?:没关|未关|没有关|开启|打开|丢|拦|限制)"),
    (How.INVALID_VALUE, r"\brp_filter\b.{0,24}?(?:\bloose\b|= ?2\b|\bis 2\b|\bset to 2\b)|\bloose (?:rp_filter|reverse|RPF)|rp_filter.{0,8}(?:宽松|为 ?2|= ?2)"),
    (How.INVALID_VALUE, rf"\bswap\b.{{0,16}}?\b(?:on|enabled|active|{_NOT} (?:off|disabled|turned off))\b|(?:没有?|未)(?:关闭|关|禁用).{{0,4}}(?:swap|交换)|swap.{{0,6}}(?:没有?关|未关|未禁|没有?禁|开着|又(?:被)?(?:打)?开)"),
    (How.INVALID_VALUE, rf"\b(?:probes?|timeoutSeconds|timeout)\b.{{0,24}}?\b{_TOO_LITTLE}|\btimeoutSeconds\b.{{0,10}}\b1s?\b|(?:探针|探测|健康检查).{{0,10}}(?:太短|过短|太小|过小|不够|偏短)"),
    (How.INVALID_VALUE, r"\bprox(?:y|ies)\b.{0,30}?\b(?:set|configured|used|exported|inherited|picked up|interfer\w+|environment)\b|\b(?:goes?|going|went|sent|routed) (?:\w+ ){0,2}(?:through|via) (?:a |the |an )?(?:\w+ ){0,2}prox(?:y|ies)\b|\b(?:because of|due to) (?:a |the |an )?(?:\w+ ){0,2}prox(?:y|ies)\b|\b(?:NO_PROXY|no_proxy)\b.{0,40}?\b(?:missing|not|lacks?|without|does n.t|doesn.t)\b|\b(?:missing|not|add(?:ed|ing)?|absent)\b.{0,30}?\bNO_PROXY\b|(?:设置|配置|使用|走|用|继承|开)了?.{0,16}(?<!网络)代理|代理.{0,8}(?:导致|影响|拦截|转发|环境变量)|(?:NO_PROXY|no_proxy).{0,12}(?:没|未|缺|漏|不包含)|(?:http_proxy|HTTP_PROXY|https_proxy|HTTPS_PROXY)"),
)  # fmt: skip
REMEDIES: tuple[tuple[How, str], ...] = (
    (How.INVALID_VALUE, rf"\b{_TUNED}\b.{{0,24}}?\b(?:timeoutSeconds|probe.{{0,8}}timeouts?)\b|(?:调大|增大|加大|修改|延长|改大)(?:了)?.{{0,10}}(?:timeoutSeconds|(?:探针|探测|健康检查).{{0,6}}超时)"),
    (How.MODULE_MISSING, rf"\b(?:modprobe|load(?:ed|ing)?)\b.{{0,24}}?\b(?:ipip|vxlan|ip_?set\w*|xt_set|ip_tables|iptable_\w+|nf_\w+)\b.{{0,40}}?\b{_HELPED}|(?:加载|modprobe)(?:了)?.{{0,12}}(?:模块|ipip|ip_set|vxlan).{{0,16}}{_HELPED_ZH}"),
    (How.TOO_LARGE, rf"\bMTU\b.{{0,24}}?\b(?:to|=) ?\d{{3,4}}\b.{{0,40}}?\b{_HELPED}|(?:MTU|mtu)值?(?:改|调|设)(?:成|为|到|小).{{0,16}}{_HELPED_ZH}"),
    (How.CERTIFICATE_EXPIRED, rf"\b(?:renew|rotat|reissu|regenerat)\w*\b.{{0,24}}?\bcert\w*\b.{{0,40}}?\b{_HELPED}|(?:更新|续期|续签|重新签发|重新生成)(?:了)?.{{0,6}}证书.{{0,14}}{_HELPED_ZH}"),
    (How.DISABLED, rf"\b(?:enabl|turn)\w*\b.{{0,16}}?\b(?:ip_forward\w*|forwarding)\b.{{0,30}}?\b{_HELPED}|(?:开启|打开|启用)(?:了)?.{{0,8}}(?:ip_forward|转发).{{0,14}}{_HELPED_ZH}"),
    (How.CONFLICT, rf"\b(?:delet|remov)\w* (?:the )?(?:old|stale|duplicated?|leftover) (?:calico )?nodes?\b.{{0,40}}?\b{_HELPED}|(?:删除|清理|删掉)(?:了)?.{{0,6}}(?:旧|残留|重复|失效)的?.{{0,6}}节点.{{0,14}}{_HELPED_ZH}"),
    (How.MISMATCH, r"(?:\d{1,3}\.){3}\d{1,3} ?(?:是|为|is) ?(?:a |the |an )?(?:VIP|vip|虚拟|virtual)|没有?绑定(?:到)?(?:节点|本机|主机|真实) ?(?:ip|IP)|\b(?:bound|binds?|attached) to (?:the |a )?(?:VIP|virtual IP|floating IP)\b"),
    (How.CONFLICT, r"(?:主机名|节点名|hostname) ?都(?:是|叫|为)|\b(?:have|had|has|with|use|used|using) the same (?:host ?name|node ?name|machine[- ]id)\b"),
)  # fmt: skip
RESOURCES: tuple[tuple[How, str], ...] = (
    (How.OUT_OF_MEMORY, rf"\bmemory limits?\b.{{0,40}}?\b{_TOO_LITTLE}|\b{_TOO_LITTLE} (?:\w+ ){{0,2}}memory limits?\b|\b(?:ran|runs?|running) out of memory\b|\bOOM(?:ing|s|ed|-?kill\w*)?\b|内存(?:限制|limit|上限|配额).{{0,8}}(?:太小|过小|太低|过低|不够|不足|偏小)|内存.{{0,4}}(?:被打爆|爆了|耗尽)|(?<![a-zA-Z])OOM"),
    (How.RATE_LIMITED, r"\b(?:pull|download|rate)[- ]?limits?\b|\blimit (?:of|for) (?:anonymous )?pulls\b"),
    (How.RATE_LIMITED, rf"\bCPU (?:limits?|quota)\b.{{0,40}}?\b{_TOO_LITTLE}|\bCPU.{{0,12}}?\bthrottl\w+|CPU ?(?:限制|limit|配额).{{0,8}}(?:太小|过小|太低|过低|不够|偏小)|CPU ?被?(?:限流|节流)"),
    (How.FULL, r"\bload\b.{0,24}?\b(?:above|over|around|reached|exceed\w*|of) (?:\w+ )?\d{2,4}\b"),
    (How.FULL, r"\b(?:heavy|high|excessive|intens\w+) CPU\b|\b(?:very |too |so )?little CPU(?: time)?\b|\bstarved (?:of|for) CPU\b|\bCPU starvation\b|\bbusy (?:\w+ )?(?:machines?|nodes?|hosts?|servers?)\b|\b(?:no|any|without) CPU (?:requests?|limits?)\b|CPU ?(?:资源)?(?:不足|紧张|不够|争抢|抢占)"),
    (How.FULL, r"\b(?:over-?loaded|heavily loaded|under (?:heavy|high) load|high (?:CPU )?load|high CPU(?: usage)?|load (?:average )?(?:is |was )?(?:very |too )?high|CPU (?:is |was )?(?:at )?100 ?%|CPU (?:is |was )?(?:saturated|exhausted|maxed out))|负载.{0,8}(?:过高|很高|太高|高|大|打满|飙升)|高负载|过载|CPU.{0,8}(?:打满|100%|跑满|占满|过高|飙升|耗尽)"),
    (How.FULL, r"\bconn-?track(?: table)?\b.{0,16}?\b(?:full|exhausted|overflow\w*)\b|\bpools?\b.{0,16}?\b(?:full|exhausted|used up|ran out|run out)\b|\b(?:ran|run|running) out of (?:pod |free |available )?(?:IPs?|IP addresses|addresses)\b"),
    (How.NO_SPACE, r"\b(?:disk|partition|file ?system|volume|/var|root)\b.{0,16}?\b(?:full|filled up|ran out|out of space)\b|\b(?:ran|run|running) out of (?:disk|space|inodes)\b|\bfull disk\b|磁盘.{0,6}(?:满了|写满|爆了|打满|100%)"),
    (How.NO_WATCHES, r"\binotify\b.{0,24}?\b(?:limit|exhausted|too low|ran out|used up|full)\b|\bout of inotify\b|inotify.{0,12}(?:耗尽|用完|不足|不够|上限|太小|过小|满)"),
    (How.NO_THREADS, r"\b(?:pids?|process(?:es)?|threads?)\b.{0,16}?\b(?:limit|exhausted|used up|ran out)\b|\bout of (?:PIDs?|process IDs?|threads)\b|(?:进程|线程|pid|PID).{0,8}(?:耗尽|用完|达到上限|不足|满了|超限)"),
    (How.FAILED, r"(?:拉取?|下载|下|pull)不(?:到|下来?|了|动)|\b(?:images?)\b.{0,20}?\b(?:cannot|can.t|can not|could not|couldn.t|not) be (?:pulled|downloaded)\b|\b(?:cannot|can.t|can not|could not|couldn.t|unable to|failed to|not able to) (?:pull|download|fetch)\b|(?:拉取|下载|获取)(?:.{0,12}镜像)?失败|镜像.{0,8}(?:无法|不能)(?:拉取|下载|访问|获取)|(?:无法|不能)(?:拉取|下载|获取).{0,8}镜像"),
    (How.NOT_READY, rf"\b{_IS} {_NOT} (?:running|working|up|started|healthy|deployed|installed)\b|\b(?:isn|wasn|aren|weren).t (?:running|working|up|started|healthy)\b|\b(?:crashed|crashes|crashing|crash-?loop\w*|down|died|stopped)\b|没(?:有)?(?:正常|成功)?(?:运行|启动|起来|部署)|未(?:运行|启动|起来|部署)|挂(?:了|掉)|起不来|宕(?:机|了)|崩溃"),
    (How.MODULE_MISSING, r"\bmodules?\b.{0,24}?\b(?:missing|not (?:loaded|available|found|present|built)|absent|blacklisted)\b|\b(?:no|missing|without(?: the)?|lacks?(?: the)?|could not (?:insert|load)(?: the)?|couldn.t (?:insert|load)(?: the)?) \w+ (?:kernel )?modules?\b"),
    (How.LINK_DOWN, r"\b(?:loopback|lo|tunl0|vxlan\.calico|interface|link|device)\b.{0,16}?\b(?:is|was|went|been|set) (?:\w+ )?down\b|(?:网卡|接口|回环|(?<!\w)lo).{0,8}(?:被? ?down|没(?:有)?(?:启动|起来|启用|up)|未(?:启动|启用|up)|异常|丢失)"),
    (How.NOT_FOUND, r"\b(?:no|missing|without(?: a)?|lacks?(?: a| an)?) (?:\w+ )?(?:InternalIP|internal (?:IP|address)|default (?:route|gateway)|CNI conf\w*|podCIDR|BGP password)\b|(?:没有|缺少|缺失|丢失)(?:了)?.{0,6}(?:InternalIP|内网|默认(?:路由|网关)|CNI ?配置|[Pp]odCIDR)|(?:CNI ?配置).{0,6}(?:被删|丢失|没有|不存在)"),
    (How.NOT_FOUND, r"\b(?:default (?:route|gateway)|InternalIP|internal (?:IP|address)|podCIDR|CNI conf\w*|CRDs?)\b.{0,12}?\b(?:missing|gone|lost|absent|not (?:been )?(?:set|there|present|installed|applied|created))\b|(?:CRD|crd)s?.{0,6}(?:没有?|未)(?:安装|创建|部署)|(?:缺少|缺失)(?:了)?.{0,12}(?:CRD|crd)"),
    (How.NOT_FOUND, r"\b(?:custom resource|Installation|resource|CR)\b.{0,24}?\b(?:is|was|has|had)? ?(?:not|never) (?:been )?(?:created|applied|there|made)\b|\b(?:operator|Tigera operator)(?: manifest)? alone\b|(?:没有?|未|忘(?:了|记))(?:创建|部署|应用|apply).{0,12}(?:Installation|custom-resources|自定义资源)"),
    (How.DISABLED, r"(?:配置|CNI).{0,60}?(?:未能|未|没有?|无法|不能)(?:被)?(?:运行时|containerd|docker)?(?:正确)?(?:识别|加载|读取)|\b(?:NetworkReady=false|NotReady|not ready)\b.{0,40}?\b(?:until|unless)\b.{0,24}?\b(?:containerd|cri-?o|docker|runtime)\b.{0,12}?\brestart|\bnot (?:been )?(?:picked up|recogni[sz]ed|loaded) by (?:the )?(?:containerd|cri-?o|docker|container runtime|runtime)\b"),
    (How.FORBIDDEN, r"\b(?:lacks?|lacking|missing|insufficient|without|not have(?: the)?)\b.{0,24}?\b(?:permissions?|rights|RBAC)\b|(?:没有?|缺少|缺失)(?:了)?.{0,12}(?<!执行)权限|(?<!执行)权限.{0,4}(?:缺失|不足|不够)"),
    (How.EVICTED, r"\bdisk ?pressure\b|磁盘压力"),
    (How.NOT_EXECUTABLE, r"\bnoexec\b|\b(?:not executable|no execute permission|lost its execute bit)\b|没有(?:可)?执行权限|不可执行"),
    (How.READ_ONLY, r"\bread-?only\b|只读"),
    (How.TOO_OLD, r"\b(?:too|very) old\b|\b(?:outdated|older than)\b|\bCRDs?\b.{0,16}?\bnot (?:been )?(?:updated|upgraded)\b|(?:CRD|crd)s?.{0,6}(?:没有?|未)(?:更新|升级)|版本.{0,4}(?:过低|太低|太旧|过旧|太老|较低)|(?:内核|kernel).{0,8}(?:不支持|太低|过低)"),
    (How.TOO_NEW, r"\btoo new\b|\bnewer than\b|版本.{0,4}(?:过高|太高|太新|过新)"),
)  # fmt: skip

ROWS = (*REMEDIES, *STATES, *RESOURCES, *CONNECTIONS)
