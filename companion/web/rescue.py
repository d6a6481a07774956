"""The page that is shown while the table cannot be opened: what is wrong, and what to do."""

import socket
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from companion import words
from companion.access.credentials import JoinCode
from companion.files import FileError
from companion.upkeep.opening import OpeningWay
from companion.web import first_load, security
from companion.web.callers import caller_address
from companion.web.connections import make_server

RescueChoice: TypeAlias = OpeningWay | Literal["memory"]
CHOICES_BY_FAULT: Mapping[str, tuple[RescueChoice, ...]] = {
    "log_damaged": ("sound", "anew"),
    "log_foreign": ("sound", "anew"),
    "log_lost": ("sound", "anew"),
    "log_newer": ("again", "memory"),
    "log_unwritable": ("again", "memory"),
}
"""The choices for each error code, in the order of the page."""


@dataclass
class RescuePage:
    """Serves the page until a banker, or somebody with the `code`, has chosen.

    `fault` is why the table cannot be opened, `rows` the number of sound rows. `is_banker` returns
    whether the present request comes from a banker's device.
    """

    fault: FileError
    rows: int
    code: JoinCode
    is_banker: Callable[[], bool] = lambda: False
    chosen: RescueChoice | None = None

    @property
    def choices(self) -> Sequence[RescueChoice]:
        """The choices for this fault."""
        known = CHOICES_BY_FAULT.get(self.fault.code, ("again", "memory"))
        return [choice for choice in known if choice != "sound" or self.rows]

    def serve_until_chosen(self, listener: socket.socket) -> RescueChoice:
        """Serve the page on `listener`, which stays open; return the choice.

        Raises `SystemExit` if the process is stopped first.
        """
        server = make_server(self.app(), listener.dup())
        server.run(lambda: self.chosen is not None)
        server.shut_down()
        if self.chosen is None:
            raise SystemExit(0)
        return self.chosen

    def app(self) -> Flask:
        """Return the application: one page, and no other answer."""
        app = Flask("companion")
        app.extensions["identify"] = lambda environ: ("", None, 0)  # everybody is a stranger
        app.after_request(security.add_headers)
        first_load.serve_typeface(app)

        @app.get("/")
        def page() -> tuple[str, int]:
            return self._page(), 503

        @app.post("/")
        def choose() -> tuple[str, int]:
            choice = next((one for one in self.choices if one == request.form.get("choice")), None)
            if not security.is_same_origin(request) or choice is None:
                return self._page(), 400
            try:
                if not self.is_banker():
                    guess = request.form.get("code", "")
                    self.code.check(guess, caller_address(), time.time())
            except HTTPException:
                return self._page(wrong=True), 403
            self.chosen = choice
            return self._page(done=True), 200

        @app.errorhandler(404)
        def elsewhere(_: HTTPException) -> tuple[Response, int]:
            return jsonify(code=self.fault.code, message=self.fault.message), 503

        return app

    def _page(self, *, wrong: bool = False, done: bool = False) -> str:
        language = request.accept_languages.best_match(words.LANGUAGES, "en")
        return render_template(
            "rescue.html",
            language=language,
            words=words.catalogue(language),
            rescue=self,
            wrong=wrong,
            done=done,
        )
