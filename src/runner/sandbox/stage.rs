//! The stages between the runner and a program. Each is this binary, executed again, so that no code runs between `fork`
//! and `exec`:
//!
//! 1. `jail` begins a session, joins the cgroup and enters the namespaces. The first child is process 1 of the PID namespace:
//! 2. `warden` builds the file system, starts the program, watches it, and ends everything that is left.
//! 3. `program` drops all privileges, applies rlimits, Landlock and seccomp, and executes the program.
//!
//! Without namespaces `jail` is the warden. Standard input of `jail` and `warden` is the lifeline, a pipe whose other end
//! the runner holds: at its end they end everything.

use super::{
    cell::{CellProgram, CellReport, NOT_EXECUTED, SandboxCell},
    error::{During, Result, SandboxError},
    idle_priority, landlock, namespaces,
    reexec::{BUSY_LOOP, COMMAND, JAIL, PROGRAM, SELF_CHECK, WARDEN, stage as own},
    rlimits,
    sabotage::SandboxSabotage,
    seccomp, self_check, warden,
};
use nix::{
    errno::Errno,
    sys::{prctl, signal::Signal},
    unistd::{Pid, chdir, close, getppid, getuid, setpgid, setsid},
};
use std::{
    ffi::OsString,
    fs::{self, OpenOptions},
    io::Write,
    os::{fd::AsRawFd, unix::process::CommandExt},
    path::Path,
    process::{Command, ExitCode},
};

/// The out-of-memory killer takes a program before anything else.
const OOM_SCORE: &str = "1000";

/// Runs the stage that the arguments select; `None` for any other command line.
pub fn dispatch(args: impl IntoIterator<Item = OsString>) -> Option<ExitCode> {
    let args: Vec<String> = args.into_iter().skip(1).map_while(|arg| arg.into_string().ok()).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let is_done = match args[..] {
        [COMMAND, JAIL, cell] => jail(cell),
        [COMMAND, WARDEN, cell] => with_cell(cell, |parsed| warden::run(parsed, cell)).is_ok(),
        [COMMAND, PROGRAM, pipe, parent, cell] => program(pipe, parent, cell),
        [COMMAND, SELF_CHECK, cell] => with_cell(cell, self_check::inside).is_ok(),
        [COMMAND, BUSY_LOOP, _] => self_check::busy_loop(),
        _ => return None,
    };
    Some(if is_done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn with_cell(cell: &str, run: impl FnOnce(&SandboxCell) -> Result<()>) -> Result<()> {
    run(&serde_json::from_str(cell).during("cell")?)
}

fn jail(text: &str) -> bool {
    with_cell(text, |cell| {
        let entered = enter(cell, text);
        if let Err(error) = &entered {
            warden::write_report(&cell.dir, &CellReport::failed(error))?;
        }
        entered
    })
    .is_ok()
}

fn enter(cell: &SandboxCell, text: &str) -> Result<()> {
    if getuid().is_root() {
        return Err(SandboxError::new("root: RLIMIT_NPROC does not limit it"));
    }
    close_all_but(&[])?;
    leave_group(cell)?;
    if cell.is_idle {
        idle_priority::yield_processors(cell.only_nice)?;
    }
    if let Some(group) = &cell.cgroup {
        fs::write(group.join("cgroup.procs"), "0").during("cgroup")?;
    }
    if !cell.has_namespaces {
        return warden::run(cell, text);
    }
    namespaces::enter()?;
    own(&[WARDEN, text]).status().during("warden").map(|_| ())
}

/// Leaves the process group of the runner, which a terminal interrupts. Without namespaces also the session, by which what a
/// killed warden leaves is found; not with them, because Linux divides processor time between sessions first (autogroup,
/// sched(7)): in one of its own, a program would take as much as the server in spite of its lower priority.
fn leave_group(cell: &SandboxCell) -> Result<()> {
    if cell.has_namespaces {
        return setpgid(Pid::from_raw(0), Pid::from_raw(0)).during("setpgid");
    }
    setsid().during("setsid").map(|_| ())
}

/// Closes every descriptor but the standard ones and `kept`.
fn close_all_but(kept: &[i32]) -> Result<()> {
    let open = fs::read_dir("/proc/self/fd").during("/proc/self/fd")?;
    let open: Vec<i32> = open.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok()).collect();
    for descriptor in open.into_iter().filter(|d| *d > 2 && !kept.contains(d)) {
        // Fails only for the one that listed them, which is closed already.
        let _ = close(descriptor);
    }
    Ok(())
}

/// Returns only on an error, which it writes to the pipe.
fn program(pipe: &str, parent: &str, text: &str) -> bool {
    let Ok(mut pipe) = OpenOptions::new().write(true).open(format!("/proc/self/fd/{pipe}")) else { return false };
    let become_program = with_cell(text, |cell| execute(cell, text, parent, pipe.as_raw_fd()));
    if let Err(error) = become_program {
        // Without a reader there is no warden, and no one to report to.
        let _ = pipe.write_all(error.to_string().as_bytes());
    }
    false
}

fn execute(cell: &SandboxCell, text: &str, parent: &str, pipe: i32) -> Result<()> {
    if !cell.lacks(SandboxSabotage::Descriptors) {
        close_all_but(&[pipe])?;
    }
    if cell.has_namespaces {
        namespaces::drop_privileges()?;
    }
    die_with_warden(cell, parent)?;
    fs::write("/proc/self/oom_score_adj", OOM_SCORE).during("oom_score_adj")?;
    chdir(&cell.build()).during("chdir")?;
    rlimits::apply(cell)?;
    landlock::apply(cell)?;
    seccomp::apply(cell)?;
    let mut command = match &cell.program {
        CellProgram::Command(argv) => {
            let (path, rest) = argv.split_first().ok_or_else(|| SandboxError::new("no command"))?;
            let mut command = Command::new(path);
            command.args(rest);
            command
        }
        CellProgram::SelfCheck => own(&[SELF_CHECK, text]),
        CellProgram::BusyLoop => own(&[BUSY_LOOP, text]),
    };
    if cell.lacks(SandboxSabotage::Environment) {
        command.env("SECRET", "inherited");
    } else {
        command.env_clear();
    }
    let error = command.envs(cell.env.iter().map(|(name, value)| (name, value))).exec();
    let program = Path::new(command.get_program());
    if program.is_relative() && is_of_program(&error) {
        return Err(SandboxError::new(format!("{NOT_EXECUTED}{error}")));
    }
    Err(error).during(program.to_string_lossy().as_ref())
}

/// Whether `execve` failed because of the file, which the source code decides: a library, an interpreter that is missing.
fn is_of_program(error: &std::io::Error) -> bool {
    let errno = error.raw_os_error().map(Errno::from_raw);
    !matches!(
        errno,
        None | Some(
            Errno::EAGAIN | Errno::ENOMEM | Errno::EMFILE | Errno::ENFILE | Errno::EIO | Errno::ETXTBSY | Errno::EINTR
        )
    )
}

/// Ends this process with the warden, also if that died before this call.
fn die_with_warden(cell: &SandboxCell, parent: &str) -> Result<()> {
    if cell.lacks(SandboxSabotage::Lifeline) {
        return Ok(());
    }
    prctl::set_pdeathsig(Signal::SIGKILL).during("pdeathsig")?;
    match getppid() {
        warden if warden.to_string() == parent && warden != Pid::from_raw(0) => Ok(()),
        _ => Err(SandboxError::new("the warden is gone")),
    }
}
