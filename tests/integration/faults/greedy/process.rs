//! What the server's process holds, as the system tells it.

use std::{
    fs,
    time::{Duration, Instant},
};

#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// Resident, in MiB.
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

    /// Whether this is no more than `before`, with what a server may keep for good.
    fn is_back(self, before: Self, spare: u64) -> bool {
        // Idle threads of a pool end after 10 s; some connections of the calm clients come and go.
        self.memory <= before.memory + spare && self.threads <= before.threads + 16 && self.files <= before.files + 32
    }
}

/// A minute and a bit.
pub const LONG: Duration = Duration::from_secs(70);

/// What one client may add for good, in MiB.
pub const SPARE: u64 = 64;
/// Who stores much fills the store's cache, which is bounded.
pub const CACHE: u64 = 128;

/// Waits until the process holds what it held before and `spare` MiB at most; reports what it held last if it does not in time.
pub async fn back_to(before: Held, spare: u64, process: u32, patience: Duration) -> Result<Held, Held> {
    let until = Instant::now() + patience;
    while Instant::now() < until {
        let now = Held::by(process);
        if now.is_back(before, spare) {
            return Ok(now);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Err(Held::by(process))
}
