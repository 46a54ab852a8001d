"""Steps on a host that several causes have in common."""

from collections.abc import Iterable

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
        commands=(f"printf '{lines}' > {place}", f"sysctl -p {place}"),
        edits=tuple(f"/proc/sys/{name.translate(_AS_PATH)}" for name, _ in values),
        makes=(place,),
        saw=saw,
    )


def load_modules(key: str, file: str, modules: Iterable[str]) -> RunOnNode:
    """Modules of the kernel; the undo leaves them loaded, because others may use them by then."""
    place = f"/etc/modules-load.d/{file}.conf"
    names = " ".join(modules)
    return RunOnNode(
        key,
        commands=(f"modprobe -a {names}", f"printf '%s\\n' {names} > {place}"),
        makes=(place,),
    )


def boot_with(key: str, argument: str) -> RunOnNode:
    """An argument of the kernel, and the reboot that it needs; the undo waits for the next one."""
    grubby = "grubby --update-kernel=ALL"
    by_grubby = f"{grubby} --args={argument}"
    by_file = f"sed -i 's/^GRUB_CMDLINE_LINUX=\"/&{argument} /' {_GRUB} && update-grub"
    return RunOnNode(
        key,
        commands=(_where_grubby(by_grubby, by_file), "reboot"),
        undo=(_where_grubby(f"{grubby} --remove-args={argument}", "update-grub"),),
        risk=Risk.MOVES_WORKLOADS,
        edits=(_GRUB,),
        saw=f"! grep -qF {argument} /proc/cmdline",
    )


def _where_grubby(does: str, otherwise: str) -> str:
    """By the tool of RHEL and its kin, or as Debian and its kin have it."""
    return f"if command -v grubby >/dev/null; then {does}; else {otherwise}; fi"


def vfs_options(folder: str) -> str:
    """The options of the mount itself, not of its file system, as a shell's word."""
    return f"$(findmnt -nro VFS-OPTIONS -T {folder})"


def open_mount(key: str, folder: str) -> RunOnNode:
    """A mount that is read-only by itself; a file system that the kernel has closed after errors stays closed."""
    options, target = vfs_options(folder), f"$(findmnt -nro TARGET -T {folder})"
    return RunOnNode(
        key,
        commands=(f'mount -o "remount,bind,{options},rw" "{target}"',),
        undo=(f'mount -o "remount,bind,{options},ro" "{target}"',),
        saw=f"findmnt -nro VFS-OPTIONS -T {folder} | grep -qw ro"
        f" && ! findmnt -nro FS-OPTIONS -T {folder} | grep -qw ro",
    )


def set_node_ip(key: str, address: str) -> RunOnNode:
    """The address by which a kubelet goes, as its last word, where kubeadm's unit reads it."""
    places = ("/etc/default/kubelet", "/etc/sysconfig/kubelet")
    name = "KUBELET_EXTRA_ARGS="
    return RunOnNode(
        key,
        commands=(
            f"file={places[0]}; [ ! -d /etc/sysconfig ] || file={places[1]}",
            f'grep -qs "^{name}" "$file" || echo {name} >> "$file"',
            f'sed -i -E \'s/--node-ip=[^ "]* ?//; s/^({name}"?)/\\1--node-ip={address} /\' "$file"',
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
            _in_ufw(" && ".join(f"ufw allow {port}" for port in ports)),
        ),
        undo=(
            _in_firewalld("remove", listed),
            _in_ufw(" && ".join(f"ufw delete allow {port}" for port in ports)),
        ),
        risk=risk,
        saw="systemctl is-active -q firewalld || systemctl is-active -q ufw",
    )


def _in_firewalld(what: str, listed: Iterable[str]) -> str:
    options = " ".join(f"--{what}-{each}" for each in listed)
    change = f"firewall-cmd --permanent {options} && firewall-cmd --reload"
    return f"! systemctl is-active -q firewalld || {{ {change}; }}"


def _in_ufw(change: str) -> str:
    return f"! systemctl is-active -q ufw || {{ {change}; }}"


def drop_in(key: str, unit: str, file: str, lines: str, undo: tuple[str, ...] = ()) -> RunOnNode:
    """A drop-in of a systemd unit; it takes effect with the unit's next restart, and so does its undo."""
    folder = f"/etc/systemd/system/{unit}.service.d"
    place = f"{folder}/{file}.conf"
    return RunOnNode(
        key,
        commands=(f"mkdir -p {folder}", f"printf '{lines}' > {place}", "systemctl daemon-reload"),
        undo=("systemctl daemon-reload", *undo),
        makes=(place,),
        saw=f"[ ! -e {place} ]",
    )
