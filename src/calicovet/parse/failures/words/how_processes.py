"""Vocabulary: how files, processes and resources fail (errno, Go, glibc, runtimes)."""

from calicovet.model.failures.how import How
from calicovet.parse.failures.vocabulary_row import Weight, how

_PRECISE, _EFFECT = Weight.PRECISE, Weight.EFFECT

FILES = (
    how(How.INVALID_ARGUMENT, "bad descriptor file|ebadf", r"bad file descriptor|EBADF"),
    how(How.MISSING, "such file no|enoent", r"no such file or directory|ENOENT"),
    how(How.MISSING, "enoent", r"\bENOENT"),
    how(
        How.MISSING,
        "exist not|exist doesn|didn exist",
        r"(file|path|directory|socket|mount ?point|mountpoint|device|/[\w.-]{1,60})\W{0,3} (does not|doesn.t|did not|didn.t) exist",
    ),
    how(
        How.MISSING,
        "missing file|missing files|missing path|directory missing",
        r"(file|files|path|directory) (is |are )?missing|missing (file|files|directory)",
    ),
    how(
        How.PERMISSION_DENIED,
        "permission denied|access denied|eacces|writeable|writable|avc",
        r"permission denied|EACCES|avc: +denied|is no[nt][ -]writeable|(is )?not writ(e)?able|no writ(e)?able director(y|ies)",
    ),
    how(
        How.PERMISSION_DENIED,
        "denied apparmor|denied avc",
        r"apparmor\W{1,4}DENIED|avc: denied",
        _PRECISE,
    ),
    how(
        How.READ_ONLY,
        "read only|erofs|readonly",
        r"read[- ]only file ?system|EROFS|is read[- ]only|readonly file ?system|remount\w* .{0,40}?read[- ]only",
        _PRECISE,
    ),
    how(
        How.NO_SPACE,
        "space left|enospc|disk full|enough space",
        r"no space left on device|ENOSPC|disk (is )?full|not enough (free )?(disk )?space",
    ),
    how(How.NOT_A_DIRECTORY, "directory not|enotdir", r"(is )?not a directory|ENOTDIR"),
    how(How.IS_A_DIRECTORY, "directory is|eisdir", r"\bis a directory|EISDIR"),
    how(How.WRONG_TYPE, "hostpath type check", r"hostPath type check failed", _PRECISE),
    how(
        How.WRONG_TYPE,
        "check failed type|shared mount|block special|an not|mountpoint|not point|file not|device not|not socket",
        r"is not an? (file|socket|block device|char device|regular file)|not a shared( or slave)? mount|not a (valid )?mount ?point",
    ),
    how(
        How.BUSY,
        "busy|etxtbsy|ebusy",
        r"text file busy|(device or )?resource busy|(is|was) busy|EBUSY|ETXTBSY",
    ),
    how(
        How.NOT_EXECUTABLE,
        "denied exec permission|denied permission fork",
        r"(fork/)?exec \S+: permission denied|exec: \S+: permission denied",
        _PRECISE,
    ),
    how(How.NOT_EXECUTABLE, "executable not", r"is not executable"),
    how(
        How.CORRUPT,
        "checksum|cksum|corrupt|corrupted|corruption|mismatch digest|mismatch checksum|commit digest|size validation",
        r"(invalid|bad|wrong) checksum|checksum mismatch|corrupt(ed|ion)?|digest .{0,80}?mismatch|failed size validation|unexpected commit digest|\[bad udp cksum",
    ),
    how(
        How.CORRUPT,
        "unexpected json|unexpected end",
        r"unexpected end of (JSON|file|input)|unexpected end of JSON input",
    ),
    how(
        How.CORRUPT,
        "error input output|error i o|ext4|xfs|ext error|ext critical|handle stale|structure cleaning|btrfs critical|btrfs error",
        r"input/output error|I/O error|(EXT4|XFS|BTRFS)\S* (error|critical)|structure needs cleaning|stale (NFS )?file handle",
    ),
)

PROCESSES = (
    how(
        How.HUNG,
        "report timed|reporter timed",
        r"\breport(er)?( is not live:)? timed out",
        _PRECISE,
    ),
    how(
        How.EXIT,
        "exit status|exit code|exited status|exited code|exited with|exitcode|exit|terminated|exited",
        r"\b(?:exit(?:ed)?|terminated)\b(?: with)?(?: non-?zero)?(?: exit)?[ _]?(?:status|code)?\W{1,4}(?P<v>[1-9]\d{0,2})(?!\d)",
        _EFFECT,
    ),
    how(
        How.EXIT,
        "exit code nonzero|exitcode|exit",
        r"exit[ _]?code\W{1,4}(?P<v>[1-9]\d{0,2})(?!\d)",
        _EFFECT,
    ),
    how(
        How.KILLED,
        "signal|sigkill|sigterm|sigabrt|killed",
        r"signal(?: \d{1,2})?: (?P<v>killed|terminated|aborted|hangup)|(terminated|killed) by signal|received signal|SIG(KILL|ABRT)|was killed",
        _EFFECT,
    ),
    how(
        How.KILLED_BY_PROBE,
        "liveness failed restarted|liveness probe killed|startup probe restarted|killed probe|killed because|restarted because|by restarted|by killed",
        r"failed (liveness|startup) probe, will be restarted|(killed|restarted) (by|because of) (its |the )?(liveness|startup)",
        _PRECISE,
    ),
    how(
        How.EVICTED,
        "evicted|evicting|eviction|quantity|low resource",
        r"\bevict(ed|ing)\b|low on resource|threshold quantity",
    ),
    how(
        How.EXEC_FORMAT,
        "exec format|exec architecture|architecture|enoexec|match platform|for manifest",
        r"exec format error|ENOEXEC|wrong architecture|does not match the (specified|host) platform|no match(ing)? manifest for .{0,40}",
        _PRECISE,
    ),
    how(
        How.MISSING_LIBRARY,
        "shared libraries|shared object|symbol lookup|library|libraries loading|glibc",
        r"error while loading shared libraries: (?P<v>[\w.+-]+)?|cannot open shared object file|symbol lookup error|version \W?GLIBC\S* not found|no such library",
        _PRECISE,
    ),
    how(
        How.MISSING_PROGRAM,
        "executable found|command found|executable stat|binary found|plugin find|container process directory|exec executable|exec stat",
        r"executable file not found( in \$?PATH)?|command not found|executable not found|failed to find plugin \S+ in path|exec: \W{0,3}\S+\W{0,3}: (stat|executable)|(?:unable to start container process|starting container process).{0,80}no such file or directory",
        _PRECISE,
    ),
    how(
        How.UNKNOWN_FLAG,
        "unknown flag|unknown option|unrecognized option|unknown command|unrecognized|provided defined flag|syntax error|keyword|unknown shorthand|unknown argument|unrecognized argument|invalid option|token unknown",
        r"unknown (shorthand )?(flag|option|command|keyword|token|argument)|unrecognized (option|argument|flag|command)|flag provided but not defined|invalid option|\bsyntax error",
        _PRECISE,
    ),
    how(
        How.SEGFAULT,
        "segfault|segmentation|sigsegv core|dumped",
        r"\bsegfault\b|segmentation (fault|violation)|core dumped",
        _PRECISE,
    ),
    how(How.SEGFAULT, "sigsegv", r"\bSIGSEGV\b(?!: segmentation violation)", _PRECISE),
    how(
        How.PANIC,
        "nil pointer|invalid memory dereference",
        r"invalid memory address or nil pointer dereference",
        _PRECISE,
    ),
    how(
        How.ILLEGAL_INSTRUCTION,
        "illegal instruction|invalid opcode|sigill|microarchitecture|support cpu|processors|instruction supported",
        r"illegal instruction|invalid opcode|\bSIGILL\b|CPU does not support \S+|can only be run on AMD64 processors|instruction set .{0,40}not supported",
        _PRECISE,
    ),
    how(How.PANIC, "panic|panicked", r"\bpanic(ked)?\b(: | at|:)", _EFFECT),
    how(
        How.PANIC,
        "runtime error|fatal error|selftest|crngt|self test",
        r"(^|[\]:] )fatal error: |runtime error: |\bSELFTEST FAILURE|CRNGT failed|self[- ]test failed",
        _PRECISE,
    ),
    how(
        How.HUNG,
        "hung|blocked seconds|lockup|stuck|live timed|live reporting|hang|pleg healthy|not responding",
        r"blocked for more than \d+ seconds|soft lockup|\b(is |got )?stuck\b|\bhung\b|reporting non-live|not live: timed out|PLEG is not healthy|\bis not responding",
    ),
    how(
        How.HUNG,
        "responding|relist|watchdog|did respond",
        r"not responding|watchdog .{0,40}(timeout|expired)|did not respond",
    ),
    how(
        How.RESTARTING,
        "restarting back|crashloopbackoff|changed sandbox|imagepullbackoff|pulling back|recreated sandbox|backoff",
        r"back-?off( \S+)? restarting failed|CrashLoopBackOff|sandbox changed, it will be killed|back-?off pulling image|ImagePullBackOff",
        _EFFECT,
    ),
)

RESOURCES = (
    how(How.OUT_OF_MEMORY, "killed process", r"\bKilled process \d+", _PRECISE),
    how(How.FULL, "argument list long", r"argument list too long", _PRECISE),
    how(
        How.RATE_LIMITED,
        "throttling cpu|throttled cpu",
        r"throttling (of )?CPU|CPU.{0,30}?throttl(ed|ing)",
    ),
    how(How.EVICTED, "low resource", r"was low on resource"),
    how(How.FULL, "allocated only|only addresses", r"allocated only 0\b", _PRECISE),
    how(
        How.OUT_OF_MEMORY,
        "memory out|memory allocate|oomkilled|oom|enomem|killed memory",
        r"\bout of memory|(?P<v>cannot allocate memory)|OOM-?killed|oom[-_ ]kill\w*|ENOMEM|memory cgroup out",
        _PRECISE,
    ),
    how(
        How.NO_THREADS,
        "temporarily resource unavailable|temporarily thread|thread create|pthread|threads|pids|limit pid|fork rejected|cannot fork|any create|can fork",
        r"(fork|exec|thread|clone|pthread_create|newosproc|process)\S*.{0,80}?resource temporarily unavailable|failed to create new OS thread|may not create any more|pids? limit|cgroup: fork rejected|can.t fork|cannot fork",
        _PRECISE,
    ),
    how(How.NO_THREADS, "temporarily resource unavailable", r"resource temporarily unavailable"),
    how(
        How.NO_FILES,
        "many open files|emfile|enfile|overflow",
        r"too many open files|EMFILE|ENFILE|file table overflow",
        _PRECISE,
    ),
    how(
        How.NO_WATCHES,
        "inotify watch|inotify init|inotify many|watches limit|fsnotify watcher|instances|watches|inotify space|inotify limit",
        r"inotify\w*.{0,60}?(too many open files|no space left|limit)|(limit|number) of inotify (watches|instances)|(fsnotify|inotify) watcher.{0,60}?(too many open files|no space)|max_user_(watches|instances)",
        Weight.WHOLE,
    ),
    how(How.QUOTA, "quota disk|edquot|quota", r"disk quota exceeded|EDQUOT|quota exceeded"),
    how(
        How.INSUFFICIENT,
        "insufficient|available nodes|many pods|outofcpu|outofmemory|outofpods|enough|outofephemeral",
        r"insufficient (cpu|memory|pods|ephemeral-storage)|too many pods|OutOf(cpu|memory|pods|ephemeral-storage)|not enough (cpu|memory|linux nodes)",
        _PRECISE,
    ),
    how(
        How.DENIED,
        "untolerated|tolerate",
        r"untolerated taint|that the pod didn.t tolerate|didn.t tolerate",
    ),
    how(
        How.FULL,
        "table full|full map|full|argument list|e big",
        r"table (is )?full|map (is )?full|(hash|set) is full|(is|was) full\b|E2BIG",
    ),
    how(
        How.FULL,
        "exhausted|addresses available|ips available|affine free|block limit|assigned requested|blocks|free no|available no|assigned out|allocated only",
        r"(pools?|addresses|range|space|blocks) (are |is )?(likely |fully )?exhausted|no (more )?(free|available) (affine )?(blocks?|addresses|ips?)|no (IPs|addresses) (are )?available|no IP addresses available|per host block limit|assigned 0 out of \d+|allocated only 0",
        _PRECISE,
    ),
    how(
        How.NOT_FOUND,
        "configured pools no|pools match|no pool|no pools",
        r"no configured (Calico )?pools|no pools match|no (enabled )?(IP )?pools? (is |are )?(found|available|configured)",
        _PRECISE,
    ),
)

HOWS = (*FILES, *PROCESSES, *RESOURCES)
