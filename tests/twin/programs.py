"""Programs beside the members: installed, unpacked from Debian's packages earlier, or downloaded now."""

import os
import pathlib
import shutil
import subprocess

# Each program with what it is linked with beside the usual libraries (Debian).
PACKAGES = {
    "haproxy": ("haproxy", "liblua5.3-0", "libopentracing-c-wrapper0", "libopentracing1"),
    "keepalived": ("keepalived", "libipset13", "libnftnl11", "libnl-3-200", "libnl-genl-3-200", "libpci3", "libsnmp40"),
    "pgbouncer": ("pgbouncer", "libc-ares2", "libevent-2.1-7"),
}


def program(name, target):
    """The program and its environment; None if it cannot be had. `target` is the folder of what is built."""
    installed = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if installed:
        return installed, dict(os.environ)
    cache = target / name
    unpacked = cache / "usr/sbin" / name
    if not unpacked.exists():
        cache.mkdir(parents=True, exist_ok=True)
        try:
            subprocess.run(["apt-get", "download", "-qq", *PACKAGES[name]], cwd=cache, check=True, capture_output=True)
            for package in cache.glob("*.deb"):
                subprocess.run(["dpkg-deb", "-x", package, cache], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            return None
    libraries = ":".join(str(folder) for top in ("usr/lib", "lib") for folder in pathlib.Path(cache / top).glob("*-linux-gnu*"))
    env = {**os.environ, "LD_LIBRARY_PATH": libraries}
    linked = subprocess.run(["ldd", unpacked], env=env, capture_output=True, text=True, check=False) if unpacked.exists() else None
    return (str(unpacked), env) if linked and "not found" not in linked.stdout else None
