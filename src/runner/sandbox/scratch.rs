//! Folders of jobs. Each process has a folder of its own with a lock that it holds, so that the next start can remove those
//! of processes that were killed.

use super::error::{During, Result, SandboxError};
use nix::{sys::statvfs::statvfs, unistd::Uid};
use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::{self, Read},
    os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};
use uuid::Uuid;

const LOCK: &str = "lock";
const MODE: u32 = 0o700;
/// Permissions of the group and of others.
const GROUP_AND_OTHERS: u32 = 0o077;
/// Room for the largest files of a compiler, in bytes.
const MIN_FREE: u64 = 64 << 20;

/// The folder for a user's runners where nothing else is configured.
#[must_use]
pub fn of_user(user: Uid) -> PathBuf {
    std::env::temp_dir().join(format!("invigil-runner-{user}"))
}

/// The folder of this process; removed on drop.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    _lock: File,
}

impl Scratch {
    /// Creates a folder below `base`, and removes those of processes that ended without doing so.
    ///
    /// # Errors
    /// If `base` is not a private folder of this user.
    pub fn create(base: &Path) -> Result<Self> {
        private_folder(base)?;
        // Held while folders come and go: one without a lock belongs to no running process.
        let lock = lock_file(&base.join(LOCK))?;
        lock.lock().during("lock")?;
        remove_leftovers(base);
        let path = base.join(random_name()?);
        folder(&path)?;
        let own = lock_file(&path.join(LOCK))?;
        own.try_lock().during("lock")?;
        Ok(Self { path, _lock: own })
    }

    /// # Errors
    /// If the disk is full, or does not work.
    pub fn job(&self) -> Result<JobFolder> {
        // Not to be guessed: without namespaces, a program can ask whether a path exists.
        let path = self.path.join(random_name()?);
        let job = JobFolder { path };
        for name in ["", "build", "root"] {
            folder(&job.path.join(name))?;
        }
        Ok(job)
    }

    /// The next start removes what remains.
    pub fn remove(&self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.remove();
    }
}

/// The folder of one job; removed on drop, without following links.
#[derive(Debug)]
pub struct JobFolder {
    path: PathBuf,
}

impl JobFolder {
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file that the program is given.
    ///
    /// # Errors
    /// If the disk is full, or does not work.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<()> {
        fs::write(self.path.join(name), content).during(name)
    }

    /// Fails where the disk is so full that a program could fail for it.
    ///
    /// # Errors
    /// If the disk is full, or does not work.
    pub fn check_space(&self) -> Result<()> {
        let disk = statvfs(&self.path).during("disk")?;
        let free = disk.blocks_available().saturating_mul(disk.fragment_size());
        if free < MIN_FREE { Err(SandboxError::new("the disk is full")) } else { Ok(()) }
    }

    /// Returns up to `max` bytes of an output, and its whole length.
    ///
    /// # Errors
    /// If the disk does not work.
    pub fn read(&self, name: &str, max: u64) -> Result<(Vec<u8>, u64)> {
        let file = File::open(self.path.join(name)).during(name)?;
        let length = file.metadata().during(name)?.len();
        let mut bytes = Vec::new();
        file.take(max).read_to_end(&mut bytes).during(name)?;
        Ok((bytes, length))
    }
}

impl Drop for JobFolder {
    fn drop(&mut self) {
        if fs::remove_dir_all(&self.path).is_err() {
            // A compiler may have left folders that are not writable.
            make_writable(&self.path);
            if let Err(error) = fs::remove_dir_all(&self.path) {
                tracing::warn!(%error, "a job's folder is removed at the next start");
            }
        }
    }
}

fn random_name() -> Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).during("random name")?;
    Ok(Uuid::from_bytes(bytes).simple().to_string())
}

fn make_writable(path: &Path) {
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            let _ = fs::set_permissions(entry.path(), fs::Permissions::from_mode(MODE));
            make_writable(&entry.path());
        }
    }
}

fn folder(path: &Path) -> Result<()> {
    DirBuilder::new().mode(MODE).create(path).during("folder")
}

fn lock_file(path: &Path) -> Result<File> {
    let no_link = nix::fcntl::OFlag::O_NOFOLLOW.bits();
    OpenOptions::new().write(true).create(true).mode(0o600).custom_flags(no_link).open(path).during("lock")
}

/// Creates `base`, or accepts an existing one. It may be in a folder that all users write to: one that another user
/// prepared is refused.
fn private_folder(base: &Path) -> Result<()> {
    DirBuilder::new().recursive(true).mode(MODE).create(base).during(&base.display().to_string())?;
    let meta = fs::symlink_metadata(base).during(&base.display().to_string())?;
    let is_private =
        meta.is_dir() && meta.uid() == nix::unistd::geteuid().as_raw() && meta.mode() & GROUP_AND_OTHERS == 0;
    if is_private { Ok(()) } else { Err(SandboxError::new(format!("{} is not private", base.display()))) }
}

fn remove_leftovers(base: &Path) {
    for entry in fs::read_dir(base).into_iter().flatten().flatten() {
        let is_running = File::open(entry.path().join(LOCK))
            .is_ok_and(|lock| matches!(lock.try_lock(), Err(TryLockError::WouldBlock)));
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) && !is_running {
            make_writable(&entry.path());
            if let Err(error) = fs::remove_dir_all(entry.path()) {
                tracing::warn!(%error, path = %entry.path().display(), "cannot remove the folder of an earlier runner");
            }
        }
    }
}

/// Removes a file that need not exist.
///
/// # Errors
/// If it exists and cannot be removed.
pub fn remove_file(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error).during("remove"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_start_removes_what_a_killed_process_left_and_nothing_else() {
        let parent = tempfile::tempdir().unwrap();
        let base = parent.path().join("base");
        let running = Scratch::create(&base).unwrap();
        let job = running.job().unwrap();
        let leftover = base.join("leftover");
        fs::create_dir_all(leftover.join("job/build")).unwrap();
        fs::set_permissions(leftover.join("job/build"), fs::Permissions::from_mode(0o500)).unwrap();
        fs::write(leftover.join(LOCK), "").unwrap();
        std::os::unix::fs::symlink(parent.path(), leftover.join("link")).unwrap();
        let next = Scratch::create(&base).unwrap();
        assert!(!leftover.exists() && parent.path().exists());
        assert!(job.path().join("build").exists(), "of a process that runs");
        drop((job, next));
        let left = fs::read_dir(&base).unwrap().count();
        assert_eq!(left, 2, "the lock and the running process's folder");
    }

    #[test]
    fn a_folder_that_others_can_reach_is_refused() {
        let parent = tempfile::tempdir().unwrap();
        let open = parent.path().join("open");
        fs::create_dir(&open).unwrap();
        fs::set_permissions(&open, fs::Permissions::from_mode(0o755)).unwrap();
        assert!(Scratch::create(&open).unwrap_err().to_string().contains("not private"));
        let link = parent.path().join("link");
        std::os::unix::fs::symlink(parent.path(), &link).unwrap();
        assert!(Scratch::create(&link).is_err());
    }
}
