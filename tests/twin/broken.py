"""The disk of the leader breaks: each access fails from one moment on, as of a disk that has gone. The other one takes over."""

import fcntl
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import time

from faults import led_by
from site_of_two import other
from steps import expect

# ext4's shutdown, without what it has not written (linux/ext4.h).
SHUTDOWN, WITHOUT_THE_REST = 0x8004587D, struct.pack("I", 2)
ROOM = 160 << 20


class Disk:
    """The folder of a member, moved to a file system of its own."""

    def __init__(self, member):
        self.member, self.path = member, f"{member.folder}/{member.name}"
        self.is_there = False

    def mount(self):
        done = subprocess.run(["mount", "-o", "loop", f"{self.path}.image", self.path], capture_output=True, check=False)
        return done.returncode == 0

    def __enter__(self):
        self.member.kill(signal.SIGTERM)
        size = sum(file.stat().st_size for file in pathlib.Path(self.path).rglob("*") if file.is_file())
        os.rename(self.path, f"{self.path}.aside")
        os.mkdir(self.path, 0o700)
        with open(f"{self.path}.image", "wb") as image:
            image.truncate(size + ROOM)
        made = subprocess.run(["mkfs.ext4", "-q", f"{self.path}.image"], capture_output=True, check=False).returncode == 0
        self.is_there = made and self.mount()
        os.chmod(self.path, 0o700)
        shutil.copytree(f"{self.path}.aside", self.path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.sock"))
        # As a program leaves its own files.
        os.sync()
        self.member.start()
        return self

    def breaks(self):
        folder = os.open(self.path, os.O_RDONLY)
        fcntl.ioctl(folder, SHUTDOWN, WITHOUT_THE_REST)
        os.close(folder)

    def is_replaced(self):
        """By one that has what was written last."""
        subprocess.run(["umount", self.path], check=True)
        expect(self.mount(), "the file system cannot be mounted again")

    def __exit__(self, *_):
        self.member.kill(signal.SIGTERM)
        if self.is_there:
            ignored = shutil.ignore_patterns("*.sock", "lost+found")
            shutil.copytree(self.path, f"{self.path}.aside", dirs_exist_ok=True, ignore=ignored)
            subprocess.run(["umount", self.path], check=True)
        shutil.rmtree(self.path)
        os.unlink(f"{self.path}.image")
        os.rename(f"{self.path}.aside", self.path)
        self.member.start()


def disk_of_leader(twin, running):
    leader = twin.leader()
    with Disk(leader) as disk:
        if not disk.is_there:
            print("  a broken disk: skipped, because no file system can be mounted", flush=True)
            return
        twin.caught_up(other(twin.leader().name))
        led_by(twin, leader.name)
        twin.caught_up(other(leader.name))
        with running(twin) as load:
            load.silence(time.monotonic())
            since = time.monotonic()
            disk.breaks()
            new = twin.leader(but=leader.name)
            pauses = load.silence(since)
            expect(leader.ask("GET", "/readyz")[0] != 200, "a leader without its disk is ready")
            lost = load.lost(new)
            expect(not lost, f"lost {lost}")
            leader.kill()
            disk.is_replaced()
            leader.start()
            twin.caught_up(leader.name)
            led_by(twin, leader.name)
            lost = load.lost(leader)
            expect(not lost, f"lost {lost}")
            twin.caught_up(new.name)
    print(f"  the leader's disk broken: silence {pauses[len(pauses) // 2]:.2f} s (p50)", flush=True)
