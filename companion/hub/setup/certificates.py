"""The café's own certificate authority, and the certificate of its broker."""

import time
from collections.abc import Sequence
from pathlib import Path

from companion.files import replace_atomically, sync, write_atomically
from companion.hub.setup.programs import CannotSetUp, run_program
from companion.web.address import is_address

_CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
_AUTHORITY_DAYS, _SERVER_DAYS = "7300", "730"
_RENEW_S = str(60 * 86400)
_EARLIEST = 1767225600  # 2026; a clock with an earlier time is wrong


def make_certificates(folder: Path, names: Sequence[str]) -> Path:
    """Return the certificate of the authority in `folder`, and certify the broker's `names`.

    ``server.pem`` and ``server.key`` are the broker's, renewed when its names change or they expire
    soon. The authority stays, since every table knows it. Raises `CannotSetUp`.
    """
    if time.time() < _EARLIEST:
        raise CannotSetUp("the clock of this machine is wrong: certificates would not hold")
    authority, key = folder / "ca.pem", folder / "ca.key"
    if not authority.exists():
        uses = ("basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign,cRLSign")
        added = [word for use in uses for word in ("-addext", use)]
        _request("/CN=Croupier hub", key, authority, "-days", _AUTHORITY_DAYS, *added)
    elif not _serves_long(authority):
        lost = f"{authority} is damaged or has expired. Remove it and ca.key, start again,"
        raise CannotSetUp(f"{lost} and let each table join again")
    server = folder / "server.pem"
    known = folder / "server.names"
    text = "\n".join(names)
    if not known.exists() or known.read_text(encoding="utf-8") != text or not _serves_long(server):
        alternatives = ",".join(f"{'IP' if is_address(name) else 'DNS'}:{name}" for name in names)
        uses = (f"subjectAltName={alternatives}", "basicConstraints=critical,CA:FALSE")
        added = [word for use in uses for word in ("-addext", use)]
        vouch = ("-CA", str(authority), "-CAkey", str(key), "-days", _SERVER_DAYS)
        _request("/CN=Croupier broker", folder / "server.key", server, *vouch, *added)
        write_atomically(known, text.encode())
    return authority


def _request(subject: str, key: Path, certificate: Path, *more: str) -> None:
    """Make `key` and `certificate`, each atomically."""
    parts = [path.with_name(f".{path.name}.part") for path in (key, certificate)]
    out = ("-subj", subject, "-keyout", str(parts[0]), "-out", str(parts[1]))
    run_program("openssl", "req", "-x509", *_CURVE, *out, *more)
    parts[0].chmod(0o600)
    for part, path in zip(parts, (key, certificate), strict=True):
        sync(part)
        replace_atomically(part, path)


def _serves_long(certificate: Path) -> bool:
    """Return whether `certificate` exists and does not expire soon."""
    try:
        run_program("openssl", "x509", "-in", str(certificate), "-checkend", _RENEW_S, "-noout")
    except CannotSetUp:
        return False
    return True
