//! Tells administrators of a twin that needs a person: a member that is away or cannot follow, a log that acknowledges alone, a
//! take-over that has happened.

use crate::{
    app::App,
    domain::{Instant, sentence::Sentence, time::SignedDuration},
    sentence,
    service::mail::notice,
    store::{LogMember, LogStanding},
};
use std::{collections::BTreeMap, time::Duration};
use tokio_util::sync::CancellationToken;

const INTERVAL: Duration = Duration::from_secs(5);
/// A trouble that passes sooner is not reported: a restart, a busy minute.
const DEBOUNCE: SignedDuration = SignedDuration::from_secs(30);
/// One that comes back sooner is the same as before.
const FORGOTTEN: SignedDuration = SignedDuration::from_mins(10);
/// One that is not there for so long has passed, if it was not reported.
const PASSED: SignedDuration = SignedDuration::from_secs(10);
const LONG_LAG: SignedDuration = SignedDuration::from_secs(10);

/// A sentence that is true at the moment.
fn troubles(log: &LogStanding) -> Vec<Sentence> {
    let mut found = Vec::new();
    if !log.is_synchronous {
        found.push(sentence!(
            "twinLogAlone": "The log of the twin acknowledges alone: without a standby, the loss of its machine may lose saves."
        ));
    }
    for LogMember { name, state, is_away, lag_ms, .. } in log.members.iter().filter(|member| member.name != log.name) {
        match state.as_str() {
            "joining" => {}
            _ if *is_away => found.push(sentence!(
                "twinAway": "{name} is away: it would not take over. See 'invigil doctor'.",
                name
            )),
            "needs_seed" | "diverged" => {
                let state = state.replace('_', " ");
                found.push(sentence!("twinCannotFollow": "{name} cannot follow ({state}): it would not take over.", name, state));
            }
            _ if SignedDuration::from_millis(*lag_ms) > LONG_LAG => {
                found.push(sentence!("twinFarBehind": "{name} is far behind: a take-over would take long.", name));
            }
            _ => {}
        }
    }
    found
}

#[derive(Clone, Copy)]
struct Since {
    began: Instant,
    last: Instant,
    is_reported: bool,
}

/// The troubles, since when, and whether they were reported.
#[derive(Default)]
struct Watched(BTreeMap<String, Since>);

impl Watched {
    /// The troubles to report now.
    fn see(&mut self, found: Vec<Sentence>, now: Instant) -> Vec<Sentence> {
        self.0.retain(|_, since| now.since(since.last) < if since.is_reported { FORGOTTEN } else { PASSED });
        let mut due = Vec::new();
        for sentence in found {
            let since =
                self.0.entry(sentence.english.clone()).or_insert(Since { began: now, last: now, is_reported: false });
            since.last = now;
            if !since.is_reported && now.since(since.began) >= DEBOUNCE {
                since.is_reported = true;
                due.push(sentence);
            }
        }
        due
    }
}

/// Watches from this state on until the stop.
pub async fn work(app: App, log: LogStanding, stop: CancellationToken) {
    if !log.led_before.is_empty() {
        let LogStanding { name, led_before, epoch, .. } = &log;
        let said = sentence!(
            "twinTookOver": "{name} has taken over from {led_before} (epoch {epoch}).",
            name, led_before, epoch = *epoch
        );
        notify(&app, vec![said]).await;
    }
    let mut watched = Watched::default();
    while tokio::time::timeout(INTERVAL, stop.cancelled()).await.is_err() {
        let found = app.store.log_standing().map(|log| troubles(&log)).unwrap_or_default();
        let due = watched.see(found, app.clock.continuous());
        if !due.is_empty() {
            notify(&app, due).await;
        }
    }
}

async fn notify(app: &App, sentences: Vec<Sentence>) {
    for sentence in &sentences {
        tracing::warn!("{sentence}");
    }
    if let Err(error) = notice::of_twin(app, sentences).await {
        tracing::warn!(%error, "administrators could not be told of the twin");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trouble_is_told_once_when_it_lasts() {
        let mut watched = Watched::default();
        let mut now = Instant::from_millis(0);
        let mut told = 0;
        let mut steps = |watched: &mut Watched, is_there: bool, seconds: i64| {
            for _ in 0..seconds / 5 {
                now = now.plus(SignedDuration::from_secs(5));
                told +=
                    watched.see(if is_there { vec![Sentence::foreign("b is away")] } else { Vec::new() }, now).len();
            }
            told
        };
        assert_eq!(steps(&mut watched, true, 30), 0, "a short one");
        assert_eq!(steps(&mut watched, false, 60), 0, "it has passed");
        assert_eq!(steps(&mut watched, true, 600), 1, "once");
        assert_eq!(steps(&mut watched, false, 300), 1, "for a moment");
        assert_eq!(steps(&mut watched, true, 600), 1, "the same");
        assert_eq!(steps(&mut watched, false, 900), 1, "it has passed");
        assert_eq!(steps(&mut watched, true, 60), 2, "another one");
    }

    #[test]
    fn who_joins_is_no_trouble_and_who_stands_still_is() {
        let member = |state: &str| LogMember {
            name: "b".into(),
            state: state.into(),
            number: 1,
            behind: 0,
            lag_ms: 0,
            seen_ms_ago: 0,
            is_away: state == "away",
            version: String::new(),
        };
        let log = |state: &str| LogStanding {
            name: "a".into(),
            is_synchronous: true,
            members: vec![member(state)],
            ..LogStanding::default()
        };
        for (state, count) in [("following", 0), ("joining", 0), ("away", 1), ("diverged", 1), ("needs_seed", 1)] {
            assert_eq!(troubles(&log(state)).len(), count, "{state}");
        }
        assert_eq!(troubles(&LogStanding { is_synchronous: false, ..log("following") }).len(), 1);
    }
}
