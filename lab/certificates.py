"""A throw-away authority and what it signs."""

import secrets
import subprocess
from collections.abc import Sequence
from pathlib import Path

from calicovet.model.record import record
from lab.errors import LabError

_DAYS = "30"
_NEW_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
"""Elliptic curves: made in milliseconds, and every release of calico-node reads them."""


@record
class Certificate:
    certificate: Path
    key: Path


class Authority:
    """Signs certificates for servers and clients of one control plane."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.certificate = folder / "ca.crt"
        self._key = folder / "ca.key"
        subject = ("-subj", "/CN=lab-authority")
        files = ("-keyout", str(self._key), "-out", str(self.certificate))
        _openssl("req", "-x509", "-days", _DAYS, *_NEW_KEY, *subject, *files)

    def sign(
        self,
        name: str,
        *,
        subject: str,
        addresses: Sequence[str] = (),
        hosts: Sequence[str] = (),
    ) -> Certificate:
        """A certificate for both ends of a connection, in files called `name`."""
        made = Certificate(self._folder / f"{name}.crt", self._folder / f"{name}.key")
        request, extensions = self._folder / f"{name}.csr", self._folder / f"{name}.ext"
        names = [*(f"IP:{each}" for each in addresses), *(f"DNS:{each}" for each in hosts)]
        alternatives = f"subjectAltName={','.join(names)}\n" if names else ""
        extensions.write_text(f"{alternatives}extendedKeyUsage=serverAuth,clientAuth\n")
        asked = ("-keyout", str(made.key), "-out", str(request))
        _openssl("req", *_NEW_KEY, "-subj", subject, *asked)
        # A separate number for each, and no file that two concurrent signers would share.
        number = ("-set_serial", str(secrets.randbits(63)))
        signer = ("-CA", str(self.certificate), "-CAkey", str(self._key), *number)
        signed = ("-in", str(request), "-extfile", str(extensions), "-out", str(made.certificate))
        _openssl("x509", "-req", "-days", _DAYS, *signer, *signed)
        return made


def make_signing_keys(folder: Path) -> tuple[Path, Path]:
    """The pair with which tokens of service accounts are signed and checked."""
    private, public = folder / "accounts.key", folder / "accounts.pub"
    _openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", str(private))
    _openssl("ec", "-in", str(private), "-pubout", "-out", str(public))
    return private, public


def _openssl(*arguments: str) -> None:
    try:
        subprocess.run(["openssl", *arguments], capture_output=True, text=True, check=True)
    except FileNotFoundError as error:
        raise LabError("openssl is not installed", "apt-get install openssl") from error
    except subprocess.CalledProcessError as error:
        raise LabError(f"openssl {arguments[0]}: {error.stderr.strip()}") from error
