"""TLS contexts that behave as Go's."""

import os
import ssl
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from calicovet.model.errors import NoAccess
from calicovet.world.kube.authentication.credentials import Certificate
from calicovet.world.kube.target import Tls

if TYPE_CHECKING:
    from collections.abc import Iterator


def tls_context(tls: Tls, certificate: Certificate | None) -> ssl.SSLContext:
    """What connections need; NoAccess where a certificate or a key is none."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.hostname_checks_common_name = False
    if tls.insecure:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    elif tls.authorities:
        trust(context, tls.authorities)
    else:
        context.load_default_certs()
    if certificate is not None:
        _show(context, certificate)
    return context


def check_certificates(tls: Tls, certificate: Certificate | None) -> None:
    """NoAccess where what the kubeconfig gives cannot be used; nothing is connected, and no plugin has run."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if tls.authorities and not tls.insecure:
        trust(context, tls.authorities)
    if certificate is not None:
        _show(context, certificate)


def proxy_context(tls: Tls) -> ssl.SSLContext:
    """The same for a proxy that itself speaks TLS."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_default_certs()
    if tls.authorities:
        trust(context, tls.authorities)
    return context


def trust(context: ssl.SSLContext, authorities: bytes) -> None:
    """Takes every certificate given as a root, also one in the middle of a chain."""
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    try:
        context.load_verify_locations(cadata=authorities.decode("ascii", errors="replace"))
    except (ssl.SSLError, ValueError) as error:
        reason = str(error)
        raise NoAccess(f"authority: {reason}", key="bad-authority", reason=reason) from error


def _show(context: ssl.SSLContext, certificate: Certificate) -> None:
    with _file(certificate.chain) as chain, _file(certificate.key) as key:
        try:
            # Asked for a password, OpenSSL would turn to the terminal.
            context.load_cert_chain(chain, key, password=lambda: "")
        except (ssl.SSLError, ValueError) as error:
            reason = getattr(error, "reason", None) or str(error)
            raise NoAccess(
                f"certificate: {reason}", key="bad-certificate", reason=reason
            ) from error


@contextmanager
def _file(content: bytes) -> "Iterator[str]":
    """A path for as long as OpenSSL reads it: it takes keys only from files."""
    number = _in_memory(content)
    if number is None:
        from calicovet.world.temporary_files import temporary_file

        with temporary_file(prefix="calicovet-") as (file, path):  # mode 0600
            file.write(content)
            file.flush()
            yield str(path)
        return
    try:
        yield f"/proc/self/fd/{number}"
    finally:
        os.close(number)


def _in_memory(content: bytes) -> int | None:
    """A file on no disk, so that no key is left there however the process ends; None where there are none."""
    if not hasattr(os, "memfd_create") or not Path("/proc/self/fd").is_dir():
        return None
    try:
        number = os.memfd_create("calicovet")
    except OSError:  # a sandbox forbids it
        return None
    with os.fdopen(os.dup(number), "wb") as file:
        file.write(content)
    return number
