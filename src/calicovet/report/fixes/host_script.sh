#!/bin/sh
@HEAD@

set -eu
LC_ALL=C
PATH=$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export LC_ALL PATH

node=@NODE@
place=/var/lib/calicovet/@PLAN@
kept=$place/files
at='' changed='' failures=''

say() { printf '%s\n' "$*"; }

stop() {
    printf '%s\n' "$*" >&2
    exit 2
}

has() { [ -e "$1" ] || [ -L "$1" ]; }
noted() { grep -qxF -e "$2" "$place/$1" 2>/dev/null; }
note() { noted "$1" "$2" || printf '%s\n' "$2" >>"$place/$1"; }

# By its own name, short or long, or by the one that its kubelet was given.
is_the_node() {
    own=$(uname -n | tr '[:upper:]' '[:lower:]')
    [ "$own" = "$node" ] || [ "${own%%.*}" = "$node" ] || [ "$own" = "${node%%.*}" ] ||
        grep -qzxF -e "--hostname-override=$node" /proc/[0-9]*/cmdline 2>/dev/null
}

needs() {
    for tool; do
        command -v "$tool" >/dev/null || stop @no-tool@ "$tool"
    done
}

# A back-up is made once, and whole or not at all; what is not there is noted.
keep() {
    if has "$kept$1" || noted absent "$1"; then
        return 0
    fi
    if has "$1"; then
        mkdir -p "$kept${1%/*}"
        rm -rf "$kept$1.part"
        cp -a "$1" "$kept$1.part"
        mv "$kept$1.part" "$kept$1"
        return 0
    fi
    folder=${1%/*}
    while [ -n "$folder" ] && [ ! -d "$folder" ]; do
        note folders "$folder"
        folder=${folder%/*}
    done
    note absent "$1"
}

move_away() {
    has "$1" || return 0
    mkdir -p "$kept${1%/*}"
    if has "$kept$1"; then
        mv "$1" "$kept$1.$(date +%s)"
    else
        mv "$1" "$kept$1"
    fi
}

# What stands there by now is kept as well: somebody may have changed it since.
put_aside() {
    has "$1" || return 0
    mkdir -p "$place/later${1%/*}"
    if [ -d "$1" ] && [ ! -L "$1" ]; then
        mv "$1" "$place/later$1.$$"
    else
        cp -a "$1" "$place/later$1.$$"
    fi
}

give_back() {
    if has "$kept$1"; then
        put_aside "$1" || return
        case $1 in
        /proc/*)
            cat "$kept$1" >"$1"
            return
            ;;
        esac
        # In place where both are plain files: it may be a mount.
        if [ -L "$1" ] || [ -L "$kept$1" ] || [ -d "$kept$1" ]; then
            rm -f "$1" || return
        fi
        mkdir -p "${1%/*}" && cp -a "$kept$1" "$1"
    elif noted absent "$1"; then
        put_aside "$1" && rm -f "$1"
    fi
}

failed() {
    failures=yes
    printf '%s\n' @undo-failed@"$1" >&2
}

begin() {
    at=$1
    note begun "$1"
}

end() {
    note finished "$1"
    changed=yes
}

ended() {
    if [ "$1" = 0 ] || [ -z "$at" ]; then
        return 0
    fi
    {
        say @stopped-at@"$at"
        [ ! -s "$place/finished" ] || say @done-so-far@"$(tr '\n' ' ' <"$place/finished")"
        [ ! -d "$kept" ] || say @backed-up@"$place"
        say @take-back@"sh $0 undo"
    } >&2
}

@STEPS@

do_all() {
@CHECKS@
    (umask 077 && mkdir -p "$place")
@DO@
    at=''
    if [ -n "$changed" ]; then
        say @all-done@
        [ ! -d "$kept" ] || say @backed-up@"$place"
        say @take-back@"sh $0 undo"
    else
        say @nothing-to-do@
    fi
@AFTER@
}

undo_all() {
    [ -s "$place/begun" ] || stop @nothing-to-undo@
@UNDO@
    if [ -s "$place/folders" ]; then
        while IFS= read -r folder; do
            rmdir "$folder" 2>/dev/null || :
        done <"$place/folders"
    fi
    if [ -n "$failures" ]; then
        say @undone-in-part@"$place" >&2
        exit 1
    fi
    was=$place.undone-$(date +%s)
    mv "$place" "$was"
    say @undone@
    say @backed-up@"$was"
}

[ "$(id -u)" = 0 ] || stop @not-root@
@WHERE@
trap 'ended $?' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
case ${1:-do} in
do) do_all ;;
undo) undo_all ;;
*) stop @usage@ ;;
esac
