"""Where student code runs: a box that holds Python and nothing else.

The box is made by bubblewrap (``bwrap``), which Linux distributions install. In it are
the programs and libraries of the system, this Python with its packages, and the package
``mlcourse``, all read-only; an empty ``/tmp`` of limited size; process table, network,
user and host name of its own. There is no home, no course, no solution, no other box.
A filter (libseccomp) refuses further processes and what else has no place in homework.

Without bubblewrap student code runs as the teacher; that is only done when asked for.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import IO, Any, NamedTuple

import matplotlib as mpl
import psutil

from assignments.box.plain import NotPlainError, receive, send

HERE = Path(__file__).parent
SYSTEM = ("/usr", "/bin", "/lib", "/lib32", "/lib64", "/nix/store")
SYSTEM += ("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime")
REFUSED = ("fork", "vfork", "clone", "unshare", "setns", "ptrace")  # one of its kind
REFUSED += ("process_vm_readv", "process_vm_writev", "mount", "umount2", "keyctl")
REFUSED += ("add_key", "request_key", "bpf", "perf_event_open", "userfaultfd")
REFUSED += ("io_uring_setup", "io_setup", "open_by_handle_at", "fanotify_init")
REFUSED += ("inotify_init", "inotify_init1", "socket", "socketpair")
# What takes memory that no limit counts:
REFUSED += ("memfd_create", "memfd_secret", "shmget", "msgget", "semget", "mq_open")
EPERM, ENOSYS = 1, 38
MAX_FILES = 5_000  # in the box; a file without a byte also takes memory
DISKS = ("/tmp", "/dev/shm")
LOOK = 0.2  # seconds from one look at the box to the next
ALONE = """\
WITHOUT A BOX: what students wrote runs as you, with your files, network and programs.
Do this only with a class that you trust, or inside a virtual machine or container."""
NEEDED = """\
Student code needs a box to run in, and there is none here:
{reason}
On Debian and Ubuntu: sudo apt-get install bubblewrap libseccomp2. On other systems the
page For teachers has a container. Or trust your class, and add --trusted-class."""


class Limits(NamedTuple):
    """What one submission may use."""

    cell_seconds: float = 30
    seconds: float = 180
    memory: int = 2_000_000_000  # bytes of address space
    disk: int = 50_000_000  # bytes in /tmp
    output: int = 200_000  # characters a cell
    trusted: bool = False  # True: without a box


class EndedError(Exception):
    """The student's interpreter has ended; the message says why."""


@cache
def obstacle() -> str:
    """Return why no box can be made here, or nothing; tried, not guessed."""
    if not sys.platform.startswith("linux"):
        return "bubblewrap exists for Linux alone."
    try:
        command = [sys.executable, "-P", "-c", "import mlcourse"]
        process = shut(command, Limits(), subprocess.PIPE)
        _, problem = process.communicate(timeout=20)
        return problem.decode(errors="replace").strip() if process.returncode else ""
    except FileNotFoundError:
        return "bubblewrap (bwrap) is not installed."
    except (OSError, ImportError, RuntimeError) as problem:
        return f"libseccomp cannot be used: {problem}"
    except subprocess.TimeoutExpired:
        return "bubblewrap does not answer."


def protections(limits: Limits) -> list[str]:
    """Return lines that say what student code can do here."""
    time = f"{limits.cell_seconds:g} s a cell, {limits.seconds:g} s a submission"
    if limits.trusted:
        return [*ALONE.splitlines(), f"Time: {time}."]
    return [
        "Student code runs in a box (bubblewrap): no network, no files of yours,",
        f"no further processes or threads; {limits.memory / 1e9:g} GB of memory, "
        f"{limits.disk // 1_000_000} MB of disk; {time}.",
    ]


def rules() -> IO[bytes]:
    """Return a file with the filter of system calls: no processes, threads, sockets.

    ``clone3`` is said not to exist; the C library then tries ``clone``, which is
    refused. Calls that this machine does not know are left out.
    """
    import pyseccomp as seccomp  # looks for the library of the system when imported

    calls = seccomp.SyscallFilter(defaction=seccomp.ALLOW)
    for name in REFUSED:
        with suppress(OSError, RuntimeError):
            calls.add_rule(seccomp.ERRNO(EPERM), name)
    calls.add_rule(seccomp.ERRNO(ENOSYS), "clone3")
    file = tempfile.TemporaryFile()  # noqa: SIM115 - the caller closes it
    calls.export_bpf(file)
    file.seek(0)
    return file


def options(limits: Limits, filter_file: int) -> list[str]:
    """Return what bubblewrap is told of a box."""
    import mlcourse

    told = ["--unshare-all", "--unshare-user", "--disable-userns", "--clearenv"]
    told += ["--die-with-parent", "--new-session", "--hostname", "box"]
    told += ["--uid", "1000", "--gid", "1000", "--seccomp", str(filter_file)]
    told += ["--proc", "/proc", "--remount-ro", "/proc"]  # root may write in it
    told += ["--dev", "/dev", "--size", "1000000", "--tmpfs", "/dev/shm"]
    told += ["--remount-ro", "/dev", "--size", str(limits.disk), "--tmpfs", "/tmp"]
    for path in dict.fromkeys([*SYSTEM, sys.base_prefix, sys.prefix]):
        told += ["--ro-bind-try", path, path]
    told += ["--ro-bind", next(iter(mlcourse.__path__)), "/box/mlcourse"]
    told += ["--ro-bind", str(HERE / "box"), "/box/assignments/box"]
    for fonts in Path(mpl.get_cachedir()).glob("fontlist*"):  # takes seconds to make
        told += ["--ro-bind", str(fonts), f"/tmp/matplotlib/{fonts.name}"]
    for name, value in environment("/tmp", "/box").items():
        told += ["--setenv", name, value]
    return [*told, "--chdir", "/tmp", "--remount-ro", "/"]


def handed(lines: list[str]) -> IO[bytes]:
    """Return a file with options: on the command line, the box could read them."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 - the caller closes it
    file.write(b"".join(line.encode() + b"\0" for line in lines))
    file.seek(0)
    return file


def environment(home: str, path: str) -> dict[str, str]:
    """Return all the environment variables that student code gets."""
    found = dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP"), home)
    found |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    found |= {"PATH": "/usr/bin:/bin", "PYTHONPATH": path, "LANG": "C.UTF-8"}
    found |= {"USER": "student", "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    found |= {"IPYTHONDIR": f"{home}/ipython", "MPLCONFIGDIR": f"{home}/matplotlib"}
    return found | {"MPLBACKEND": "module://matplotlib_inline.backend_inline"}


class Box:
    """A running interpreter that answers messages; used once, then thrown away."""

    def __init__(self, limits: Limits) -> None:
        told = {"memory": limits.memory, "seconds": int(limits.seconds) + 5}
        told["output"] = limits.output
        command = [sys.executable, "-P", "-m", "assignments.box.inside"]
        command.append(json.dumps(told))
        self.home = tempfile.mkdtemp(prefix="student") if limits.trusted else ""
        self.process = (
            open_here(command, self.home) if self.home else shut(command, limits)
        )
        assert self.process.stdin
        assert self.process.stdout
        self.into, self.out = self.process.stdin, self.process.stdout

    def ask(
        self,
        message: dict[str, Any],
        seconds: float,
        answer: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
    ) -> dict[str, Any]:
        """Return the reply to a message; `answer` is asked when the box asks back.

        Raises EndedError if no reply came in time, or never can; the box is gone then.
        """
        why: list[str] = []
        over = Event()
        watcher = Thread(target=self.watch, args=(seconds, over, why), daemon=True)
        watcher.start()
        try:
            send(self.into, message)
            while "back" in (reply := receive(self.out)):
                if not answer:
                    raise NotPlainError("It called a function that nobody lent.")
                send(self.into, answer(reply))
            return reply
        except (EOFError, OSError, ValueError) as problem:
            self.end()
            if isinstance(problem, NotPlainError):
                why.append(str(problem))
            raise EndedError((why or ["the interpreter ended"])[0]) from None
        finally:
            over.set()

    def watch(self, seconds: float, over: Event, why: list[str]) -> None:
        """End the box when its time is over, or when it fills up with files."""
        until = monotonic() + seconds
        while not over.wait(min(LOOK, max(0.0, until - monotonic()))):
            if monotonic() >= until:
                why.append(f"no end within {seconds:.3g} seconds")
            elif self.files() > MAX_FILES:
                why.append(f"more than {MAX_FILES:,} files")
            if why:
                self.end()
                return

    def files(self) -> int:
        """Return how many files the box has made: no limit of the system does."""
        if self.home:
            return 0
        with suppress(OSError, psutil.Error, IndexError):
            first = psutil.Process(self.process.pid).children()[0]  # process 1 in there
            disks = [os.statvfs(f"/proc/{first.pid}/root{d}") for d in DISKS]
            return sum(disk.f_files - disk.f_ffree for disk in disks)
        return 0

    def end(self) -> None:
        """End the box with all that is in it."""
        with suppress(psutil.NoSuchProcess):
            family = psutil.Process(self.process.pid)
            for process in [*family.children(recursive=True), family]:
                with suppress(psutil.NoSuchProcess):
                    process.kill()
        self.process.wait()
        for pipe in (self.into, self.out):
            with suppress(OSError):  # what was not sent is lost, as it should be
                pipe.close()
        if self.home:
            shutil.rmtree(self.home, ignore_errors=True)


PIPES: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}


def shut(
    command: list[str], limits: Limits, errors: int = subprocess.DEVNULL
) -> "subprocess.Popen[bytes]":
    """Start a command in a box.

    bubblewrap itself is process 1 in there: it gets no environment of the teacher's.
    """
    with rules() as file, handed(options(limits, file.fileno())) as told:
        numbers = [file.fileno(), told.fileno()]
        bwrap = shutil.which("bwrap") or "bwrap"
        start = [bwrap, "--args", str(numbers[1]), "--", *command]
        return subprocess.Popen(start, pass_fds=numbers, env={}, stderr=errors, **PIPES)


def open_here(command: list[str], home: str) -> "subprocess.Popen[bytes]":
    """Start a command as the teacher, in a new folder; for trusted classes."""
    kept = {n: os.environ[n] for n in ("PATH", "SYSTEMROOT") if n in os.environ}
    env = environment(home, str(HERE.parent)) | kept
    return subprocess.Popen(
        command, cwd=home, env=env, stderr=subprocess.DEVNULL, **PIPES
    )
