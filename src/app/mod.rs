//! The composition root: builds the shared state that use cases and handlers run on.

use crate::{
    ai,
    domain::{
        Error, Instant, Result, audit_out::AuditTarget, backup_plan::BackupPlan, time::SignedDuration, user::Role,
    },
    live::{Hub, media::Media},
    mail::Mailer,
    secrets::{MasterKey, Passwords, token},
    state::{id_source::IdSource, leading::LeadingSince},
    store::{Store, StoreError},
    sync::Mutex,
};
use groups::{Caches, Clients, ClockWatch, CodeRuns, Jobs, Limits, MailWork, Secrets, Wakeups, Watching};
use ipnet::IpNet;
use std::{net::SocketAddr, ops::Deref, path::PathBuf, sync::Arc};
use tempfile::TempDir;
use uuid::Uuid;

mod clock;
mod groups;
mod trial;

pub use clock::{Clock, Machine, SteadyClock, ThisMachine};

/// A demo account, listed on the sign-in screen of a demo server only.
#[derive(Clone, Debug)]
pub struct DemoAccount {
    pub role: Role,
    pub email: String,
    pub password: String,
}

/// Where TLS is terminated, and with which certificate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TlsTermination {
    /// Not in this process: plain HTTP, or a reverse proxy terminates TLS.
    #[default]
    None,
    Files {
        cert: PathBuf,
        key: PathBuf,
    },
    /// Certificate issued by the certificate authority in the data folder.
    SelfSigned,
}

/// The code runner that a server uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunnerSource {
    /// None: candidates cannot run code.
    Off,
    /// Only the runners of other machines.
    Remote,
    /// A child process of the server.
    Child,
    /// The process that listens on this socket.
    Socket(PathBuf),
}

/// Start options of the process that `doctor` reports on.
#[derive(Clone, Debug, Default)]
pub struct Host {
    pub data: Option<PathBuf>,
    pub tls: TlsTermination,
    pub backups: Option<BackupPlan>,
    /// Where the audit log is sent.
    pub audit: Vec<AuditTarget>,
    /// UDP address of live video, or why it could not be opened; `None`: live video is switched off.
    pub media: Option<Result<SocketAddr, &'static str>>,
    /// `None`: this process is no server.
    pub runner: Option<RunnerSource>,
}

/// Configuration from the command line.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Origin of the links in mails, without a trailing slash. `None`: the value stored by the last `serve`.
    pub public_url: Option<String>,
    pub demo_accounts: Vec<DemoAccount>,
    pub host: Host,
    /// After a start, how long attempts whose time ran out while the server was down wait for an administrator.
    pub deadline_wait: SignedDuration,
    /// Whether submitted code is run on hidden tests only while no attempt of its test runs.
    pub judge_after_attempts: bool,
    /// Networks that webhooks may call although they are not public.
    pub webhook_networks: Vec<IpNet>,
}

/// Dependencies of an [`App`]; tests inject their own.
pub struct AppParts {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub master: MasterKey,
    pub passwords: Passwords,
    pub mailer: Arc<dyn Mailer>,
    pub ai: Arc<dyn ai::Provider>,
    pub config: Config,
}

pub struct AppInner {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub hub: Arc<Hub>,
    pub media: Media,
    pub config: Config,
    pub ids: IdSource,
    /// The folder of the store of a rehearsal, which is deleted with it.
    pub scratch: Option<TempDir>,
    /// The store of the application that a trial or a rehearsal was opened in: it has the pictures. `None` for any other
    /// application.
    pub trial_of: Option<Store>,
    leading: LeadingSince,
    /// One-time token of the first-run setup; set until the first admin exists.
    pub setup_token: Mutex<Option<String>>,
    pub secrets: Secrets,
    pub clients: Clients,
    pub code: CodeRuns,
    pub caches: Caches,
    pub limits: Limits,
    pub mail: MailWork,
    pub watching: Watching,
    pub jobs: Jobs<App>,
    pub wakeups: Wakeups,
    pub clock_watch: ClockWatch,
}

/// A handle to the running application; cheap to clone.
#[derive(Clone)]
pub struct App(Arc<AppInner>);

impl Deref for App {
    type Target = AppInner;
    fn deref(&self) -> &AppInner {
        &self.0
    }
}

impl App {
    #[must_use]
    pub fn new(parts: AppParts) -> Self {
        Self(Arc::new(AppInner::new(parts)))
    }

    #[must_use]
    pub fn now(&self) -> Instant {
        self.clock.now()
    }

    /// Since when this process does the work of a server; its own start until then.
    #[must_use]
    pub fn leading_since(&self) -> Instant {
        self.leading.get()
    }

    /// A name of this process's time as the server. It is sealed into what may be used once: uses are remembered in memory,
    /// so that one of before may have been used.
    #[must_use]
    pub fn term(&self) -> [u8; 8] {
        self.leading_since().as_millis().to_be_bytes()
    }

    /// Whether what was read may be sent: always, but where another server may lead by now.
    #[must_use]
    pub fn may_answer(&self) -> bool {
        self.store.leads()
    }

    /// The refusal where it may not.
    #[must_use]
    pub fn not_leading(&self) -> Error {
        StoreError::NotLeading.into()
    }

    /// The work of a server begins now.
    pub fn begin_leading(&self) {
        self.leading.set(self.now());
    }

    /// Returns a UUID version 7 with the time of [`App::now`], greater than the ones before it in the same millisecond.
    #[must_use]
    pub fn new_id<I: From<Uuid>>(&self) -> I {
        I::from(self.ids.next(self.now(), &token::random_bytes(), token::random_bytes()))
    }
}

impl AppInner {
    fn new(parts: AppParts) -> Self {
        let hub = Arc::new(Hub::new(token::new()));
        let clock = parts.clock.clone();
        Self {
            media: Media::new(hub.clone(), move || clock.now()),
            hub,
            ids: IdSource::default(),
            scratch: None,
            trial_of: None,
            leading: LeadingSince::new(parts.clock.now()),
            setup_token: Mutex::new(None),
            store: parts.store,
            clock: parts.clock,
            secrets: Secrets::new(parts.master, parts.passwords),
            clients: Clients::new(parts.mailer, parts.ai, parts.config.webhook_networks.clone()),
            config: parts.config,
            code: CodeRuns::default(),
            caches: Caches::default(),
            limits: Limits::default(),
            mail: MailWork::default(),
            watching: Watching::default(),
            jobs: Jobs::default(),
            wakeups: Wakeups::default(),
            clock_watch: ClockWatch::default(),
        }
    }
}
