//! The network of a hall was down for a moment: one candidate typed on, the others wait for their time.

use crate::{
    app::App,
    domain::{
        Result,
        attempt::Attempt,
        outage::{OutageWindow, Silence},
        time::{MINUTE, SECOND, SignedDuration},
    },
    service::monitor::outages::losses,
    state::contacts::Returned,
    store::{Read, records},
};

const CANDIDATES: usize = 3;
const ENDED_BEFORE: SignedDuration = MINUTE;
const OUTAGE_DURATION: SignedDuration = SignedDuration::from_secs(130);

/// Cuts some candidates off who take a test now.
///
/// # Errors
/// Storage only.
pub async fn play(app: &App) -> Result<()> {
    let running: Vec<Attempt> = app.store.read()?.some_linked(records::ATTEMPTS_BY_DUE.all(), CANDIDATES)?;
    let back = app.now().plus(-ENDED_BEFORE);
    let from = back.plus(-OUTAGE_DURATION);
    let cut = OutageWindow { from, to: from.plus(SECOND) };
    let lost = running.iter().filter(|attempt| attempt.started_at < from).enumerate().map(|(place, attempt)| {
        let typed = if place == 0 { 48 } else { 0 };
        Returned { silence: Silence { attempt_id: attempt.id, cut, back, is_over: false, typed }, outage: None }
    });
    losses::keep(app, lost.collect()).await
}
