//! Room for a full disk: a file that is given up so that the database can be reopened.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use nix::{fcntl::posix_fallocate, sys::statvfs::statvfs};

use super::backing::private_file;

/// Size in bytes: some thousand saved answers, enough to finish tests that are running.
const RESERVE: u64 = 8 << 20;
/// The reserve is taken again only when this many bytes are free, not from the last ones.
const COMFORT: u64 = 8 * RESERVE;
/// With less free, a disk that was full still is.
const ROOM: u64 = 1 << 20;
const RETRY: Duration = Duration::from_secs(30);

/// The reserve file beside a database, `<name>.reserve`.
pub(super) struct Reserve {
    path: Option<PathBuf>,
    held: bool,
    retry_at: Instant,
}

impl Reserve {
    /// A database without a path has no reserve, which counts as held: nothing can be short.
    pub fn beside(database: Option<&Path>) -> Self {
        let path = database.map(|p| p.with_extension("reserve"));
        let held = path.as_deref().is_none_or(|p| fs::metadata(p).is_ok_and(|m| m.len() >= RESERVE));
        Self { path, held, retry_at: Instant::now() }
    }

    pub fn held(&self) -> bool {
        self.held
    }

    /// Whether the disk has room for a write at all.
    pub fn has_room(&self) -> bool {
        let free = |path: &PathBuf| free_beside(path).unwrap_or(u64::MAX);
        self.path.as_ref().is_none_or(|path| free(path) >= ROOM)
    }

    /// Gives the room to the database.
    pub fn release(&mut self) {
        let Some(path) = &self.path else { return };
        self.held = false;
        self.retry_at = Instant::now() + RETRY;
        match fs::remove_file(path) {
            Ok(()) => tracing::warn!("disk space is short: the reserve file was given up"),
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            Err(e) => tracing::error!("the reserve file cannot be removed: {e}"),
        }
    }

    /// Takes the reserve (again) when there is room; cheap to call often.
    pub fn tend(&mut self) {
        if self.held || Instant::now() < self.retry_at {
            return;
        }
        self.retry_at = Instant::now() + RETRY;
        if let Some(path) = &self.path {
            match take(path) {
                Ok(taken) => self.held = taken,
                Err(e) => tracing::warn!("the reserve file cannot be made: {e}"),
            }
        }
    }
}

fn free_beside(path: &Path) -> io::Result<u64> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let disk = statvfs(folder)?;
    Ok(disk.blocks_available().saturating_mul(disk.fragment_size()))
}

/// Answers false when there is too little room to take it.
fn take(path: &Path) -> io::Result<bool> {
    if free_beside(path)? < COMFORT {
        return Ok(false);
    }
    // Allocated blocks, not a length: a sparse file would reserve nothing.
    let bytes = i64::try_from(RESERVE).map_err(io::Error::other)?;
    let made = posix_fallocate(private_file(path)?, 0, bytes);
    if made.is_err() {
        fs::remove_file(path)?;
    }
    made?;
    Ok(true)
}
