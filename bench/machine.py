"""What the figures were taken on."""

import os
import platform
import shutil
import subprocess
from pathlib import Path


def machine_facts() -> tuple[tuple[str, str], ...]:
    """Name and value of what matters for the figures."""
    return (
        ("processor", f"{_first('/proc/cpuinfo', 'model name')}, {os.cpu_count()} cores"),
        ("memory", _gib(_first("/proc/meminfo", "MemTotal"))),
        ("kernel", platform.release()),
        ("Python", platform.python_version()),
        ("kubectl", _said("kubectl", "version", "--client")),
        ("ripgrep", _said("rg", "--version")),
    )


def _first(path: str, key: str) -> str:
    file = Path(path)
    lines = file.read_text().splitlines() if file.exists() else []
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith(key)), "not known"
    )


def _gib(kilobytes: str) -> str:
    number = kilobytes.removesuffix(" kB")
    return f"{int(number) / (1 << 20):.1f} GiB" if number.isdigit() else kilobytes


def _said(program: str, *arguments: str) -> str:
    if shutil.which(program) is None:
        return "not installed"
    done = subprocess.run((program, *arguments), capture_output=True, text=True, check=False)
    return (done.stdout.splitlines() or ["not known"])[0]
