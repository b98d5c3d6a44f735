//! The composition root: builds the shared state that use cases and handlers run on.

use crate::{
    ai,
    directory::{OidcClients, ldap::LdapClients},
    domain::{
        Error, ErrorCode, Instant, Result, audit_out::AuditTarget, backup_plan::BackupPlan, time::SignedDuration,
        user::Role,
    },
    live::{Hub, media::Media},
    mail::Mailer,
    secrets::{Jwt, MasterKey, Passwords, Vault, token},
    state::{
        account_limits::AccountLimits,
        account_writes::AccountWrites,
        acknowledged_situations::AcknowledgedSituations,
        ai_requests::AiRequests,
        all_results::AllResults,
        awaited_jobs::AwaitedJobs,
        clock_judge::ClockJudge,
        clock_step::ClockStepInHand,
        concurrency_limit::{self, ConcurrencyLimit},
        contacts::Contacts,
        deferred_answers::DeferredAnswers,
        disk_gate::DiskGate,
        dry_runs::DryRuns,
        export_slots::Exports,
        forwarding::ForwardingWatch,
        id_source::IdSource,
        judging::JudgingInFlight,
        large_reads::LargeReads,
        leading::LeadingSince,
        link_rate_limit::LinkRateLimit,
        login_rate_limit::LoginRateLimit,
        mail_gate::MailGate,
        mail_in_flight::MailInFlight,
        open_intros::OpenIntros,
        paper_cache::PaperCache,
        picture_store::PictureStore,
        plans::Plans,
        presence::Presences,
        progress::Progresses,
        rankings::Rankings,
        runners::Runners,
        running_chains::RunningChains,
        runs::Runs,
        signal_kinds::SignalKinds,
        solution_checks::SolutionChecks,
        staging::Staging,
        statistics_cache::StatisticsCache,
        still_frames::StillFrames,
        test_jobs::TestJobs,
        trials::Trials,
        tries::Tries,
        wakeup::Wakeup,
        write_pacing::WritePacing,
    },
    store::{Store, StoreError},
    sync::Mutex,
    webhook_out::WebhookClient,
};
use ipnet::IpNet;
use std::{net::SocketAddr, ops::Deref, path::PathBuf, sync::Arc};
use uuid::Uuid;

mod clock;
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
    /// Those of other machines alone.
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
    pub clock_judge: ClockJudge,
    pub clock_step: ClockStepInHand,
    pub master: MasterKey,
    pub vault: Vault,
    pub jwt: Jwt,
    pub passwords: Passwords,
    pub mailer: Arc<dyn Mailer>,
    pub ai: Arc<dyn ai::Provider>,
    /// Connections to identity providers.
    pub oidc: OidcClients,
    /// Connections to the directory.
    pub ldap: LdapClients,
    pub hub: Arc<Hub>,
    pub media: Media,
    pub runner: Runners,
    pub runs: Runs,
    pub tries: Tries,
    pub judging: JudgingInFlight,
    pub awaited_jobs: AwaitedJobs,
    pub config: Config,
    pub ids: IdSource,
    pub papers: PaperCache,
    pub plans: Plans,
    pub login_rate_limit: LoginRateLimit,
    pub account_limits: AccountLimits,
    pub account_writes: AccountWrites,
    pub mail_gate: MailGate,
    pub mail_in_flight: MailInFlight,
    pub write_pacing: WritePacing,
    pub large_reads: LargeReads,
    pub pictures: PictureStore,
    pub staging: Staging,
    pub presences: Presences,
    pub open_intros: OpenIntros,
    pub contacts: Contacts,
    pub acknowledged_situations: AcknowledgedSituations,
    pub forwarding: Arc<ForwardingWatch>,
    pub still_frames: StillFrames,
    pub progress: Progresses,
    pub running_chains: RunningChains,
    pub statistics: StatisticsCache,
    pub rankings: Rankings,
    pub all_results: AllResults,
    pub repair_wakeup: Wakeup,
    pub webhooks: WebhookClient,
    pub webhook_wakeup: Wakeup,
    /// Asks for a backup now.
    pub backup_wakeup: Wakeup,
    pub comparisons: TestJobs,
    pub dry_runs: DryRuns,
    pub solution_checks: SolutionChecks,
    pub ai_requests: AiRequests,
    pub deferred_answers: DeferredAnswers,
    pub link_rate_limit: LinkRateLimit,
    pub trials: Trials<App>,
    /// Of a trial: the application that it was opened in has the pictures. `None` for any other application.
    pub trial_of: Option<Store>,
    pub exports: Exports,
    pub signal_kinds: SignalKinds,
    /// Serializes access to the folder of the daily backups, which may hang.
    pub backup_folder: DiskGate,
    /// Serializes the checks of local disks by `doctor`, which may hang.
    pub own_disk: DiskGate,
    /// Limits concurrent requests to the AI service.
    pub ai_places: ConcurrencyLimit,
    leading: LeadingSince,
    /// One-time token of the first-run setup; set until the first admin exists.
    pub setup_token: Mutex<Option<String>>,
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
            clock_judge: ClockJudge::default(),
            clock_step: ClockStepInHand::default(),
            runner: Runners::default(),
            runs: Runs::default(),
            tries: Tries::default(),
            judging: JudgingInFlight::default(),
            awaited_jobs: AwaitedJobs::default(),
            vault: Vault::new(&parts.master),
            jwt: Jwt::new(&parts.master),
            ids: IdSource::default(),
            papers: PaperCache::default(),
            plans: Plans::default(),
            login_rate_limit: LoginRateLimit::default(),
            account_limits: AccountLimits::default(),
            account_writes: AccountWrites::default(),
            mail_gate: MailGate::default(),
            mail_in_flight: MailInFlight::default(),
            write_pacing: WritePacing::default(),
            large_reads: LargeReads::default(),
            pictures: PictureStore::default(),
            staging: Staging::default(),
            presences: Presences::default(),
            open_intros: OpenIntros::default(),
            contacts: Contacts::default(),
            acknowledged_situations: AcknowledgedSituations::default(),
            forwarding: Arc::default(),
            still_frames: StillFrames::default(),
            progress: Progresses::default(),
            running_chains: RunningChains::default(),
            statistics: StatisticsCache::default(),
            rankings: Rankings::default(),
            all_results: AllResults::default(),
            repair_wakeup: Wakeup::default(),
            webhooks: WebhookClient::new(parts.config.webhook_networks.clone()),
            webhook_wakeup: Wakeup::default(),
            backup_wakeup: Wakeup::default(),
            comparisons: TestJobs::new(ErrorCode::TooManyComparisons, "comparisons"),
            dry_runs: DryRuns::default(),
            solution_checks: SolutionChecks::default(),
            ai_requests: AiRequests::default(),
            deferred_answers: DeferredAnswers::default(),
            link_rate_limit: LinkRateLimit::default(),
            trials: Trials::default(),
            trial_of: None,
            exports: Exports::default(),
            signal_kinds: SignalKinds::default(),
            backup_folder: DiskGate::default(),
            own_disk: DiskGate::default(),
            ai_places: ConcurrencyLimit::new(concurrency_limit::MAX_REQUESTS, concurrency_limit::MAX_REQUESTS_EACH),
            leading: LeadingSince::new(parts.clock.now()),
            setup_token: Mutex::new(None),
            store: parts.store,
            clock: parts.clock,
            master: parts.master,
            passwords: parts.passwords,
            mailer: parts.mailer,
            ai: parts.ai,
            oidc: OidcClients::default(),
            ldap: LdapClients::default(),
            config: parts.config,
        }
    }
}
