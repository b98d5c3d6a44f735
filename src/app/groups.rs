//! The shared state of the application, grouped by its purpose.

use crate::{
    ai,
    directory::{OidcClients, ldap::LdapClients},
    domain::ErrorCode,
    mail::Mailer,
    secrets::{Jwt, MasterKey, Passwords, Vault},
    state::{
        account_limits::AccountLimits,
        account_writes::AccountWrites,
        acknowledged_situations::AcknowledgedSituations,
        ai_requests::AiRequests,
        all_results::AllResults,
        audit_failures::AuditFailures,
        awaited_jobs::AwaitedJobs,
        background_jobs::BackgroundJobs,
        clock_judge::ClockJudge,
        clock_step::ClockStepInHand,
        code_clock::CodeClock,
        concurrency_limit::{self, ConcurrencyLimit},
        contacts::Contacts,
        deferred_answers::DeferredAnswers,
        disk_gate::DiskGate,
        dry_runs::DryRuns,
        export_slots::Exports,
        forwarding::ForwardingWatch,
        judging::JudgingInFlight,
        large_reads::LargeReads,
        link_rate_limit::LinkRateLimit,
        login_rate_limit::LoginRateLimit,
        mail_gate::MailGate,
        mail_in_flight::MailInFlight,
        open_intros::OpenIntros,
        panel_calendars::PanelCalendars,
        paper_cache::PaperCache,
        picture_store::PictureStore,
        plans::Plans,
        presence::Presences,
        progress::Progresses,
        rankings::Rankings,
        rehearsals::Rehearsals,
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
    webhook_out::WebhookClient,
};
use ipnet::IpNet;
use std::sync::Arc;

/// Keys and passwords.
pub struct Secrets {
    pub master: MasterKey,
    pub vault: Vault,
    pub jwt: Jwt,
    pub passwords: Passwords,
}

impl Secrets {
    pub(super) fn new(master: MasterKey, passwords: Passwords) -> Self {
        Self { vault: Vault::new(&master), jwt: Jwt::new(&master), master, passwords }
    }
}

/// Connections to services outside.
pub struct Clients {
    pub mailer: Arc<dyn Mailer>,
    pub ai: Arc<dyn ai::Provider>,
    /// Limits concurrent requests to the AI service.
    pub ai_places: ConcurrencyLimit,
    /// Connections to identity providers.
    pub oidc: OidcClients,
    /// Connections to the directory.
    pub ldap: LdapClients,
    pub webhooks: WebhookClient,
    /// Why receivers of the audit log took nothing.
    pub audit_failures: AuditFailures,
}

impl Clients {
    pub(super) fn new(mailer: Arc<dyn Mailer>, ai: Arc<dyn ai::Provider>, webhook_networks: Vec<IpNet>) -> Self {
        Self {
            mailer,
            ai,
            ai_places: ConcurrencyLimit::new(concurrency_limit::MAX_REQUESTS, concurrency_limit::MAX_REQUESTS_EACH),
            oidc: OidcClients::default(),
            ldap: LdapClients::default(),
            webhooks: WebhookClient::new(webhook_networks),
            audit_failures: AuditFailures::default(),
        }
    }
}

/// The runner of submitted code, and what waits for it.
#[derive(Default)]
pub struct CodeRuns {
    pub runner: Runners,
    pub runs: Runs,
    pub tries: Tries,
    pub judging: JudgingInFlight,
    pub awaited_jobs: AwaitedJobs,
    pub solution_checks: SolutionChecks,
}

/// Data read from the store, kept in memory.
#[derive(Default)]
pub struct Caches {
    pub papers: PaperCache,
    pub plans: Plans,
    pub statistics: StatisticsCache,
    pub rankings: Rankings,
    pub all_results: AllResults,
    pub signal_kinds: SignalKinds,
    pub pictures: PictureStore,
    pub panel_calendars: PanelCalendars,
}

/// Limits of calls, and of concurrent work.
#[derive(Default)]
pub struct Limits {
    pub logins: LoginRateLimit,
    pub accounts: AccountLimits,
    pub account_writes: AccountWrites,
    pub links: LinkRateLimit,
    pub write_pacing: WritePacing,
    pub large_reads: LargeReads,
    pub exports: Exports,
    /// Serializes access to the folder of the daily backups, which may hang.
    pub backup_folder: DiskGate,
    /// Serializes the checks of local disks by `doctor`, which may hang.
    pub own_disk: DiskGate,
}

/// The queue of mails: when it pauses, and what is on its way.
#[derive(Default)]
pub struct MailWork {
    pub gate: MailGate,
    pub in_flight: MailInFlight,
}

/// State of attempts in progress, for proctors.
#[derive(Default)]
pub struct Watching {
    pub presences: Presences,
    pub open_intros: OpenIntros,
    pub contacts: Contacts,
    pub acknowledged_situations: AcknowledgedSituations,
    pub forwarding: Arc<ForwardingWatch>,
    pub still_frames: StillFrames,
}

/// Work that outlives its call.
pub struct Jobs<A> {
    pub background: BackgroundJobs,
    pub progress: Progresses,
    pub running_chains: RunningChains,
    pub comparisons: TestJobs,
    pub dry_runs: DryRuns,
    pub ai_requests: AiRequests,
    pub deferred_answers: DeferredAnswers,
    pub staging: Staging,
    pub trials: Trials<A>,
    pub rehearsals: Rehearsals<A>,
}

impl<A> Default for Jobs<A> {
    fn default() -> Self {
        Self {
            background: BackgroundJobs::default(),
            progress: Progresses::default(),
            running_chains: RunningChains::default(),
            comparisons: TestJobs::new(ErrorCode::TooManyComparisons, "comparisons"),
            dry_runs: DryRuns::default(),
            ai_requests: AiRequests::default(),
            deferred_answers: DeferredAnswers::default(),
            staging: Staging::default(),
            trials: Trials::default(),
            rehearsals: Rehearsals::default(),
        }
    }
}

/// Wake workers up before their time.
#[derive(Default)]
pub struct Wakeups {
    pub repairs: Wakeup,
    pub webhooks: Wakeup,
    /// Asks for a backup now.
    pub backups: Wakeup,
}

/// The judgement of the system clock.
#[derive(Default)]
pub struct ClockWatch {
    pub judge: ClockJudge,
    pub step: ClockStepInHand,
    pub codes: CodeClock,
}
