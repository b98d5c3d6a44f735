//! `invigil serve`: the server.

mod certificates;
mod following;
mod listen;
mod log_queue;
pub mod logging;
mod media;
pub mod options;
mod print_config;
mod runner;
mod shutdown;
mod startup;

pub use logging::LogFormat;
pub use options::Args;

use super::{
    failure::Failure,
    folder::{DropPrivileges, Folder, OpenedFolder},
    remote::server::{Commands, Opened},
};
use crate::{
    app::App,
    http,
    secrets::Certificate,
    service::{
        account::accounts,
        monitor::video,
        operate::{
            demo,
            lifecycle::{self, Parts, WorkPlan},
        },
        settings,
    },
    twin::Leadership,
    watchdog::{EXACT, LOW_PRIORITY_FACTOR, Watchdog},
};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use options::ServeSettings;
use shutdown::Ended;
use startup::Startup;
use std::{
    env,
    io::{self, Write},
    os::unix::process::CommandExt,
    path::PathBuf,
    process::Command,
    sync::Arc,
    time::Duration,
};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

/// Grace period after the stop for threads that are still busy, such as commands whose client does not read.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(200);

/// Nice value of low-priority threads: the scheduler gives them half the weight of a thread that serves an exam
/// (setpriority(2)). Not less, because such a thread may be preempted while it holds a lock of the store, and others
/// then wait for it.
const NICENESS: i32 = 3;
/// Maximum number of concurrent exports, statistics and other long reads.
const MAX_BLOCKING_THREADS: usize = 64;

pub fn run(data: Option<PathBuf>, args: Args) -> Result<(), Failure> {
    let settings = args.options.resolve(data)?;
    if args.print_config {
        return print_config::print(&settings, args.json);
    }
    let log = logging::start(settings.log_format, &settings.log_level)?;
    // Opened as the user who started the server, who may be able to read a certificate's key that the data's owner
    // cannot.
    let certificate = certificates::given(&settings)?;
    let cannot = |e: io::Error| Failure::refused(format!("cannot start: {e}"));
    let watchdog = Watchdog::start(matches!(settings.log_format, LogFormat::Json)).map_err(cannot)?;
    let folder = Folder::find(&settings.data, true, DropPrivileges::Permanently)?;
    raise_file_limit();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(cannot)?;
    let low_priority = low_priority().map_err(cannot)?;
    runtime.spawn(watchdog.clone().heartbeat("runtime", EXACT));
    low_priority.spawn(watchdog.clone().heartbeat("low-priority runtime", LOW_PRIORITY_FACTOR));
    #[cfg(debug_assertions)]
    runtime.spawn(crate::watchdog::sabotage::hang_runtime());
    let result = runtime.block_on(serve(&Startup {
        settings: &settings,
        certificate,
        folder: &folder,
        low_priority: low_priority.handle(),
        watchdog: &watchdog,
    }));
    low_priority.shutdown_timeout(SHUTDOWN_GRACE);
    runtime.shutdown_timeout(SHUTDOWN_GRACE);
    watchdog.end();
    match result? {
        Ended::Stopped => Ok(()),
        Ended::Deposed => {
            drop(log);
            Err(begin_again())
        }
    }
}

/// Replaces this process with a new one of the same program and arguments: nothing of what it held in memory while it led
/// stays, and the new one follows. Returns only if that fails.
fn begin_again() -> Failure {
    let mut arguments = env::args_os();
    let mut command = Command::new("/proc/self/exe");
    if let Some(name) = arguments.next() {
        command.arg0(name);
    }
    Failure::refused(format!("cannot begin again: {}", command.args(arguments).exec()))
}

/// Starts the runtime for requests of administrators and applicants, which yields the processor to exam requests.
fn low_priority() -> io::Result<Runtime> {
    let lower_priority = || {
        // If this is not permitted, all threads have the same priority.
        if let Err(error) = rustix::process::nice(NICENESS) {
            tracing::debug!(%error, "cannot lower the priority of a thread");
        }
    };
    // At most half of the processors: while each of them renders a list, saves take ten times as long.
    let workers = std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1));
    let mut threads = tokio::runtime::Builder::new_multi_thread();
    threads.enable_all().thread_name("low-priority").worker_threads(workers).max_blocking_threads(MAX_BLOCKING_THREADS);
    threads.on_thread_start(lower_priority).build()
}

/// Raises the soft limit of open files to the hard limit: every browser holds one or two connections, each a file. The
/// usual soft limit of 1,024 protects programs that use `select`, which this one does not; the hard limit is meant to
/// be used (systemd.exec(5), `LimitNOFILE=`).
fn raise_file_limit() {
    let raised = getrlimit(Resource::RLIMIT_NOFILE)
        .and_then(|(soft, hard)| if soft < hard { setrlimit(Resource::RLIMIT_NOFILE, hard, hard) } else { Ok(()) });
    if let Err(error) = raised {
        tracing::warn!(%error, "cannot raise the limit of open files; see 'invigil doctor'");
    }
}

async fn serve(start: &Startup<'_>) -> Result<Ended, Failure> {
    let mut signals = shutdown::Signals::catch()?;
    let Some(member) = start.folder.twin()? else {
        return serve_data(start, signals, None).await;
    };
    if start.settings.demo {
        return Err(Failure::refused("the demo cannot be a member of a twin"));
    }
    start.folder.check_key_of_member().await?;
    let led = following::until_leading(&member, start, &mut signals).await?;
    let leadership = match led {
        Ok(leadership) => leadership,
        Err(ended) => return Ok(ended),
    };
    let served = serve_data(start, signals, Some(&leadership)).await;
    let is_over = leadership.over().is_cancelled();
    if is_over {
        tracing::warn!("this server does not lead any more: {}", leadership.why());
    }
    // After the data is closed: another member may take over at once.
    let released = tokio::task::spawn_blocking(move || leadership.release()).await;
    if released.is_err() {
        tracing::warn!("the lease could not be given back");
    }
    match served {
        // It failed because of that.
        Err(_) if is_over => Ok(Ended::Deposed),
        served => served,
    }
}

/// Serves the data of a machine that is alone, or that leads.
async fn serve_data(
    start: &Startup<'_>,
    signals: shutdown::Signals,
    leadership: Option<&Leadership>,
) -> Result<Ended, Failure> {
    let &Startup { settings, folder, watchdog, .. } = start;
    let mut app = open(settings, folder, leadership)?;
    if settings.demo && demo::is_stale(&app)? {
        app.store.close().await;
        drop(app);
        folder.discard()?;
        app = open(settings, folder, leadership)?;
    }
    watchdog.watch(app.store.pulse(), EXACT, app.store.has_queued());
    let over = leadership.map(Leadership::over).unwrap_or_default();
    let served = run_server(start, &app, signals, over.clone()).await;
    app.store.close().await;
    if !matches!(served, Ok(Ended::Deposed)) && !over.is_cancelled() {
        watchdog.stopping();
    }
    served
}

fn open(settings: &ServeSettings, folder: &Folder, leadership: Option<&Leadership>) -> Result<App, Failure> {
    let opened = match leadership {
        None => folder.open(settings.config())?,
        Some(leadership) => folder.open_leading(settings.config(), leadership.log())?,
    };
    match opened {
        OpenedFolder::Here(app) => Ok(app),
        OpenedFolder::Locked => Err(Failure::refused(format!(
            "the data in {} is in use by another Invigil process",
            folder.path().display()
        ))),
    }
}

async fn run_server(
    start: &Startup<'_>,
    app: &App,
    signals: shutdown::Signals,
    over: CancellationToken,
) -> Result<Ended, Failure> {
    let &Startup { settings, folder, low_priority, watchdog, .. } = start;
    lifecycle::recover(app).await?;
    if settings.demo {
        demo::seed(app).await?;
    }
    let certificate = match &start.certificate {
        None if settings.tls_self_signed => Some(certificates::own(app, settings, folder)?),
        given => given.clone(),
    };
    let options = http::ServerOptions {
        tls: certificate.as_ref().map(Certificate::config).transpose()?,
        metrics_token: settings.metrics_token.clone(),
        trusted_proxies: settings.trusted_proxies.clone(),
        strict_transport: settings.strict_transport(),
        low_priority: Some(low_priority.clone()),
        ..http::ServerOptions::new(settings.listen)
    };
    let server = http::Server::bind(app.clone(), options)
        .map_err(|e| Failure::refused(listen::cannot_bind("--listen", settings.listen, &e)))?;
    let here = listen::origin(settings.tls(), server.local_addr());
    let public_url = match &settings.public_url {
        Some(url) => url.clone(),
        None => listen::default_public_url(settings.tls(), server.local_addr()),
    };
    let redirect = match settings.redirect_http {
        Some(address) => Some(
            http::Server::redirecting(app.clone(), address, &public_url)
                .map_err(|e| Failure::refused(listen::cannot_bind("--redirect-http", address, &e)))?,
        ),
        None => None,
    };
    settings::keep_public_url(app, &public_url).await?;
    let commands = Commands::listen(folder)
        .map_err(|e| Failure::refused(format!("cannot make the command socket in {}: {e}", folder.path().display())))?;
    let stop = CancellationToken::new();
    let started = media::start(&settings.media, server.local_addr(), settings.listen.port(), app, &stop);
    for pulse in app.media.pulses() {
        watchdog.watch(pulse, EXACT, || true);
    }
    let code_runner = runner::start(&settings.runner, folder.path(), app)?;
    announce(app, &here, &public_url).await?;

    let mut parts = Parts::new(stop.clone());
    if settings.demo {
        // Without it, a demo has no webhook.
        match http::demo_receiver::start(stop.clone()).await {
            Ok((address, receiving)) => {
                demo::receiver::connect(app, address).await?;
                parts.run("demo receiver", receiving);
            }
            Err(error) => tracing::warn!(%error, "the receiver of the demo cannot listen"),
        }
    }
    if let Some((notices, end)) = started {
        parts.run("video states", video::work(app.clone(), notices, stop.clone()));
        parts.run("live video", end);
    }
    parts.run("web server", server.run(stop.clone()));
    if let Some(redirect) = redirect {
        tracing::info!(address = %redirect.local_addr(), "redirecting http to the public URL");
        parts.run("redirect to https", redirect.run(stop.clone()));
    }
    if let Some(certificate) = certificate {
        let own = settings.tls_self_signed.then(|| (app.clone(), folder.path().to_owned(), settings.clone()));
        parts.run("certificate", certificates::keep_fresh(certificate, own, stop.clone()));
    }
    parts.run("code runner", code_runner.end_after(stop.clone()));
    let commanded = app.clone();
    parts.run("commands", commands.serve(Arc::new(move |_| Ok(Opened::Served(commanded.clone()))), stop.clone()));
    let (backups, audit) = (settings.backups.as_ref(), settings.audit.as_slice());
    let plan = WorkPlan { low_priority, is_demo: settings.demo, backups, audit };
    lifecycle::workers(app, &plan, &mut parts);
    watchdog.ready();
    shutdown::wait(signals, stop, parts, app, watchdog, over).await
}

/// Prints what a person or script that starts the server needs to standard output; everything else is logged. The
/// server runs even if this fails.
async fn announce(app: &App, here: &str, public_url: &str) -> Result<(), Failure> {
    let setup = accounts::open_setup(app)?;
    let has_setup = setup.is_some();
    let mut lines = vec![format!("Invigil is ready on {here}\n")];
    lines.extend(setup.map(|token| {
        format!("There is no administrator yet. Open {public_url}/login and enter the setup token {token}\n")
    }));
    let printing = tokio::task::spawn_blocking(move || {
        let mut out = io::stdout();
        out.write_all(lines.concat().as_bytes()).and_then(|()| out.flush())
    });
    if !matches!(tokio::time::timeout(listen::ANNOUNCE_TIMEOUT, printing).await, Ok(Ok(Ok(())))) {
        tracing::warn!("cannot write the ready line to standard output; serving on {here} anyway");
        if has_setup {
            tracing::warn!("the setup token was not printed: create an administrator with 'invigil admin create'");
        }
    }
    Ok(())
}
