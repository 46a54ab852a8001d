"""Something on the node that answers instead of the API server, with its own certificate.

As a forgotten load balancer does, or a proxy that looks into everybody's traffic.
"""

from datetime import UTC, datetime, timedelta

from gym.means import background
from gym.means.service_way import SERVICE, lead_back, lead_to
from gym.place import Place

_NAME = "false-api-server"
_FOLDER = f"/root/{_NAME}"
_PORT = 9443
_CONFIG = """
[ca]
default_ca = own
[own]
database = {folder}/index
new_certs_dir = {folder}
rand_serial = yes
default_md = sha256
policy = names
x509_extensions = server
[names]
commonName = supplied
[server]
subjectAltName = IP:{address}
extendedKeyUsage = serverAuth
"""
_NEW_KEY = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"


def put_in(
    place: Place,
    *,
    address: str = SERVICE,
    valid_from: timedelta = timedelta(days=-1),
    valid_until: timedelta = timedelta(days=30),
    is_trusted: bool = True,
) -> None:
    """Leads the node's calls to it; `is_trusted`: the cluster's own authority has signed."""
    place.node.write(f"{_FOLDER}/openssl.cnf", _CONFIG.format(folder=_FOLDER, address=address))
    _lay_authority(place, is_trusted)
    place.sh(
        f"cd {_FOLDER}; : >index;"
        f"openssl req {_NEW_KEY} -subj /CN=kube-apiserver -keyout own.key -out own.csr 2>&1;"
        "openssl ca -batch -config openssl.cnf -cert ca.crt -keyfile ca.key -notext"
        f" -startdate {_stamp(valid_from)} -enddate {_stamp(valid_until)}"
        " -in own.csr -out own.crt 2>&1"
    )
    own = ("-cert", f"{_FOLDER}/own.crt", "-key", f"{_FOLDER}/own.key")
    background.start(place, _NAME, "openssl", "s_server", "-accept", str(_PORT), *own, "-www")
    lead_to(place, f"{place.node.address}:{_PORT}")


def take_away(place: Place) -> None:
    lead_back(place, f"{place.node.address}:{_PORT}")
    background.stop(place, _NAME)
    place.sh(f"rm -r {_FOLDER}")


def _lay_authority(place: Place, is_trusted: bool) -> None:
    if is_trusted:
        for name in ("ca.crt", "ca.key"):
            text = (place.cluster.control_plane.folder / name).read_text()
            place.node.write(f"{_FOLDER}/{name}", text)
    else:
        files = f"-keyout {_FOLDER}/ca.key -out {_FOLDER}/ca.crt"
        place.sh(f"openssl req -x509 -days 30 {_NEW_KEY} -subj /CN=somebody-else {files} 2>&1")


def _stamp(away: timedelta) -> str:
    return f"{datetime.now(UTC) + away:%Y%m%d%H%M%SZ}"
