//! Resource limits of the program's process. Exact, because the program is one process.

use super::{
    cell::SandboxCell,
    error::{During, Result},
    sabotage::SandboxSabotage,
};
use nix::sys::resource::{Resource, rlim_t, setrlimit};
use std::{fs, os::unix::fs::MetadataExt};

const STACK_MB: u64 = 64;
const OPEN_FILES: u64 = 256;
const PENDING_SIGNALS: u64 = 64;
/// Address space beyond the memory limit: mapped files of the runtime,
const ADDRESS_SPACE_MB: u64 = 256;
/// and what the allocator of the C library reserves for each thread.
const ARENA_MB: u64 = 64;

/// Limits of the cell. `RLIMIT_DATA` counts writable private memory that is mapped, used or not: also the stacks of threads,
/// each as large as that of the program. Room for them is added; memory that is used is counted by the watch and the cgroup.
pub fn of(cell: &SandboxCell) -> Vec<(Resource, rlim_t, rlim_t)> {
    // The kernel counts whole seconds, and what was used before the program began: the watch ends it exactly, and this
    // only if the watch does not.
    let cpu = cell.cpu_ms.div_ceil(1_000) + 1;
    let same = |resource, limit: u64| (resource, limit, limit);
    let data = data_bytes(cell);
    let mut limits = vec![
        // SIGXCPU at the first, SIGKILL at the second.
        (Resource::RLIMIT_CPU, cpu, cpu + 1),
        same(Resource::RLIMIT_DATA, data),
        same(Resource::RLIMIT_STACK, STACK_MB << 20),
        same(Resource::RLIMIT_FSIZE, cell.file_mb << 20),
        same(Resource::RLIMIT_NPROC, cell.threads + others_of_this_user(cell)),
        same(Resource::RLIMIT_NOFILE, OPEN_FILES),
        same(Resource::RLIMIT_CORE, 0),
        same(Resource::RLIMIT_MEMLOCK, 0),
        same(Resource::RLIMIT_MSGQUEUE, 0),
        same(Resource::RLIMIT_SIGPENDING, PENDING_SIGNALS),
    ];
    if cell.limits_address_space {
        let reserved_mb = ADDRESS_SPACE_MB + other_threads(cell) * ARENA_MB;
        limits.push(same(Resource::RLIMIT_AS, data + (reserved_mb << 20)));
    }
    limits
}

fn data_bytes(cell: &SandboxCell) -> u64 {
    cell.memory_bytes() + ((other_threads(cell) * STACK_MB) << 20)
}

/// Threads beside the first one, whose stack is no data. Compilers choose smaller stacks.
const fn other_threads(cell: &SandboxCell) -> u64 {
    if cell.is_compile { 0 } else { cell.threads.saturating_sub(1) }
}

pub fn apply(cell: &SandboxCell) -> Result<()> {
    if cell.lacks(SandboxSabotage::Rlimits) {
        return Ok(());
    }
    of(cell).into_iter().try_for_each(|(which, soft, hard)| setrlimit(which, soft, hard).during("setrlimit"))
}

/// `RLIMIT_NPROC` counts all threads of the user. In a user namespace the count begins at zero.
fn others_of_this_user(cell: &SandboxCell) -> u64 {
    if cell.has_namespaces {
        return 0;
    }
    let own = nix::unistd::getuid().as_raw();
    let threads = |entry: std::io::Result<fs::DirEntry>| {
        let entry = entry.ok()?;
        entry.file_name().to_str()?.parse::<u32>().ok()?;
        (entry.metadata().ok()?.uid() == own).then_some(())?;
        let status = fs::read_to_string(entry.path().join("status")).ok()?;
        status.lines().find_map(|line| line.strip_prefix("Threads:"))?.trim().parse::<u64>().ok()
    };
    fs::read_dir("/proc").map_or(0, |entries| entries.filter_map(threads).sum())
}
