//! The reserve file: disk space that is released when the disk is full, so that the database can be reopened.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use nix::{fcntl::posix_fallocate, sys::statvfs::statvfs};

use super::backing::private_file;

/// Room for some thousand saved answers: enough to finish the running tests.
const RESERVE_BYTES: u64 = 8 << 20;
/// The reserve is allocated only with this many bytes free, so that it never takes the last ones.
const ALLOCATE_MIN_FREE_BYTES: u64 = 8 * RESERVE_BYTES;
/// Minimum of free bytes: with fewer, a disk that was full still counts as full.
const WRITE_MIN_FREE_BYTES: u64 = 1 << 20;
const RETRY_INTERVAL: Duration = Duration::from_secs(30);

/// The reserve file next to a database, `<name>.reserve`.
pub(super) struct Reserve {
    path: Option<PathBuf>,
    held: bool,
    retry_at: Instant,
}

impl Reserve {
    /// A database without a path has no reserve file, which counts as held: there is no disk to run full.
    pub fn beside(database: Option<&Path>) -> Self {
        let path = database.map(|p| p.with_extension("reserve"));
        let held = path.as_deref().is_none_or(|p| fs::metadata(p).is_ok_and(|m| m.len() >= RESERVE_BYTES));
        Self { path, held, retry_at: Instant::now() }
    }

    pub fn held(&self) -> bool {
        self.held
    }

    /// Whether the disk has free space for any write.
    pub fn has_room(&self) -> bool {
        let free = |path: &PathBuf| free_beside(path).unwrap_or(u64::MAX);
        self.path.as_ref().is_none_or(|path| free(path) >= WRITE_MIN_FREE_BYTES)
    }

    /// Deletes the reserve file, so that the database can use its space.
    pub fn release(&mut self) {
        let Some(path) = &self.path else { return };
        self.held = false;
        self.retry_at = Instant::now() + RETRY_INTERVAL;
        match fs::remove_file(path) {
            Ok(()) => tracing::warn!("disk space is low: the reserve file was released"),
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            Err(e) => tracing::error!("the reserve file cannot be removed: {e}"),
        }
    }

    /// Allocates the reserve file if it is missing and space allows; throttled, so cheap to call often.
    pub fn maintain(&mut self) {
        if self.held || Instant::now() < self.retry_at {
            return;
        }
        self.retry_at = Instant::now() + RETRY_INTERVAL;
        if let Some(path) = &self.path {
            match allocate(path) {
                Ok(allocated) => self.held = allocated,
                Err(e) => tracing::warn!("the reserve file cannot be created: {e}"),
            }
        }
    }
}

fn free_beside(path: &Path) -> io::Result<u64> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let disk = statvfs(folder)?;
    Ok(disk.blocks_available().saturating_mul(disk.fragment_size()))
}

/// Returns false if too little space is free.
fn allocate(path: &Path) -> io::Result<bool> {
    if free_beside(path)? < ALLOCATE_MIN_FREE_BYTES {
        return Ok(false);
    }
    // Allocates blocks: a sparse file would reserve nothing.
    let bytes = i64::try_from(RESERVE_BYTES).map_err(io::Error::other)?;
    let allocated = posix_fallocate(private_file(path)?, 0, bytes);
    if allocated.is_err() {
        fs::remove_file(path)?;
    }
    allocated?;
    Ok(true)
}
