#!/bin/sh
# Shows what a node says of calico-node, as a transcript that `calicovet diagnose` reads.
#
#   sh host-script.sh > node.txt      (as root; otherwise with sudo, where that asks for no password)
#
# It changes nothing: every command below only reads, has a time limit, and prints a bounded part.
# Keys, tokens and kubeconfigs are not printed. Needs a POSIX shell and awk; busybox has both.
# NODE=name says what Kubernetes calls this node; CALICOVET_SECONDS=n how long all of it may take.

LC_ALL=C
PATH=$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/bin
PATH=$PATH:/var/lib/rancher/rke2/bin:/snap/bin
SYSTEMD_COLORS=0
SYSTEMD_IGNORE_CHROOT=1
export LC_ALL PATH SYSTEMD_COLORS SYSTEMD_IGNORE_CHROOT

node=@NODE@
node=${node:-$NODE}
apis=@APIS@
most=200000

has() { command -v "$1" >/dev/null 2>&1; }

clock() {
    read -r up _ </proc/uptime
    echo "$up"
}

utc() { date -u +%Y-%m-%dT%H:%M:%SZ; }

# One command line as a human types it, and what it prints.
probe() {
    seconds=$1 line=$2
    program=${line#time }
    program=${program%% *}
    has "$program" || return 0
    now=$(clock)
    if [ "${now%%.*}" -ge "$end" ]; then
        late="$late $program"
        return 0
    fi
    printf '[root@%s ~]# %s\n' "$node" "$line"
    run "$seconds" "$line" "$program" | tidy "$program" &
    job=$!
    # Whoever hangs in the kernel cannot be killed; what he might still say is no longer waited for.
    kill_after $((seconds + 2)) "$job" >/dev/null 2>&1 &
    watch=$!
    wait "$job" 2>/dev/null || printf '...\nsh: %s: timed out after %s s\n' "$program" "$seconds"
    kill "$watch" 2>/dev/null
}

run() {
    began=$(clock)
    case $2 in
    *'|'*) limited "$1" "$2" ;;
    # No shell in between, so that it is the program itself that is killed.
    *) limited "$1" "exec ${2#time }" ;;
    esac </dev/null 2>&1
    status=$?
    case $status in
    124 | 137 | 143) printf 'sh: %s: timed out after %s s\n' "$3" "$1" ;;
    esac
    case $2 in
    'time '*) awk -v a="$began" -v b="$(clock)" 'BEGIN { printf "real\t0m%.2fs\n", b - a }' ;;
    esac
}

limited() {
    case $limit in
    new) $root timeout "$1" "$shell" -c "$2" ;;
    old) $root timeout -t "$1" "$shell" -c "$2" ;;
    *)
        $root sh -c "$2" &
        child=$!
        kill_after "$1" "$child" >/dev/null 2>&1 &
        killer=$!
        wait "$child"
        set -- $?
        kill "$killer" 2>/dev/null
        return "$1"
        ;;
    esac
}

kill_after() {
    trap 'kill "$nap" && wait "$nap"; exit' TERM
    sleep "$1" &
    nap=$!
    wait "$nap"
    kill -9 "$2"
}

# What was printed, bounded and without secrets; a refusal is told as the shell's, since nothing was seen.
tidy() {
    exec awk -v most="$most" -v program="$1" '
        # Hides the words of some length that stand after the pattern.
        function hide(after, least,    shown, rest) {
            rest = $0
            while (match(tolower(rest), after)) {
                shown = shown substr(rest, 1, RSTART + RLENGTH - 1)
                rest = substr(rest, RSTART + RLENGTH)
                match(rest, /^[^ \t",;}]*/)
                shown = shown (RLENGTH < least ? substr(rest, 1, RLENGTH) : "<redacted>")
                rest = substr(rest, RLENGTH + 1)
            }
            $0 = shown rest
        }
        # Hides what begins as the tokens of a provider do, if it is as long as they are.
        function hide_token(prefix, letters, least,    shown, rest) {
            rest = $0
            while (match(rest, prefix letters "+")) {
                shown = shown substr(rest, 1, RSTART - 1)
                shown = shown (RLENGTH < least + length(prefix) ? substr(rest, RSTART, RLENGTH) : "<redacted>")
                rest = substr(rest, RSTART + RLENGTH)
            }
            $0 = shown rest
        }
        # Hides the value of a name that has one of the words; `doubtful` words also stand in sentences.
        function hide_value(words, about, doubtful,    shown, rest, name, quote, size, value) {
            rest = $0
            while (match(tolower(rest), "(" words ")[a-z0-9_.-]*[\\\\]*[\"\047]?[ \t]*[=:][ \t]*")) {
                name = tolower(substr(rest, RSTART, RLENGTH))
                shown = shown substr(rest, 1, RSTART + RLENGTH - 1)
                rest = substr(rest, RSTART + RLENGTH)
                if (name ~ "(" about ")[\"\047]?[ \t]*[=:][ \t]*$") continue
                quote = match(rest, /^[\\]*["\047]/) ? substr(rest, 1, RLENGTH) : ""
                shown = shown quote
                rest = substr(rest, length(quote) + 1)
                size = quote ? index(rest, quote) - 1 : match(rest, /[ \t",;}]/) - 1
                if (size < 0) size = length(rest)
                value = substr(rest, 1, size)
                rest = substr(rest, size + 1)
                if (size < 3 || value ~ /^([\/<]|true$|false$|null$|none$|nil$)/) shown = shown value
                else if (doubtful && (value !~ /[0-9]/ || value ~ /^[a-z0-9.:\/-]*$/ && !quote)) shown = shown value
                else shown = shown "<redacted>"
            }
            $0 = shown rest
        }
        { size += length($0) + 1 }
        size > most { print "..."; exit }
        hidden { if (/-----END/) hidden = 0; else next }
        /-----BEGIN.*PRIVATE KEY/ && !/-----END/ { hidden = 1 }
        /eyJ/ { gsub(/eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_.-]+/, "<redacted>") }
        /@/ { gsub(/:\/\/[^\/ :@]+:[^\/ @]+@/, "://<redacted>@") }
        /[Bb]earer/ { hide("bearer +", 16) }
        /oken|ssw|ecret|ey/ {
            hide("--(token|password|[a-z-]*secret|[a-z-]*key)[= ]", 6)
            hide("key-data\"?[ \t]*[=:][ \t]*\"?", 3)
        }
        # The same names and tokens as `calicovet diagnose` takes out of what it reads.
@SECRETS@
        { gsub(/```/, "``") }
        index($0, program ": ") == 1 && /denied|not permitted/ { print "sh: " $0; next }
        /^Running in chroot, ignoring|^Failed to connect to bus/ { print "sh: " $0; next }
        { print substr($0, 1, 4000) }'
}

# The oldest process of that name in the host's own network, where all that is looked for here lives:
# a node inside a container (kind, a test) is another host. A dead one has no command line.
process() {
    own=$($root readlink /proc/self/ns/net)
    for each in /proc/[0-9]*; do
        name=
        { read -r name <"$each/comm"; } 2>/dev/null
        if [ "$name" = "$1" ] && [ "$($root readlink "$each/ns/net")" = "$own" ]; then
            echo "${each#/proc/}"
        fi
    done | sort -n | head -n 1
}

# The value of a flag in the command line of a process: --flag=value, or two words.
flag() {
    $root cat "/proc/$1/cmdline" 2>/dev/null | tr '\000' '\n' |
        awk -v flag="$2" 'after { print; exit } $0 == flag { after = 1 }
            index($0, flag "=") == 1 { print substr($0, length(flag) + 2); exit }'
}

# The newest log of each container of calico-node; they can be read when the API server is dead.
calico_logs() {
    pods=/var/log/pods
    pod=$($root ls -t "$pods" 2>/dev/null | grep -E '_(calico-node|canal)-[a-z0-9]+_' | head -n 1)
    [ -n "$pod" ] || return 0
    for container in $($root ls -tr "$pods/$pod"); do
        log=$($root ls -t "$pods/$pod/$container" | grep '\.log$' | head -n 1)
        [ -z "$log" ] || echo "$pods/$pod/$container/$log"
    done
}

# Where the API server is: as told, as the kubelet and the CNI plugin are told, as every pod is told.
servers() {
    for api in $apis; do echo "https://$api"; done
    # Calico writes IPv4 addresses in brackets too, which curl refuses.
    for file in /etc/kubernetes/kubelet.conf /var/lib/kubelet/kubeconfig \
        /etc/cni/net.d/calico-kubeconfig "$(flag "$kubelet" --kubeconfig)"; do
        [ -z "$file" ] || $root sed -n 's/.*server"\{0,1\}: *"\{0,1\}\(https:[^" ,}]*\).*/\1/p' "$file"
    done 2>/dev/null | sed 's/\[\([0-9.]*\)]/\1/'
    for each in $calico $proxy; do
        $root cat "/proc/$each/environ" 2>/dev/null | tr '\000' '\n' | awk -F= '
            $1 == "KUBERNETES_SERVICE_HOST" { host = index($2, ":") ? "[" $2 "]" : $2 }
            $1 == "KUBERNETES_SERVICE_PORT" { port = $2 }
            END { if (host) print "https://" host ":" (port ? port : 443) }'
    done
}

# Where the kernel counts how often calico-node had to wait for a processor.
cpu_stat() {
    $root cat "/proc/$calico/cgroup" 2>/dev/null | awk -F: '
        $1 == 0 && $3 != "/" { print "/sys/fs/cgroup" $3 "/cpu.stat" }
        $2 ~ /(^|,)cpu(,|$)/ { print "/sys/fs/cgroup/" $2 $3 "/cpu.stat" }' |
        while read -r file; do [ ! -e "$file" ] || echo "$file"; done | head -n 1
}

main() {
    has awk || { echo "sh: awk: not found, and nothing can be shown without it" >&2; exit 1; }
    root=
    if [ "$(id -u)" != 0 ] && has sudo && sudo -n true 2>/dev/null; then root="sudo -n"; fi
    as_root=true
    [ "$(id -u)" = 0 ] || [ -n "$root" ] || as_root=false
    # By its path: a busybox asked for `sh` is one itself, and takes its own `ip` for ours.
    shell=$(command -v sh) limit=
    if timeout 5 true 2>/dev/null; then limit=new; elif timeout -t 5 true 2>/dev/null; then limit=old; fi
    kubelet=$(process kubelet) calico=$(process calico-node) proxy=$(process kube-proxy)
    [ -n "$node" ] || node=$(flag "$kubelet" --hostname-override)
    [ -n "$node" ] || node=$(uname -n)
    node=$(echo "$node" | tr '[:upper:]' '[:lower:]')
    release=$(uname -r)
    late='' now=$(clock)
    end=$((${now%%.*} + ${CALICOVET_SECONDS:-180}))
    echo "# calicovet host-script, node $node, $(utc)"
    # A fence keeps the comments of configuration files from being taken for prose.
    echo '```'
@PROBES@
    printf '[root@%s ~]# exit\n' "$node"
    echo '```'
    [ -z "$late" ] || echo "time was up before:$late" >&2
    $as_root || echo "not root: some of it could not be read" >&2
}

main </dev/null
