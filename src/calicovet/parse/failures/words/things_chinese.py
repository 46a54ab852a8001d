"""Vocabulary: things by their Chinese names."""

from calicovet.model.failures.thing import ThingClass

_C = ThingClass

CHINESE: tuple[tuple[ThingClass, str, str], ...] = (
    (_C.API_SERVER, "", r"[Aa][Pp][Ii] ?-?[Ss]erver|apiserver|API ?服务器"),
    (_C.ETCD, "", r"etcd"),
    (_C.TYPHA, "", r"[Tt]ypha"),
    (_C.REGISTRY, "", r"(?:镜像)?仓库|registry"),
    (_C.IMAGE, "", r"镜像"),
    (_C.CERTIFICATE, "", r"证书"),
    (_C.CLOCK, "", r"(?<![长短段些何同多久随])时间(?![内后段戳里长])|时钟|NTP|chrony"),
    (_C.DISK, "", r"磁盘|硬盘|根分区|根目录|空间"),
    (_C.MEMORY, "", r"内存|OOM"),
    (_C.MODULE, "", r"(?:内核)?模块"),
    (_C.CONNTRACK, "", r"conntrack|连接跟踪"),
    (_C.POOL, "", r"地址池|IP ?池|ippool"),
    (_C.HOST_NAME, "", r"域名|DNS|主机名解析"),
    (_C.ROUTE, "default", r"默认路由|默认网关"),
    (_C.ROUTE, "", r"路由"),
    (_C.LINK, "", r"网卡|接口"),
    (_C.CGROUP, "", r"cgroup"),
    (_C.TOKEN, "", r"令牌|[Tt]oken"),
    (_C.PROBE, "liveness", r"存活(?:性)?(?:探针|探测|检查)"),
    (_C.PROBE, "readiness", r"就绪(?:性)?(?:探针|探测|检查)"),
    (_C.CPU, "", r"CPU|处理器"),
    (_C.FILES, "", r"文件(?:描述符|句柄)"),
    (_C.PROCESSES, "", r"进程数|线程数|pid 数"),
    (_C.ADDRESS, "", r"IP ?地址|地址冲突|节点地址"),
    (_C.RUNTIME, "", r"容器运行时|containerd|docker"),
    (_C.WEBHOOK, "", r"[Ww]ebhook|准入"),
)
