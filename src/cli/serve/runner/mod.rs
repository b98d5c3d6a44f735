//! The code runner: which one is used, and the process that is started if none is given.

mod child;

use crate::{
    app::{App, RunnerSource},
    cli::failure::Failure,
    service::attempt::runs,
};
use child::ChildNews;
use std::{
    io,
    path::{Path, PathBuf},
};
use tokio_util::sync::CancellationToken;

#[derive(clap::Args)]
pub struct RunnerFlags {
    /// Place where candidates' code runs: auto (here, and on machines that register), remote (only on those), or off
    #[arg(long, env = "INVIGIL_RUNNER", value_name = "MODE", default_value = "auto")]
    runner: String,
    /// Socket of a code runner that another process serves [default: this server starts one]
    #[arg(long, env = "INVIGIL_RUNNER_SOCKET", value_name = "PATH")]
    runner_socket: Option<PathBuf>,
}

impl RunnerFlags {
    pub fn resolve(self) -> Result<RunnerSource, Failure> {
        let given = self.runner_socket.filter(|path| !path.as_os_str().is_empty());
        match (self.runner.trim(), given) {
            ("off", _) => Ok(RunnerSource::Off),
            ("remote", _) => Ok(RunnerSource::Remote),
            ("" | "auto", Some(path)) => Ok(RunnerSource::Socket(path)),
            ("" | "auto", None) => Ok(RunnerSource::Child),
            (other, _) => Err(Failure::refused(format!("--runner is 'auto', 'remote' or 'off', not '{other}'"))),
        }
    }
}

/// The runner of this server. Ends with it.
pub struct Runner {
    app: App,
    child: Option<child::Supervisor>,
}

/// Connects to the runner, and starts it if it is to be a child. Without a runner everything else continues.
pub fn start(source: &RunnerSource, data: &Path, app: &App) -> Result<Runner, Failure> {
    let cannot = |e: io::Error| Failure::refused(format!("cannot start: {e}"));
    let (socket, child) = match source {
        RunnerSource::Off | RunnerSource::Remote => return Ok(Runner { app: app.clone(), child: None }),
        RunnerSource::Socket(path) => (path.clone(), None),
        RunnerSource::Child => {
            let socket = data.join("runner.sock");
            let client = app.code.runner.clone();
            // Also while it waits for the runner of a server that was killed.
            client.expect();
            let report = move |news| match news {
                ChildNews::Started => client.expect(),
                ChildNews::Ended(why) => client.explain(why),
            };
            (socket.clone(), Some(child::Supervisor::start(socket, report).map_err(cannot)?))
        }
    };
    runs::connect(app, socket).map_err(cannot)?;
    Ok(Runner { app: app.clone(), child })
}

impl Runner {
    /// Ends the runner after `stop`, and waits for its end.
    pub async fn end_after(self, stop: CancellationToken) {
        stop.cancelled().await;
        // Its panic was logged.
        let _ = tokio::task::spawn_blocking(move || drop(self)).await;
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        self.app.code.runner.close();
        if let Some(child) = self.child.take() {
            child.stop();
        }
    }
}
