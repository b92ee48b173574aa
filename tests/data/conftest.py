"""A cache of its own for each test, no network, and a server of files."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """Return the cache folder, still to be made; downloads are switched off."""
    monkeypatch.setenv("MLCOURSE_OFFLINE", "1")
    monkeypatch.setenv("MLCOURSE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


class Handler(BaseHTTPRequestHandler):
    """Serve the server's `files`: bytes, or a function that answers by itself."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        """Answer a request."""
        self.server.asked.append(self.path)
        found = self.server.files.get(self.path)
        if callable(found):
            self.close_connection = True
            found(self)
        elif found is None:
            self.send_error(404)
        else:
            self.send_response(200)
            self.send_header("Content-Length", str(len(found)))
            self.end_headers()
            self.wfile.write(found)

    def log_message(self, *_):
        """Be silent."""


class Server(ThreadingHTTPServer):
    """A web server whose files a test sets."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.files, self.asked = {}, []

    def url(self, path):
        """Return the address of a path."""
        return f"http://127.0.0.1:{self.server_port}{path}"


@pytest.fixture
def server(monkeypatch):
    """Return a server, and let downloads pass."""
    monkeypatch.delenv("MLCOURSE_OFFLINE")
    with Server() as server:
        thread = Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()
