"""What is taken out of pasted text, and what stays."""

import pytest

from calicovet.world.redaction.redact import redact, redact_line, redact_text
from calicovet.world.redaction.secret_values import HIDDEN

RANDOM = "Zk3Yq8RwT1vB6nHs4Lm9PxJc2Dg7FaQe"
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
        "unauthorized: token={} x",
        "back-off token={}, restarting",
        "/x?token={}&y=1",
        "x-token: {}",
        "cloud/token: {}",
        'my/api-token: "{}"',
        "config: {{User:a BearerToken:{} EtcdKey:foo}}",
        "Authorization: Bearer {}",
        "export PGPASSWORD={}",
        "config: {{PasswordX:{} User:a}}",
        "providerPassword: {}",
        "K_PASS={}",
        "      K_PASS:                  {}",
        "      LICENSE_KEY:             {}",
        "REGISTRY_AUTH={}",
        "AccountName=x;AccountKey={};Endpoint=y",
        "certificateKey: {}",
        "kubeadm join --control-plane --certificate-key {}",
        "secret_id: {}",
        '"{{\\"secret_id\\": \\"{}\\"}}"',
        "https://x.blob.example.com/y?sv=1&sig={}&se=1",
        "https://x.example.com/y?X-Amz-Signature={}",
        'args: ["--password", "{}"]',
        '"--token={}",',
        "auth: {}",
        '  auth = "{}"',
        "password {}",
        'password "{}";',
        "the password is {}",
        "Cookie: session={}",
        "sshpass -p {} ssh node-4",
        "mysql -u root -p{}",
        "pwd={}",
    ],
)
@pytest.mark.parametrize("secret", [RANDOM, "hunter2", "S3CR3Tx9"])
def test_a_named_secret_goes_wherever_it_stands_and_however_short(line: str, secret: str) -> None:
    left = redact_line(line.format(secret))
    assert secret not in left
    assert HIDDEN in left


@pytest.mark.parametrize(
    "token",
    [
        f"ghp_{RANDOM}abcd",
        f"gho_{RANDOM}abcd",
        f"github_pat_{RANDOM}_{RANDOM}",
        f"glpat-{RANDOM[:20]}",
        f"xoxb-123456-{RANDOM}",
        "AKIAIOSFODNN7EXAMPLE",
        "ASIAIOSFODNN7EXAMPLE",
    ],
)
def test_a_token_that_shows_whose_it_is_needs_no_name(token: str) -> None:
    assert redact_line(f"login with {token} failed") == f"login with {HIDDEN} failed"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("- --password\n- hunter2\n- x", "- --password\n- <redacted>\n- x"),
        ("- --password\n- 'it''s'", "- --password\n- '<redacted>'"),
        ('  "--token",\n  "abc",\n  "x"', '  "--token",\n  "<redacted>",\n  "x"'),
        (
            "    Args:\n      --password\n      hunter2\n    State:",
            "    Args:\n      --password\n      <redacted>\n    State:",
        ),
    ],
)
def test_an_argument_on_the_line_after_its_name_goes(text: str, left: str) -> None:
    assert redact_text(text) == left


@pytest.mark.parametrize(
    "text",
    ["- --token\n- --v=2", "- --password\nenv:", "      --token\n    State:", "--password\nx"],
)
def test_what_is_no_argument_stays_after_the_name_of_one(text: str) -> None:
    assert redact_text(text) == text


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
        "token=calico-node-token-x7k2p not found",
        "token: forbidden",
        "token: Unauthorized.",
        "token: kube-system/calico-node",
        "token: 10.96.0.1",
        "token: 1h0m0s left",
        "token: 2026-11-16T07:00:01Z",
        "token: sha256:c5bfeb485cba6d6e18bfeb525d7c5237d4ebbec34812e817f2494447d873ce47",
        "token: x509: certificate has expired or is not yet valid",
        "token: TokenRequest failed",
        "token=/var/run/secrets/kubernetes.io/serviceaccount/token",
        "token: https://10.96.0.1:443/api",
        "config: {Token:0xc000123456 x}",
        "invalid_token: forbidden",
        "automountServiceAccountToken: false",
        "    - serviceAccountToken:",
        "        TokenExpirationSeconds:  3607",
        "token expired",
        "Unable to create token for CNI kubeconfig error=Post "
        '"https://10.96.0.1:443/api/v1/namespaces/kube-system/serviceaccounts/calico-cni-plugin/token":'
        " dial tcp 10.96.0.1:443: i/o timeout",
        'calico-cni-plugin/token": serviceaccounts "calico-cni-plugin" is forbidden',
        'calico-cni-plugin/token": context deadline exceeded',
        "Failed to get bearer authentication",
        'Www-Authenticate: Bearer realm="https://auth.docker.io/token"',
        "flag --token is required",
        "Pass a unique --initial-cluster-token when creating the cluster",
        "--discovery-token-ca-cert-hash sha256:c5bfeb485cba6d6e18bfeb525d7c5237d4ebbec34812e817",
        "    certificate-authority: /etc/kubernetes/pki/ca.crt",
        "  bgp_password_secret: bgp-secrets2",
        "passwordFile: pw2.txt",
        "/etc/passwd: permission denied",
        "IptablesMarkPass:0x20000, BPFHostConntrackBypass:true",
        "passMark=0x20000 scratch0Mark=0x40000",
        "CALICO_MANAGE_KEY=value1 FELIX_AUTH_MODE=value1 IP_AUTODETECTION_METHOD=interface=eth0",
        'labels:<key:"kubernetes.io/hostname" value:"k2" >',
        "connection is unauthorized: Unauthorized",
        "google-auth==2.18.1",
        "PWD=/root",
        "ourPublicKey=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "listener for type model.HostEndpointKey: (dispatcher.UpdateHandler)(0x1b43b80)",
        "Image: calico/node@sha256:c5bfeb485cba6d6e18bfeb525d7c5237d4ebbec34812e817f2494447d873ce47",
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
def test_what_shows_the_failure_stays(line: str) -> None:
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
