"""Addresses and browsers that one test after the other is lent, as if they were new.

What a page needs of the program is fetched once for all of them: to a new browser, or from a new
address, it all comes anew, which took longer than most tests.
"""

import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from playwright.sync_api import Browser, BrowserContext, CDPSession
from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

from companion.table.table import Table

LASTING = "max-age=86400"
FORGOTTEN = "cookies,local_storage,indexeddb,service_workers,cache_storage"


class _Handler(WSGIRequestHandler):
    """Answers without a log."""

    def log(self, *_: object) -> None:
        """Say nothing."""


def _nobody(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answer while no table is served."""
    start_response("503 Service Unavailable", [("Cache-Control", "no-store")])
    return []


def _with_lasting_files(app: Flask) -> Any:
    """Let browsers keep the files of `app` from table to table, and nothing else."""

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        static = environ["PATH_INFO"].startswith("/static/")

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            cached = [value for name, value in headers if name == "Cache-Control"]
            if status.startswith("200") and (static or "max-age" in "".join(cached)):
                headers = [pair for pair in headers if pair[0] != "Cache-Control"]
                headers.append(("Cache-Control", LASTING if static else "no-store"))
            return start_response(status, headers, *more)

        return app(environ, start)

    return answer


class Servers:
    """Servers on free ports of loopback, at each of which one table after the other is served."""

    def __init__(self) -> None:
        self.all: list[ThreadedWSGIServer] = []
        self.free: list[ThreadedWSGIServer] = []

    @contextmanager
    def lend(self, table: Table, app: Flask) -> Iterator[str]:
        """Serve `app` of `table` at the address that is yielded, and end its streams afterwards."""
        server = self.free.pop() if self.free else self._begin()
        server.app = _with_lasting_files(app)
        yield address(server)
        server.app = _nobody
        table.screens.broadcaster.close()
        self.free.append(server)

    def _begin(self) -> ThreadedWSGIServer:
        server = ThreadedWSGIServer("127.0.0.1", 0, _nobody, _Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        self.all.append(server)
        return server

    def close(self) -> None:
        """End them all."""
        for server in self.all:
            server.shutdown()
            server.server_close()


def address(server: ThreadedWSGIServer) -> str:
    """Return where `server` is found."""
    return f"http://127.0.0.1:{server.server_port}"


class Contexts:
    """Browsers of each kind that is asked for, which forget each test but not the program."""

    def __init__(self, browser: Browser, servers: Servers) -> None:
        self.browser, self.servers = browser, servers
        self.free: dict[str, list[tuple[BrowserContext, CDPSession]]] = defaultdict(list)

    @contextmanager
    def lend(self, *, anew: bool = False, **settings: Any) -> Iterator[BrowserContext]:
        """Yield one with `settings`, whose pages are closed afterwards.

        Whoever moves its clock or adds to all its pages needs one `anew`: that stays.
        """
        if anew:
            with self.browser.new_context(**settings) as context:
                yield context
            return
        free = self.free[repr(sorted(settings.items()))]
        context, session = free.pop() if free else self._begin(settings)
        stays = context.pages[0]
        yield context
        origins = {address(server) for server in self.servers.all}
        for page in context.pages:
            if page is not stays:
                origins.add("/".join(page.url.split("/")[:3]))
                page.close()
        context.set_offline(False)
        context.clear_cookies()
        for origin in origins:
            what = {"origin": origin, "storageTypes": FORGOTTEN}
            session.send("Storage.clearDataForOrigin", what)
        free.append((context, session))

    def _begin(self, settings: dict[str, Any]) -> tuple[BrowserContext, CDPSession]:
        context = self.browser.new_context(**settings)
        return context, context.new_cdp_session(context.new_page())
