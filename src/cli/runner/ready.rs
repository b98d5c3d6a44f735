//! A runner that has tried its languages executes itself again: what it read of its own program for that would stay in memory
//! for as long as it waits for jobs.

use super::{lifeline, scratch_root::ScratchRoot};
use crate::{
    cli::{
        failure::Failure,
        serve::logging::{self, LogFormat},
    },
    runner::{
        judge::Judge,
        language::Language,
        sandbox::{
            Sandbox,
            reexec::{COMMAND, READY, this_binary},
        },
        server::{Listener, Runner},
        wire::Welcome,
    },
};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    ffi::OsString,
    io::{self, Read},
    os::unix::{net::UnixStream, process::CommandExt},
    path::PathBuf,
    process::{ExitCode, Stdio},
};

/// A runner of this machine's server, as an argument.
#[derive(Serialize, Deserialize)]
pub struct Ready {
    pub sandbox: Sandbox,
    /// As in [`Runner`].
    pub languages: BTreeMap<String, (Language, String)>,
    pub welcome: Welcome,
    pub socket: PathBuf,
    /// The file of the socket, if this runner removes it.
    pub file: Option<PathBuf>,
    pub has_lifeline: bool,
}

/// Serves if the arguments say so; `None` for any other command line.
pub fn dispatch(args: impl IntoIterator<Item = OsString>) -> Option<ExitCode> {
    let args: Vec<OsString> = args.into_iter().skip(1).take(4).collect();
    let [command, ready, text] = &args[..] else { return None };
    if command != COMMAND || ready != READY {
        return None;
    }
    let served = (|| {
        let _log = logging::start(LogFormat::Text, "info")?;
        let ready: Ready = serde_json::from_slice(text.as_encoded_bytes()).map_err(cannot_start)?;
        let listener = Listener::inherited().map_err(cannot_start)?.ok_or_else(|| cannot_start("no socket"))?;
        ready.serve(listener)
    })();
    Some(served.map_or_else(|failure: Failure| failure.report(), |()| ExitCode::SUCCESS))
}

fn cannot_start(why: impl std::fmt::Display) -> Failure {
    Failure::refused(format!("cannot start: {why}"))
}

impl Ready {
    /// Runs until a signal, in a process without a past, or in this one where that is not possible. A signal ends it until
    /// it listens: nothing runs that would have to be ended in order.
    pub fn run(self, listener: Listener) -> Result<(), Failure> {
        let error = self.execute(&listener);
        tracing::debug!(%error, "goes on without executing itself again");
        self.serve(listener)
    }

    /// Returns only on an error.
    fn execute(&self, listener: &Listener) -> io::Error {
        let execute = || -> io::Result<io::Error> {
            let text = serde_json::to_string(self)?;
            let socket = Stdio::from(listener.try_clone()?);
            Ok(this_binary(&[COMMAND, READY, &text]).stdin(socket).exec())
        };
        execute().unwrap_or_else(|error| error)
    }

    fn serve(self, listener: Listener) -> Result<(), Failure> {
        let Self { sandbox, languages, welcome, socket, file, has_lifeline } = self;
        let (stop, stopping) = signals()?;
        if has_lifeline {
            lifeline::watch(stopping).map_err(cannot_start)?;
        }
        let judge = Judge::new(sandbox, ScratchRoot::find()?.scratch()?);
        let runner = Runner { judge, languages, welcome };
        let running = runner.start(listener.with_file(file)).map_err(cannot_start)?;
        tracing::info!("invigil runner is ready on {}", socket.display());
        // Only a service manager listens, and it need not.
        let _ = sd_notify::notify(&[sd_notify::NotifyState::Ready]);
        wait_for(stop);
        tracing::info!("stopping");
        running.stop();
        Ok(())
    }
}

/// A pair of sockets: the second is written to by SIGTERM and SIGINT.
fn signals() -> Result<(UnixStream, UnixStream), Failure> {
    let install = || {
        let (reading, writing) = UnixStream::pair()?;
        for signal in [nix::libc::SIGTERM, nix::libc::SIGINT] {
            signal_hook::low_level::pipe::register(signal, writing.try_clone()?)?;
        }
        Ok((reading, writing))
    };
    install().map_err(|e: std::io::Error| Failure::refused(format!("cannot install signal handlers: {e}")))
}

fn wait_for(mut stop: UnixStream) {
    // An error, too, is a reason to stop.
    let _ = stop.read(&mut [0]);
}
