"""How this machine is reached, and by which names."""

import doctest
import importlib

import pytest

from companion.address import host_name, is_loopback, page_url, url_for_other_devices

MODULES = ["companion.address", "companion.access.credentials", "companion.access.credentials"]


@pytest.mark.parametrize("name", MODULES)
def test_worked_examples_are_right(name: str) -> None:
    """The examples in the docstrings run as written."""
    tried = doctest.testmod(importlib.import_module(name))
    assert tried.attempted > 0
    assert tried.failed == 0


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("192.0.2.1:8080", "192.0.2.1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("Table.Local", "table.local"),
        ("", ""),
        ("[", ""),
    ],
)
def test_the_name_without_the_port(host: str, name: str) -> None:
    """The tests cover browsers' spelling and unusual forms."""
    assert host_name(host) == name


@pytest.mark.parametrize(
    "address",
    ["", "localhost", "10.0.0.1", "::2", "127.0.0.1.evil.example", "0x7f.1", "2130706433"],
)
def test_other_addresses_are_not_loopback(address: str) -> None:
    """Nor are names and unusual spellings of an address."""
    assert not is_loopback(address)


def test_addresses_of_pages() -> None:
    """IPv6 is in brackets; phones need the address by which a banker came."""
    assert page_url("::1", 80) == "http://[::1]:80"
    assert url_for_other_devices("[2001:db8::7]:8080") == "http://[2001:db8::7]:8080/"
    assert url_for_other_devices("table.local") == "http://table.local/"
    for own in ("localhost", "127.0.0.1", "[::1]"):
        assert url_for_other_devices(f"{own}:8123").endswith(":8123/")
    assert url_for_other_devices("localhost").endswith(":80/")
