"""A box that holds Python and nothing else, made by bubblewrap (``bwrap``).

In it are the programs and libraries of the system, this Python with its packages, and
the package ``mlcourse``, all read-only; an empty ``/tmp`` of limited size; process
table, network, user and host name of its own. There is no home, no course, no solution,
no other box. A filter (libseccomp) refuses further processes and what else has no place
in homework.
"""

import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Any

import matplotlib as mpl

from assignments.running.limits import Limits, environment

FOLDER = Path(__file__).parents[1]  # of this program; its part ``box`` goes along
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
NEEDED = """\
Student code needs a box to run in, and there is none here:
{reason}
On Debian and Ubuntu: sudo apt-get install bubblewrap libseccomp2. On other systems the
page For teachers has a container. Or trust your class, and add --trusted-class."""


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
    told += ["--ro-bind", str(FOLDER / "box"), "/box/assignments/box"]
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
