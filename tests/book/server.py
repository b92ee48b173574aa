"""Serve a folder to the browser on a port of this machine."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Silent(SimpleHTTPRequestHandler):
    """Answer without a line of log for each request."""

    def log_message(self, *_):
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """A server that a browser may leave in the middle of an answer."""

    daemon_threads = True

    def handle_error(self, *_):
        """Say nothing: what the page lacks, the test of the page reports."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve `folder` and give the address, which ends with a slash."""
    with Server(("127.0.0.1", 0), partial(Silent, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
