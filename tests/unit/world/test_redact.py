"""What is taken out of pasted text, and what stays."""

import pytest

from calicovet.world.redact import redact, redact_line

JWT = "eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJpc3MiOiJrdWJlcm5ldGVzIn0.c2lnbmF0dXJl"


@pytest.mark.parametrize(
    ("line", "left"),
    [
        (f"Authorization: Bearer {JWT}", "Authorization: Bearer <redacted>"),
        (f"    token: {JWT}", "    token: <redacted>"),
        (
            "curl -H 'authorization: bearer abcdefghijklmnop1234'",
            "curl -H 'authorization: bearer <redacted>'",
        ),
        ("password: hunter2", "password: <redacted>"),
        ('{"password":"hunter2","user":"bob"}', '{"password":"<redacted>","user":"bob"}'),
        ("ETCD_PASSWORD=hunter2 x", "ETCD_PASSWORD=<redacted> x"),
        ("    client-key-data: LS0tLS1CRUdJTiBSU0E=", "    client-key-data: <redacted>"),
        ("aws_secret_access_key = abc/def+ghi", "aws_secret_access_key = <redacted>"),
        (
            "kubeadm join 1.2.3.4:6443 --token abcdef.0123456789abcdef",
            "kubeadm join 1.2.3.4:6443 --token <redacted>",
        ),
        ("token: abcdef.0123456789abcdef", "token: <redacted>"),
        (
            "https://bob:hunter2@registry.example.com/x",
            "https://bob:<redacted>@registry.example.com/x",
        ),
        ("key AKIAABCDEFGHIJKLMNOP", "key <redacted>"),
        ("MIIEpAIBAAKCAQEAu1SU1LfVLPHCozMxH2Mo4lgOEePzNm0tRgeLezV6ffAt0gun", "<redacted>"),
    ],
)
def test_a_secret_is_taken_out(line: str, left: str) -> None:
    assert redact_line(line) == left


@pytest.mark.parametrize(
    "line",
    [
        "    SecretName:  calico-node-token-p2kj5",
        "      /var/run/secrets/kubernetes.io/serviceaccount from calico-node-token-hbxlb (ro)",
        '  Warning  FailedMount  secret "calico-node-token-p2kj5" not found',
        "      ETCD_KEY: <set to the key 'etcd_key' of config map 'calico-config'>  Optional: true",
        'EtcdKeyFile:"", EtcdCertFile:""',
        "Failed to update CNI token, retrying...",
        "invalid bearer token",
        "token: calico-node-token-abcde-very-long-name",
        "    Container ID:  docker://c5bfeb485cba6d6e18bfeb525d7c5237d4ebbec34812e817f2494447d873ce47",
        "c5bfeb485cba6d6e18bfeb525d7c5237d4ebbec34812e817f2494447d873ce47",
        "password: <redacted>",
        'password: ""',
        "WireguardKey:<nil>",
        "keepalive: 30s",
        "user@node-4:~$ uptime",
        "Get https://10.96.0.1:443/api/v1/nodes/jenny: dial tcp 10.96.0.1:443: i/o timeout",
    ],
)
def test_what_tells_of_the_trouble_stays(line: str) -> None:
    assert redact_line(line) == line


def test_the_body_of_a_private_key_goes_and_its_frame_stays() -> None:
    pem = [
        "-----BEGIN RSA PRIVATE KEY-----",
        "short",
        "body",
        "-----END RSA PRIVATE KEY-----",
        "after",
    ]
    left = [line for _, line in redact(enumerate(pem, 1))]
    assert left == [pem[0], "<redacted>", "<redacted>", pem[3], "after"]


def test_lines_stay_lines() -> None:
    numbered = [(3, "password: a b"), (3, "more"), (9, "x")]
    assert [number for number, _ in redact(numbered)] == [3, 3, 9]
