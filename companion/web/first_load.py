"""Makes the page load fast over a weak Wi-Fi: compressed text, all scripts requested at once.

A browser only learns which modules a module imports when it has read it, and each such step costs
a round trip. So the page names them all in its header. It also has a version, so that pages opened
before an update can be reloaded.
"""

import gzip
import hashlib
import re
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from flask import Flask, Response, request

STATIC_FOLDER = Path(__file__).parents[1] / "static"
_TYPEFACE_SECONDS = 30 * 24 * 3600  # how long a browser keeps it without asking
_IMPORT = re.compile(r'^(?:import|export)\b[^;()]*?"(\.[^"]+)"', re.MULTILINE)
_PACKED = ("text/", "application/json", "image/svg+xml", "font/ttf")
_MIN_PACKED_BYTES = 600  # smaller texts fit into one packet anyway


@cache
def page_scripts() -> tuple[str, ...]:
    """Return the scripts that the page needs, as paths below `STATIC_FOLDER`, app.js first."""
    found = [(STATIC_FOLDER / "js/app.js").resolve()]
    for script in found:  # the list grows meanwhile
        names = dict.fromkeys(_IMPORT.findall(script.read_text(encoding="utf-8")))
        imports = [(script.parent / name).resolve() for name in names]
        found += [path for path in imports if path not in found]
    return tuple(path.relative_to(STATIC_FOLDER.resolve()).as_posix() for path in found)


def page_styles() -> tuple[str, ...]:
    """Return the names of all style sheets: a game may have none.

    They are listed for each page: an update may bring others while the table runs.
    """
    return tuple(path.stem for path in STATIC_FOLDER.glob("css/*.css"))


@cache
def page_version() -> str:
    """Return a version of the page, which changes with each of its files."""
    digest = hashlib.sha256()
    for folder in ("static", "templates", "words"):
        for path in sorted((STATIC_FOLDER.parent / folder).rglob("*.*")):
            if path.suffix != ".pyc":
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def serve_typeface(app: Flask) -> None:
    """Let `app` serve the typeface of the page, to everybody.

    Otherwise, a page on a Raspberry Pi's own screen would be in DejaVu, which is a fifth wider.
    """

    @app.get("/static/figtree.ttf")
    def typeface() -> Response:
        kept = {"Cache-Control": f"max-age={_TYPEFACE_SECONDS}"}
        packaged = files("fontpkg_figtree") / "files/Figtree[wght].ttf"
        return Response(packaged.read_bytes(), mimetype="font/ttf", headers=kept)


def compress_texts(app: Flask) -> None:
    """Let `app` compress texts that are the same for everybody, if the browser accepts that.

    Private texts (snapshots, secrets) are not compressed, since their compressed length would
    reveal something about the content.
    """
    app.after_request(_pack)


def _pack(response: Response) -> Response:
    if (
        request.endpoint not in ("static", "typeface", "sentences", "rules", "games", "page")
        or response.status_code != 200
        or not (response.mimetype or "").startswith(_PACKED)
    ):
        return response
    response.vary.add("Accept-Encoding")
    if not request.accept_encodings.quality("gzip"):
        return response
    response.direct_passthrough = False
    plain = response.get_data()
    if len(plain) >= _MIN_PACKED_BYTES:
        response.set_data(_packed(plain))
        response.headers["Content-Encoding"] = "gzip"
        if (tag := response.get_etag()[0]) is not None:
            response.set_etag(tag, weak=True)  # the same text in other bytes
    return response


@lru_cache(maxsize=256)
def _packed(plain: bytes) -> bytes:
    return gzip.compress(plain, mtime=0)
