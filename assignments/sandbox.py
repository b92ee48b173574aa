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
from threading import Timer
from typing import IO, Any, NamedTuple

import matplotlib as mpl
import psutil

from assignments.box.plain import NotPlainError, receive, send

HERE = Path(__file__).parent
SYSTEM = ("/usr", "/bin", "/lib", "/lib32", "/lib64", "/nix/store")
SYSTEM += ("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime")
PROCESS = ("fork", "vfork")
REFUSED = ("ptrace", "process_vm_readv", "process_vm_writev", "unshare", "setns")
REFUSED += ("mount", "umount2", "bpf", "perf_event_open", "userfaultfd", "keyctl")
REFUSED += ("add_key", "request_key", "io_uring_setup", "open_by_handle_at")
REFUSED += ("memfd_create", "memfd_secret", "shmget", "msgget", "semget")  # uncounted
CLONE_THREAD = 0x10000
EPERM, ENOSYS = 1, 38
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
        with rules() as file:
            command = [*boxed(Limits(), file.fileno()), "true"]
            found = subprocess.run(
                command,
                pass_fds=[file.fileno()],
                capture_output=True,
                timeout=20,
                check=False,
            )
        return found.stderr.decode(errors="replace").strip() if found.returncode else ""
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
        f"no further processes; {limits.memory / 1e9:g} GB of memory, "
        f"{limits.disk // 1_000_000} MB of disk; {time}.",
    ]


def rules() -> IO[bytes]:
    """Return a file with the filter of system calls: threads may start, no processes.

    ``clone3`` hides its flags from filters, so it is said not to exist; the C library
    then uses ``clone``. Calls that this machine does not know are left out.
    """
    import pyseccomp as seccomp  # looks for the library of the system when imported

    calls = seccomp.SyscallFilter(defaction=seccomp.ALLOW)
    for name in (*PROCESS, *REFUSED):
        with suppress(OSError, RuntimeError):
            calls.add_rule(seccomp.ERRNO(EPERM), name)
    thread = seccomp.Arg(0, seccomp.MASKED_EQ, CLONE_THREAD, 0)
    calls.add_rule(seccomp.ERRNO(EPERM), "clone", thread)
    calls.add_rule(seccomp.ERRNO(ENOSYS), "clone3")
    file = tempfile.TemporaryFile()  # noqa: SIM115 - the caller closes it
    calls.export_bpf(file)
    file.seek(0)
    return file


def boxed(limits: Limits, filter_file: int) -> list[str]:
    """Return the command that makes the box and starts in it what follows."""
    import mlcourse

    command = ["bwrap", "--unshare-all", "--unshare-user", "--disable-userns"]
    command += ["--die-with-parent", "--new-session", "--hostname", "box"]
    command += ["--uid", "1000", "--gid", "1000", "--clearenv"]
    command += ["--proc", "/proc", "--remount-ro", "/proc"]  # root may write in it
    command += ["--dev", "/dev", "--size", "1000000", "--tmpfs", "/dev/shm"]
    command += ["--remount-ro", "/dev", "--size", str(limits.disk), "--tmpfs", "/tmp"]
    package = next(iter(mlcourse.__path__))
    for path in dict.fromkeys([*SYSTEM, sys.base_prefix, sys.prefix, package]):
        command += ["--ro-bind-try", path, path]
    command += ["--ro-bind", str(HERE / "box"), "/box/assignments/box"]
    for fonts in Path(mpl.get_cachedir()).glob("fontlist*"):  # takes seconds to make
        command += ["--ro-bind", str(fonts), f"/tmp/matplotlib/{fonts.name}"]
    for name, value in environment("/tmp", "/box").items():
        command += ["--setenv", name, value]
    command += ["--chdir", "/tmp", "--remount-ro", "/"]
    return [*command, "--seccomp", str(filter_file), "--"]


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
        start = open_here if limits.trusted else shut
        self.process = start(command, limits, self.home)
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
        late: list[bool] = []
        timer = Timer(seconds, lambda: (late.append(True), self.end()))
        timer.daemon = True
        timer.start()
        try:
            send(self.into, message)
            while "back" in (reply := receive(self.out)):
                if not answer:
                    raise NotPlainError("It called a function that nobody lent.")
                send(self.into, answer(reply))
            return reply
        except (EOFError, OSError, ValueError) as problem:
            self.end()
            if late:
                raise EndedError(f"no end within {seconds:.3g} seconds") from None
            if isinstance(problem, NotPlainError):
                raise EndedError(str(problem)) from None
            raise EndedError("the interpreter ended") from None
        finally:
            timer.cancel()

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
PIPES |= {"stderr": subprocess.DEVNULL}


def shut(command: list[str], limits: Limits, _: str) -> "subprocess.Popen[bytes]":
    """Start a command in a box."""
    with rules() as file:
        number = file.fileno()
        return subprocess.Popen(
            [*boxed(limits, number), *command], pass_fds=[number], **PIPES
        )


def open_here(command: list[str], _: Limits, home: str) -> "subprocess.Popen[bytes]":
    """Start a command as the teacher, in a new folder; for trusted classes."""
    kept = {n: os.environ[n] for n in ("PATH", "SYSTEMROOT") if n in os.environ}
    env = environment(home, str(HERE.parent)) | kept
    return subprocess.Popen(command, cwd=home, env=env, **PIPES)
