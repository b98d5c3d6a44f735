//! The warden: starts the program, watches it, ends everything that is left, and reports. Process 1 of the PID namespace,
//! whose death ends everything in it; without namespaces the leader of the session.

use super::{
    cell::{CellReport, Killed, SandboxCell},
    error::{During, Result, SandboxError},
    namespaces,
    reexec::{PROGRAM, stage},
    sabotage::SandboxSabotage,
    watch::ProgramWatch,
};
use nix::{
    errno::Errno,
    fcntl::{FcntlArg, FdFlag, fcntl},
    poll::{PollFd, PollFlags, PollTimeout, poll},
    sys::{
        prctl,
        resource::{Usage, UsageWho, getrusage},
        signal::{Signal, kill, killpg},
        wait::{WaitPidFlag, WaitStatus, waitpid},
    },
    unistd::Pid,
};
use rustix::process::{PidfdFlags, pidfd_open};
use std::{
    fs::{self, File},
    io::{self, Read, Write},
    os::{
        fd::{AsFd, AsRawFd, OwnedFd},
        unix::process::{CommandExt, ExitStatusExt},
    },
    path::Path,
    process::{Child, Stdio},
    time::{Duration, Instant},
};

const REPORT: &str = "report";
/// Resident memory of the last stage before it executes the program is less.
const MAX_STAGE_KB: u64 = 128 << 10;
/// A killed process ends at once, unless the kernel is stuck.
const KILL_TIMEOUT: Duration = Duration::from_secs(5);
/// One that yields to all else needs a processor to end, for which it waits.
const IDLE_KILL_TIMEOUT: Duration = Duration::from_mins(1);

pub fn write_report(dir: &Path, report: &CellReport) -> Result<()> {
    serde_json::to_vec(report)
        .map_err(io::Error::from)
        .and_then(|json| fs::write(dir.join(REPORT), json))
        .during(REPORT)
}

/// # Errors
/// If there is no report, because the warden did not finish.
pub fn read_report(dir: &Path) -> Result<CellReport> {
    serde_json::from_slice(&fs::read(dir.join(REPORT)).during(REPORT)?).during(REPORT)
}

/// Runs the cell's command to its end; `text` is the cell, as the next stage gets it.
pub fn run(cell: &SandboxCell, text: &str) -> Result<()> {
    // Opened here: they are out of reach in the new root.
    let mut file = File::create(cell.dir.join(REPORT)).during(REPORT)?;
    let input = File::open(cell.dir.join("in")).map_or_else(|_| Stdio::null(), Stdio::from);
    let report = watched(cell, text, input).unwrap_or_else(CellReport::failed);
    let json = serde_json::to_vec(&report).during(REPORT)?;
    file.write_all(&json).during(REPORT)
}

fn watched(cell: &SandboxCell, text: &str, input: Stdio) -> Result<CellReport> {
    if cell.has_namespaces {
        namespaces::new_root(cell)?;
    } else {
        // Processes that the program leaves behind become children, which can be waited for.
        prctl::set_child_subreaper(true).during("subreaper")?;
    }
    let mut child = start(text, input)?;
    let mut watch = ProgramWatch::begin(cell, child.id());
    let killed = wait(cell, &child, &mut watch)?;
    let wall = watch.elapsed();
    let status = child.wait().during("wait")?;
    if !cell.lacks(SandboxSabotage::Cleanup) {
        end_all(cell, &child)?;
    }
    let used = getrusage(UsageWho::RUSAGE_CHILDREN).during("rusage")?;
    // A program may have ended between two measurements.
    let peak_kb = u64::try_from(used.max_rss()).unwrap_or_default();
    let peak_kb = if peak_kb > MAX_STAGE_KB { watch.peak_kb.max(peak_kb) } else { watch.peak_kb };
    let is_over = peak_kb > cell.memory_bytes() >> 10 && !cell.lacks(SandboxSabotage::Watch);
    Ok(CellReport {
        error: None,
        not_executed: None,
        exit: status.code(),
        signal: status.signal(),
        killed: killed.or_else(|| is_over.then_some(Killed::Memory)),
        cpu_ms: millis(cpu(&used).saturating_sub(watch.cpu_before())),
        wall_ms: millis(wall),
        memory_kb: peak_kb,
    })
}

/// Returns when the program has been executed, or an error.
fn start(text: &str, input: Stdio) -> Result<Child> {
    let (mut reading, writing) = io::pipe().during("pipe")?;
    // Kept open by the next stage, which marks it again; the program does not get it.
    fcntl(&writing, FcntlArg::F_SETFD(FdFlag::empty())).during("pipe")?;
    let (pipe, own) = (writing.as_raw_fd().to_string(), std::process::id().to_string());
    let mut child = stage(&[PROGRAM, &pipe, &own, text]).process_group(0).stdin(input).spawn().during("program")?;
    drop(writing);
    let mut error = String::new();
    reading.read_to_string(&mut error).during("pipe")?;
    if error.is_empty() {
        return Ok(child);
    }
    child.wait().during("wait")?;
    Err(SandboxError::new(error))
}

/// Waits for the end of the program, and ends it at a limit. At the end of the lifeline it ends everything at once.
fn wait(cell: &SandboxCell, child: &Child, watch: &mut ProgramWatch<'_>) -> Result<Option<Killed>> {
    let end = pidfd(child.id())?;
    let lifeline = io::stdin();
    let mut killed: Option<(Killed, Instant)> = None;
    loop {
        let timeout = PollTimeout::try_from(watch.interval()).unwrap_or(PollTimeout::ZERO);
        let mut both = [PollFd::new(end.as_fd(), PollFlags::POLLIN), PollFd::new(lifeline.as_fd(), PollFlags::POLLIN)];
        match poll(&mut both, timeout) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => return Err(error).during("poll"),
        }
        let [has_ended, is_orphaned] = both.map(|fd| fd.any().unwrap_or_default());
        if is_orphaned && !cell.lacks(SandboxSabotage::Lifeline) {
            kill_all(cell, child);
            std::process::exit(1);
        }
        if has_ended {
            return Ok(killed.map(|(why, _)| why));
        }
        match killed {
            Some((_, at)) if at.elapsed() > kill_timeout(cell) => {
                return Err(SandboxError::new("a process cannot be ended"));
            }
            Some(_) => kill_all(cell, child),
            None => {
                let exceeded = watch.measure().filter(|_| !cell.lacks(SandboxSabotage::Watch));
                killed = exceeded.map(|why| (why, Instant::now()));
                if killed.is_some() {
                    kill_all(cell, child);
                }
            }
        }
    }
}

pub fn pidfd(pid: u32) -> Result<OwnedFd> {
    let pid = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw);
    let pid = pid.ok_or_else(|| SandboxError::new("no process id"))?;
    pidfd_open(pid, PidfdFlags::empty()).during("pidfd")
}

const fn kill_timeout(cell: &SandboxCell) -> Duration {
    if cell.is_idle { IDLE_KILL_TIMEOUT } else { KILL_TIMEOUT }
}

fn kill_all(cell: &SandboxCell, child: &Child) {
    let group = Pid::from_raw(child.id().cast_signed());
    // Fails only if there is no process left.
    let _ = if cell.has_namespaces { kill(Pid::from_raw(-1), Signal::SIGKILL) } else { killpg(group, Signal::SIGKILL) };
}

/// Ends what the program left behind, until there are no children.
fn end_all(cell: &SandboxCell, child: &Child) -> Result<()> {
    let began = Instant::now();
    loop {
        kill_all(cell, child);
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            Err(Errno::ECHILD) => return Ok(()),
            Ok(WaitStatus::StillAlive) => std::thread::sleep(Duration::from_millis(1)),
            _ => {}
        }
        if began.elapsed() > kill_timeout(cell) {
            return Err(SandboxError::new("processes that do not end"));
        }
    }
}

fn cpu(used: &Usage) -> Duration {
    let time = used.user_time() + used.system_time();
    let micros = time.tv_sec().saturating_mul(1_000_000).saturating_add(time.tv_usec());
    Duration::from_micros(u64::try_from(micros).unwrap_or_default())
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
