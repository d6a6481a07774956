"""The addresses of this machine on its network."""

import ipaddress
import socket


def host_name(host: str) -> str:
    """Return the name or address in `host`, a Host header, without the port.

    >>> host_name("[::1]:8080"), host_name("Table.local:80")
    ('::1', 'table.local')
    """
    name = host.lower()
    return name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]


def is_address(name: str) -> bool:
    """Return whether `name` is an IP address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(address: str) -> bool:
    """Return whether `address` is this machine itself.

    >>> is_loopback("127.0.0.1"), is_loopback("::ffff:127.0.0.1"), is_loopback("192.0.2.1")
    (True, True, False)
    """
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(known, ipaddress.IPv6Address) and known.ipv4_mapped is not None:
        return known.ipv4_mapped.is_loopback
    return known.is_loopback


def is_loopback_host(host: str) -> bool:
    """Return whether `host`, a Host header, means the machine that sends it.

    >>> is_loopback_host("localhost:8080"), is_loopback_host("[::1]"), is_loopback_host("pi.local")
    (True, True, False)
    """
    name = host_name(host)
    return name == "localhost" or is_loopback(name)


def page_url(host: str, port: int, scheme: str = "http") -> str:
    """Return the address of a page at `host` and `port`."""
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


def page_urls(host: str, port: int, scheme: str = "http") -> list[str]:
    """Return the addresses of a page that is served at `port` when listening on `host`.

    `scheme` is for other devices: on this machine, browsers trust plain HTTP.
    """
    return [
        page_url(own, port, "http" if is_loopback(own) else scheme) for own in own_addresses(host)
    ]


def own_addresses(host: str) -> list[str]:
    """Return the addresses under which others reach this machine when it listens on `host`."""
    if host not in ("0.0.0.0", "::"):
        return [host]
    own = address_towards("192.0.2.1")
    return ["127.0.0.1"] if own is None else [own, "127.0.0.1"]


def address_towards(device: str) -> str | None:
    """Return the address of this machine for `device` (an address); None without a network.

    >>> address_towards("127.0.0.1")
    '127.0.0.1'
    """
    family = socket.AF_INET6 if ":" in device else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((device, 9))  # sends nothing: the kernel only chooses a route
        except OSError:
            return None
        return str(probe.getsockname()[0])


def url_for_other_devices(host: str, scheme: str = "http") -> str:
    """Return the address of the page for other devices, given the Host header of this one.

    >>> url_for_other_devices("192.0.2.7:8080")
    'http://192.0.2.7:8080/'
    """
    if not is_loopback_host(host):
        return f"{scheme}://{host}/"
    port = host.rpartition(":")[2]
    own = own_addresses("0.0.0.0")[0]
    return page_url(own, int(port) if port.isdecimal() else 80, scheme) + "/"
