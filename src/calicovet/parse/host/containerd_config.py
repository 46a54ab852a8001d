"""containerd's config.toml: whole, in fragments, or through grep."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Fact, HostSetting, RuntimeCgroupDriver, Unreadable
from calicovet.parse.host.lines import cite, numbered, pattern, without_number
from calicovet.parse.parser import Parser

_RUNTIME = r"""\bruntimes\.["']?([\w-]+)|\.(default_runtime)\b"""
_DRIVER = r"""((?:[\w."'/-]*\.)?)[Ss]ystemd[Cc]group\s*=\s*(true|false)\b"""
# `crictl info` prints JSON, where `systemdCgroup` is the deprecated setting and means nothing.
_DRIVER_JSON = r'"SystemdCgroup"\s*:\s*(true|false)\b'
_DEPRECATED = r"systemd_cgroup\s*=\s*true\b"
_DEFAULT_RUNTIME = r"""default_runtime_name\s*=\s*["']([\w-]+)["']"""
_PLUGINS = r"""bin_dirs?\s*=\s*(?:\[\s*)?["']([^\]]{1,400}?)["']\s*\]?$"""
_BETWEEN = r"""["']\s*,\s*["']"""
_VERSION = r"version\s*=\s*(\d+)"
_IMPORTS = r"imports\s*=\s*\[\s*[\"']"
_CRI_DISABLED = r"""disabled_plugins\s*=\s*\[.{0,400}?["'](cri|io\.containerd\.(?:grpc\.v1\.cri|cri\.v1\.runtime))["']"""
_RUNC = ("runc", "default_runtime")


@dataclass(slots=True)
class _Config:
    """What the lines said."""

    drivers: list[tuple[str, bool, int]] = field(default_factory=list)
    """The runtime's name (empty where no section was seen), whether systemd, the line."""
    deprecated: int = 0
    default: str = ""
    plugins: tuple[str, int] | None = None
    """Where CNI plugins are looked for, joined by colons, and the line."""
    disabled: tuple[str, int] | None = None
    """The name under which the CRI plugin is disabled, and the line."""
    version: str = ""
    sections: int = 0
    elsewhere: bool = False
    """Something else may decide: imported files, or the plugin is switched off."""


def read_containerd_config(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The cgroup driver of the runtime that pods get unless they ask for another, and where plugins are."""
    config = _read(evidence)
    for name, setting in (("bin_dir", config.plugins), ("disabled_plugins", config.disabled)):
        if setting is not None:
            yield HostSetting(
                name=f"containerd.{name}",
                value=setting[0],
                about=evidence.about,
                cited=cite(evidence, setting[1]),
            )
    chosen = _of_runtime(config)
    if chosen is not None:
        systemd, line = chosen
    elif config.drivers:
        # Several runtimes that disagree, and no word on which is which.
        yield Unreadable(
            evidence=evidence.id, line=config.drivers[0][2], why="SystemdCgroup of which runtime?"
        )
        return
    elif config.deprecated:
        systemd, line = True, config.deprecated
    elif evidence.whole and _has_defaults(config):
        systemd, line = False, 0
    else:
        return
    yield RuntimeCgroupDriver(
        driver="systemd" if systemd else "cgroupfs",
        runtime="containerd",
        about=evidence.about,
        cited=cite(evidence, line),
    )


def _read(evidence: Evidence) -> _Config:
    config, section = _Config(), ""
    for number, raw in numbered(evidence):
        line = without_number(raw)
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            section = line.lstrip("[ ").split("]")[0]
            config.sections += 1
        elif found := pattern(_DRIVER).match(line):
            runtime = pattern(_RUNTIME).search(f"{section}.{found[1]}")
            name = (runtime[1] or runtime[2]) if runtime else ""
            config.drivers.append((name, found[2] == "true", number))
        elif found := pattern(_DRIVER_JSON).match(line):
            config.drivers.append(("", found[1] == "true", number))
        elif pattern(_DEPRECATED).match(line):
            config.deprecated = number
        elif found := pattern(_DEFAULT_RUNTIME).match(line):
            config.default = found[1]
        elif (found := pattern(_PLUGINS).match(line)) and ".cni" in section:
            config.plugins = pattern(_BETWEEN).sub(":", found[1]), number
        elif (found := pattern(_VERSION).match(line)) and not section:
            config.version = found[1]
        elif found := pattern(_CRI_DISABLED).match(line):
            config.elsewhere, config.disabled = True, (found[1], number)
        elif pattern(_IMPORTS).match(line):
            config.elsewhere = True
    return config


def _of_runtime(config: _Config) -> tuple[bool, int] | None:
    """systemd or not, and the line: the default runtime's word, else runc's, else what all agree on."""
    for names in ((config.default,) if config.default else (), _RUNC, ("",)):
        said = [(systemd, line) for name, systemd, line in config.drivers if name in names]
        if said and len({systemd for systemd, _ in said}) == 1:
            return said[0]
    return None


def _has_defaults(config: _Config) -> bool:
    """Whether a file without the key leaves runc at cgroupfs, as every containerd 1.x does."""
    return (
        config.version in ("", "1", "2")
        and bool(config.sections or config.version)
        and config.default in ("", "runc")
        and not config.elsewhere
    )


PARSER = Parser(
    read_containerd_config, gives=(RuntimeCgroupDriver, HostSetting), in_passing=(HostSetting,)
)
