#!/usr/bin/env python3
"""Puts libtorch, CPU only, into target/libtorch, from the PyPI wheel of PyTorch.

Instant when it is there already, and when LIBTORCH or LIBTORCH_USE_PYTORCH names one of yours.
Needs nothing but python3 with venv. `--wheels DIR` unpacks wheels fetched before instead.
"""

import argparse
import hashlib
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile

# The wheels by version and hash. That for Linux x86-64 is the CUDA build: its CPU library wants two small CUDA libraries, and no
# more.
WHEELS = pathlib.Path(__file__).resolve().with_suffix(".txt")
VERSION = next(
    line.split()[0].removeprefix("torch==") for line in WHEELS.read_text().splitlines() if line.startswith("torch==")
)
# What torch-sys links; without libtorch_cuda.so beside them it links for the CPU only.
LIBRARIES = {
    "libtorch_cpu.so", "libc10.so", "libtorch.so", "libgomp.so.1", "libcudart.so.13", "libcupti.so.13",
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheels", type=pathlib.Path, help="a folder of wheels to unpack instead of fetching")
    wheels = parser.parse_args().wheels
    for name in ["LIBTORCH_USE_PYTORCH", "LIBTORCH"]:
        if os.environ.get(name):
            print(f"libtorch: yours ({name}={os.environ[name]})")
            return
    target = pathlib.Path(__file__).resolve().parent.parent / "target"
    folder = target / "libtorch"
    if version(folder) == VERSION:
        print(f"libtorch: {VERSION} is in {folder}")
        return
    target.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target, prefix="libtorch-") as temp:
        temp = pathlib.Path(temp)
        if wheels is None:
            wheels = fetch(temp)
        for wheel in sorted(wheels.glob("*.whl")):
            must_be_known(wheel)
            print(f"libtorch: unpacking {wheel.name}", flush=True)
            unpack(wheel, temp / "new")
        missing = sorted(n for n in needed() if not (temp / "new" / "lib" / n).exists())
        if missing:
            sys.exit(f"libtorch: the wheels hold no {', '.join(missing)}")
        (temp / "new" / "build-version").write_text(VERSION + "\n")
        # Complete or absent: the old folder goes and the new one takes its name only now.
        if folder.exists():
            folder.rename(temp / "old")
        (temp / "new").rename(folder)
    print(f"libtorch: {VERSION} is now in {folder}")


def version(folder: pathlib.Path) -> str:
    try:
        return (folder / "build-version").read_text().strip()
    except OSError:
        return ""


def wheel_is_cuda() -> bool:
    return sys.platform == "linux" and platform.machine() == "x86_64"


def needed() -> set:
    if wheel_is_cuda():
        return LIBRARIES
    suffix = "dylib" if sys.platform == "darwin" else "so"
    return {f"libtorch_cpu.{suffix}", f"libc10.{suffix}", f"libtorch.{suffix}"}


def fetch(temp: pathlib.Path) -> pathlib.Path:
    """Downloads the wheels with a pip of our own, for the system's may be missing or locked."""
    wheels = temp / "wheels"
    venv.create(temp / "venv", with_pip=True)
    packages = ["--require-hashes", "--requirement", str(WHEELS)]
    print(f"libtorch: fetching torch {VERSION} (about 540 MB, once)", flush=True)
    pip = [str(temp / "venv" / "bin" / "python"), "-m", "pip", "--disable-pip-version-check"]
    # Any wheel will do, since nothing in it that depends on Python is used.
    choice = ["--no-deps", "--only-binary=:all:", "--no-cache-dir", "--dest", str(wheels)]
    done = subprocess.run([*pip, "download", *choice, *packages], check=False)
    if done.returncode != 0 and sys.version_info[:2] != (3, 12):
        print("libtorch: no wheel for this Python; trying the one for 3.12", flush=True)
        done = subprocess.run([*pip, "download", "--python-version", "3.12", *choice, *packages], check=False)
    if done.returncode != 0:
        sys.exit("libtorch: pip could not download it; with a libtorch of your own, set LIBTORCH to its folder")
    return wheels


def must_be_known(wheel: pathlib.Path) -> None:
    """Refuses a wheel whose hash is not among those of WHEELS; pip has checked what it fetched, but not what was there before."""
    with wheel.open("rb") as file:
        found = digest(file)
    if f"--hash=sha256:{found}" not in WHEELS.read_text():
        sys.exit(f"libtorch: {wheel.name} is none of the wheels of {WHEELS.name}: its SHA-256 is {found}")


def digest(file) -> str:
    hasher = hashlib.sha256()
    while piece := file.read(1 << 20):
        hasher.update(piece)
    return hasher.hexdigest()


def unpack(wheel: pathlib.Path, new: pathlib.Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            place = destination(name)
            if place is not None and not name.endswith("/"):
                path = new / place
                path.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(name) as source, path.open("wb") as sink:
                    shutil.copyfileobj(source, sink, 1 << 20)


def destination(name: str):
    """Where a file of a wheel goes, or None if it is not wanted."""
    parts = pathlib.PurePosixPath(name).parts
    if name.startswith("/") or ".." in parts or "\\" in name or ":" in name:
        sys.exit(f"libtorch: the wheel holds '{name}', which leads out of its folder")
    if parts[:2] == ("torch", "include"):
        return pathlib.Path(*parts[1:])
    library = parts[-1]
    if wheel_is_cuda():
        return pathlib.Path("lib", library) if library in LIBRARIES else None
    bundled = parts[:2] in (("torch", "lib"), ("torch", ".dylibs")) or parts[0] == "torch.libs"
    unwanted = any(word in library for word in ("python", "cuda", "shm", "nvrtc"))
    shared = ".so" in library or library.endswith(".dylib")
    return pathlib.Path("lib", library) if bundled and shared and not unwanted else None


if __name__ == "__main__":
    main()
