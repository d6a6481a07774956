"""The certificate of a table that serves TLS by itself: self-signed, and kept."""

import ssl
import subprocess
from collections.abc import Sequence
from pathlib import Path

from companion.address import is_address
from companion.files import write_atomically

FILE = "tls.pem"
VALID_DAYS = 820  # Safari accepts no certificate that is valid for more than 825
_NEW = (
    "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    " -subj /CN=Croupier -keyout - -out -"
)
_NO_AUTHORITY = "basicConstraints=critical,CA:FALSE"  # if a phone trusts it, it vouches for no site


def own_tls_context(folder: Path, hosts: Sequence[str]) -> ssl.SSLContext:
    """Return the server's TLS context, with the certificate in `folder`; a new one names `hosts`.

    Raises `OSError` if it cannot be made.
    """
    path = folder / FILE
    names = ",".join(f"{'IP' if is_address(host) else 'DNS'}:{host}" for host in hosts)
    extensions = (f"subjectAltName={names}", "extendedKeyUsage=serverAuth", _NO_AUTHORITY)
    check = ["openssl", "x509", "-checkend", "0", "-noout", "-in", str(path)]
    if subprocess.run(check, capture_output=True).returncode:
        command = [*_NEW.split(), "-days", str(VALID_DAYS)]
        command += [part for text in extensions for part in ("-addext", text)]
        new = subprocess.run(command, capture_output=True)
        if new.returncode:
            raise OSError(new.stderr.decode(errors="replace").strip().rpartition("\n")[2])
        write_atomically(path, new.stdout)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context
