//! A delegated cgroup (version 2): exact limits of memory and processes, of all processes of a job together.

use super::{
    cell::{CellReport, Killed, SandboxCell},
    error::{During, Result, SandboxError},
};
use std::{
    fs::{self, DirBuilder},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

const HIERARCHY: &str = "/sys/fs/cgroup";
/// The runner's own leaf: only a cgroup without processes can have limits for its children.
const LEAF: &str = "runner";
const PREFIX: &str = "job-";
/// Processes of the sandbox itself.
const OWN_PROCESSES: u64 = 8;

/// Prepares the cgroup that this process is in for cgroups of jobs below it.
pub fn delegated() -> Result<PathBuf> {
    let own = fs::read_to_string("/proc/self/cgroup").during("cgroup")?;
    let own = own.lines().find_map(|line| line.strip_prefix("0::"));
    let own = own.ok_or_else(|| SandboxError::new("cgroup: no version 2"))?.trim_start_matches('/');
    let parent = Path::new(HIERARCHY).join(own.strip_suffix(&format!("/{LEAF}")).unwrap_or(own));
    let controllers = fs::read_to_string(parent.join("cgroup.controllers")).during("cgroup controllers")?;
    if !["memory", "pids"].iter().all(|needed| controllers.split_whitespace().any(|given| given == *needed)) {
        return Err(SandboxError::new("cgroup: memory and pids are not delegated"));
    }
    DirBuilder::new().recursive(true).create(parent.join(LEAF)).during("cgroup leaf")?;
    fs::write(parent.join(LEAF).join("cgroup.procs"), "0").during("cgroup leaf")?;
    fs::write(parent.join("cgroup.subtree_control"), "+memory +pids").during("cgroup controllers")?;
    remove_leftovers(&parent);
    Ok(parent)
}

/// Cgroups of an earlier runner that was killed.
fn remove_leftovers(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX) {
            remove(&entry.path());
        }
    }
}

/// Path of the cgroup of the job in folder `dir`.
pub fn path_of(parent: &Path, dir: &Path) -> PathBuf {
    parent.join(format!("{PREFIX}{}", dir.file_name().unwrap_or_default().to_string_lossy()))
}

/// A path for the next command of a job: that of the job, or beside it while killed processes of the command before are
/// not gone yet. On a machine that is too busy to run them, not even their end is run.
pub fn unused(path: &Path) -> PathBuf {
    let beside = (1..).map(|number| PathBuf::from(format!("{}-{number}", path.display())));
    let is_free = |path: &PathBuf| !path.exists() || fs::remove_dir(path).is_ok();
    std::iter::once(path.to_owned()).chain(beside).find(is_free).unwrap_or_else(|| path.to_owned())
}

/// The cgroup of one command; its processes are killed and it is removed on drop.
pub struct Cgroup(PathBuf);

impl Cgroup {
    pub fn create(path: &Path, cell: &SandboxCell) -> Result<Self> {
        fs::create_dir(path).during("cgroup")?;
        let group = Self(path.to_owned());
        let set = |name: &str, value: u64| fs::write(group.0.join(name), value.to_string());
        set("memory.max", cell.memory_bytes()).during("memory.max")?;
        set("pids.max", cell.threads + OWN_PROCESSES).during("pids.max")?;
        // Absent on a kernel without swap accounting.
        let _ = set("memory.swap.max", 0);
        Ok(group)
    }

    /// Adds to the report that the kernel ended a process at `memory.max`. Where memory that the program had no process for
    /// (page tables) ended the warden as well, the cgroup has what is known.
    ///
    /// # Errors
    /// That of the report, if no process was ended.
    pub fn complete(&self, reported: Result<CellReport>) -> Result<CellReport> {
        let is_out_of_memory = self.number("memory.events", "oom_kill ") > 0;
        match reported {
            Ok(mut report) => {
                if report.killed.is_none() && is_out_of_memory {
                    report.killed = Some(Killed::Memory);
                }
                Ok(report)
            }
            Err(_) if is_out_of_memory => Ok(CellReport {
                killed: Some(Killed::Memory),
                cpu_ms: self.number("cpu.stat", "usage_usec ") / 1_000,
                memory_kb: self.number("memory.peak", "") >> 10,
                ..CellReport::default()
            }),
            Err(error) => Err(error),
        }
    }

    /// The number after `key` in a file of the cgroup; 0 without it.
    fn number(&self, file: &str, key: &str) -> u64 {
        let text = fs::read_to_string(self.0.join(file)).unwrap_or_default();
        text.lines().find_map(|line| line.strip_prefix(key)?.trim().parse().ok()).unwrap_or_default()
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        remove(&self.0);
    }
}

/// Fails only if the kernel cannot end a process; the cgroup is then removed at the next start.
fn remove(group: &Path) {
    let _ = fs::write(group.join("cgroup.kill"), "1");
    for _ in 0..100 {
        if fs::remove_dir(group).is_ok() {
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cgroup_that_cannot_be_removed_yet_is_not_used_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("job-1");
        assert_eq!(unused(&path), path);
        fs::create_dir(&path).unwrap();
        assert_eq!(unused(&path), path);
        assert!(!path.exists(), "an empty one is removed");
        // As full as one with processes.
        fs::create_dir_all(path.join("busy")).unwrap();
        let second = folder.path().join("job-1-1");
        assert_eq!(unused(&path), second);
        fs::create_dir_all(second.join("busy")).unwrap();
        assert_eq!(unused(&path), folder.path().join("job-1-2"));
        fs::remove_dir(path.join("busy")).unwrap();
        assert_eq!(unused(&path), path);
    }
}
