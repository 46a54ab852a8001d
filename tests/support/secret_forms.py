"""Forms in which secrets stand in what people paste, and the places around them."""

import base64
import json
import random
import string
from collections.abc import Callable, Iterator
from typing import NamedTuple


class Form(NamedTuple):
    """Text with a hole, and what the secret in it looks like."""

    text: str
    secret: str = "any"


_ALNUM = string.ascii_letters + string.digits


def _letters(rng: random.Random, alphabet: str, size: int) -> str:
    return "".join(rng.choice(alphabet) for _ in range(size))


def _any(rng: random.Random) -> str:
    """A password as programs and people make them."""
    kind = rng.randrange(6)
    if kind == 0:
        return _letters(rng, _ALNUM, rng.randrange(12, 40))
    if kind == 1:
        return "P" + _letters(rng, _ALNUM + "!%^*_+-", 14) + rng.choice(string.digits) + "z"
    if kind == 2:
        words = ("correct", "horse", "battery", "staple", "winter", "tiger", "purple", "monkey")
        return f"{rng.choice(words).title()}{rng.randrange(100, 99999)}{rng.choice(words)}"
    if kind == 3:
        return _letters(rng, "0123456789abcdef", 32) + "a7"
    if kind == 4:
        return base64.b64encode(rng.randbytes(rng.randrange(18, 40))).decode().strip("/=") + "Q9"
    return f"{rng.randrange(1 << 32):08x}-{rng.randrange(1 << 16):04x}-4{rng.randrange(4096):03x}-a{rng.randrange(4096):03x}-{rng.randrange(1 << 48):012x}"


def _blanks(rng: random.Random) -> str:
    return f"{_any(rng)} {_letters(rng, _ALNUM, 9)}7 {_letters(rng, _ALNUM, 6)}"


KINDS: dict[str, Callable[[random.Random], str]] = {
    "any": _any,
    "blanks": _blanks,
    "alnum": lambda rng: _letters(rng, _ALNUM, rng.randrange(24, 44)),
    "hex": lambda rng: _letters(rng, "0123456789abcdef", 64),
    "mixed": lambda rng: f"x{_letters(rng, _ALNUM, 30)}7",
    "uuid": lambda rng: (
        f"{rng.randrange(1 << 32):08x}-4a3b-4{rng.randrange(4096):03x}-a1b2-{rng.randrange(1 << 48):012x}"
    ),
    "upper": lambda rng: _letters(rng, string.ascii_uppercase + string.digits, 16),
    "base64": lambda rng: base64.b64encode(rng.randbytes(36)).decode(),
    "key": lambda rng: base64.b64encode(rng.randbytes(32)).decode(),
    "body": lambda rng: base64.b64encode(rng.randbytes(48)).decode(),
    "kubeadm": lambda rng: (
        f"a{_letters(rng, string.ascii_lowercase + string.digits, 4)}1.b2{_letters(rng, string.ascii_lowercase + string.digits, 14)}"
    ),
    "jwt": lambda rng: (
        f"eyJ{_letters(rng, _ALNUM, 30)}.eyJ{_letters(rng, _ALNUM, 60)}.{_letters(rng, _ALNUM + '_-', 80)}"
    ),
    "k3s": lambda rng: (
        f"K10{_letters(rng, '0123456789abcdef', 64)}::server:{_letters(rng, '0123456789abcdef', 32)}"
    ),
    "number": lambda rng: f"{rng.randrange(10**8, 10**12)}",
}

LINES: tuple[Form, ...] = (
    # Fields and variables, by the parts of their names.
    *(
        Form(f"{name}: {{}}")
        for name in (
            *("password", "passwd", "db_password", "rootPassword", "spring.datasource.password"),
            *("admin-pwd", "userPassword", "sshpass", "passphrase", "psk", "clientSecret"),
            *("client_secret", "api-key", "apiKey", "x-api-key", "private_key", "accessKey"),
            *("secretKey", "secret_access_key", "auth_token", "accessToken", "refresh-token"),
            *("cloud/token", "vault.token", "secret", "credentials", "bgpPassword", "redis_auth"),
            *(
                "signingKey",
                "master-key",
                "encryption.key",
                "webhookSecret",
                "密码",
                "口令",
                "密钥",
                "令牌",
            ),
        )
    ),
    *(
        Form(f"{name}={{}}")
        for name in (
            *("PGPASSWORD", "MYSQL_ROOT_PASSWORD", "DB_PASS", "K3S_TOKEN", "API_KEY", "SECRET"),
            *("AWS_SECRET_ACCESS_KEY", "BGP_PEER_SECRET", "CALICO_BGP_PASSWORD", "FELIX_API_TOKEN"),
            *("GITHUB_TOKEN", "NPM_AUTH", "REGISTRY_CREDENTIALS", "ALICLOUD_SECRET_KEY", "SSHPASS"),
            *("TENCENTCLOUD_SECRET_KEY", "ARM_CLIENT_SECRET", "HUAWEI_SK_SECRET", "VAULT_TOKEN"),
            *(
                "DJANGO_SECRET_KEY",
                "JWT_SECRET",
                "SESSION_KEY",
                "TYPHA_PSK",
                "TOKEN_2",
                "PASSWORD_OLD",
            ),
        )
    ),
    Form('password = "{}"', "blanks"),
    Form("password: '{}'", "blanks"),
    Form("password: {}", "blanks"),
    Form("the password is {}"),
    Form("using password '{}' for admin"),
    Form("Password for admin: {}"),
    Form("密码是{}"),
    Form("root 密码：{}，请勿外传"),
    Form("{{Password:{} User:bob}}"),
    Form(":password => '{}'"),
    Form("<password>{}</password>"),
    Form("| password | {} |"),
    Form("machine x login bob password {}"),
    Form('"DB_PASSWORD={}"', "blanks"),
    Form("password: 12 {}", "number"),
    # Tokens by their own form.
    *(
        Form(f"using {prefix}{{}} now", "alnum")
        for prefix in (
            *("ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "dckr_pat_", "npm_", "hf_", "pypi-"),
            *("sk-", "sk_live_", "rk_live_", "dop_v1_", "xoxb-12-", "xapp-1-", "hvs.", "ya29.a0"),
            *("AIzaSy", "GOCSPX-", "SG.", "glsa_", "whsec_", "shpat_", "LTAI", "AKID"),
        )
    ),
    Form("id AKIA{}", "upper"),
    Form("credential {}", "jwt"),
    # Headers, links and logins in addresses.
    Form("Authorization: Bearer {}"),
    Form("Authorization: Basic {}", "base64"),
    Form("Authorization: Foo {}"),
    Form("> Proxy-Authorization: Digest {}"),
    Form("Cookie: a=b; session={}"),
    Form("Set-Cookie: sid={}; HttpOnly"),
    Form("X-Auth-Token: {}"),
    Form("X-Vault-Token: {}"),
    Form("GET /x?access_token={}&y=1", "alnum"),
    Form("https://a.example.com/x?sv=1&sig={}&se=2", "alnum"),
    Form("https://a.example.com/x?key={}", "alnum"),
    Form("https://a.s3.amazonaws.com/x?X-Amz-Signature={}", "hex"),
    Form("https://bob:{}@registry.example.com/v2", "alnum"),
    Form("redis://:{}@10.0.0.4:6379/0", "alnum"),
    Form("https://{}@github.com/a/b.git", "alnum"),
    Form("dsn bob:{}@tcp(10.0.0.4:3306)/db", "alnum"),
    Form("AccountName=x;AccountKey={};EndpointSuffix=y", "base64"),
    Form("Endpoint=sb://x/;SharedAccessKeyName=y;SharedAccessKey={}", "key"),
    # Commands.
    Form("curl -u bob:{} https://x"),
    Form("curl -H 'X-Api-Key: {}' https://x"),
    Form("sshpass -p {} ssh node-4", "alnum"),
    Form("sshpass -p'{}' ssh node-4", "alnum"),
    Form("mysql -uroot -p{} -h db", "alnum"),
    Form("docker login -u bob -p {} registry.example.com", "alnum"),
    Form("helm registry login x --username bob --password {}"),
    Form("echo {} | docker login --password-stdin", "alnum"),
    Form("echo '{}' | sudo -S systemctl restart kubelet", "alnum"),
    Form("htpasswd -b users bob {}", "alnum"),
    Form("openssl rsa -in x -passin pass:{}", "alnum"),
    Form("etcdctl --user root:{} get /", "alnum"),
    Form("redis-cli -a {} ping", "alnum"),
    Form("ldapsearch -D cn=x -w {}", "alnum"),
    Form("ipmitool -U root -P {} power status", "alnum"),
    Form("ctr images pull --user bob:{} x", "alnum"),
    Form("kubectl --token={} get pods"),
    Form("kubectl create secret generic x --from-literal=a={}", "alnum"),
    Form("k3s agent --token {}", "k3s"),
    Form("kubeadm join 1.2.3.4:6443 --token {}", "kubeadm"),
    Form("kubeadm join 1.2.3.4:6443 --certificate-key {}", "hex"),
    Form("vault login {}", "alnum"),
    Form("aws configure set aws_secret_access_key {}", "base64"),
    # Tunnels and routing.
    Form("PrivateKey = {}", "key"),
    Form("PresharedKey = {}", "key"),
    Form("wg0\t{}\tAAAA\t51820\toff", "key"),
    Form(': PSK "{}"'),
    Form("1.2.3.4 5.6.7.8 : PSK {}", "alnum"),
    Form("enc cbc(aes) 0x{}", "hex"),
    Form("auth-trunc hmac(sha256) 0x{} 128", "hex"),
    Form('    password "{}";', "blanks"),
    Form(" neighbor 10.0.0.1 password {}", "alnum"),
    Form(" ip ospf message-digest-key 1 md5 {}", "alnum"),
    Form("node-token {}", "k3s"),
    Form("root:$6$salt${}:19000:0:99999:7:::", "alnum"),
    Form("    client-key-data: {}", "base64"),
    Form(".dockerconfigjson: {}", "base64"),
    Form('{{"auths":{{"r":{{"auth":"{}"}}}}}}', "base64"),
    Form('{{"client_secret":"{}","x":1}}'),
    Form('{{"name":"API_TOKEN","value":"{}"}}'),
    Form('{{"value":"{}","name":"DB_PASSWORD"}}'),
    Form('{{"command":["mysql","-uroot","-p{}"]}}', "alnum"),
    Form('{{"args":["--token","{}"]}}'),
    Form('{{"secrets":["{}"]}}', "alnum"),
    Form('{{"kind":"Secret","data":{{"a":"{}"}}}}', "base64"),
    Form('{{"credentials":{{"pin":{}}}}}', "number"),
    Form("RABBITMQ_ERLANG_COOKIE={}"),
    Form("erlangCookie: {}", "alnum"),
    Form("rocommunity {} default", "alnum"),
    Form("rwcommunity6 {}", "alnum"),
    Form('10.0.0.1 : RSA host.pem "{}"'),
    Form("x-auth: GenieKey {}", "uuid"),
    Form("url=jdbc:oracle:thin:calico/{}@db:1521/x", "alnum"),
    Form("Driver=x;UID=u;PWD={{{}}};"),
    Form("-Dsonar.login={}", "alnum"),
    Form("echo {} | kinit admin", "alnum"),
    Form("cryptsetup luksOpen --key-file - /dev/sdb x <<< {}", "alnum"),
    Form("password_pbkdf2 root grub.pbkdf2.sha512.10000.{}", "hex"),
    Form("addauth digest:user:{}:cdrwa", "key"),
    Form("source: data:text/plain;base64,{}", "base64"),
    Form("https://chat.example.com/open-apis/bot/v2/hook/{}", "uuid"),
    Form("POST https://hooks.example.com/webhooks/42/{} 200", "mixed"),
    # Words of files and of sentences that have no sign between a name and its value.
    Form("vault kv put secret/calico cert=x value={}", "alnum"),
    Form("bindpw {}", "alnum"),
    Form('{{"kty": "oct", "k": "{}"}}', "alnum"),
    Form("use password '{}' to log in", "alnum"),
    Form("log in with password {} now", "alnum"),
    Form("changed the password from {} to old", "alnum"),
    Form("Enter PEM pass phrase: {}"),
    Form("define('DB_PASSWORD', '{}');", "alnum"),
    Form("auth=('bob', '{}')", "alnum"),
    Form("[('user', 'b'), ('password', '{}')]", "alnum"),
    Form("Kennwort: {}"),
    Form("senha = {}", "alnum"),
    Form("默认密码「{}」", "alnum"),
    Form("ssh 密码 {} 登录", "alnum"),
    Form("数据库密码设成了 {} 。", "alnum"),
    Form("登录节点（root/{}）后执行", "alnum"),
    Form("login: admin / {}", "alnum"),
    Form("haproxy stats auth admin:{}", "alnum"),
    Form("user default on >{} ~* +@all", "alnum"),
    Form("*:*:*:postgres:{}", "alnum"),
    Form("华为云 AK：x SK：{}", "mixed"),
    Form('encrypt = "{}"', "key"),
    Form("microk8s join 10.0.0.1:25000/{}", "hex"),
    Form('{},bob,1,"system:masters"', "mixed"),
    Form('type=EXECVE msg=audit(1): argc=2 a0="sshpass" a1="-p{}"', "alnum"),
)
"""One line each."""

BLOCKS: tuple[Form, ...] = (
    Form("- name: API_TOKEN\n  value: {}", "blanks"),
    Form("- value: {}\n  name: DB_PASSWORD"),
    Form('{{\n  "name": "API_TOKEN",\n  "value": "{}"\n}}', "blanks"),
    Form('{{\n  "value": "{}",\n  "name": "API_TOKEN"\n}}'),
    Form("password: |\n  {}", "blanks"),
    Form("password: >-\n  {}\nuser: bob"),
    Form("client-secret:\n  {}"),
    Form("tokens:\n- {}\n- x"),
    Form("credentials:\n  pin: {}"),
    Form("args:\n- --password\n- {}"),
    Form("command:\n- sshpass\n- -p\n- {}", "alnum"),
    Form("apiVersion: v1\ndata:\n  a: {}\nkind: Secret", "base64"),
    Form("data:\n  a: {}\ntype: Opaque", "base64"),
    Form("kind: SecretList\nitems:\n- data:\n    a: {}\n  metadata: x", "base64"),
    Form(
        "resources:\n- providers:\n  - aescbc:\n      keys:\n      - name: key1\n        secret: {}",
        "key",
    ),
    Form("users:\n- name: x\n  user:\n    token: {}"),
    Form("users:\n- name: x\n  user:\n    auth-provider:\n      config:\n        access-token: {}"),
    Form("-----BEGIN RSA PRIVATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----", "body"),
    Form("-----BEGIN OPENSSH PRIVATE KEY-----\n{}\nabc\n-----END OPENSSH PRIVATE KEY-----", "body"),
    Form("$ kubectl get secret x -o jsonpath='{{.data.a}}'\n{}", "base64"),
    Form("$ cat /var/lib/rancher/k3s/server/node-token\n{}", "k3s"),
    Form("kubectl.kubernetes.io/last-applied-configuration: |\n  {}", "base64"),
    Form("The password is:\n{}", "alnum"),
    Form("[upload-certs] Using certificate key:\n{}", "hex"),
    Form("The join token\nand the encryption key:\n{}", "alnum"),
    Form('variable "db_password" {{\n  default = "{}"\n}}'),
    Form('Authorization: Digest username="a", response="{}"', "hex"),
    # Tables, whose header names what a column holds.
    Form("user,password\nadmin,{}\nops,x", "alnum"),
    Form('"id","Secret access key"\n"1","{}"', "base64"),
    Form("主机;登录密码\nn1;{}", "alnum"),
    Form("name\tapi_token\ncni\t{}", "alnum"),
    Form("| user | password |\n|------|----------|\n| admin | {} |"),
    Form("user | 口令\n--- | ---\nadmin | {}", "alnum"),
    Form("+------+----------+\n| user | password |\n+------+----------+\n| a | {} |"),
    Form("NAME      PASSWORD                  ROLE\nadmin     {}  root", "alnum"),
    Form("Key         Value\n---         -----\npassword    {}", "alnum"),
    Form(
        "INSERT INTO users (name, password) VALUES\n('bob', 'x'); insert into u (pwd) values ('{}');"
    ),
    # Logins in files of daemons.
    Form("# client  server  secret  addresses\nbob  *  {}  *", "alnum"),
    Form("$ cat /etc/ppp/chap-secrets\nbob  *  {}  *", "alnum"),
    Form("chpasswd <<EOF\nroot:{}\nEOF", "alnum"),
    Form("cat > /etc/ppp/pap-secrets <<EOF\nbob * {} *\nEOF", "alnum"),
    Form('expect "password:"\nsend "{}\\r"', "alnum"),
    Form("machine git\n  login bob\n  password {}", "alnum"),
    Form("enable-x=1\nrequirepass {}", "alnum"),
    # Elements and blocks between tags.
    Form("<auth-user-pass>\nbob\n{}\n</auth-user-pass>", "alnum"),
    Form("<tls-crypt>\n{}\n</tls-crypt>", "hex"),
    Form("-----BEGIN OpenVPN Static key V1-----\n{}\n-----END OpenVPN Static key V1-----", "hex"),
    Form("<key>SharedSecret</key>\n<string>{}</string>", "alnum"),
    Form('<add key="dbPassword" value="{}"/>\n<x/>', "alnum"),
    Form('<wsse:Password Type="text">{}</wsse:Password>\n<x/>', "alnum"),
    # Names above, beside and within.
    Form("? password\n: {}", "alnum"),
    Form("- - password\n  - {}", "alnum"),
    Form("env: [{{name: DB_PASSWORD, value: {}}}]\nx: y", "alnum"),
    Form("metadata: x\nstringData:\n  a: {}", "alnum"),
    Form("secretGenerator:\n- name: x\n  literals:\n  - a={}", "alnum"),
    Form("- path: /run/bootstrap-token\n  content: {}", "alnum"),
    Form("- Name: /prod/db/password\n  Value: {}", "alnum"),
    Form("$ vault kv get -field=password secret/x\n{}", "alnum"),
)
"""Several lines each."""

_LINE_PLACES: tuple[Callable[[str], str], ...] = (
    lambda text: text,
    lambda text: f"    {text}",
    lambda text: f"> {text}",
    lambda text: f"{text} ",
    lambda text: f"2024-05-06T07:08:09.123456789Z stdout F {text}",
    lambda text: f"2024-05-06 07:08:09.123 [INFO][77] startup/startup.go 434: {text}",
    lambda text: f"I0506 07:08:09.123456       1 main.go:34] {text}",
    lambda text: f"[root@node-4 ~]# {text}",
    lambda text: f"user@node-4:~$ {text}",
    lambda text: f"12:  {text}",
    lambda text: f"+ {text}",
    lambda text: json.dumps({"level": "info", "msg": text}),
    lambda text: json.dumps({"log": f"{text}\n", "stream": "stdout"}),
    lambda text: json.dumps({"annotations": {"x": json.dumps({"note": text})}}),
    lambda text: f"      Message:      {text}",
    lambda text: f"请看：{text}",
    lambda text: f"\x1b[32m{text}\x1b[0m",
    lambda text: f"- {text}",
)

_BLOCK_PLACES: tuple[Callable[[str], str], ...] = (
    lambda text: text,
    lambda text: _each(text, "    "),
    lambda text: _each(text, "> "),
    lambda text: _each(text, "2024-05-06T07:08:09.123Z stdout F "),
    lambda text: f"note: |\n{_each(text, '  ')}",
    lambda text: f"```yaml\n{text}\n```",
    lambda text: json.dumps({"data": {"config": text}}),
)


def _each(text: str, before: str) -> str:
    return "\n".join(before + line for line in text.split("\n"))


def _split(secret: str, rng: random.Random) -> str:
    """The secret with something in it that a terminal does not show."""
    at = rng.randrange(1, len(secret))
    return (
        secret[:at] + rng.choice(("\x1b[31m", "\u200b", "\x00", "\u2060", "\x1b[0m")) + secret[at:]
    )


def planted(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Texts with a secret each, and the secret: forms and places in turn, all others by the seed."""
    rng = random.Random(seed)
    lines = [(form, place) for form in LINES for place in _LINE_PLACES]
    blocks = [(form, place) for form in BLOCKS for place in _BLOCK_PLACES]
    all_of_them = lines + blocks
    for number in range(count):
        form, place = all_of_them[number % len(all_of_them)]
        secret = KINDS[form.secret](rng)
        shown = secret
        if number >= len(all_of_them) and number % 5 == 0 and " " not in secret:
            shown = _split(secret, rng)
        yield place(form.text.format(shown)), secret


def survives(secret: str, text: str) -> bool:
    """Whether a part of the secret that is worth anything is still there."""
    return any(part in text for part in secret.split(" ") if len(part) > 5)
