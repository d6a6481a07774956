"""Which requests may reach the table: only those of our own pages, under our own names.

A page on the web must not play at the table through a guest's browser: neither by a form
(cross-origin POST) nor by a name that suddenly resolves to us (DNS rebinding).
"""

import base64
import hashlib
import socket

from flask import Request, Response, current_app, request

from companion.address import host_name, is_address, is_loopback, is_loopback_host
from companion.web.first_load import STATIC_FOLDER

# Names that nobody can own on the internet (RFC 6762, RFC 8375, ICANN's reserved .internal).
_HOME_SUFFIXES = (".local", ".lan", ".home.arpa", ".internal")

# The headers of browsers and simple programs. Proxies add headers with so many names that any other
# counts as a proxy's.
_DIRECT = {
    *("accept", "accept-charset", "accept-encoding", "accept-language", "authorization"),
    *("cache-control", "connection", "content-length", "content-type", "cookie", "dnt", "expect"),
    *("host", "if-modified-since", "if-none-match", "if-range", "keep-alive", "last-event-id"),
    *("origin", "pragma", "priority", "purpose", "range", "referer", "save-data", "te"),
    *("upgrade-insecure-requests", "user-agent"),
}

HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
# It is in the page itself: it must run where no other script loads.
FIRST_SCRIPT = (STATIC_FOLDER / "js/first_script.js").read_text(encoding="utf-8")
_DIGEST = base64.b64encode(hashlib.sha256(FIRST_SCRIPT.encode()).digest()).decode()
# Only for pages: they load many scripts and styles, which do not need these headers.
PAGE_HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'self'; script-src 'self' 'sha256-{_DIGEST}'; base-uri 'none';"
        " form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
    "X-Frame-Options": "DENY",
}
_NO_PAGES = ("text/javascript", "text/css", "font/ttf")


def is_trusted_host(host: str, public_address: str = "") -> bool:
    """Return whether `host` (a Host header) is this machine on this network.

    An address always is: DNS rebinding needs a name. So is the name in `public_address`, at which a
    proxy serves the table.
    """
    name = host_name(host)
    public = host_name(public_address.rpartition("/")[2]) or "localhost"
    if is_address(name) or name in ("localhost", public) or name.endswith(_HOME_SUFFIXES):
        return True
    return name == socket.gethostname().lower()


def is_same_origin(request: Request, public_address: str = "") -> bool:
    """Return whether `request` comes from our own page, or from no page at all (an eye)."""
    site = request.headers.get("Sec-Fetch-Site", "none")
    origin = request.headers.get("Origin")
    if site not in ("same-origin", "none"):
        return False
    if origin is None:
        return True
    own = {request.host_url.rstrip("/").lower(), public_address} - {""}
    if site == "same-origin":  # the browser guarantees it; a proxy may have removed TLS
        own.add(f"https://{request.host.lower()}")
    return origin.lower() in own


def is_own_display(request: Request) -> bool:
    """Return whether `request` comes from a browser on this machine, without a proxy.

    It cannot notice a proxy that leaves no trace; ``--ask-code-everywhere`` is for that.
    """
    by_own_name = is_loopback_host(request.headers.get("Host", ""))
    return is_loopback(request.remote_addr or "") and by_own_name and not _was_forwarded(request)


def _was_forwarded(request: Request) -> bool:
    names = {name.lower() for name, _ in request.headers}
    strange = {name for name in names - _DIRECT if not name.startswith("sec-")}
    # Unless configured otherwise, proxies use HTTP/1.0 or close the connection; browsers do
    # neither.
    old = request.environ.get("SERVER_PROTOCOL") == "HTTP/1.0"
    browser = request.headers.get("User-Agent", "").startswith("Mozilla/")
    closing = request.headers.get("Connection", "").lower() == "close"
    return bool(strange) or old or (browser and closing)


def add_headers(response: Response) -> Response:
    """Add the headers that keep other sites out; answers of the API are never cached."""
    response.headers.update(HEADERS)
    if response.mimetype not in _NO_PAGES:
        response.headers.update(PAGE_HEADERS)
        # Elsewhere a browser ignores it, and says so in its console on every page.
        public = current_app.config.get("PUBLIC_ADDRESS", "")
        if request.is_secure or is_loopback_host(request.host) or public.startswith("https:"):
            response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers.setdefault("Cache-Control", "no-store")
    return response
