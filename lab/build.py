"""Builds the lab's programs, each once, into the user's cache.

python -m lab.build [--all | --gym] [NAME …]

A NAME is a program (kube-apiserver), a release (v3.31.0) or a program of one (v3.28.5/calicoctl).
"""

import os
import re
import shutil
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile

from lab import cache, packages, sources
from lab.errors import LabError
from lab.programs import (
    GYM_RELEASES,
    KUBERNETES,
    USUAL_RELEASES,
    Program,
    gym_programs,
    programs,
    releases,
)

_GO_FLAGS = ("-buildvcs=false", "-trimpath")
_PROGRESS_PAUSE = 30.0
_WHY: Sequence[tuple[str, str, str]] = (
    (
        r"dial tcp|no such host|connection refused|i/o timeout|TLS handshake|proxyconnect",
        "the module proxy cannot be reached",
        "is there a network? `go env GOPROXY` names the proxy",
    ),
    (
        r"checksum mismatch|SECURITY ERROR",
        "a module is not the one that was pinned",
        "a proxy in between changes it, or the pin in go.sum is wrong",
    ),
    (
        r"reading http\S+: 4\d\d |unknown revision|unrecognized import path",
        "a module is not served",
        "the proxy that `go env GOPROXY` names must serve pseudo-versions; proxy.golang.org does",
    ),
    (
        r"requires go >=|unknown directive: tool|invalid go version",
        "this Go is too old",
        "install Go 1.24 or newer, or let it fetch one: GOTOOLCHAIN=auto",
    ),
    (
        r"no space left on device",
        "the disk is full",
        "`make lab` needs about 18 GB with Go's caches (`go env GOCACHE GOMODCACHE`)",
    ),
)
"""What Go says, what that means, what to do; the first that fits."""


def build(program: Program, go: str) -> None:
    """Builds it unless it is there, built from the same pins with the same flags."""
    stamp, wanted = program.to.with_suffix(".stamp"), _stamp(program)
    if program.to.exists() and stamp.exists() and stamp.read_text() == wanted:
        print(f"{program.name}: is there", flush=True)
        return
    print(f"{program.name}: building …", flush=True)
    began = time.monotonic()
    program.to.parent.mkdir(parents=True, exist_ok=True)
    # Under another name until it is whole: a build that is broken off leaves nothing half.
    fresh = program.to.with_suffix(f".{os.getpid()}")
    line = (go, "build", *_GO_FLAGS, "-ldflags", program.flags, "-o", str(fresh), program.package)
    try:
        _run_go(line, program)
        fresh.rename(program.to)
    finally:
        fresh.unlink(missing_ok=True)
    stamp.write_text(wanted)
    size = program.to.stat().st_size / 1e6
    print(f"{program.name}: {time.monotonic() - began:.0f} s, {size:.0f} MB", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m lab.build", description=__doc__.split("\n")[0])
    sets = parser.add_mutually_exclusive_group()
    sets.add_argument("--all", action="store_true", help="calico-node of every release")
    sets.add_argument("--gym", action="store_true", help="what the gym runs: all of two releases")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a program, or a release")
    chosen = parser.parse_args(arguments)
    known = programs()
    usual = (*KUBERNETES, *(releases() if chosen.all else USUAL_RELEASES))
    names = chosen.names or (gym_programs() if chosen.gym else usual)
    if strangers := [name for name in names if name not in known]:
        parser.error(f"not known: {', '.join(strangers)} (known: {', '.join(known)})")
    began = time.monotonic()
    try:
        packages.install_missing(packages.GYM if chosen.gym else packages.LAB)
        wanted = [known[name] for name in names if not _is_given(known[name])]
        go = need_go() if wanted else ""
        if chosen.gym:
            packages.unpack_bird()
            for release in GYM_RELEASES:
                sources.keep(release, go)
    except LabError as error:
        print(error, file=sys.stderr)
        return 1
    # One that is not available does not stop the others.
    there = len(names) - len(wanted) + sum(_is_built(program, go) for program in wanted)
    took = time.monotonic() - began
    print(f"{there} of {len(names)} programs are in {cache.folder()} after {took:.0f} s")
    return 0 if there == len(names) else 1


def _is_built(program: Program, go: str) -> bool:
    try:
        build(program, go)
    except LabError as error:
        print(error, file=sys.stderr)
        return False
    return True


def _is_given(program: Program) -> bool:
    found = cache.find(program.name)
    if found is None or found == program.to:
        return False
    print(f"{program.name}: {found} is used", flush=True)
    return True


def need_go() -> str:
    """Where Go is; without it nothing can be built or fetched."""
    if (go := shutil.which("go")) is None:
        raise LabError(
            "there is no Go",
            "install Go 1.24 or newer and put it on PATH, or set KUBEBUILDER_ASSETS",
        )
    return go


def _run_go(line: Sequence[str], program: Program) -> None:
    with (
        TemporaryFile("w+") as errors,
        subprocess.Popen(
            line,
            cwd=program.module,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            env=_environment(),
        ) as child,
    ):
        _wait(child, program.name)
        errors.seek(0)
        if child.returncode:
            raise LabError(f"{program.name} cannot be built: {_why(errors.read())}")


def _wait(child: subprocess.Popen[bytes], name: str) -> None:
    """Waits for the build; prints a line every half minute, since a cold one takes minutes."""
    began = time.monotonic()
    while True:
        try:
            child.wait(_PROGRESS_PAUSE)
            return
        except subprocess.TimeoutExpired:
            took = time.monotonic() - began
            print(f"{name}: still building after {took:.0f} s", flush=True)


def _why(said: str) -> str:
    lines = [line for line in said.splitlines() if not line.startswith("go: downloading")]
    last = "\n    ".join(lines[-6:])
    for pattern, meaning, hint in _WHY:
        if re.search(pattern, said):
            return f"{meaning}\n  {hint}\n  Go said:\n    {last}"
    return f"Go said:\n    {last}"


def _stamp(program: Program) -> str:
    pins = (program.module / "go.mod", program.module / "go.sum")
    text = "\n".join((program.package, *_GO_FLAGS, program.flags, *map(_digest, pins)))
    return f"{text}\n"


def _digest(path: Path) -> str:
    return f"{path.name} {sha256(path.read_bytes()).hexdigest()}"


def _environment() -> Mapping[str, str]:
    # What a person has set for other work must not change what is built here.
    ours = {"CGO_ENABLED": "0", "GOFLAGS": "", "GOWORK": "off"}
    return {**os.environ, **ours}


if __name__ == "__main__":
    sys.exit(main())
