# Shows what calico-node's container sees of its host: the network and the kernel, not the files.
# It only reads. calico-node's image has a shell, cat, grep and ip, but neither awk nor head.

LC_ALL=C
export LC_ALL

node=@NODE@
most=4000

has() { command -v "$1" >/dev/null 2>&1; }

clock() {
    read -r up _ </proc/uptime
    echo "${up%%.*}"
}

# One command line as a human types it, and what it prints.
probe() {
    seconds=$1 line=$2
    program=${line%% *}
    has "$program" || return 0
    [ "$(clock)" -lt "$end" ] || return 0
    printf '[root@%s ~]# %s\n' "$node" "$line"
    run "$seconds" "$line" "$program" 2>&1 | bounded
}

run() {
    case $limit in
    new) timeout "$1" "$shell" -c "$2" ;;
    old) timeout -t "$1" "$shell" -c "$2" ;;
    *) sh -c "$2" ;;
    esac
    case $? in
    124 | 137 | 143) printf 'sh: %s: timed out after %s s\n' "$3" "$1" ;;
    esac
}

# Every line ends, also the last one of a file: the next prompt needs a line of its own.
bounded() {
    count=0
    while IFS= read -r row || [ -n "$row" ]; do
        count=$((count + 1))
        if [ "$count" -gt "$most" ]; then
            echo ...
            break
        fi
        printf '%s\n' "$row"
    done
}

# Whether the path is the host's, and not the image's own.
mounted() { grep -q " $1 " /proc/self/mountinfo; }

main() {
    # By its path: a busybox asked for `sh` is one itself, and takes its own `ip` for ours.
    shell=$(command -v sh) limit=
    if timeout 5 true 2>/dev/null; then limit=new; elif timeout -t 5 true 2>/dev/null; then limit=old; fi
    end=$(($(clock) + ${CALICOVET_SECONDS:-60}))
    echo "# calicovet host-script, inside calico-node, node $node, $(date -u +%Y-%m-%dT%H:%M:%SZ)"
    echo '```'
@PROBES@
    printf '[root@%s ~]# exit\n' "$node"
    echo '```'
}

main </dev/null
# Not every kubectl tells the other side that its input has ended.
exit 0
