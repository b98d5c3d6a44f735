//! The work of a server: what it recovers before, and what it does beside the requests. Both can begin at any moment, not
//! only at the start of the process. Sockets are not part of it.

mod parts;

pub use parts::Parts;

use super::{audit_shipping, background_jobs, backup::schedule, clock, demo, retention, sweeper, twin_watch};
use crate::{
    app::App,
    domain::{Result, audit_out::AuditTarget, backup_plan::BackupPlan},
    service::{
        account::directory,
        mail::deliver,
        monitor::{clips, outages, session::rehearsal},
        result::{similarity, warming},
        scoring::{
            judging::{dry_run, worker},
            repairs,
        },
        settings,
        test::solution_checks,
        webhook,
        work::timeline,
    },
};
use tokio::runtime::Handle;

/// Begins the work: checks the master key, and finds out since when no server has done it.
///
/// # Errors
/// 409 `wrong_key` if the data was created under another master key; storage.
pub async fn recover(app: &App) -> Result<()> {
    app.begin_leading();
    if let Err(error) = rehearsal::remove_leftovers(app) {
        tracing::warn!(%error, "the files of an interrupted rehearsal cannot be removed");
    }
    settings::check_key(app).await?;
    webhook::manage::seal_addresses(app).await?;
    webhook::receivers::seal_addresses(app).await?;
    clock::begin(app).await?;
    twin_watch::begin(app).await?;
    // Before its heartbeat starts again.
    let ran_until = outages::watch::ran_until(app)?;
    timeline::end_interrupted(app, ran_until).await?;
    background_jobs::end_interrupted(app).await?;
    clips::remove_unfinished(app).await?;
    outages::watch::start(app, ran_until).await
}

/// Choices of the operator that decide which workers run.
pub struct WorkPlan<'p> {
    /// Where work runs that may wait for the requests.
    pub low_priority: &'p Handle,
    pub is_demo: bool,
    pub backups: Option<&'p BackupPlan>,
    /// Where the audit log is sent.
    pub audit: &'p [AuditTarget],
}

/// Starts the workers, after [`recover`]. They end with the stop of `parts`.
pub fn workers(app: &App, plan: &WorkPlan<'_>, parts: &mut Parts) {
    let stop = parts.stop();
    parts.run("sweeper", sweeper::work(app.clone(), stop.clone()));
    parts.run("outbox", deliver::work(app.clone(), stop.clone()));
    if plan.is_demo {
        parts.run("demo", demo::play(app.clone(), stop.clone(), demo::STEP));
    }
    parts.run("clips", clips::work(app.clone(), stop.clone()));
    parts.run("webhooks", webhook::deliver::work(app.clone(), stop.clone()));
    parts.run("judging", worker::work(app.clone(), stop.clone()));
    parts.run("progress of jobs", background_jobs::store_progress(app.clone(), stop.clone()));
    parts.run("repairs", repairs::job::work(app.clone(), stop.clone()));
    parts.run("similarity", similarity::job::work(app.clone(), stop.clone()));
    parts.run("dry runs", dry_run::work(app.clone(), stop.clone()));
    parts.run("solution checks", solution_checks::work(app.clone(), stop.clone()));
    parts.run_once("reading ahead", plan.low_priority, warming::work(app.clone()));
    parts.run("directory", directory::work(app.clone(), stop.clone()));
    parts.run("retention", retention::sweep::work(app.clone(), stop.clone()));
    if app.store.log_standing().is_some() {
        parts.run("twin", twin_watch::work(app.clone(), stop.clone()));
    }
    for target in plan.audit {
        parts.run("audit log", audit_shipping::work(app.clone(), target.clone(), stop.clone()));
    }
    if let Some(plan) = plan.backups {
        parts.run("backups", schedule::work(app.clone(), plan.clone(), stop));
    }
}
