"""Who may ask the lab's API server, and the kubeconfig of each."""

import secrets
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

ADMIN = "admin"
ANONYMOUS = "anonymous"
"""Shows no token at all."""

_GROUPS: Mapping[str, str] = {
    ADMIN: "system:masters",
    # Authenticated, and nothing is allowed until a test grants it.
    "nobody": "",
    "reader": "",
    "node-reader": "",
    "fixer": "",
    "pods-and-nodes": "",
    "calico-node": "",
    "system:kube-controller-manager": "",
    "system:kube-proxy": "",
    "system:kube-scheduler": "",
}

STANDING: Mapping[str, Sequence[Mapping[str, Sequence[str]]]] = {
    "pods-and-nodes": [
        {"apiGroups": [""], "resources": ["pods", "nodes"], "verbs": ["get", "list"]},
    ],
}
"""What is granted from the start, and stays."""


class Users:
    """Tokens of one control plane."""

    def __init__(self, folder: Path, server: str, authority: Path) -> None:
        self._folder = folder
        self._server = server
        self._authority = authority
        self._tokens = {name: secrets.token_hex(16) for name in _GROUPS}
        self.file = folder / "tokens.csv"
        self.file.write_text(
            "".join(
                f'{token},{name},{name},"{_GROUPS[name]}"\n' for name, token in self._tokens.items()
            )
        )

    def token(self, user: str) -> str:
        """Empty for a user without one."""
        return "" if user == ANONYMOUS else self._tokens[user]

    def kubeconfig(self, user: str, server: str = "") -> Path:
        """A file with which `user` asks the server (by another address, when one is given)."""
        name = f"{user}@{server.replace('/', '_')}" if server else user
        path = self._folder / f"{name.replace(':', '-')}.kubeconfig"
        token = self.token(user)
        credentials = f'token: "{token}"' if token else ""
        # Whole at any time: several threads may ask for the same one, and programs read it meanwhile.
        fresh = path.with_name(f"{path.name}.{threading.get_ident()}")
        fresh.write_text(
            f"""\
apiVersion: v1
kind: Config
clusters: [{{name: lab, cluster: {{server: "{server or self._server}", certificate-authority: {self._authority}}}}}]
users: [{{name: "{user}", user: {{{credentials}}}}}]
contexts: [{{name: "{user}@lab", context: {{cluster: lab, user: "{user}"}}}}]
current-context: "{user}@lab"
"""
        )
        fresh.chmod(0o600)
        return fresh.rename(path)
