"""Started in place of a kernel: set limits, stand guard, then become the kernel.

``python guard.py RULES -f CONNECTION_FILE``, with RULES as JSON: the folder ``box``
that may be written, the folders ``hidden`` that may not be read, ``memory`` in bytes
and ``seconds`` of processor time.

The guard is an audit hook of Python. It stops what a student writes by accident or in
plain Python; code that calls the C library by ``ctypes`` passes it. What holds against
that is the namespaces of ``sandbox.py``, where the system has them.
"""

import contextlib
import json
import os
import sys
from collections.abc import Callable

NETWORK = {
    "socket.connect",
    "socket.bind",
    "socket.sendto",
    "socket.sendmsg",
    "socket.getaddrinfo",
    "socket.gethostbyname",
    "socket.gethostbyaddr",
}
PROCESSES = {
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.kill",
    "os.killpg",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "os.system",
    "subprocess.Popen",
}
READS = {"os.listdir", "os.scandir"}
WRITES = {
    "os.chmod",
    "os.chown",
    "os.link",
    "os.mkdir",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.symlink",
    "os.truncate",
    "sqlite3.connect",
}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def within(path: object, folders: tuple[str, ...]) -> bool:
    """Say whether a path lies in one of the folders; links are followed."""
    real = os.path.realpath(os.fsdecode(path))  # type: ignore[arg-type]
    return any(real == f or real.startswith(f + os.sep) for f in folders)


def guard(
    box: str, hidden: tuple[str, ...]
) -> Callable[[str, tuple[object, ...]], None]:
    """Return an audit hook: no network, no processes, files in the box alone."""
    writable = (os.path.realpath(box), os.path.realpath(os.devnull))
    hidden = tuple(map(os.path.realpath, hidden))

    def hook(event: str, args: tuple[object, ...]) -> None:
        if event in NETWORK:
            raise PermissionError("There is no network while this is graded.")
        if event in PROCESSES:
            raise PermissionError("No other processes while this is graded.")
        paths = [a for a in args if isinstance(a, str | bytes | os.PathLike)]
        writes = event in WRITES
        if event == "open":
            paths, writes = paths[:1], bool(int(args[2] or 0) & WRITING)  # type: ignore[call-overload]
        elif not (writes or event in READS):
            return
        if writes and not all(p == ":memory:" or within(p, writable) for p in paths):
            raise PermissionError("Write files in the current folder only.")
        if any(within(p, hidden) for p in paths):
            raise PermissionError("This folder is closed while this is graded.")

    return hook


def limit(memory: int, seconds: int) -> None:
    """Limit memory, processor time and the size of files, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    limits = {"AS": memory, "CPU": seconds, "FSIZE": 50_000_000, "CORE": 0}
    for name, value in limits.items():
        with contextlib.suppress(ValueError, OSError):  # macOS refuses some
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))


def main() -> None:
    """Become a kernel under the rules of the first argument."""
    rules = json.loads(sys.argv.pop(1))
    del sys.path[0]  # this folder: students import from the package, not from here
    limit(rules["memory"], rules["seconds"])
    from ipykernel.kernelapp import IPKernelApp

    app = IPKernelApp.instance()
    app.initialize()
    sys.addaudithook(guard(rules["box"], tuple(rules["hidden"])))
    app.start()


if __name__ == "__main__":
    main()
