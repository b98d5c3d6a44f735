//! Figures of the machine that a rehearsal compares with what a session needs: no verdict, and nothing that names a person.

use super::{DISK_TIMEOUT, machine};
use crate::{
    app::App,
    domain::{Instant, Result, time::SignedDuration},
    service::{actor::Proctor, settings},
    state::disk_gate::hang_timeout,
};
use nix::sys::{
    resource::{Resource, UsageWho, getrlimit, getrusage},
    statvfs::statvfs,
};
use std::{
    fs,
    io::Write,
    num::NonZero,
    path::Path,
    time::{Duration, Instant as Moment},
};

/// Durable writes whose duration is measured.
const SYNCS: usize = 12;
/// Bytes of each: a page of the database.
const SYNCED: [u8; 4096] = [0x5a; 4096];

/// Space of the disk that holds the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiskFigures {
    pub free_bytes: u64,
    /// The database has room: no new tests are refused.
    pub has_room: bool,
    /// How long a small write takes to become durable, ascending.
    pub syncs: Vec<Duration>,
}

/// Figures of the server's machine and process. `None` is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineFigures {
    pub now: Instant,
    pub version: &'static str,
    pub processors: usize,
    /// Processor time of this process since its start.
    pub processor_time: Option<Duration>,
    pub files_limit: Option<u64>,
    pub files_open: Option<u64>,
    /// Memory of the machine that programs may still take.
    pub memory_free_bytes: Option<u64>,
    /// Memory of this process.
    pub memory_used_bytes: Option<u64>,
    /// `None`: the data are on no disk, or it does not respond.
    pub disk: Option<DiskFigures>,
    pub last_backup_at: Option<Instant>,
    /// UDP and TCP port of live video.
    pub media_port: Option<u16>,
    /// How far the machine's clock is ahead of `now`, because it was set.
    pub clock_set: SignedDuration,
    /// The origin in links.
    pub public_url: String,
}

/// Takes at most as long as a disk that does not respond is waited for.
///
/// # Errors
/// Storage only.
pub async fn take(app: &App, _: &Proctor) -> Result<MachineFigures> {
    let (data, has_room) = (app.config.host.data.clone(), app.store.stats().reserve_held);
    let disk = match data {
        None => None,
        Some(data) => {
            let timeout = hang_timeout(DISK_TIMEOUT);
            app.limits.own_disk.call(timeout, move |_| disk(&data, has_room)).await.ok().flatten().flatten()
        }
    };
    Ok(MachineFigures {
        now: app.now(),
        version: env!("CARGO_PKG_VERSION"),
        processors: std::thread::available_parallelism().map_or(1, NonZero::get),
        processor_time: processor_time(),
        files_limit: getrlimit(Resource::RLIMIT_NOFILE).ok().map(|(soft, _)| soft),
        files_open: fs::read_dir("/proc/self/fd").ok().map(|open| open.count() as u64),
        memory_free_bytes: free_memory(),
        memory_used_bytes: kibibytes("/proc/self/status", "VmRSS:"),
        disk,
        last_backup_at: machine::last_backup(app, hang_timeout(DISK_TIMEOUT)).await?,
        media_port: app.media.address().map(|address| address.port()),
        clock_set: app.clock.set_ahead(),
        public_url: settings::public_url(app)?,
    })
}

fn processor_time() -> Option<Duration> {
    let used = getrusage(UsageWho::RUSAGE_SELF).ok()?;
    let length = |time: nix::sys::time::TimeVal| {
        let (seconds, micros) = (u64::try_from(time.tv_sec()).ok()?, u64::try_from(time.tv_usec()).ok()?);
        Some(Duration::from_secs(seconds) + Duration::from_micros(micros))
    };
    Some(length(used.user_time())? + length(used.system_time())?)
}

/// A line such as `VmRSS:  1234 kB`, in bytes.
fn kibibytes(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()?.saturating_mul(1024))
}

/// The smaller of what the machine and the control group have left.
fn free_memory() -> Option<u64> {
    let number = |file: &str| fs::read_to_string(file).ok()?.trim().parse::<u64>().ok();
    let of_machine = kibibytes("/proc/meminfo", "MemAvailable:");
    let group = number("/sys/fs/cgroup/memory.max")
        .zip(number("/sys/fs/cgroup/memory.current"))
        .map(|(max, current)| max.saturating_sub(current));
    of_machine.into_iter().chain(group).min()
}

fn disk(data: &Path, has_room: bool) -> Option<DiskFigures> {
    let space = statvfs(data).ok()?;
    let free_bytes = space.blocks_available().saturating_mul(space.fragment_size());
    let mut syncs = syncs(data).unwrap_or_default();
    syncs.sort_unstable();
    Some(DiskFigures { free_bytes, has_room, syncs })
}

fn syncs(data: &Path) -> std::io::Result<Vec<Duration>> {
    let mut file = tempfile::tempfile_in(data)?;
    let mut lengths = Vec::with_capacity(SYNCS);
    for _ in 0..SYNCS {
        let began = Moment::now();
        file.write_all(&SYNCED)?;
        #[cfg(debug_assertions)]
        crate::watchdog::sabotage::slow_sync();
        file.sync_data()?;
        lengths.push(began.elapsed());
    }
    Ok(lengths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_and_this_process_have_figures() {
        let folder = tempfile::tempdir().unwrap();
        let disk = disk(folder.path(), true).unwrap();
        assert_eq!(disk.syncs.len(), SYNCS);
        assert!(disk.free_bytes > 0 && disk.syncs.is_sorted());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
        assert!(free_memory().is_some_and(|bytes| bytes > 1 << 20));
        assert!(kibibytes("/proc/self/status", "VmRSS:").is_some_and(|bytes| bytes > 1 << 20));
        assert!(processor_time().is_some());
    }
}
