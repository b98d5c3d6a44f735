//! Root acts as the owner of another user's data folder, so that no file there ends up owned by root and no symlink
//! that the user put there is followed with root's privileges.

use super::failure::Failure;
use nix::unistd::{Gid, Uid, getegid, geteuid, getgroups, setegid, seteuid, setgid, setgroups, setuid};
use std::fs::Metadata;

/// Root's own identity, restored on drop.
#[must_use]
pub struct ActingAs {
    group: Gid,
    groups: Vec<Gid>,
}

fn differs(folder: &Metadata) -> Option<(Uid, Gid)> {
    use std::os::unix::fs::MetadataExt;
    (geteuid().is_root() && folder.uid() != 0).then(|| (Uid::from_raw(folder.uid()), Gid::from_raw(folder.gid())))
}

fn cannot(error: nix::Error) -> Failure {
    Failure::refused(format!("cannot act as the owner of the data folder: {error}"))
}

/// Acts as the folder's owner until the returned guard is dropped, if root runs this and another user owns the folder.
pub fn temporarily(folder: &Metadata) -> Result<Option<ActingAs>, Failure> {
    let Some((uid, gid)) = differs(folder) else { return Ok(None) };
    let back = ActingAs { group: getegid(), groups: getgroups().map_err(cannot)? };
    // Groups first: they cannot be dropped without root's identity.
    setgroups(&[gid]).map_err(cannot)?;
    let back = Some(back);
    setegid(gid).map_err(cannot)?;
    seteuid(uid).map_err(cannot)?;
    Ok(back)
}

/// Like [`temporarily`], but for the rest of the process: it cannot be undone.
pub fn permanently(folder: &Metadata) -> Result<(), Failure> {
    let Some((uid, gid)) = differs(folder) else { return Ok(()) };
    setgroups(&[gid]).map_err(cannot)?;
    setgid(gid).map_err(cannot)?;
    setuid(uid).map_err(cannot)
}

impl Drop for ActingAs {
    fn drop(&mut self) {
        // They can only fail together with the first; renaming the output file would then fail, which is reported.
        let _ = seteuid(Uid::from_raw(0));
        let _ = setegid(self.group);
        let _ = setgroups(&self.groups);
    }
}
