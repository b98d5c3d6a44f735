//! Namespaces: a program that sees no process, user, network or file but its own.

use super::{
    cell::SandboxCell,
    error::{During, Result},
};
use nix::{
    mount::{MntFlags, MsFlags, mount, umount2},
    sched::{CloneFlags, unshare},
    sys::statvfs::statvfs,
    unistd::{chdir, getegid, geteuid, pivot_root},
};
use std::{
    fs::{self, File},
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

const NO_TEXT: Option<&str> = None;
/// Mount options of the new root, with the size that it may grow to.
const ROOT_OPTIONS: &str = "size=1m,nr_inodes=500,mode=755";
/// Standard streams by name, as runtimes and programs open them.
const STREAMS: [(&str, &str); 4] = [
    ("fd", "/proc/self/fd"),
    ("stdin", "/proc/self/fd/0"),
    ("stdout", "/proc/self/fd/1"),
    ("stderr", "/proc/self/fd/2"),
];
/// Number of the program's user in its own namespace.
const INNER_UID: u32 = 1_000;

/// Enters new namespaces of every kind, as root of them. The PID namespace begins with the next child.
pub fn enter() -> Result<()> {
    let others = CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWNS
        | CloneFlags::CLONE_NEWNET
        | CloneFlags::CLONE_NEWIPC
        | CloneFlags::CLONE_NEWUTS
        | CloneFlags::CLONE_NEWCGROUP;
    enter_as(0, others)
}

/// Enters a second user namespace without privileges: capabilities end with the next `exec`, and `RLIMIT_NPROC` counts
/// from zero.
pub fn drop_privileges() -> Result<()> {
    enter_as(INNER_UID, CloneFlags::empty())
}

/// Enters a user namespace in which this user is `inner`, and no other exists.
fn enter_as(inner: u32, others: CloneFlags) -> Result<()> {
    let (uid, gid) = (geteuid(), getegid());
    unshare(CloneFlags::CLONE_NEWUSER | others).during("cannot create namespaces")?;
    fs::write("/proc/self/setgroups", "deny").during("setgroups")?;
    fs::write("/proc/self/uid_map", format!("{inner} {uid} 1")).during("uid_map")?;
    fs::write("/proc/self/gid_map", format!("{inner} {gid} 1")).during("gid_map")
}

/// Replaces the root by one that holds what the cell may read, `/work`, `/tmp` of bounded size, and `/proc`.
pub fn new_root(cell: &SandboxCell) -> Result<()> {
    let root = cell.dir.join("root");
    let safe = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    mount(NO_TEXT, "/", NO_TEXT, MsFlags::MS_REC | MsFlags::MS_PRIVATE, NO_TEXT).during("private mounts")?;
    tmpfs(&root, safe, ROOT_OPTIONS)?;
    for source in sources(cell) {
        provide(&source, &root)?;
    }
    for (name, to) in STREAMS {
        symlink(to, root.join("dev").join(name)).during(name)?;
    }
    for name in ["work", "tmp", "proc"] {
        fs::create_dir_all(root.join(name)).during(name)?;
    }
    bind(&cell.dir.join("build"), &root.join("work"), !cell.is_compile)?;
    let scratch = format!("size={}m,nr_inodes={},mode=700", cell.scratch_mb, cell.scratch_files);
    tmpfs(&root.join("tmp"), safe | MsFlags::MS_NOEXEC, &scratch)?;
    // Processes only: nothing of the machine.
    mount(Some("proc"), &root.join("proc"), Some("proc"), safe | MsFlags::MS_NOEXEC, Some("subset=pid"))
        .during("mount /proc")?;
    chdir(&root).during("chdir")?;
    pivot_root(".", ".").during("pivot_root")?;
    umount2(".", MntFlags::MNT_DETACH).during("umount")?;
    chdir("/").during("chdir")?;
    let read_only = MsFlags::MS_BIND | MsFlags::MS_REMOUNT | MsFlags::MS_RDONLY | safe;
    mount(NO_TEXT, "/", NO_TEXT, read_only, NO_TEXT).during("remount /")
}

/// Paths to provide, without those below another.
fn sources(cell: &SandboxCell) -> Vec<PathBuf> {
    let devices = ["/dev/null", "/dev/urandom", "/dev/random"].map(PathBuf::from);
    let mut sources: Vec<PathBuf> = cell.read.iter().cloned().chain(devices).collect();
    sources.sort();
    sources.dedup_by(|path, before| path.starts_with(before));
    sources
}

fn tmpfs(at: &Path, flags: MsFlags, options: &str) -> Result<()> {
    mount(Some("tmpfs"), at, Some("tmpfs"), flags, Some(options)).during("mount tmpfs")
}

/// Binds a file or folder to the same place below `root`; a symlink is copied. What this machine lacks is left out.
fn provide(source: &Path, root: &Path) -> Result<()> {
    let target = root.join(source.strip_prefix("/").unwrap_or(source));
    let Ok(meta) = fs::symlink_metadata(source) else { return Ok(()) };
    fs::create_dir_all(target.parent().unwrap_or(root)).during("folder")?;
    if meta.is_symlink() {
        return fs::read_link(source).and_then(|to| symlink(to, &target)).during("symlink");
    }
    if meta.is_dir() {
        fs::create_dir_all(&target).during("folder")?;
        return bind(source, &target, true);
    }
    File::create(&target).during("file")?;
    bind(source, &target, !is_device(source))
}

fn is_device(path: &Path) -> bool {
    path.starts_with("/dev")
}

fn bind(source: &Path, target: &Path, read_only: bool) -> Result<()> {
    mount(Some(source), target, NO_TEXT, MsFlags::MS_BIND | MsFlags::MS_REC, NO_TEXT)
        .during(&format!("bind {}", source.display()))?;
    // Flags of the source (read-only, nosuid, nodev, noexec) are locked: a remount must repeat them.
    let locked = statvfs(target).map_or(0, |stat| stat.flags().bits() & 0xf);
    let mut flags = MsFlags::MS_BIND | MsFlags::MS_REMOUNT | MsFlags::MS_NOSUID | MsFlags::from_bits_truncate(locked);
    flags.set(MsFlags::MS_RDONLY, read_only || flags.contains(MsFlags::MS_RDONLY));
    flags.set(MsFlags::MS_NODEV, !is_device(source) || flags.contains(MsFlags::MS_NODEV));
    mount(NO_TEXT, target, NO_TEXT, flags, NO_TEXT).during(&format!("remount {}", source.display()))
}
