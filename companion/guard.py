"""Who may speak to the table: this house's own pages, by this machine's own names.

A page somewhere on the web must not play at the table through a guest's browser, be it by a form
(cross-origin POST) or by a name that suddenly points here (DNS rebinding).
"""

import ipaddress
import socket

from flask import Request, Response

# Names that no stranger can own on the internet (RFC 6762, RFC 8375, ICANN's reserved .internal).
_HOME_SUFFIXES = (".local", ".lan", ".home.arpa", ".internal")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
        " object-src 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def trusted_host(host: str) -> bool:
    """Tell whether `host` (a Host header) is this machine on this network.

    An address always is: a name that a stranger lets point here is never an address.
    """
    name = host.lower()
    name = name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]
    try:
        ipaddress.ip_address(name)
    except ValueError:
        own = socket.gethostname().lower()
        return name in ("localhost", own) or name.endswith(_HOME_SUFFIXES)
    return True


def same_origin(request: Request) -> bool:
    """Tell whether a POST comes from our own page, or from no page at all (the eye)."""
    if request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none"):
        return False
    origin = request.headers.get("Origin")
    return origin is None or origin.lower() == request.host_url.rstrip("/").lower()


def add_headers(response: Response) -> Response:
    """Add the headers that keep other pages out of ours; what the API says is never stored."""
    for name, value in HEADERS.items():
        response.headers[name] = value
    response.headers.setdefault("Cache-Control", "no-store")
    return response
