//! Resources of the server's process, from /proc.

use std::{
    fs,
    time::{Duration, Instant},
};

#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// Resident memory in MiB.
    pub memory: u64,
    pub threads: u64,
    pub files: u64,
}

impl Held {
    pub fn by(process: u32) -> Self {
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let field = |name: &str| -> u64 {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            line.split_whitespace().next().unwrap().parse().unwrap()
        };
        let files = fs::read_dir(format!("/proc/{process}/fd")).unwrap().count() as u64;
        Self { memory: field("VmRSS:") / 1024, threads: field("Threads:"), files }
    }

    /// Whether this is at most `before` plus what a server may keep permanently.
    fn is_back(self, before: Self, spare: u64) -> bool {
        // Idle pool threads end after 10 s; some connections of the normal clients come and go.
        self.memory <= before.memory + spare && self.threads <= before.threads + 16 && self.files <= before.files + 32
    }
}

/// Timeout for the release of resources.
pub const LONG: Duration = Duration::from_secs(70);

/// Memory that one client may add permanently, in MiB.
pub const SPARE: u64 = 64;
/// The same for clients that fill the store's bounded cache, in MiB.
pub const CACHE: u64 = 128;

/// Waits until the process holds at most `before` plus `spare` MiB; `Err` with the last value after `limit`.
pub async fn back_to(before: Held, spare: u64, process: u32, limit: Duration) -> Result<Held, Held> {
    let until = Instant::now() + limit;
    while Instant::now() < until {
        let now = Held::by(process);
        if now.is_back(before, spare) {
            return Ok(now);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Err(Held::by(process))
}
