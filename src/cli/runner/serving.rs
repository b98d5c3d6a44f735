//! The second half of a runner that listens on a socket. It is this binary, executed again in the same process: what the
//! command line and the survey of the sandbox have touched would stay in the memory of a
//! process that idles for weeks.

use super::{lifeline, scratch_root::ScratchRoot, signals};
use crate::{
    cli::{
        failure::Failure,
        serve::logging::{self, Log, LogFormat},
    },
    runner::{
        judge::Judge,
        sandbox::{Sandbox, reexec},
        server::{LanguageTable, Listener, ReadyRunner},
    },
};
use nix::{
    fcntl::{FcntlArg, FdFlag, fcntl},
    sys::memfd::{MFdFlags, memfd_create},
};
use serde::{Deserialize, Serialize};
use std::{
    ffi::OsString,
    fs::File,
    io::{self, Seek, Write},
    os::{
        fd::AsRawFd,
        unix::{net::UnixStream, process::CommandExt},
    },
    path::PathBuf,
    process::ExitCode,
};

/// The findings of the first half.
#[derive(Serialize, Deserialize)]
pub struct PreparedRunner {
    pub sandbox: Sandbox,
    pub scratch_root: ScratchRoot,
    pub languages: LanguageTable,
    /// The socket, which is standard input.
    pub socket: PathBuf,
    /// Whether this runner removes the socket's file at its end.
    pub owns_socket: bool,
    pub lifeline: bool,
}

impl PreparedRunner {
    /// Serves on `listener` until a signal; one that came meanwhile ends it at once.
    ///
    /// # Errors
    /// If this binary cannot be executed.
    pub fn serve(self, listener: Listener, stop: &UnixStream, log: Log) -> Result<(), Failure> {
        if signals::have_come(stop) {
            listener.remove_file();
            return Ok(());
        }
        let passed = self.pass().map_err(|e| cannot_start(&e))?;
        let mut command = reexec::serving(passed.as_raw_fd());
        command.stdin(std::os::fd::OwnedFd::from(listener.into_socket()));
        // Writes what waits: nothing runs after this.
        drop(log);
        Err(cannot_start(&command.exec()))
    }

    /// A file in memory that the next half inherits.
    fn pass(&self) -> io::Result<File> {
        let mut file = File::from(memfd_create(c"prepared", MFdFlags::MFD_CLOEXEC)?);
        file.write_all(&serde_json::to_vec(self)?)?;
        file.rewind()?;
        fcntl(&file, FcntlArg::F_SETFD(FdFlag::empty()))?;
        Ok(file)
    }

    fn run(self) -> Result<(), Failure> {
        let cannot = |e| cannot_start(&e);
        let (stop, stopping) = signals::pair()?;
        if self.lifeline {
            lifeline::watch(stopping).map_err(cannot)?;
        }
        let _log = logging::start(LogFormat::Text, "info")?;
        let scratch = self.scratch_root.open()?;
        let listener = Listener::inherited(&self.socket)
            .map_err(cannot)?
            .ok_or_else(|| cannot(io::ErrorKind::NotConnected.into()))?;
        let listener = if self.owns_socket { listener.owning(self.socket.clone()) } else { listener };
        let judge = Judge::new(self.sandbox, scratch);
        let runner = ReadyRunner { judge, languages: self.languages };
        let running = runner.start(listener).map_err(cannot)?;
        tracing::info!("invigil runner is ready on {}", self.socket.display());
        // Only a service manager listens, and it need not.
        let _ = sd_notify::notify(&[sd_notify::NotifyState::Ready]);
        signals::wait_for(stop);
        tracing::info!("stopping");
        running.stop();
        Ok(())
    }
}

/// Runs the second half, if the arguments select it.
pub fn dispatch(args: impl IntoIterator<Item = OsString>) -> Option<ExitCode> {
    let args: Vec<OsString> = args.into_iter().skip(1).take(3).collect();
    let [command, stage, passed] = args.as_slice() else { return None };
    if command != reexec::COMMAND || stage != reexec::SERVE {
        return None;
    }
    let served = read(passed).map_err(|e| cannot_start(&e)).and_then(PreparedRunner::run);
    Some(served.map_or_else(|failure| failure.report(), |()| ExitCode::SUCCESS))
}

fn cannot_start(error: &io::Error) -> Failure {
    Failure::refused(format!("cannot start: {error}"))
}

fn read(passed: &OsString) -> io::Result<PreparedRunner> {
    let descriptor: i32 = passed.to_str().and_then(|text| text.parse().ok()).ok_or(io::ErrorKind::InvalidInput)?;
    let prepared = File::open(format!("/proc/self/fd/{descriptor}"))?;
    nix::unistd::close(descriptor)?;
    Ok(serde_json::from_reader(io::BufReader::new(prepared))?)
}
