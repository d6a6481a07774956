"""Addresses and pages that are lent to one test after another as if new.

What a page needs of the program is fetched once for all of them: a new browser or a new address
would fetch it all again, which took longer than most tests.
"""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Error, Page
from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

from companion.table.table import Table

PATIENCE_MS = 25_000  # for anything that must come, on a busy machine
KEPT = "max-age=86400"
FORGOTTEN = "cookies,local_storage,indexeddb,service_workers,cache_storage"


class _Handler(WSGIRequestHandler):
    """Answers without a log."""

    def log(self, *_: object) -> None:
        """Say nothing."""


def _nobody(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answer while no table is served."""
    start_response("503 Service Unavailable", [("Cache-Control", "no-store")])
    return [b"Nobody plays here."]  # an empty answer would show a page of the browser


def _with_lasting_files(app: Flask) -> Any:
    """Let browsers keep the files of `app` from table to table, and nothing else."""

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        static = environ["PATH_INFO"].startswith("/static/")

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            cached = [value for name, value in headers if name == "Cache-Control"]
            if status.startswith("200") and (static or "max-age" in "".join(cached)):
                headers = [pair for pair in headers if pair[0] != "Cache-Control"]
                headers.append(("Cache-Control", KEPT if static else "no-store"))
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
        server = self.free.pop() if self.free else self.begin()
        server.app = _with_lasting_files(app)
        yield address(server)
        server.app = _nobody
        table.screens.broadcaster.close()
        self.free.append(server)

    def begin(self) -> ThreadedWSGIServer:
        """Return another one, which serves no table."""
        server = ThreadedWSGIServer("127.0.0.1", 0, _nobody, _Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
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


FORGET = "localStorage.clear(); sessionStorage.clear()"


class Loan:
    """A separate browser with one page, which is navigated away after each test and reused.

    The program stays in its memory; a new page takes twice the time to open. A page whose
    requests were intercepted, or that fails, is closed, and the next test gets another.
    """

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        context.set_default_timeout(PATIENCE_MS)
        # An empty page that stays open next to the lent one, so that its session can clear
        # storage.
        self.session = context.new_cdp_session(context.new_page())
        self.page: Page | None = None
        self.heard: list[tuple[str, Any]] = []
        self.scripts: list[str] = []
        self.clock_is_moved = False

    def lent(self) -> Page:
        """Return the page."""
        if self.page is None:
            self.page = self.context.new_page()
            self.heard.clear()
            self.scripts.clear()
            self.of_page = self.context.new_cdp_session(self.page)
            self.of_page.send("Page.enable")
            self._watch(self.page)
        return self.page

    def _watch(self, page: Page) -> None:
        """Record lasting changes to `page`."""
        on, route, clock = page.on, page.route, page.clock

        def listen(event: Any, heard: Any) -> None:
            self.heard.append((event, heard))
            on(event, heard)

        def run_first(script: str) -> None:
            # Playwright itself cannot remove such a script.
            added = self.of_page.send("Page.addScriptToEvaluateOnNewDocument", {"source": script})
            self.scripts.append(added["identifier"])

        def hold_up(*args: Any, **named: Any) -> None:
            self.page = None
            route(*args, **named)

        def moving(change: Callable[..., None]) -> Callable[..., None]:
            def move(*args: Any, **named: Any) -> None:
                self.clock_is_moved = True
                change(*args, **named)

            return move

        page.on, page.add_init_script = listen, run_first
        page.route = hold_up
        for change in ("install", "pause_at", "set_fixed_time", "set_system_time"):
            setattr(clock, change, moving(getattr(clock, change)))

    def take_back(self, origins: set[str], nowhere: str) -> None:
        """Close the page or navigate it to `nowhere`, and clear its storage for `origins`."""
        self.context.set_offline(False)
        _empty, *others = self.context.pages
        origins |= {"/".join(page.url.split("/")[:3]) for page in others}
        try:
            if self.page:
                self._lead(self.page, nowhere)
        except Error:  # it was closed, or crashed
            self.page = None
        for page in others:
            if page is not self.page:
                page.close()
        self.context.clear_cookies()
        for origin in origins:
            what = {"origin": origin, "storageTypes": FORGOTTEN}
            self.session.send("Storage.clearDataForOrigin", what)

    def _lead(self, page: Page, nowhere: str) -> None:
        for event, heard in self.heard:
            page.remove_listener(event, heard)
        self.heard.clear()
        for script in self.scripts:
            self.of_page.send("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})
        self.scripts.clear()
        if page.url.startswith("http"):
            page.evaluate(FORGET)
        page.goto(nowhere)


class Pages:
    """Pages of each requested kind, which forget each test but not the program."""

    def __init__(self, browser: Browser, servers: Servers) -> None:
        self.browser, self.servers = browser, servers
        self.free: dict[str, list[Loan]] = defaultdict(list)
        # Of the site of all tables, or the page would get another process.
        self.nowhere = address(servers.begin())

    @contextmanager
    def lend(
        self,
        viewport: dict[str, int],
        script: str | None = None,
        *,
        color_scheme: str = "light",
        reduced_motion: str = "reduce",
        **settings: Any,
    ) -> Iterator[Page]:
        """Yield a page alone in a browser with `settings`, on which `script` runs before all."""
        settings.setdefault("locale", "en-US")
        free = self.free[repr(sorted(settings.items()))]
        # All have touch: no page checks for it, and another kind of browser would fetch all again.
        loan = free.pop() if free else Loan(self.browser.new_context(has_touch=True, **settings))
        page = loan.lent()
        if script:
            page.add_init_script(script)
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)  # type: ignore[arg-type]
        yield page
        if loan.clock_is_moved:  # in all that this browser shows from now on
            loan.context.close()
            return
        loan.take_back({address(server) for server in self.servers.all}, self.nowhere)
        free.append(loan)
