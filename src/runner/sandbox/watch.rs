//! Measures a running program from `/proc`: what rlimits do not count, and finer than they do.

use super::cell::{Killed, SandboxCell};
use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Length of a clock tick of `/proc/PID/stat` in ms (`USER_HZ` is 100 on every architecture that is supported).
const TICK_MS: u64 = 10;
/// Programs are measured more often at first, where most end.
const EARLY: Duration = Duration::from_millis(100);
const EARLY_INTERVAL: Duration = Duration::from_millis(2);
const INTERVAL: Duration = Duration::from_millis(10);
/// A compiler's processes are found by a scan of `/proc`.
const SCAN_INTERVAL: Duration = Duration::from_millis(25);
/// A watch that was not let run for this long is no witness of what the program did meanwhile.
const BLIND: Duration = Duration::from_millis(100);
/// A program that waits for a processor is not late, but is not waited for indefinitely: this many times its wall clock limit,
const MAX_WALL_FACTOR: u64 = 10;
/// or this long, in ms, if it is longer.
const MIN_LONGEST_MS: u64 = 60_000;
/// A program that yields to others is starved if it waited this long,
pub const STARVED: Duration = Duration::from_secs(2);
/// and this many times as long as it ran: less than what others leave to a program of niceness 10.
const STARVED_FACTOR: u32 = 10;

/// Longest time to the end of a command, on a machine that hardly lets it run.
pub const fn longest_ms(wall_ms: u64) -> u64 {
    let longest = wall_ms * MAX_WALL_FACTOR;
    if longest > MIN_LONGEST_MS { longest } else { MIN_LONGEST_MS }
}

pub struct ProgramWatch<'a> {
    cell: &'a SandboxCell,
    pid: u32,
    began: Instant,
    /// CPU time that was used before the program began.
    cpu_before: Duration,
    /// Time at which the states of the threads were last read.
    seen_at: Instant,
    /// Time in which a thread ran or waited for a processor, also one that has ended since.
    wanted: Duration,
    pub peak_kb: u64,
}

impl<'a> ProgramWatch<'a> {
    /// Watches process `pid` from its `exec` on.
    pub fn begin(cell: &'a SandboxCell, pid: u32) -> Self {
        let cpu_before = schedstat(Path::new(&format!("/proc/{pid}/schedstat"))).map_or(Duration::ZERO, |(cpu, _)| cpu);
        // A short program may end before the first measurement.
        let (now, peak_kb) = (Instant::now(), memory_kb(pid, "VmHWM:"));
        Self { cell, pid, began: now, cpu_before, seen_at: now, wanted: Duration::ZERO, peak_kb }
    }

    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    pub const fn cpu_before(&self) -> Duration {
        self.cpu_before
    }

    pub fn interval(&self) -> Duration {
        match self.began.elapsed() {
            _ if self.cell.may_fork => SCAN_INTERVAL,
            elapsed if elapsed < EARLY => EARLY_INTERVAL,
            _ => INTERVAL,
        }
    }

    /// Measures, and returns the limit that is exceeded.
    pub fn measure(&mut self) -> Option<Killed> {
        let members = if self.cell.may_fork { self.group() } else { vec![self.pid] };
        // A single process is measured by its peak; peaks of several may be at different times.
        let resident = if self.cell.may_fork { "VmRSS:" } else { "VmHWM:" };
        let memory: u64 = members.iter().map(|pid| memory_kb(*pid, resident)).sum();
        self.peak_kb = self.peak_kb.max(memory);
        if memory > self.cell.memory_bytes() >> 10 {
            return Some(Killed::Memory);
        }
        let cpu = Duration::from_millis(members.iter().map(|pid| cpu_ms(*pid)).sum());
        if cpu > Duration::from_millis(self.cell.cpu_ms) + self.cpu_before {
            return Some(Killed::Cpu);
        }
        self.see(&members);
        self.lateness(&members, cpu)
    }

    /// A program of threads that begin and end one after the other waits, though none of them waits long.
    fn see(&mut self, members: &[u32]) {
        let passed = self.seen_at.elapsed();
        if passed < INTERVAL {
            return;
        }
        self.seen_at += passed;
        if passed > BLIND || members.iter().any(|pid| wants_processor(*pid)) {
            self.wanted += passed;
        }
    }

    /// Time in which a busy machine did not let the program run does not count.
    fn lateness(&self, members: &[u32], cpu: Duration) -> Option<Killed> {
        let (wall, elapsed) = (Duration::from_millis(self.cell.wall_ms), self.began.elapsed());
        let may_be_starved = self.cell.is_idle && elapsed > STARVED;
        if !may_be_starved && elapsed <= wall {
            return None;
        }
        let longest = members.iter().map(|pid| waited(*pid)).max().unwrap_or_default();
        let waited = longest.max(self.wanted.saturating_sub(cpu));
        match () {
            () if may_be_starved && waited > STARVED.max(cpu * STARVED_FACTOR) => Some(Killed::Starved),
            () if elapsed > wall + waited => Some(Killed::Wall),
            () => (elapsed > Duration::from_millis(longest_ms(self.cell.wall_ms))).then_some(Killed::Starved),
        }
    }

    /// Processes of the program: all others of the namespace, or of its process group.
    fn group(&self) -> Vec<u32> {
        let own = std::process::id();
        if self.cell.has_namespaces {
            return processes().filter(|pid| *pid != own).collect();
        }
        let in_group = |pid: &u32| stat_field(*pid, PROCESS_GROUP) == Some(u64::from(self.pid));
        processes().filter(in_group).collect()
    }
}

/// Numbers of all processes that `/proc` shows.
pub fn processes() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// Resident memory, page tables and swap.
fn memory_kb(pid: u32, resident: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let counted =
        status.lines().filter(|line| [resident, "VmPTE:", "VmSwap:"].iter().any(|name| line.starts_with(name)));
    counted.filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).sum()
}

/// Fields of `/proc/PID/stat` after the name, as numbered in proc(5), less three.
const PROCESS_GROUP: usize = 2;
pub const SESSION: usize = 3;
const TIMES: std::ops::RangeInclusive<usize> = 11..=14;

pub fn stat_field(pid: u32, field: usize) -> Option<u64> {
    stat(pid)?.get(field).copied().flatten()
}

fn stat(pid: u32) -> Option<Vec<Option<u64>>> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may contain anything.
    let (_, fields) = text.rsplit_once(')')?;
    Some(fields.split_whitespace().map(|field| field.parse().ok()).collect())
}

/// CPU time of all threads, and of the children it waited for, in steps of a tick.
fn cpu_ms(pid: u32) -> u64 {
    let times = stat(pid).unwrap_or_default();
    times.get(TIMES).unwrap_or_default().iter().flatten().sum::<u64>() * TICK_MS
}

/// Folders of the threads of a process.
fn threads(pid: u32) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    entries.map(|thread| thread.path())
}

/// Whether a thread of a process runs, or waits for a processor.
fn wants_processor(pid: u32) -> bool {
    let mut states = threads(pid).filter_map(|thread| {
        let text = fs::read_to_string(thread.join("stat")).ok()?;
        text.rsplit_once(") ")?.1.chars().next()
    });
    states.any(|state| state == 'R')
}

/// The longest time that one thread of a process waited for a processor.
fn waited(pid: u32) -> Duration {
    let waited = threads(pid).filter_map(|thread| schedstat(&thread.join("schedstat")));
    waited.map(|(_, waited)| waited).max().unwrap_or_default()
}

/// Time on a processor, and time of waiting for one.
fn schedstat(path: &Path) -> Option<(Duration, Duration)> {
    let text = fs::read_to_string(path).ok()?;
    let mut numbers = text.split_whitespace().map(|number| number.parse().ok().map(Duration::from_nanos));
    Some((numbers.next()??, numbers.next()??))
}
