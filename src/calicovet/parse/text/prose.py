"""Whether a line is prose."""

import re
from functools import cache

_COMMON = frozenset(
    [
        "the",
        "a",
        "an",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "i",
        "we",
        "you",
        "it",
        "they",
        "he",
        "my",
        "our",
        "your",
        "this",
        "that",
        "these",
        "those",
        "and",
        "but",
        "or",
        "so",
        "when",
        "while",
        "after",
        "before",
        "because",
        "if",
        "then",
        "than",
        "to",
        "of",
        "in",
        "on",
        "at",
        "for",
        "from",
        "with",
        "by",
        "as",
        "not",
        "no",
        "can",
        "cannot",
        "could",
        "would",
        "should",
        "will",
        "have",
        "has",
        "had",
        "do",
        "does",
        "did",
        "don't",
        "doesn't",
        "didn't",
        "can't",
        "there",
        "here",
        "any",
        "some",
        "all",
        "only",
        "also",
        "just",
        "still",
        "now",
        "which",
        "what",
        "why",
        "how",
        "please",
        "help",
        "thanks",
        "hi",
        "hello",
        "trying",
        "tried",
        "using",
        "used",
        "see",
        "seems",
        "get",
        "got",
        "getting",
        "following",
        "below",
        "above",
        "problem",
        "issue",
        "same",
        "other",
    ]
)
_HAN = r"\u4e00-\u9fff"


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {
        "program_speaks": re.compile(
            r"^(?:Error from server|error: |Error: |Defaulted container|Defaulting container|The connection to the server|"
            r"No resources found|Unable to |Failed to |WARN\w*[:\[]|W\d{4} |Warning: |[Ff]atal|panic:|This program can only be run on |The \w{3,40} \"[^\"]{1,120}\" is invalid: |\}? ?is not a valid json object|FATA|ERRO|INFO\[|"
            r"-?bash: |-?sh: |zsh: |modprobe: |modinfo: |ls: |cat: |grep: |iptables|ip6tables|mount: |"
            r"command terminated|container \S+ |Unit \S+ could not be found|Hint: |-- Logs begin|-- No entries|-- Journal|"
            r"calico/node is not ready|[Ff]elix is not|BIRDv?[46]? is not|Number of [Nn]ode|"
            r"Use '|kubelet |Liveness probe|Readiness probe|Back-off |Get \"?https?:|dial tcp|"
            r"[\w./-]+: (?:error|cannot|command not found|No such file)|# Warning:|"
            r"MountVolume\.|Failed create |Error creating: |Error response from daemon|[nN]etworkPlugin cni |network: |"
            r"[sS]kipping pod synchronization|runtime network not ready|(?:Generic)?PLEG |RunPodSandbox |CreateContainer |"
            r"\d+/\d+ nodes are available|Cannot connect to the Docker daemon|(?:oci|OCI) runtime |cni config |"
            r"lib[a-z]{2,12}: |exec(?:: | /)|fork/exec |runtime/cgo: |runtime: |SIG[A-Z]{3,5}: |signal: |listen (?:tcp|udp|unix) |"
            r"type=[A-Z_]{3,24} (?:msg=)?audit|audit: |kernel: |(?:EXT[234]|XFS|BTRFS)(?:-fs)? |nf_conntrack: |net_ratelimit: |"
            r"UDP: bad checksum|IPv[46]: |martian source |Error relocating |Unable to attach |calico CNI: |[A-Z][A-Z0-9_]{5,60}=\S|"
            r"SELinux is preventing |[a-z][\w.-]{1,60} \"[^\"]{1,120}\" (?:is (?:forbidden|invalid)|not found|already exists)|"
            r"(?:[A-Z]\w{2,60}\.)[a-z][\w.-]{1,60} \"[^\"]{1,120}\" is invalid|[\w./-]{2,60}\[\d{1,8}\]: |"
            r"(?:calico(?:[/-]\w{2,20}){0,2}|install-cni|ebpf-bootstrap|mount-bpffs|upgrade-ipam|bird6?|felix|confd|typha|tigera-operator|"
            r"dockerd|containerd|crio|kubelet|sysctl|crun|runc)(?: v\d[\w.-]{0,30})?: |"
            r"flag provided but not defined|unknown (?:shorthand )?flag: |\(combined from similar events\): |"
            r"(?:failed|unable) to [^:.]{3,80}: (?:failed to |rpc error|path \"|open /|stat /|mkdir /|write /|read |dial |exec|Get \"|exit status|listen |lookup |x509: |context )|"
            r"\[[^\]]{3,40}\d\d:\d\d:\d\d \d{4}\] )"  # dmesg -T, in the host's language
        ),
        "han": re.compile(f"[{_HAN}]"),
        "word": re.compile(r"[A-Za-z']+"),
        "list": re.compile(r"^\s{0,6}(?:[-*+•●◦▪]|\d{1,2}[.)、])\s+\S"),
        "heading": re.compile(
            r"^\s{0,3}#{1,6}\s*\S|^\s{0,3}\*\*[^*]{2,120}\*\*:?$|^[一二三四五六七八九十]、"
        ),
        "rule": re.compile(r"^\s{0,3}(?:-{3,}|={3,}|\*{3,}|_{3,})\s*$"),
    }


def is_heading(text: str) -> bool:
    return _patterns()["heading"].match(text[:300]) is not None


def is_rule(text: str) -> bool:
    return _patterns()["rule"].match(text[:300]) is not None


def is_list_item(text: str) -> bool:
    return _patterns()["list"].match(text[:300]) is not None


def has_han(text: str) -> bool:
    return _patterns()["han"].search(text) is not None


def program_speaks(text: str) -> bool:
    """Whether the line begins as only programs begin theirs."""
    return _patterns()["program_speaks"].match(text.strip()[:400]) is not None


def is_prose(text: str) -> bool:
    """Whether the line is a sentence or a label of a person; programs' own sentences are not."""
    head = text.strip()[:400]
    if not head or program_speaks(head):
        return False
    if has_han(head):
        return len(_patterns()["han"].findall(head)) >= 2
    words = _patterns()["word"].findall(head)
    if len(words) < 2:
        return False
    common = sum(1 for word in words if word.lower() in _COMMON)
    signs = sum(head.count(sign) for sign in "=|{}<>[]\\")
    if common >= 3 and common * 5 >= len(words) and signs <= 2 + len(words) // 8:
        return True
    if signs > 2 or head[0] in "{}[]<>|+=\"'" or len(words) < 3:
        return (
            common >= 1
            and head.endswith(":")
            and len(words) <= 8
            and signs == 0
            and head[0].isupper()
        )
    return common >= 1 and (head[-1] in ".:?!" or common >= 2) and text[:1] not in (" ", "\t")
