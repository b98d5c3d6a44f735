//! What the server's process holds, as the system tells it.

use std::{fs, time::Duration};

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
    fn is_back(self, before: Self) -> bool {
        // Idle threads of a pool end after 10 s; some connections of the calm clients come and go.
        self.memory <= before.memory + 64 && self.threads <= before.threads + 16 && self.files <= before.files + 32
    }
}

/// Waits until the process holds what it held before, for a minute and a bit; reports what it held last if it does not.
pub async fn back_to(before: Held, process: u32) -> Result<Held, Held> {
    for _ in 0..700 {
        let now = Held::by(process);
        if now.is_back(before) {
            return Ok(now);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Err(Held::by(process))
}
