//! Root on another user's data folder acts as that user, so that no file there ends up belonging to root and
//! nothing a user put there is followed with root's rights.

use super::failure::Failure;
use nix::unistd::{Gid, Uid, getegid, geteuid, getgroups, setegid, seteuid, setgid, setgroups, setuid};
use std::fs::Metadata;

/// Root's own identity, taken up again when this is dropped.
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

/// Acts as the folder's owner until the answer is dropped, if root runs this and the owner is somebody else.
pub fn for_now(folder: &Metadata) -> Result<Option<ActingAs>, Failure> {
    let Some((uid, gid)) = differs(folder) else { return Ok(None) };
    let back = ActingAs { group: getegid(), groups: getgroups().map_err(cannot)? };
    // Groups first: without root's identity they could not be given up any more.
    setgroups(&[gid]).map_err(cannot)?;
    let back = Some(back);
    setegid(gid).map_err(cannot)?;
    seteuid(uid).map_err(cannot)?;
    Ok(back)
}

/// The same for the rest of the process, without a way back.
pub fn for_good(folder: &Metadata) -> Result<(), Failure> {
    let Some((uid, gid)) = differs(folder) else { return Ok(()) };
    setgroups(&[gid]).map_err(cannot)?;
    setgid(gid).map_err(cannot)?;
    setuid(uid).map_err(cannot)
}

impl Drop for ActingAs {
    fn drop(&mut self) {
        // Each can only fail together with the first; the result's file could then not be put in place, which is told.
        let _ = seteuid(Uid::from_raw(0));
        let _ = setegid(self.group);
        let _ = setgroups(&self.groups);
    }
}
