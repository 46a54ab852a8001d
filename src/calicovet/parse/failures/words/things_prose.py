"""Things as people name them, in English and Chinese; programs do not, so that logs are not searched for them."""

from calicovet.model.failures.thing import ThingClass

_C = ThingClass

SETTINGS: tuple[tuple[ThingClass, str, str], ...] = (
    (_C.CONFIG, "mtu", r"\bMTU\b|最大传输单元|(?:\b|巨型|大)jumbo frames?|巨帧|大包"),
    (_C.CONFIG, "swap", r"\bswap\b|交换(?:分区|空间|内存)"),
    (_C.CONFIG, "probe-timeout", r"\bprobes?.{0,12}timeouts?\b|\btimeoutSeconds\b|timeout of the .{0,12}probe|(?:探针|探测|健康检查)的?超时(?:时间|设置)?"),
    (_C.CONFIG, "bgp-password", r"\bBGP (?:MD5 )?password\b|\bMD5 password\b|BGP ?的?(?:认证)?(?:密码|口令)"),
    (_C.CONFIG, "nodetonodemeshenabled", r"\bnode[- ]to[- ]node mesh\b|\bfull mesh\b|\bBGP mesh\b|全互[联连]"),
    (_C.CONFIG, "service-cidr", r"\bservice (?:CIDR|subnet|network|range)\b|[Ss]ervice ?(?:网段|网络|地址段|CIDR)|服务网段"),
    (_C.CONFIG, "podcidr", r"\bpodCIDR\b|node\.spec\.podCIDR"),
    (_C.CONFIG, "cgroupdriver", r"\bcgroup[- ]?drivers?\b|\bcgroupfs\b|cgroup ?驱动"),
    (_C.CONFIG, "iptablesbackend", r"\biptables (?:backend|mode|variant)s?\b|\bnft(?:ables)? and (?:iptables[- ])?legacy\b|\blegacy and nft(?:ables)?\b|iptables ?(?:的)?(?:后端|模式)"),
    (_C.CONFIG, "ip_autodetection_method", r"\bIP_AUTODETECTION_METHOD\b|\bauto-?detection method\b|网卡匹配(?:规则|表达式)"),
    (_C.CONFIG, "kubernetes_service_host", r"\bKUBERNETES_SERVICE_(?:HOST|PORT)\b"),
    (_C.CONFIG, "node-selector", r"\bnode ?(?:selector|affinity)\b|节点(?:选择器|亲和)"),
    (_C.SYSCTL, "net.ipv4.ip_forward", r"\bip_forward\b|\b(?:IP|IPv4|packet|kernel) ?forwarding\b|(?:IP|ip|IPv4|内核|路由|数据包|流量|包) ?的? ?转发|转发功能"),
    (_C.SYSCTL, "net.ipv4.conf.*.rp_filter", r"\brp_filter\b|\breverse[- ]path filter(?:ing)?\b|反向(?:路径|路由)(?:过滤|校验|检查)"),
)  # fmt: skip
ADDRESSES: tuple[tuple[ThingClass, str, str], ...] = (
    (_C.LINK, "bridge", r"\b(?:docker0|cni0|virbr\d|br-[0-9a-f]{6,12})\b|\b(?:docker|linux|libvirt|virtual)? ?bridge(?:s|d)?\b|网桥|虚拟网卡"),
    (_C.LINK, "dummy", r"\bkube-ipvs0\b|\bnodelocaldns\b|\bdummy (?:interface|device|link)\b"),
    (_C.LINK, "nic", r"\b(?:network (?:cards?|interfaces?|adapters?)|(?:ethernet|host|physical|wrong|second|right|correct) interfaces?|interfaces?|NICs?|eth\d|ens\d{1,4}|enp\w{2,6})\b|网卡|网口|网络接口"),
    (_C.LINK, "lo", r"\bloopback(?: interface| device)?\b|\blo (?:interface|device)\b|(?<!\w)lo ?(?:网卡|接口|口)|(?:本地)?回环(?:网卡|接口|口)?"),
    (_C.ADDRESS, "virtual", r"\b(?:virtual|floating|keepalived) (?:IP|address)(?:es)?\b|\bVIPs?\b|虚拟 ?(?:IP|地址)|浮动 ?(?:IP|地址)"),
    (_C.ADDRESS, "internal", r"\bInternalIP\b|\binternal (?:IP|address)\b|内网(?:IP|地址)"),
    (_C.ADDRESS, "vtep", r"\bVTEPs?\b"),
    (_C.ADDRESS, "", r"\b(?:node|host|machine|server|VM|BGP)(?:.s)? ?(?:IP|address)(?:es)?\b|\bIP(?: address(?:es)?)?\b(?! ?(?:pools?|in IP|forward))|(?:节点|主机|机器|服务器|宿主机|本机)的? ?(?:IP|ip|地址)|(?<![a-zA-Z])(?:IP|ip)(?![a-zA-Z_ -]{0,3}(?:池|转发|pool|forward))"),
    (_C.POOL, "", r"\bIP ?pools?\b|\bpod (?:CIDR|subnet|network|range)\b|\bcluster[- ]cidr\b|\b(?:pod|free|available) (?:IPs?|IP addresses|addresses)\b|[Pp]od ?的?(?:网段|网络段|地址段|子网|CIDR)|容器(?:网段|网络段|地址段)|集群网段|网段|(?:IP|ip|地址) ?池"),
    (_C.NODE, "machine-id", r"\bmachine[- ]?id\b|\bproduct_uuid\b|\bclon(?:e|ed|es|ing)\b(?: (?:VMs?|machines?|nodes?|images?|templates?))?|克隆"),
    (_C.NODE, "former", r"\b(?:old|stale|former|previous|deleted|removed|dead) (?:calico )?nodes?(?: (?:object|entry|record|resource|name)s?)?\b|(?:旧的?|老的?|已删除的?|原来的?|残留的?|下线的?|失效的?)节点|节点(?:对象|信息|记录|资源)"),
    (_C.NODE_NAME, "", r"\bhost ?names?\b|\bnode ?names?\b|主机名|节点名(?:称)?|nodename"),
    (_C.HOST_NAME, "localhost", r"\blocalhost\b"),
)  # fmt: skip
TRAFFIC: tuple[tuple[ThingClass, str, str], ...] = (
    (_C.PROTOCOL, "ipip", r"\bIP[- ]?(?:in|over)?[- ]?IP\b|\bIP ?protocol (?:number )?(?:v?4)\b|\bproto(?:col)? 4\b|\btunl0\b|协议号? ?4(?!\d)|4 ?号协议|(?<![a-zA-Z])(?:ipip|IPIP)"),
    (_C.PROTOCOL, "vxlan", r"\bvxlan(?:\.calico)?\b|\boffload(?:ing|s|ed)?\b|(?<![a-zA-Z])(?:vxlan|VXLAN)|卸载功能|硬件卸载|校验和?卸载"),
    (_C.PROTOCOL, "bgp", r"\bBGP (?:port|traffic|packets?|protocol|connections?|sessions?)\b|BGP ?(?:端口|流量|报文|协议|通信|连接)"),
    (_C.PORT, "4789", r"(?<![\d.:])4789(?![\d.])"),
    (_C.BGP_PEER, "", r"(?<![\d.:])179(?![\d.])|\bAS ?numbers?\b|\bASNs?\b|\bBGP (?:peer|neighbou?r)s?\b|AS ?号|BGP ?(?:邻居|对端)"),
    (_C.TYPHA, "", r"(?<![\d.:])5473(?![\d.])"),
    (_C.FIREWALL, "cloud", r"\bsource[/ -]{1,3}dest(?:ination)?[ -]checks?\b|\bport security\b|\banti-?spoofing\b|\ballowed[- ]address[- ]pairs?\b|源/?(?:目的|目标)(?:地址)?检查|端口安全|防(?:IP|ip)?欺骗"),
    (_C.FIREWALL, "host", r"\bfirewalls?\b|\bfirewalld\b|\bufw\b|\biptables rules?\b|防火墙|iptables ?规则"),
    (_C.FIREWALL, "network", r"\bsecurity groups?\b|\bnetwork ACLs?\b|\bNSGs?\b|安全组|网络 ?ACL"),
    (_C.ROUTE, "default", r"\bdefault (?:route|gateway)\b|默认(?:路由|网关)"),
)  # fmt: skip
PROGRAMS: tuple[tuple[ThingClass, str, str], ...] = (
    (_C.CONTAINER, "kube-proxy", r"\bkube-?proxy\b|(?<![a-zA-Z])kube-proxy"),
    (_C.CONTAINER, "kube-controller-manager", r"(?<![a-zA-Z])kube-controller-manager|\bcontroller[- ]manager\b"),
    (_C.PROXY, "", r"\bhttps?_proxy\b|\bno_proxy\b|\b(?:HTTPS?|web|corporate|forward) prox(?:y|ies)\b|\bprox(?:y|ies) (?:variables?|settings?|environment|server|env)\b|(?<!网络)代理(?!模式|组件)"),
    (_C.PROGRAM, "networkmanager", r"\bNetwork ?Manager\b|(?<![a-zA-Z])NetworkManager"),
    (_C.PROGRAM, "systemd-networkd", r"\b(?:systemd-)?networkd\b"),
    (_C.PROGRAM, "flannel", r"\bflannel(?:\.1|d)?\b|(?<![a-zA-Z])flannel"),
    (_C.PROGRAM, "weave-net", r"\bweave(?:-?net)?\b"),
    (_C.PROGRAM, "cilium-cni", r"\bcilium\b"),
    (_C.PROGRAM, "security-agent", r"\b(?:security|antivirus|anti-virus|EDR|endpoint protection) (?:agent|software|tool|product)s?\b|\bantivirus\b|安全(?:软件|代理|客户端|agent)|杀毒(?:软件)?|主机安全"),
    (_C.PROGRAM, "calico-node", r"\bcalico(?:-node)?(?:.s)? (?:version|release)\b|\bversion of calico\b|[Cc]alico ?的?版本"),
    (_C.API_SERVER, "", r"\b(?:kubernetes|k8s)(?:.s)? (?:version|release)\b|(?:kubernetes|Kubernetes|k8s|K8s|K8S) ?的?版本"),
    (_C.CNI_CONFIG, "", r"\bCNI (?:network )?conf(?:ig)?(?:s|uration|urations)?(?: files?)?\b|\bconflist\b|\bnet\.d\b|[Cc][Nn][Ii] ?的?(?:配置|网络配置)"),
    (_C.BIRD, "graceful-restart", r"\bgraceful[- ]restart\b|优雅重启|平滑重启"),
    (_C.ETCD, "", r"\betcd\b|(?<![a-zA-Z])etcd"),
    (_C.LSM, "selinux", r"(?<![a-zA-Z])SELinux|\bselinux\b"),
    (_C.LSM, "apparmor", r"(?<![a-zA-Z])AppArmor|\bapparmor\b"),
    (_C.KERNEL, "", r"\bkernels?(?: versions?)?\b(?! (?:modules?|forwarding))|(?:Linux|系统)?内核(?:版本)?(?!模块|转发)"),
    (_C.MODULE, "vxlan", r"\bvxlan(?:\.ko| (?:kernel )?modules?)\b|vxlan ?(?:内核)?模块"),
    (_C.MODULE, "ipip", r"\bipip(?:\.ko| (?:kernel )?modules?)\b|ipip ?(?:内核)?模块"),
    (_C.MODULE, "ip_tables", r"\b(?:ip_tables|iptables|iptable_nat|x_tables)(?:\.ko| (?:kernel )?modules?)\b|iptables ?(?:内核)?模块"),
    (_C.MODULE, "ip_set", r"\b(?:ip_set|ipset|xt_set)(?:\.ko| (?:kernel )?modules?)\b|ip_?set ?(?:内核)?模块"),
    (_C.MEMORY, "", r"\bmemory\b|\bOOM\w*|内存"),
    (_C.CPU, "", r"\bCPUs?\b|\bload(?: average)?\b|\boverload(?:ed)?\b|(?<![a-zA-Z])CPU|负载|负荷"),
    (_C.PROBE, "", r"\bprobes?\b|\bhealth ?checks?\b|探针|健康检查"),
    (_C.CLOCK, "", r"\b(?:clocks?|NTP|chronyd?|(?:system|node|server|host) times?|times?)\b|时间|时钟"),
    (_C.IMAGE, "", r"\bimages?\b|镜像"),
    (_C.TOKEN, "", r"\btokens?\b|\bcredentials?\b|密钥|凭[证据]|令牌"),
)  # fmt: skip

ROWS = (*SETTINGS, *ADDRESSES, *TRAFFIC, *PROGRAMS)
