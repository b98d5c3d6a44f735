//! The sandbox: runs one command of a candidate's program, or a compiler on a candidate's source, so that it reaches nothing
//! but its own folder. Needs no privileges and no helper program; `docs/sandbox.md` names the layers and what each holds.

mod capture;
pub mod cell;
mod cgroup;
pub mod error;
pub mod idle_priority;
mod landlock;
mod namespaces;
pub mod paths;
pub mod reexec;
mod rlimits;
pub mod sabotage;
pub mod scratch;
mod seccomp;
mod self_check;
pub mod stage;
pub mod survey;
mod syscalls;
mod warden;
pub mod watch;

use crate::sync::Mutex;
use capture::Capture;
use cell::{CellReport, Killed, SandboxCell};
use cgroup::Cgroup;
use error::{During, Result, SandboxError};
use nix::{
    errno::Errno,
    poll::{PollFd, PollFlags, PollTimeout, poll},
    sys::{
        signal::{Signal, kill},
        wait::{WaitPidFlag, waitpid},
    },
    unistd::Pid,
};
use sabotage::SandboxSabotage;
use serde::{Deserialize, Serialize};
use std::{
    io::{self, PipeWriter},
    iter,
    os::fd::AsFd,
    path::PathBuf,
    process::{Child, Stdio},
    sync::{Arc, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// The warden keeps the time limits. One that does not end by then is ended: it got no processor itself.
const BACKSTOP: Duration = Duration::from_secs(10);
/// How long to search for processes of a warden that was killed.
const SWEEP_TIMEOUT: Duration = Duration::from_secs(1);
/// Once a command that yields got no processor, none yields for this long: each would wait in vain, each test of a job.
const UNYIELDING: Duration = Duration::from_secs(30);

/// Layers that a [`survey::survey`] found to hold on this machine.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Sandbox {
    pub has_namespaces: bool,
    pub landlock_abi: i32,
    /// The delegated cgroup, below which each job has one.
    pub cgroup: Option<PathBuf>,
    /// Whether commands yield the processors to all else.
    pub yields: bool,
    /// Time at which a command that yielded hardly ever got a processor.
    #[serde(skip)]
    pub starved_at: Arc<Mutex<Option<Instant>>>,
    pub sabotage: Vec<SandboxSabotage>,
}

/// Ends a running command from another thread.
#[derive(Debug, Default)]
pub struct Cancel(Mutex<CancelState>);

#[derive(Debug, Default)]
struct CancelState {
    is_cancelled: bool,
    lifeline: Option<PipeWriter>,
}

impl Cancel {
    pub fn cancel(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.is_cancelled = true;
        state.lifeline = None;
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_cancelled
    }

    /// Holds the lifeline until the command ends. Dropped at once if it was cancelled before.
    fn hold(&self, lifeline: Option<PipeWriter>) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.lifeline = lifeline.filter(|_| !state.is_cancelled);
    }
}

impl Sandbox {
    /// Completes a cell with what this machine has.
    pub fn cell(&self, cell: SandboxCell) -> SandboxCell {
        let cgroup = self.cgroup.as_deref().map(|parent| cgroup::path_of(parent, &cell.dir));
        let (has_namespaces, landlock_abi, sabotage) = (self.has_namespaces, self.landlock_abi, self.sabotage.clone());
        SandboxCell { has_namespaces, landlock_abi, cgroup, is_idle: self.yields, sabotage, ..cell }
    }

    /// Runs a command to its end. Its output is in the files `out` and `err` of the job's folder. A command that yields to
    /// others and hardly ever gets a processor is started again as one that does not.
    ///
    /// # Errors
    /// If it was not run as required, or was cancelled.
    pub fn run(&self, cell: &SandboxCell, cancel: &Cancel) -> Result<CellReport> {
        if cancel.is_cancelled() {
            return Err(SandboxError::new("cancelled"));
        }
        let is_starved = |report: &CellReport| report.killed == Some(Killed::Starved);
        let is_idle = cell.is_idle && !self.was_starved();
        let began = Instant::now();
        let mut report = run_once(&SandboxCell { is_idle, ..cell.clone() }, cancel)?;
        // One that was killed may wait for a processor, too, until it has ended.
        let waited = began.elapsed().saturating_sub(Duration::from_millis(report.wall_ms));
        if is_idle && (is_starved(&report) || waited > watch::STARVED) {
            tracing::info!("a program that yields got no processor: for {} s, none yields", UNYIELDING.as_secs());
            *self.starved_at.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
        if is_idle && is_starved(&report) {
            report = run_once(&SandboxCell { is_idle: false, ..cell.clone() }, cancel)?;
        }
        if is_starved(&report) {
            return Err(SandboxError::new("it hardly ever got a processor: this machine is too busy"));
        }
        Ok(report)
    }

    fn was_starved(&self) -> bool {
        let at = *self.starved_at.lock().unwrap_or_else(PoisonError::into_inner);
        at.is_some_and(|at| at.elapsed() < UNYIELDING)
    }
}

fn run_once(cell: &SandboxCell, cancel: &Cancel) -> Result<CellReport> {
    let cell = &SandboxCell { cgroup: cell.cgroup.as_deref().map(cgroup::unused), ..cell.clone() };
    let group = cell.cgroup.as_deref().map(|path| Cgroup::create(path, cell)).transpose()?;
    let (child, outputs) = spawn(cell, cancel)?;
    let outcome = wait(child, outputs, cell, cancel);
    cancel.hold(None);
    let has_ended = outcome?;
    if cancel.is_cancelled() {
        return Err(SandboxError::new("cancelled"));
    }
    if !has_ended {
        // The warden keeps the limits where it gets a processor itself.
        return Ok(CellReport { killed: Some(Killed::Starved), ..CellReport::default() });
    }
    let reported = warden::read_report(&cell.dir);
    let report = match &group {
        Some(group) => group.complete(reported)?,
        None => reported?,
    };
    match report.error {
        Some(error) => Err(SandboxError::new(error)),
        None => Ok(report),
    }
}

fn spawn(cell: &SandboxCell, cancel: &Cancel) -> Result<(Child, [Capture; 2])> {
    let capture = |name| Capture::create(&cell.dir, name, cell.file_mb << 20);
    let ((captured_out, out), (captured_err, err)) = (capture("out")?, capture("err")?);
    scratch::remove_file(&cell.dir.join("report"))?;
    let text = serde_json::to_string(cell).during("cell")?;
    let (end, lifeline) = io::pipe().during("pipe")?;
    let mut command = reexec::stage(&[reexec::JAIL, &text]);
    let child = command.stdin(Stdio::from(end)).stdout(out).stderr(err).spawn().during("jail")?;
    cancel.hold(Some(lifeline));
    Ok((child, [captured_out, captured_err]))
}

/// Stores the output until the end. Returns false for one that had to be ended.
fn wait(mut child: Child, mut outputs: [Capture; 2], cell: &SandboxCell, cancel: &Cancel) -> Result<bool> {
    let end = warden::pidfd(child.id())?;
    let deadline = Instant::now() + Duration::from_millis(watch::longest_ms(cell.wall_ms)) + BACKSTOP;
    let outcome = store_until_end(&end, &mut outputs, deadline);
    if !matches!(outcome, Ok(true)) {
        cancel.hold(None);
        let _ = child.kill();
    }
    let status = child.wait().during("wait")?;
    if !status.success() {
        sweep(child.id());
    }
    let is_in_time = outcome?;
    store(&mut outputs)?;
    Ok(is_in_time)
}

/// Returns false at the deadline.
fn store_until_end(process: &impl AsFd, outputs: &mut [Capture; 2], deadline: Instant) -> Result<bool> {
    while !has_ended(process, outputs, deadline)? {
        store(outputs)?;
        if Instant::now() >= deadline {
            return Ok(false);
        }
    }
    Ok(true)
}

fn store(outputs: &mut [Capture; 2]) -> Result<()> {
    outputs.iter_mut().try_for_each(Capture::store)
}

/// Waits for the end of the process, for output, or for the deadline; says whether the process has ended.
fn has_ended(process: &impl AsFd, outputs: &[Capture; 2], deadline: Instant) -> Result<bool> {
    let left = deadline.saturating_duration_since(Instant::now());
    let timeout = PollTimeout::try_from(left).unwrap_or(PollTimeout::MAX);
    let outputs = outputs.iter().filter_map(Capture::descriptor);
    let mut all: Vec<_> =
        iter::once(process.as_fd()).chain(outputs).map(|fd| PollFd::new(fd, PollFlags::POLLIN)).collect();
    match poll(&mut all, timeout) {
        Ok(_) => Ok(all.first().and_then(PollFd::any).unwrap_or_default()),
        Err(Errno::EINTR) => Ok(false),
        Err(error) => Err(error).during("poll"),
    }
}

/// Ends what a warden that was killed has left: all of its session, which cannot be left without namespaces. With them, the
/// kernel has done so already.
fn sweep(session: u32) {
    let began = Instant::now();
    loop {
        let of_session = |pid: &u32| watch::stat_field(*pid, watch::SESSION) == Some(u64::from(session));
        let left: Vec<u32> = watch::processes().filter(of_session).collect();
        if left.is_empty() || began.elapsed() > SWEEP_TIMEOUT {
            return;
        }
        for pid in left.into_iter().map(|pid| Pid::from_raw(pid.cast_signed())) {
            // It may have ended; and it is a child only after its parent's death.
            let _ = kill(pid, Signal::SIGKILL);
            let _ = waitpid(pid, Some(WaitPidFlag::WNOHANG));
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Makes this process the parent of orphans, so that a [`sweep`] can wait for them.
pub fn adopt_orphans() -> Result<()> {
    nix::sys::prctl::set_child_subreaper(true).during("subreaper")
}
