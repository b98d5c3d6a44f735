//! `invigil runner --server`: the runner of another machine's server. The runner itself is the one that listens on a socket;
//! here the socket is this process's own, and jobs come over HTTPS.

mod agent;
pub mod link;
mod report;

use crate::{
    cli::failure::Failure,
    runner::{
        client::{RunnerClient, RunnerStatus},
        server::{Listener, ReadyRunner},
        wire::Welcome,
    },
};
use link::ServerClient;
use nix::unistd::geteuid;
use std::{
    fmt::Display,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
    process::Stdio,
    sync::Arc,
    time::Duration,
};
use tokio::{
    signal::unix::{SignalKind, signal},
    sync::mpsc::channel,
};
use tokio_util::sync::CancellationToken;

/// Longest token file in bytes.
const MAX_TOKEN: u64 = 1 << 10;
/// Notices that wait to be read: more than the jobs of any number of slots have.
const MAX_NOTICES: usize = 2_048;
const CONNECT_INTERVAL: Duration = Duration::from_millis(10);
const CONNECT_TRIES: usize = 1_000;

#[derive(clap::Args)]
pub struct RemoteRunnerFlags {
    /// Pull jobs from the server at this address, on another machine, instead of listening on a socket
    #[arg(long, env = "INVIGIL_RUNNER_SERVER", value_name = "URL")]
    server: Option<String>,
    /// File with the token that 'invigil runner token create' printed
    #[arg(long, env = "INVIGIL_RUNNER_TOKEN_FILE", value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Trust only the certificate authorities in this file, such as that of 'invigil tls ca'
    #[arg(long, env = "INVIGIL_RUNNER_CA_FILE", value_name = "FILE")]
    ca_file: Option<PathBuf>,
}

/// The server to pull jobs from.
pub struct RemoteServer {
    base: String,
    token_file: PathBuf,
    authorities: Option<PathBuf>,
}

impl RemoteRunnerFlags {
    /// `None` if no server is given.
    ///
    /// # Errors
    /// If the address may not be used, no token is given, or there is nothing to use one for.
    pub fn resolve(&self) -> Result<Option<RemoteServer>, Failure> {
        let given = |path: &Option<PathBuf>| path.clone().filter(|path| !path.as_os_str().is_empty());
        let Some(server) = self.server.as_deref().filter(|server| !server.trim().is_empty()) else {
            let (token_file, ca_file) = (given(&self.token_file), given(&self.ca_file));
            let unused = token_file.map(|_| "--token-file").or(ca_file.map(|_| "--ca-file"));
            return unused
                .map_or(Ok(None), |flag| Err(Failure::refused(format!("{flag} is for --server, which is not given"))));
        };
        let base = link::base_of("--server", server)?;
        let token_file = given(&self.token_file).ok_or_else(|| {
            Failure::refused("--server needs --token-file: 'invigil runner token create' creates a token on the server")
        })?;
        Ok(Some(RemoteServer { base, token_file, authorities: given(&self.ca_file) }))
    }
}

impl RemoteServer {
    /// The token's file as standard input, for this command without root's privileges: root alone may be able to read it.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn token_as_input(&self) -> Result<Stdio, Failure> {
        Ok(File::open(&self.token_file).map_err(|e| unusable(&self.token_file, &e))?.into())
    }

    /// # Errors
    /// If a file cannot be used.
    pub fn link(&self) -> Result<ServerClient, Failure> {
        let token = token(&self.token_file)?;
        ServerClient::new(self.base.clone(), &token, self.authorities.as_deref())
    }
}

fn unusable(token_file: &Path, why: &dyn Display) -> Failure {
    Failure::refused(format!("--token-file {}: {why}", token_file.display()))
}

/// The token in a file.
pub fn token(path: &Path) -> Result<String, Failure> {
    let refused = |why: &dyn Display| unusable(path, why);
    let read = |from: &mut dyn Read| {
        let mut text = String::new();
        from.take(MAX_TOKEN).read_to_string(&mut text).map(|_| text)
    };
    let opened = match File::open(path) {
        // Root opened it, before it became this user.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && has_input_file() => read(&mut io::stdin()),
        opened => opened.and_then(|mut file| read(&mut file)),
    };
    let text = opened.map_err(|e| refused(&e))?;
    match text.trim() {
        "" => Err(refused(&"the file is empty")),
        token if token.chars().all(|c| c.is_ascii_graphic()) => Ok(token.to_owned()),
        _ => Err(refused(&"the file holds something else than a token")),
    }
}

/// Whether standard input is a file.
fn has_input_file() -> bool {
    !geteuid().is_root() && fs::metadata("/proc/self/fd/0").is_ok_and(|meta| meta.is_file())
}

/// Runs jobs of the server until a signal.
///
/// # Errors
/// If the server refuses this runner, or the runner cannot be started.
pub fn serve(runner: ReadyRunner, link: ServerClient) -> Result<(), Failure> {
    let cannot = |e: io::Error| Failure::refused(format!("cannot start: {e}"));
    let folder = tempfile::Builder::new().prefix("invigil-runner-").tempdir().map_err(cannot)?;
    let socket = folder.path().join("runner.sock");
    let running = runner.start(Listener::bind(&socket).map_err(cannot)?).map_err(cannot)?;
    let (notices, mut noted) = channel(MAX_NOTICES);
    let client = RunnerClient::default();
    // A full queue: the lease of that job ends.
    client.start(socket, move |notice| drop(notices.try_send(notice))).map_err(cannot)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(cannot)?;
    let worked = runtime.block_on(async {
        let stop = CancellationToken::new();
        let (mut terminate, mut interrupt) =
            (signal(SignalKind::terminate()).map_err(cannot)?, signal(SignalKind::interrupt()).map_err(cannot)?);
        let stopping = stop.clone();
        tokio::spawn(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            tracing::info!("stopping");
            stopping.cancel();
        });
        let welcome = tokio::select! {
            () = stop.cancelled() => return Ok(()),
            connected = connected(&client) => connected?,
        };
        agent::work(&Arc::new(link), &client, &welcome, &mut noted, &stop).await
    });
    client.close();
    running.stop();
    worked
}

/// Waits until this machine's languages are known: a registration names all.
async fn connected(client: &RunnerClient) -> Result<Arc<Welcome>, Failure> {
    let mut tries = 0;
    while tries < CONNECT_TRIES {
        match client.status() {
            RunnerStatus::Ready(welcome) if welcome.survey.pending.is_empty() => return Ok(welcome),
            // Each probe ends.
            RunnerStatus::Ready(_) => {}
            RunnerStatus::Off | RunnerStatus::Starting | RunnerStatus::Down(_) => tries += 1,
        }
        tokio::time::sleep(CONNECT_INTERVAL).await;
    }
    Err(Failure::refused("the runner of this process does not answer"))
}
