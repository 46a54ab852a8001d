"""Until when a certificate is good."""

import subprocess
from datetime import UTC, datetime

import pytest

from calicovet.world.kube.authentication.expiry import expiry_of
from tests.support.certificates import Authority


def test_the_end_is_the_one_that_openssl_reads(authority: Authority) -> None:
    said = subprocess.run(
        ["openssl", "x509", "-in", str(authority.user), "-noout", "-enddate"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    date = said.strip().removeprefix("notAfter=").removesuffix(" GMT")
    wanted = datetime.strptime(date, "%b %d %H:%M:%S %Y").replace(tzinfo=UTC)
    assert expiry_of(authority.user.read_bytes()) == wanted


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"hello",
        b"-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----",
        b"-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----",
        b"-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIU\n-----END CERTIFICATE-----",
    ],
)
def test_what_is_no_certificate_has_no_end(text: bytes) -> None:
    assert expiry_of(text) is None
