//! Calls of code runners on other machines. A lease is a runner's right to the result of a job, until it is over.

use crate::{
    app::{App, RunnerSource},
    domain::{Error, ErrorCode, Result, RunId},
    runner::{
        client::JobNotice,
        job::{Job, Outcome},
        language::MAX_FACTOR,
        wire::{LanguageOffer, MAX_SLOTS, PROTOCOL, Welcome},
    },
    service::{actor::CodeRunner, attempt::runs},
    state::runners::{Renewal, Renewed, lease_time},
};
use std::{sync::Arc, time::Duration};
use tokio::{runtime::Handle, time::Instant};
use uuid::Uuid;

/// Longest time for which a runner waits for a job within one call.
pub const MAX_POLL: Duration = Duration::from_secs(25);

/// Limits of what a runner may report about itself.
const MAX_LANGUAGES: usize = 64;
const MAX_LINES: usize = 20;
const MAX_LINE: usize = 500;
const MAX_NAME: usize = 100;

/// Reply to the registration of a runner.
pub struct Registered {
    pub session: Uuid,
    /// Time for which a job is its own without a word of it.
    pub lease: Duration,
}

/// Registers a runner of this version.
///
/// # Errors
/// 409 `other_version`, `runner_off`; 422; 429 `too_many_calls`, `too_many_runners`.
pub fn register(app: &App, by: &CodeRunner, welcome: Welcome) -> Result<Registered> {
    check_version(&welcome)?;
    if app.config.host.runner == Some(RunnerSource::Off) {
        let detail = "Code is not run on this server: it was started with '--runner off'.";
        return Err(Error::conflict(ErrorCode::RunnerOff, detail));
    }
    let welcome = checked(welcome)?;
    let session = app.new_id::<RunId>().0;
    app.code.runner.register(session, by.token(), welcome, app.clock.continuous())?;
    tracing::info!(runner = by.token().name, "a code runner on another machine is registered");
    Ok(Registered { session, lease: lease_time().unsigned_abs() })
}

fn check_version(welcome: &Welcome) -> Result<()> {
    let own = env!("CARGO_PKG_VERSION");
    if welcome.protocol == PROTOCOL && welcome.version == own {
        return Ok(());
    }
    let detail = format!(
        "This runner is version {} (protocol {}), the server is version {own} (protocol {PROTOCOL}): install the same \
         version on both machines.",
        line(&welcome.version, MAX_NAME),
        welcome.protocol
    );
    Err(Error::conflict(ErrorCode::OtherVersion, detail))
}

/// One line of a bounded length, without control characters.
fn line(text: &str, max: usize) -> String {
    text.trim().chars().take(max).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn checked(welcome: Welcome) -> Result<Welcome> {
    let Welcome { protocol, version, slots, layers, warnings, languages, survey: _ } = welcome;
    if !(1..=MAX_SLOTS).contains(&slots) {
        return Err(Error::field("slots", format!("A runner has 1 to {MAX_SLOTS} slots.")));
    }
    if languages.len() > MAX_LANGUAGES || layers.len() > MAX_LINES || warnings.len() > MAX_LINES {
        return Err(Error::field("languages", "This runner reports more than a runner can."));
    }
    let is_name = |name: &str| !name.is_empty() && name.len() <= MAX_NAME && !name.chars().any(char::is_control);
    let is_good = |offer: &LanguageOffer| is_name(&offer.name) && (1..=MAX_FACTOR).contains(&offer.factor);
    if !languages.iter().all(is_good) {
        let message = format!("A language has a name of up to {MAX_NAME} bytes and a factor of 1 to {MAX_FACTOR}.");
        return Err(Error::field("languages", message));
    }
    let lines = |texts: Vec<String>| texts.iter().map(|text| line(text, MAX_LINE)).collect();
    let offer = |offer: LanguageOffer| LanguageOffer { toolchain: line(&offer.toolchain, MAX_LINE), ..offer };
    Ok(Welcome {
        protocol,
        version,
        slots,
        layers: lines(layers),
        warnings: lines(warnings),
        languages: languages.into_iter().map(offer).collect(),
        ..Welcome::default()
    })
}

/// Waits for the next job of a runner, for `wait` at most.
///
/// # Errors
/// 401 once its token is revoked; 409 `unknown_runner`; 429 `too_many_calls`.
pub async fn lease(
    app: &App,
    by: &CodeRunner,
    session: Uuid,
    wait: Duration,
    interrupts: bool,
) -> Result<Option<(u64, Arc<Job>)>> {
    let token = by.token().id;
    app.code.runner.call(token, app.clock.continuous())?;
    let until = Instant::now() + wait.min(MAX_POLL);
    loop {
        let woken = app.code.runner.woken();
        tokio::pin!(woken);
        woken.as_mut().enable();
        // Its token may have been revoked while it waited.
        by.require_valid(app)?;
        if let Some((number, job)) = app.code.runner.lease(session, token, interrupts, app.clock.continuous())? {
            deliver(app, JobNotice::Started(job.id));
            return Ok(Some((number, job)));
        }
        if tokio::time::timeout_at(until, woken).await.is_err() {
            return Ok(None);
        }
    }
}

/// Renews leases. Returns the jobs that are no longer this runner's.
///
/// # Errors
/// 409 `unknown_runner`; 429 `too_many_calls`.
pub fn renew(app: &App, by: &CodeRunner, session: Uuid, leases: &[Renewal]) -> Result<Vec<Uuid>> {
    let Renewed { over, notices } = app.code.runner.renew(session, by.token().id, leases, app.clock.continuous())?;
    for notice in notices {
        deliver(app, notice);
    }
    Ok(over)
}

/// Takes the result of a job, once.
///
/// # Errors
/// 409 `unknown_runner`, `lease_over`; 429 `too_many_calls`.
pub fn report(app: &App, by: &CodeRunner, session: Uuid, lease: (Uuid, u64), outcome: Outcome) -> Result<()> {
    let (token, now) = (by.token().id, app.clock.continuous());
    app.code.runner.call(token, now)?;
    let origin = app.code.runner.finish(session, token, lease, now)?;
    deliver(app, JobNotice::Done(lease.0, outcome.clamped(), origin));
    Ok(())
}

/// A runner stops in order: what it has waits for another one.
///
/// # Errors
/// 409 `unknown_runner`; 429 `too_many_calls`.
pub fn leave(app: &App, by: &CodeRunner, session: Uuid) -> Result<()> {
    let (token, now) = (by.token().id, app.clock.continuous());
    app.code.runner.call(token, now)?;
    app.code.runner.leave(session, token, now)
}

/// Ends what is over, and reports what happened.
pub fn sweep(app: &App) {
    for notice in app.code.runner.sweep(app.clock.continuous()) {
        deliver(app, notice);
    }
}

fn deliver(app: &App, notice: JobNotice) {
    runs::noted(app, &Handle::current(), notice);
}
