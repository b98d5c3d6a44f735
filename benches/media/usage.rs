//! Processor time of processes, of their threads, and of the machine.

use std::{collections::HashMap, fs, time::Instant};

/// Clock ticks a second in `/proc`, by the kernel's interface.
const TICKS: f64 = 100.0;
const NANOSECONDS: f64 = 1e9;

/// What a process has used so far.
pub struct Usage {
    at: Instant,
    /// By thread id: its name, and seconds.
    threads: HashMap<String, (String, f64)>,
    /// Busy and total time of all cores.
    machine: (f64, f64),
}

/// Shares of a core between two instants.
#[derive(Clone)]
pub struct Used {
    /// Of all threads.
    pub cores: f64,
    /// Each thread, the busiest first.
    pub threads: Vec<(String, f64)>,
    /// The share of all cores of the machine that were busy, with any process.
    pub machine: f64,
}

/// Seconds of one thread: to the nanosecond where the kernel says so, otherwise in ticks.
fn seconds_of(task: &str) -> Option<f64> {
    let exact = fs::read_to_string(format!("{task}/schedstat")).ok();
    if let Some(nanoseconds) = exact.as_deref().and_then(|text| text.split(' ').next()?.parse::<f64>().ok()) {
        return Some(nanoseconds / NANOSECONDS);
    }
    let stat = fs::read_to_string(format!("{task}/stat")).ok()?;
    let ticks = stat.rsplit(") ").next()?.split(' ').skip(11).take(2).filter_map(|n| n.parse::<f64>().ok());
    Some(ticks.sum::<f64>() / TICKS)
}

/// Busy and total ticks of all cores.
fn machine() -> (f64, f64) {
    let stat = fs::read_to_string("/proc/stat").unwrap();
    let fields: Vec<f64> =
        stat.lines().next().unwrap().split_whitespace().skip(1).take(8).map(|n| n.parse().unwrap()).collect();
    let total: f64 = fields.iter().sum();
    // Idle, and waiting for disks.
    (total - fields[3] - fields[4], total)
}

impl Usage {
    pub fn of(process: u32) -> Self {
        let mut threads = HashMap::new();
        for task in fs::read_dir(format!("/proc/{process}/task")).unwrap().flatten() {
            let path = task.path().display().to_string();
            // A thread may end while this reads.
            let name = fs::read_to_string(format!("{path}/comm")).map(|name| name.trim().to_owned());
            if let (Ok(name), Some(seconds)) = (name, seconds_of(&path)) {
                threads.insert(path, (name, seconds));
            }
        }
        Self { at: Instant::now(), threads, machine: machine() }
    }

    pub fn since(&self, before: &Self) -> Used {
        let seconds = (self.at - before.at).as_secs_f64();
        let share = |(task, (name, used)): (&String, &(String, f64))| {
            let earlier = before.threads.get(task).map_or(0.0, |(_, used)| *used);
            (name.clone(), (used - earlier).max(0.0) / seconds)
        };
        let mut threads: Vec<(String, f64)> = self.threads.iter().map(share).collect();
        threads.sort_by(|a, b| b.1.total_cmp(&a.1));
        let total = (self.machine.1 - before.machine.1).max(1.0);
        Used {
            cores: threads.iter().map(|(_, share)| share).sum(),
            threads,
            machine: (self.machine.0 - before.machine.0) / total,
        }
    }
}

impl Used {
    /// The share of the busiest thread with such a name.
    pub fn busiest(&self, starts: &str) -> f64 {
        self.threads.iter().find(|(name, _)| name.starts_with(starts)).map_or(0.0, |(_, share)| *share)
    }

    /// The busiest threads in words.
    pub fn words(&self) -> String {
        let busy = self.threads.iter().filter(|(_, share)| *share >= 0.01).take(8);
        busy.map(|(name, share)| format!("{name} {:.0} %", share * 100.0)).collect::<Vec<_>>().join(", ")
    }
}

pub fn megabytes(process: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:")).unwrap();
    line.trim().split(' ').next().unwrap().parse::<f64>().unwrap() / 1024.0
}

/// Raises the limit of open files here and in the server, which inherits it.
pub fn raise_open_files(wanted: usize) {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    let (_, hard) = getrlimit(Resource::RLIMIT_NOFILE).unwrap();
    setrlimit(Resource::RLIMIT_NOFILE, hard, hard).unwrap();
    let wanted = u64::try_from(wanted).unwrap();
    assert!(hard >= wanted, "{wanted} open files are needed, and at most {hard} allowed: raise 'ulimit -Hn'");
}
