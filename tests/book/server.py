"""Serve a folder to the browser on a port of this machine, as a host of pages does.

Texts go compressed, whatever is sent may be kept for ten minutes, and a connection
serves many requests: what GitHub Pages does, so that what is weighed is what a reader
waits for.
"""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "application/javascript; charset=utf-8",
    ".mjs": "application/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
PACKED = {".html", ".js", ".mjs", ".css", ".json", ".svg", ".txt", ".xml", ".ico"}
KEPT = "max-age=600"  # seconds


@cache
def packed(path: Path, _changed: int, first: bytes) -> bytes:
    """Return a file as a host sends it to a browser that can unpack."""
    content = path.read_bytes()
    if path.suffix == ".html":
        content = content.replace(b"<head>", b"<head>" + first, 1)
    return gzip.compress(content, 6, mtime=0)


class Host(SimpleHTTPRequestHandler):
    """Answer as a host of pages does, without a line of log for each request."""

    protocol_version = "HTTP/1.1"
    first = b""  # what each page begins with
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def do_GET(self) -> None:
        """Send a file, a text compressed if the browser takes it."""
        path = Path(self.translate_path(self.path))
        if path.is_dir() and self.path.endswith("/"):
            path /= "index.html"
        takes = "gzip" in self.headers.get("Accept-Encoding", "")
        if not (takes and path.suffix in PACKED and path.is_file()):
            return super().do_GET()
        body = packed(path, path.stat().st_mtime_ns, self.first)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Vary", "Accept-Encoding")
        self.end_headers()
        self.wfile.write(body)
        return None

    def end_headers(self) -> None:
        """Say how long an answer may be kept."""
        self.send_header("Cache-Control", KEPT)
        super().end_headers()

    def log_message(self, *_):
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """A server that a browser may leave in the middle of an answer."""

    daemon_threads = True

    def handle_error(self, *_):
        """Say nothing: what the page lacks, the test of the page reports."""


@contextmanager
def serving(folder: Path, script: str = "") -> Iterator[str]:
    """Serve `folder` and give the address, which ends with a slash.

    In every page `script` runs before the page's own.
    """
    first = f"<script>{script}</script>".encode() if script else b""
    host = type("Host", (Host,), {"first": first})
    with Server(("127.0.0.1", 0), partial(host, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
