//! `invigil serve`: the server.

mod listen;
mod logging;
mod options;
mod shown;
mod shutdown;

pub use options::Args;

use super::{
    failure::Failure,
    folder::{Become, Folder, Opened},
    remote::server::Commands,
};
use crate::{
    app::{App, Config},
    http,
    service::{accounts, backup::schedule, demo, outbox, settings, sweeper},
};
use options::Settings;
use std::{
    io::{self, Write},
    path::PathBuf,
    time::Duration,
};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Threads that are still busy after the stop, such as commands whose reader does not read, get this long.
const LEFTOVERS: Duration = Duration::from_millis(200);

pub fn run(data: Option<PathBuf>, args: Args) -> Result<(), Failure> {
    let settings = args.options.resolve(data)?;
    if args.print_config {
        return shown::print(&settings, args.json);
    }
    logging::start(settings.log_format, &settings.log_level)?;
    // As whoever started the server, who may read a certificate's key that the owner of the data may not.
    let certificate = listen::certificate(&settings)?;
    let folder = Folder::find(&settings.data, true, Become::OwnerForGood)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|e| Failure::refused(format!("cannot start: {e}")))?;
    let result = runtime.block_on(serve(&settings, certificate, &folder));
    runtime.shutdown_timeout(LEFTOVERS);
    result
}

async fn serve(settings: &Settings, certificate: Option<rustls::ServerConfig>, folder: &Folder) -> Result<(), Failure> {
    let signals = shutdown::Signals::catch()?;
    let config = Config {
        public_url: settings.public_url.clone(),
        demo_accounts: if settings.demo { demo::accounts() } else { Vec::new() },
    };
    let app = match folder.open(config)? {
        Opened::Here(app) => app,
        Opened::Elsewhere => {
            return Err(Failure::refused(format!(
                "the data in {} is in use by another Invigil process",
                folder.path().display()
            )));
        }
    };
    let served = with(settings, certificate, folder, &app, signals).await;
    app.store.close().await;
    served
}

async fn with(
    settings: &Settings,
    certificate: Option<rustls::ServerConfig>,
    folder: &Folder,
    app: &App,
    signals: shutdown::Signals,
) -> Result<(), Failure> {
    crate::service::settings::check_key(app).await?;
    crate::service::timeline::end_interrupted(app).await?;
    if settings.demo {
        demo::seed(app).await?;
    }
    let options = http::Options {
        tls: match certificate {
            None if settings.tls_self_signed => Some(listen::self_signed(settings, folder)?),
            given => given,
        },
        metrics_token: settings.metrics_token.clone(),
        ..http::Options::new(settings.listen)
    };
    let server = http::Server::bind(app.clone(), options)
        .await
        .map_err(|e| Failure::refused(listen::cannot_bind(settings.listen, &e)))?;
    let here = listen::origin(settings.tls(), server.local_addr());
    let public_url = match &settings.public_url {
        Some(url) => url.clone(),
        None => listen::default_public_url(settings.tls(), server.local_addr()),
    };
    settings::keep_public_url(app, &public_url).await?;
    let commands = Commands::listen(folder)
        .map_err(|e| Failure::refused(format!("cannot make the command socket in {}: {e}", folder.path().display())))?;
    announce(app, &here, &public_url)?;

    let stop = CancellationToken::new();
    let mut running = JoinSet::new();
    running.spawn(server.run(stop.clone()));
    running.spawn(commands.serve(app.clone(), stop.clone()));
    running.spawn(sweeper::work(app.clone(), stop.clone()));
    running.spawn(outbox::work(app.clone(), stop.clone()));
    if let Some(plan) = &settings.backups {
        running.spawn(schedule::work(app.clone(), plan.clone(), stop.clone()));
    }
    shutdown::when_told(signals, stop, running, app).await
}

/// Standard output carries what a person or script that starts the server needs; all else is in the log.
fn announce(app: &App, here: &str, public_url: &str) -> Result<(), Failure> {
    let mut out = io::stdout();
    writeln!(out, "Invigil is ready on {here}")?;
    if let Some(token) = accounts::open_setup(app)? {
        writeln!(out, "There is no administrator yet. Open {public_url}/login and enter the setup token {token}")?;
    }
    Ok(out.flush()?)
}
