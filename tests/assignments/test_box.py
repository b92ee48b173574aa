"""The box from inside: what student code tries, and what it gets.

Each attempt is code that runs in a real box and must end as it says beside it.
"""

import os
import socket
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from assignments.box.plain import encode
from assignments.course import SOURCE
from assignments.running.bubblewrap import obstacle
from assignments.running.limits import Limits
from assignments.running.sandbox import Box, EndedError

pytestmark = pytest.mark.skipif(
    bool(obstacle()) and not os.environ.get("CI"),
    reason=f"no box can be made here: {obstacle()}",
)
LIMITS = Limits(cell_seconds=20, seconds=60, memory=1_500_000_000, disk=5_000_000)
HERE = Path(__file__).parents[2]
CALL = """
import ctypes, os
C = ctypes.CDLL(None, use_errno=True)
def call(*args):
    return "done" if C.syscall(*args) >= 0 else os.strerror(ctypes.get_errno())
"""
NUMBERS = {"x86_64": 0, "aarch64": 1}  # columns of the table of system calls
NUMBER = {
    "clone": (56, 220),
    "clone3": (435, 435),
    "ptrace": (101, 117),
    "memfd_create": (319, 279),
    "mount": (165, 40),
    "unshare": (272, 97),
    "setns": (308, 268),
    "shmget": (29, 194),
    "io_uring_setup": (425, 425),
    "socket": (41, 198),
    "socketpair": (53, 199),
    "io_setup": (206, 0),
    "inotify_init1": (294, 26),
    "mq_open": (240, 180),
    "keyctl": (250, 219),
    "bpf": (321, 280),
}


@pytest.fixture(scope="module")
def box():
    made = Box(LIMITS)
    yield made
    made.end()


def shown(box, code, seconds=20.0):
    """Return what a cell shows, errors as their name and words."""
    parts = []
    for one in box.ask({"run": code}, seconds)["outputs"]:
        data = one.get("data", {}).get("text/plain", "")
        parts.append(one.get("text") or data or f"{one['ename']}: {one['evalue']}")
    return "".join(parts).strip()


# --- files ---


def closed():
    """Return folders that student code must not see."""
    found = [SOURCE, HERE / "tests", HERE / ".git", HERE / "chapters", Path.home()]
    return [*found, Path("/run"), Path("/var"), Path("/etc/passwd"), Path("/sys")]


def test_the_box_holds_python_and_nothing_else(box):
    """Where a folder of ours lies on the way to Python, it is empty but for that."""
    seen = shown(
        box,
        "import os\nfor root, folders, files in os.walk('/'):\n"
        "    if root.count('/') > 3 or root[:5] in ('/usr/', '/proc', '/dev/'):\n"
        "        folders.clear()\n"
        "    print(*[os.path.join(root, f) for f in files], sep='\\n')\n",
    ).splitlines()
    ours = [line for line in seen if line.startswith(str(HERE))]
    allowed = (str(HERE / "mlcourse"), str(HERE / ".venv"))
    assert [line for line in ours if not line.startswith(allowed)] == []


@pytest.mark.parametrize("path", closed(), ids=str)
def test_what_is_not_for_students_is_not_there(box, path):
    code = f"import os\nfound = [os.path.isfile({str(path)!r})]\n"
    code += f"for _, _, files in os.walk({str(path)!r}): found.append(bool(files))\n"
    if path == Path.home():  # Python itself may have been installed there
        code += "found = [os.path.exists(os.path.expanduser('~/.ssh')), False]\n"
        code += f"found += [f for f in os.listdir({str(path)!r}) if f != '.pyenv'] "
        code += f"if os.path.isdir({str(path)!r}) else []\n"
        path_of_python = {p.name for p in (HERE, *HERE.parents)}
        code += f"found = [f for f in found if f not in {path_of_python!r}]\n"
    assert shown(box, code + "print(any(found))") == "False"


@pytest.mark.parametrize("folder", [tempfile.gettempdir(), "/dev/shm", "/var/tmp"])
def test_shared_folders_are_not_shared(box, folder):
    if not os.path.isdir(folder):
        pytest.skip(f"{folder} does not exist on this system")
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        seen = shown(box, f"import os; print(os.path.exists({file.name!r}))")
    assert seen == "False"


def test_two_boxes_do_not_see_each_other(box):
    shown(box, "open('/tmp/secret', 'w').write('42')")
    shown(box, "open('/dev/shm/secret', 'w').write('42')")
    with closing_box(Box(LIMITS)) as other:
        look = (
            "import os; print('secret' in os.listdir('/tmp') + os.listdir('/dev/shm'))"
        )
        assert shown(other, look) == "False"
        assert shown(box, look) == "True"


def closing_box(one):
    one.close = one.end
    return closing(one)


PLACES = ["/x", "/usr/x", "/box/x", "/dev/x", "/proc/sys/kernel/hostname"]
PLACES += ["/proc/sysrq-trigger", "/proc/sys/vm/drop_caches"]


@pytest.mark.parametrize("path", PLACES)
def test_nothing_can_be_written(box, path):
    said = shown(box, f"open({path!r}, 'w').write('1')")
    assert said.startswith(("OSError", "PermissionError", "FileNotFoundError"))


@pytest.mark.parametrize("module", ["numpy", "mlcourse", "assignments.box.plain"])
def test_packages_cannot_be_changed(box, module):
    said = shown(box, f"import {module} as m; open(m.__file__, 'a').write('1')")
    assert "Read-only" in said


@pytest.mark.parametrize("folder", ["/tmp", "/dev/shm"])
def test_the_disk_is_small(box, folder):
    said = shown(box, f"open('{folder}/big', 'wb').write(bytes(6_000_000))")
    assert "No space left" in said
    shown(box, f"import os; os.remove('{folder}/big')")


def test_files_of_the_grader_are_not_handed_down(box):
    code = "import os\nfor f in os.listdir('/proc/self/fd'):\n"
    code += "    try: print(os.readlink(f'/proc/self/fd/{f}').split(':')[0])\n"
    code += "    except OSError: pass\n"
    assert set(shown(box, code).split()) <= {
        "/dev/null",
        "pipe",
        "anon_inode",
        "socket",
    }


# --- network, other processes, names ---


def test_no_network(box):
    said = shown(box, "import socket; socket.create_connection(('127.0.0.1', 80), 2)")
    assert said.startswith("PermissionError")
    read = "print(*[line.split(':')[0] for line in open('/proc/net/dev')][2:])"
    assert shown(box, read).split() == ["lo"]


@pytest.mark.parametrize("family", ["INET", "UNIX", "NETLINK", "VSOCK", "PACKET"])
def test_no_sockets(box, family):
    """Not even one that leads nowhere: those of virtual machines have no name space."""
    said = shown(box, f"import socket; socket.socket(socket.AF_{family})")
    assert said.startswith("PermissionError")


def test_what_lies_on_the_way_to_a_host_socket_is_not_there(box, tmp_path):
    name = str(tmp_path / "s")[-100:]
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(name)
        assert shown(box, f"import os; print(os.path.exists({name!r}))") == "False"


def test_processes_of_the_host_are_not_seen(box):
    seen = shown(box, "print([p for p in os.listdir('/proc') if p.isdigit()])")
    assert len(seen.split(",")) <= 3


def test_the_host_keeps_its_name(box):
    before = socket.gethostname()
    assert shown(box, "import socket; print(socket.gethostname())") == "box"
    assert shown(box, "socket.sethostname('mine')").startswith("PermissionError")
    assert socket.gethostname() == before


@pytest.mark.parametrize("process", ["self", "1"])
def test_the_environment_is_empty(monkeypatch, process):
    """That of bubblewrap, too, which is process 1 in the box."""
    monkeypatch.setenv("COURSE_SECRET", "hunter2")
    read = f"print(open('/proc/{process}/environ').read())"
    with closing_box(Box(LIMITS)) as other:
        shown(other, "import os")
        assert "hunter2" not in shown(other, read)
        assert "hunter2" not in shown(other, "print(os.environ)")
        assert shown(other, "print(os.path.expanduser('~'))") == "/tmp"
        assert shown(other, "print(os.getuid(), os.getgid())") == "1000 1000"


def test_the_command_line_says_nothing_of_the_teachers_folders(box):
    said = shown(box, "print(open('/proc/1/cmdline').read())")
    assert str(SOURCE) not in said
    assert "ro-bind" not in said


PROCESSES = ["os.fork()", "os.forkpty()", "import pty; pty.spawn('true')"]
PROCESSES += ["import subprocess; subprocess.run(['true'])"]
PROCESSES += ["os.posix_spawn('/bin/true', ['true'], {})"]
PROCESSES += ["import multiprocessing as m; m.Process(target=print).start()"]


@pytest.mark.parametrize("code", PROCESSES)
def test_no_further_processes(box, code):
    assert "not permitted" in shown(box, "import os\n" + code)


@pytest.mark.parametrize("name", NUMBER)
def test_calls_that_homework_does_not_need(box, name):
    """By number, past all that Python would say."""
    machine = os.uname().machine
    if machine not in NUMBERS:
        pytest.skip(f"the numbers of system calls on {machine} are not listed here")
    number = NUMBER[name][NUMBERS[machine]]
    said = shown(box, CALL + f"print(call({number}, 0, 0, 0, 0, 0))")
    assert said in ("Operation not permitted", "Function not implemented")


def test_no_threads(box):
    said = shown(box, "import threading; threading.Thread(target=print).start()")
    assert "can't start new thread" in said


def test_the_packages_of_the_assignments_do_without(box):
    code = "import numpy, scipy.linalg, sklearn.linear_model, pandas, mlcourse.data\n"
    code += "import matplotlib.pyplot as plt; plt.plot([1, 2])\nprint('fine')"
    assert shown(box, code).startswith("fine")


# --- memory, time, output, and what kills ---


def test_memory_has_an_end(box):
    assert "MemoryError" in shown(box, "import numpy as np; np.ones(400_000_000)")
    assert shown(box, "print(6 * 7)") == "42"


@pytest.mark.parametrize("make", ["os.close(os.open(p, os.O_CREAT))", "os.mkdir(p)"])
@pytest.mark.parametrize("folder", ["/tmp", "/dev/shm"])
def test_files_have_an_end(make, folder):
    """One without a byte also takes memory, and no limit of the system counts it."""
    code = f"import os\nfor i in range(10**7):\n    p = f'{folder}/{{i}}'; {make}"
    with closing_box(Box(LIMITS)) as other:
        other.ask({"run": "1"}, 20)
        with pytest.raises(EndedError, match="more than 5,000 files"):
            other.ask({"run": code}, 20)


def test_output_is_cut(box):
    with closing_box(Box(LIMITS)) as other:
        said = shown(other, "for _ in range(30_000): print('spam' * 100)")
    assert len(said) < 250_000
    assert "writes too much" in said


ENDINGS = {
    "while True: pass": "no end within 1 seconds",
    "import signal\nsignal.signal(2, signal.SIG_IGN)\nwhile True:\n    pass": "no end",
    "class A:\n    def __str__(self):\n        while True: pass\nprint(A())": "no end",
    "import os; os._exit(0)": "Python ended",
    "import os; os.kill(os.getpid(), 9)": "Python ended",
    "import os; os.execv('/bin/true', ['true'])": "Python ended",
    "import ctypes; ctypes.string_at(0)": "Python ended",
    "import os; os.closerange(0, 99); print(1)": "Python ended",
}


@pytest.mark.parametrize("code", ENDINGS)
def test_what_ends_the_interpreter_or_does_not_end(code):
    with closing_box(Box(LIMITS)) as other:
        other.ask({"run": "1"}, 20)
        with pytest.raises(EndedError, match=ENDINGS[code]):
            other.ask({"run": code}, 1)
        assert other.process.poll() is not None


FORGED = [b"\xff\xff\xff\xff", b"\0\0\0\5hello", b"\0\0\0\2[]", b"\0\0\0\4null"]


@pytest.mark.parametrize("raw", [*FORGED, b"\0\0\0\1" + b"[" * 100])
def test_a_forged_reply_ends_the_box(raw):
    code = f"import os\nfor f in range(3, 20):\n    try: os.write(f, {raw!r})\n"
    code += "    except OSError: pass\n"
    with closing_box(Box(LIMITS)) as other:
        other.ask({"run": "1"}, 20)
        with pytest.raises(EndedError):  # at once, or when it is read
            _ = [other.ask({"run": one}, 5) for one in (code, "1")]


def test_a_function_that_nobody_lent_is_not_called():
    with closing_box(Box(LIMITS)) as other:
        other.ask({"run": "def f(g): return g(1)"}, 20)
        call = {"call": "f", "args": [{"function": "0"}], "kwargs": {}}
        assert other.ask(call, 5, lambda _: {"value": encode(2)})["value"] == 2
        with pytest.raises(EndedError, match="nobody lent"):
            other.ask(call, 5)
