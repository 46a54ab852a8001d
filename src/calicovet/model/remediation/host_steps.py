"""Host steps that several causes share."""

from collections.abc import Iterable

from calicovet.model.commands.shell import Part, command, fits, joined, part
from calicovet.model.remediation.plan import Risk, RunOnNode

_GRUB = "/etc/default/grub"
_AS_PATH = str.maketrans("./", "/.")
"""A setting's name has dots where its path has slashes; a dot in the name of a link is then a slash."""


def set_kernel(key: str, file: str, *values: tuple[str, object], saw: str = "") -> RunOnNode:
    """Settings of the kernel, at once and in a file of our own under /etc/sysctl.d that is read late."""
    place = f"/etc/sysctl.d/zz-{file}.conf"
    lines = "".join(f"{name} = {value}\\n" for name, value in values)
    return RunOnNode(
        key,
        commands=(
            command("printf {lines} > {place}", lines=lines, place=place),
            command("sysctl -p {place}", place=place),
        ),
        edits=tuple(f"/proc/sys/{name.translate(_AS_PATH)}" for name, _ in values),
        makes=(place,),
        saw=saw,
    )


def load_modules(key: str, file: str, modules: Iterable[str]) -> RunOnNode:
    """Modules of the kernel; the undo leaves them loaded, because others may use them by then."""
    place = f"/etc/modules-load.d/{file}.conf"
    names = tuple(modules)
    return RunOnNode(
        key,
        commands=(
            command("modprobe -a {module}", module=names),
            command("printf '%s\\n' {module} > {place}", module=names, place=place),
        ),
        makes=(place,),
    )


def boot_with(key: str, argument: str) -> RunOnNode:
    """An argument of the kernel, and the reboot that it needs; the undo waits for the next one."""
    grubby = part("grubby --update-kernel=ALL")
    by_grubby = part("{grubby} --args={argument}", grubby=grubby, argument=argument)
    by_file = part(
        "sed -i {change} {file} && update-grub",
        change=f's/^GRUB_CMDLINE_LINUX="/&{argument} /',
        file=_GRUB,
    )
    taken = part("{grubby} --remove-args={argument}", grubby=grubby, argument=argument)
    return RunOnNode(
        key,
        commands=(_where_grubby(by_grubby, by_file), "reboot"),
        undo=(_where_grubby(taken, part("update-grub")),),
        risk=Risk.MOVES_WORKLOADS,
        edits=(_GRUB,),
        saw=command("! grep -qF {argument} /proc/cmdline", argument=argument),
    )


def _where_grubby(does: Part, otherwise: Part) -> str:
    """By the tool of RHEL and its kin, or as Debian and its kin have it."""
    return command(
        "if command -v grubby >/dev/null; then {does}; else {otherwise}; fi",
        does=does,
        otherwise=otherwise,
    )


def vfs_options(folder: str) -> Part:
    """The options of the mount itself, not of its file system, as a shell's word."""
    return part("$(findmnt -nro VFS-OPTIONS -T {folder})", folder=folder)


def open_mount(key: str, folder: str) -> RunOnNode:
    """A mount that is read-only by itself; a file system that the kernel has closed after errors stays closed."""
    options = vfs_options(folder)
    target = part("$(findmnt -nro TARGET -T {folder})", folder=folder)
    return RunOnNode(
        key,
        commands=(
            command(
                'mount -o "remount,bind,{options},rw" "{target}"', options=options, target=target
            ),
        ),
        undo=(
            command(
                'mount -o "remount,bind,{options},ro" "{target}"', options=options, target=target
            ),
        ),
        saw=command(
            "findmnt -nro VFS-OPTIONS -T {folder} | grep -qw ro"
            " && ! findmnt -nro FS-OPTIONS -T {folder} | grep -qw ro",
            folder=folder,
        ),
    )


def set_node_ip(key: str, address: str) -> RunOnNode:
    """The address by which a kubelet goes, as its last word, where kubeadm's unit reads it."""
    places = ("/etc/default/kubelet", "/etc/sysconfig/kubelet")
    name = part("KUBELET_EXTRA_ARGS=")
    word = address if fits("address", address) else "<address>"
    return RunOnNode(
        key,
        commands=(
            command(
                "file={first}; [ ! -d /etc/sysconfig ] || file={second}",
                first=places[0],
                second=places[1],
            ),
            command('grep -qs "^{name}" "$file" || echo {name} >> "$file"', name=name),
            command(
                'sed -i -E {change} "$file"',
                change=rf's/--node-ip=[^ "]* ?//; s/^({name}"?)/\1--node-ip={word} /',
            ),
            "systemctl restart kubelet",
        ),
        undo=("systemctl restart kubelet",),
        edits=places,
    )


def open_ports(
    key: str, *ports: str, protocols: Iterable[str] = (), risk: Risk = Risk.TOUCHES_HOST
) -> RunOnNode:
    """Ports as 179/tcp in the firewall that runs, for good; protocols only in firewalld, by number.

    ufw has no rule for IP-in-IP, and drops it; yet it passes, because Felix accepts it first.
    """
    listed = (*(f"port={port}" for port in ports), *(f"protocol={name}" for name in protocols))
    return RunOnNode(
        key,
        commands=(
            _in_firewalld("add", listed),
            _in_ufw("allow", ports),
        ),
        undo=(
            _in_firewalld("remove", listed),
            _in_ufw("delete allow", ports),
        ),
        risk=risk,
        saw="systemctl is-active -q firewalld || systemctl is-active -q ufw",
    )


def _in_firewalld(what: str, listed: Iterable[str]) -> str:
    options = joined(" ", (part("--{what}-{each}", what=what, each=each) for each in listed))
    return command(
        "! systemctl is-active -q firewalld"
        " || {{ firewall-cmd --permanent {options} && firewall-cmd --reload; }}",
        options=options,
    )


def _in_ufw(what: str, ports: Iterable[str]) -> str:
    changes = (part("ufw {what} {port}", what=part(what), port=port) for port in ports)
    change = joined(" && ", changes)
    return command("! systemctl is-active -q ufw || {{ {change}; }}", change=change)


def drop_in(key: str, unit: str, file: str, lines: str, undo: tuple[str, ...] = ()) -> RunOnNode:
    """A drop-in of a systemd unit; it takes effect with the unit's next restart, and so does its undo."""
    folder = f"/etc/systemd/system/{unit}.service.d"
    place = f"{folder}/{file}.conf"
    return RunOnNode(
        key,
        commands=(
            command("mkdir -p {folder}", folder=folder),
            command("printf {lines} > {place}", lines=lines, place=place),
            "systemctl daemon-reload",
        ),
        undo=("systemctl daemon-reload", *undo),
        makes=(place,),
        saw=command("[ ! -e {place} ]", place=place),
    )
