#!/bin/sh
# scripts/venv.sh REQUIREMENTS: a .venv that holds exactly these pins, and calicovet from this checkout.
set -eu
cd "$(dirname "$0")/.."
requirements=$1

new_enough='import sys; sys.exit(sys.version_info < (3, 11))'
python=
for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
    if command -v "$candidate" >/dev/null 2>&1 && "$candidate" -c "$new_enough"; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "calicovet needs Python 3.11 or newer; install it (Debian 12, Ubuntu 24.04: apt install python3 python3-venv)." >&2
    exit 1
fi
# Debian keeps ensurepip in a package of its own; without it `-m venv` fails half-way.
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    echo "$python has no venv; install it (Debian, Ubuntu: apt install python3-venv)." >&2
    exit 1
fi

if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c "$new_enough"; then
    echo "making .venv with $("$python" --version)"
    "$python" -m venv --clear .venv
fi
echo "installing $requirements into .venv"
quiet() { .venv/bin/python -m pip --disable-pip-version-check --quiet "$@"; }
# The pins are the whole closure. Without --no-deps, pip 23 resolves again, meets an extra such as `coverage[toml]` that has
# no row of its own, and refuses it once the index has a newer release than the pin.
quiet install --no-deps --require-hashes --requirement "$requirements"
# The build backend is among the pins, so the checkout is installed without asking an index again.
quiet install --no-deps --no-build-isolation --editable .
# A pin that is missing from the closure is an error here, not an ImportError later.
.venv/bin/python -m pip --disable-pip-version-check check
