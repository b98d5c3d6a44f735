//! `invigil runner`: the process that runs candidates' programs. It opens no data folder.

mod doctor;
mod lifeline;
mod options;
pub mod remote;
mod scratch_root;
pub mod serving;
mod signals;
pub mod token;

use super::{
    failure::Failure,
    request::CliRequest,
    serve::logging::{self, LogFormat},
};
use crate::runner::{
    judge::Judge,
    language::{Language, kept::KeptSurvey},
    privileges,
    sandbox::survey::{SandboxLayer, Survey},
    server::{LanguageTable, Listener, ReadyRunner},
    wire::{RunnerSurvey, Welcome},
};
use options::RunnerOptions;
use remote::RemoteServer;
use scratch_root::{ScratchRoot, Surveyed};
use serving::PreparedRunner;
use std::{
    path::{Path, PathBuf},
    process::Stdio,
};

/// Niceness of the runner, the same as in `packaging/invigil-runner.service`.
const NICENESS: i32 = 10;

#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Compiles and runs candidates' programs in a sandbox, for the server that connects to its socket. Only root, the user that
runs it and the owner of the socket may connect. With --server it pulls jobs over HTTPS from a server on another machine.
Started by root, it changes to an unprivileged user first. It starts only if the required layers of the sandbox hold: see
'invigil runner doctor'.

Examples:
  invigil runner
  invigil runner --socket /run/invigil/runner.sock --slots 4 --sandbox require
  invigil runner --server https://tests.example.org --token-file /etc/invigil/runner.token
  invigil runner doctor"
)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    options: RunnerOptions,
    /// Unix socket to listen on [default: runner.sock in the data folder]
    #[arg(long, env = "INVIGIL_RUNNER_SOCKET", value_name = "PATH")]
    socket: Option<PathBuf>,
    #[command(flatten)]
    remote: remote::RemoteRunnerFlags,
    /// Programs that run at the same time [default: number of processors]; without namespaces always 1
    #[arg(long, env = "INVIGIL_RUNNER_SLOTS", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    slots: Option<u16>,
    /// End with the process that reads standard output
    #[arg(long, hide = true)]
    lifeline: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Report which layers of the sandbox hold and which languages work
    Doctor(doctor::Args),
    /// Manage the tokens of code runners on other machines
    #[command(subcommand)]
    Token(token::Command),
}

impl Args {
    /// Runs until a signal; `data` is the data folder. Performs on the data what works on it.
    pub fn run(
        self,
        data: &Path,
        perform: impl FnOnce(CliRequest<token::RunnerTokenOp>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        match self.command {
            Some(Command::Doctor(args)) => return args.run(data),
            Some(Command::Token(command)) => {
                let undo = command.undo();
                return perform(command.request()).map_err(|failure| match &undo {
                    Some(advice) => failure.or_undo(advice),
                    None => failure,
                });
            }
            None => {}
        }
        let socket = self.socket.filter(|path| !path.as_os_str().is_empty());
        if let Some(target) = self.remote.resolve()? {
            if socket.is_some() {
                return Err(Failure::refused("--server pulls jobs, and --socket waits for them: give one of the two"));
            }
            return pull(&target, &self.options, self.slots);
        }
        let socket = socket.unwrap_or_else(|| data.join("runner.sock"));
        let cannot_listen = |e: std::io::Error| Failure::refused(format!("cannot listen on {}: {e}", socket.display()));
        let bound =
            || Listener::inherited(&socket).and_then(|inherited| inherited.map_or_else(|| Listener::bind(&socket), Ok));
        // Root binds the socket before it becomes another user, who may not be able to.
        let inherit = |listener: Listener| Stdio::from(std::os::fd::OwnedFd::from(listener.into_socket()));
        privileges::drop_root(|| bound().map(inherit).map_err(cannot_listen), scratch_root::cannot_drop)?;
        let (stop, stopping) = signals::pair()?;
        if self.lifeline {
            lifeline::watch(stopping).map_err(|e| Failure::refused(format!("cannot start: {e}")))?;
        }
        let log = logging::start(LogFormat::Text, "info")?;
        if self.lifeline {
            lower_priority();
        }
        let languages = self.options.languages()?;
        let listener = bound().map_err(cannot_listen)?;
        let scratch_root = ScratchRoot::find()?;
        let mut found = scratch_root.survey(self.options.mode())?;
        if self.lifeline {
            found.yield_to_server();
        }
        // The folder in which the sandbox was tried is removed here; the half that serves has one of its own.
        let ReadyRunner { judge, languages } = prepare(found, &scratch_root, languages, self.slots)?;
        let prepared = PreparedRunner {
            sandbox: judge.sandbox.clone(),
            scratch_root,
            languages,
            socket,
            owns_socket: listener.owns_file(),
            lifeline: self.lifeline,
        };
        drop(judge);
        prepared.serve(listener, &stop, log)
    }
}

/// Lowers the priority of this process and of what it runs, also of the probes of languages: the server
/// that started it shares its processors.
fn lower_priority() {
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::debug!(%error, "cannot lower the priority");
    }
}

/// Runs jobs of a server on another machine until a signal.
fn pull(target: &RemoteServer, options: &RunnerOptions, slots: Option<u16>) -> Result<(), Failure> {
    privileges::drop_root(|| target.token_as_input(), scratch_root::cannot_drop)?;
    let _log = logging::start(LogFormat::Text, "info")?;
    let link = target.link()?;
    let scratch_root = ScratchRoot::find()?;
    let found = scratch_root.survey(options.mode())?;
    remote::serve(prepare(found, &scratch_root, options.languages()?, slots)?, link)
}

/// Refuses if a required layer does not hold. Offers what an earlier start found to work; all else is probed while it serves.
fn prepare(
    found: Surveyed,
    folder: &ScratchRoot,
    languages: Vec<Language>,
    slots: Option<u16>,
) -> Result<ReadyRunner, Failure> {
    let Surveyed { survey: Survey { layers, sandbox }, scratch } = found;
    for layer in layers.iter().filter(|layer| !layer.holds) {
        tracing::warn!("sandbox: {}", described(layer));
    }
    let Some(sandbox) = sandbox else {
        let missing: Vec<_> = layers.iter().filter(|l| l.is_required && !l.holds).map(described).collect();
        return Err(Failure::refused(format!("no program can be run safely: {}", missing.join("; "))));
    };
    let welcome = Welcome {
        layers: layers.iter().filter(|layer| layer.holds).map(|layer| layer.name.clone()).collect(),
        warnings: layers.iter().filter(|layer| !layer.holds).map(described).collect(),
        survey: RunnerSurvey { sandbox: layers, ..RunnerSurvey::default() },
        ..Welcome::own(slots_of(slots, sandbox.has_namespaces))
    };
    let kept = KeptSurvey::read(&folder.0, &sandbox);
    let languages = LanguageTable::new(languages, kept, welcome);
    Ok(ReadyRunner { judge: Judge::new(sandbox, scratch), languages })
}

fn described(layer: &SandboxLayer) -> String {
    let fix = layer.fix.as_ref().map(|fix| format!(" ({fix})")).unwrap_or_default();
    format!("{}: {}{fix}", layer.name, layer.detail)
}

/// Returns the number of slots. There is one alone without namespaces, where programs share the count of
/// `RLIMIT_NPROC`: one could use up the threads of another.
fn slots_of(wanted: Option<u16>, has_namespaces: bool) -> usize {
    let wanted = wanted.map(usize::from);
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    if has_namespaces { wanted.unwrap_or_else(processors) } else { 1 }
}
