//! Durable writes of key and certificate files.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

/// Readable by the owner only.
pub(super) const PRIVATE: u32 = 0o600;
/// Readable by all.
pub(super) const PUBLIC: u32 = 0o644;

/// Creates a file with that mode and syncs it and its directory entry. If writing fails (disk full), removes the
/// partial file, so that the next attempt does not take it for a complete one.
pub(super) fn write_new(path: &Path, mode: u32, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(path)?;
    if let Err(e) = file.write_all(bytes).and_then(|()| file.sync_all()) {
        let _ = fs::remove_file(path);
        return Err(e);
    }
    sync_parent(path)
}

/// Like [`replace`], for a file that only its owner reads.
///
/// # Errors
/// Errors of the disk.
pub fn replace_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(path, PRIVATE, bytes)
}

/// Atomically replaces a file: readers see the old content or the new, never a part.
pub(super) fn replace(path: &Path, mode: u32, bytes: &[u8]) -> io::Result<()> {
    let temporary = path.with_extension("new");
    match fs::remove_file(&temporary) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
        _ => write_new(&temporary, mode, bytes)?,
    }
    fs::rename(&temporary, path)?;
    sync_parent(path)
}

fn sync_parent(path: &Path) -> io::Result<()> {
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(dir)?.sync_all()
}
