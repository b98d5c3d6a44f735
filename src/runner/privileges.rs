//! Root's privileges are dropped before anything else: `RLIMIT_NPROC` does not limit root, and a program must not run as a
//! user that owns anything.

use super::sandbox::{reexec, scratch};
use nix::unistd::{Gid, Uid, User, getuid};
use std::{collections::BTreeSet, fs, io, os::unix::fs::MetadataExt, os::unix::process::CommandExt, process::Stdio};

/// User of the package.
const USER: &str = "invigil-runner";
/// User numbers that no distribution assigns (systemd, "Users, Groups, UIDs and GIDs on systemd Systems").
const UNASSIGNED: std::ops::RangeInclusive<u32> = 65_520..=65_533;

/// Executes this command again as an unprivileged user, if root runs it. The user is `invigil-runner` if it exists,
/// otherwise a number that no account and no process has. Returns if another user runs it.
///
/// # Errors
/// Those of `stdin`, and `failed` if root cannot change its user.
pub fn drop_root<E>(stdin: impl FnOnce() -> Result<Stdio, E>, failed: impl Fn(&io::Error) -> E) -> Result<(), E> {
    if !getuid().is_root() {
        return Ok(());
    }
    let stdin = stdin()?;
    let (uid, gid) = own_user().map_err(|e| failed(&e))?;
    remove_leftovers(&processes().map_err(|e| failed(&e))?);
    // With the user, all supplementary groups are dropped.
    Err(failed(&reexec::this_command().uid(uid.as_raw()).gid(gid.as_raw()).stdin(stdin).exec()))
}

/// Users of all processes.
fn processes() -> io::Result<BTreeSet<u32>> {
    Ok(fs::read_dir("/proc")?.filter_map(|entry| Some(entry.ok()?.metadata().ok()?.uid())).collect())
}

/// Removes what killed runners of root's left behind: each start may use another of the unassigned users, which could not
/// remove it. No process has such a user, so that nothing changes meanwhile.
fn remove_leftovers(of_processes: &BTreeSet<u32>) {
    for uid in UNASSIGNED.filter(|uid| !of_processes.contains(uid)) {
        let folder = scratch::of_user(Uid::from_raw(uid));
        let is_own = fs::symlink_metadata(&folder).is_ok_and(|found| found.is_dir() && found.uid() == uid);
        if !is_own {
            continue;
        }
        // What it found out about the machine stays; no process can have changed it.
        let inside = fs::read_dir(&folder).into_iter().flatten().flatten();
        for entry in inside.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
            if let Err(error) = fs::remove_dir_all(entry.path()) {
                tracing::warn!(folder = %folder.display(), %error, "the folder of an earlier runner remains");
            }
        }
    }
}

fn own_user() -> io::Result<(Uid, Gid)> {
    if let Some(user) = User::from_name(USER)?.filter(|user| !user.uid.is_root()) {
        return Ok((user.uid, user.gid));
    }
    let of_processes = processes()?;
    let is_free =
        |uid: &u32| !of_processes.contains(uid) && User::from_uid(Uid::from_raw(*uid)).is_ok_and(|u| u.is_none());
    let uid = UNASSIGNED.rev().find(is_free).ok_or_else(|| io::Error::other("no unassigned user number is free"))?;
    Ok((Uid::from_raw(uid), Gid::from_raw(uid)))
}
