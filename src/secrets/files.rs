//! Files that must be private and must not be lost.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

/// Only the owner reads it.
pub(super) const PRIVATE: u32 = 0o600;
/// Everybody may read it.
pub(super) const PUBLIC: u32 = 0o644;

/// Writes a new file of that mode and makes both it and its directory entry durable. A file left half-written by a full
/// disk is removed, so that the next attempt does not take it for a whole one.
pub(super) fn write_new(path: &Path, mode: u32, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(path)?;
    if let Err(e) = file.write_all(bytes).and_then(|()| file.sync_all()) {
        let _ = fs::remove_file(path);
        return Err(e);
    }
    sync_parent(path)
}

/// The same over whatever is there: the old content or the new, never a part.
pub(super) fn replace(path: &Path, mode: u32, bytes: &[u8]) -> io::Result<()> {
    let fresh = path.with_extension("new");
    match fs::remove_file(&fresh) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
        _ => write_new(&fresh, mode, bytes)?,
    }
    fs::rename(&fresh, path)?;
    sync_parent(path)
}

fn sync_parent(path: &Path) -> io::Result<()> {
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(dir)?.sync_all()
}
