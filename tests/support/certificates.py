"""Certificates for servers and users on this machine, made by the openssl program."""

import subprocess
from functools import cached_property
from pathlib import Path
from shutil import which

import pytest

NAMES = "DNS:localhost,DNS:api.recorded.test,DNS:inside.recorded.test,IP:127.0.0.1,IP:::1"


class Authority:
    """A certificate authority in a folder; what it signs lies beside it as NAME.crt and NAME.key."""

    def __init__(self, folder: Path, name: str = "recorded-ca") -> None:
        if which("openssl") is None:
            pytest.skip(
                "NO OPENSSL: what depends on certificates is not tested", allow_module_level=True
            )
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._key("ca")
        self._openssl(
            *("req", "-x509", "-new", "-key", "ca.key", "-out", "ca.crt", "-days", "3650"),
            *("-subj", f"/CN={name}"),
        )

    @property
    def file(self) -> Path:
        return self.folder / "ca.crt"

    @cached_property
    def server(self) -> Path:
        return self.sign("server", "/CN=recorded", NAMES)

    @cached_property
    def expired_server(self) -> Path:
        return self.sign("expired-server", "/CN=recorded", NAMES, expired=True)

    @cached_property
    def user(self) -> Path:
        return self.sign("alice", "/O=readers/CN=alice")

    @cached_property
    def other_user(self) -> Path:
        return self.sign("bob", "/CN=bob")

    @cached_property
    def expired_user(self) -> Path:
        return self.sign("carol", "/CN=carol", expired=True)

    def sign(self, name: str, subject: str, names: str = "", *, expired: bool = False) -> Path:
        """The certificate's path; its key ends in .key."""
        self._key(name)
        self._openssl("req", "-new", "-key", f"{name}.key", "-out", f"{name}.csr", "-subj", subject)
        extensions = self.folder / f"{name}.ext"
        extensions.write_text(f"subjectAltName={names}\n" if names else "")
        self._openssl(
            *("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.crt", "-CAkey", "ca.key"),
            *("-CAcreateserial", "-out", f"{name}.crt", "-extfile", extensions.name),
            *("-days", "-1" if expired else "3650"),
        )
        return self.folder / f"{name}.crt"

    def _key(self, name: str) -> None:
        self._openssl("ecparam", "-genkey", "-name", "prime256v1", "-noout", "-out", f"{name}.key")

    def _openssl(self, *words: str) -> None:
        subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)


def key_of(certificate: Path) -> Path:
    return certificate.with_suffix(".key")
