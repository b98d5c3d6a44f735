//! Notifies administrators of a twin that needs a person: a member that is away or cannot follow, a log that acknowledges alone, a
//! take-over that has happened.

use crate::{
    app::App,
    domain::{Instant, Result, sentence::Sentence, time::SignedDuration, upkeep::TwinLeader},
    sentence,
    service::{mail::notice, work::By},
    store::{LogMember, LogStanding, Read, records::Single},
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
/// Tests end by the clock of the member that leads.
const CLOCK_DIFFERENCE: SignedDuration = SignedDuration::from_secs(5);

/// A sentence that is true at the moment.
fn troubles(log: &LogStanding) -> Vec<Sentence> {
    let mut found = Vec::new();
    if !log.is_synchronous {
        found.push(sentence!(
            "twinLogAlone": "The log of the twin acknowledges alone: without a standby, the loss of its machine may lose saves."
        ));
    }
    let is_apart = |member: &&LogMember| {
        let clock = SignedDuration::from_millis(member.clock_ahead_ms);
        !member.is_away && member.state != "joining" && clock.abs() > CLOCK_DIFFERENCE
    };
    found.extend(log.members.iter().filter(is_apart).map(|LogMember { name, .. }| {
        sentence!(
            "twinClockApart": "The clocks of {name} and of the log differ: tests end by the clock of the member that leads. See \
                               'invigil doctor'.",
            name
        )
    }));
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

/// The member that another one has taken over from. A process that took over and died may have reported nothing: then the
/// lease is in its own name at its next start, and the member that was reported last is another one.
fn taken_from<'s>(log: &'s LogStanding, reported: Option<&'s TwinLeader>) -> Option<&'s str> {
    // Who was reported led an earlier twin.
    if log.is_first {
        return None;
    }
    let reported = reported.map(|leader| leader.name.as_str()).filter(|name| *name != log.name);
    Some(log.led_before.as_str()).filter(|name| !name.is_empty()).or(reported)
}

/// Reports a take-over, in one commit with the name of the leader: what is not reported now is by the next start.
///
/// # Errors
/// Storage only.
pub async fn begin(app: &App) -> Result<()> {
    let reported: Option<TwinLeader> = app.store.read()?.get(Single)?;
    let Some(log) = app.store.log_standing() else {
        // A later twin of this data has a history of its own.
        if reported.is_some() {
            app.write(By::Server, |w| {
                w.delete::<TwinLeader>(Single)?;
                Ok(())
            })
            .await?;
        }
        return Ok(());
    };
    let leader = TwinLeader { name: log.name.clone() };
    let Some(before) = taken_from(&log, reported.as_ref()) else {
        if reported.as_ref() != Some(&leader) {
            app.write(By::Server, move |w| {
                w.put(&leader)?;
                Ok(())
            })
            .await?;
        }
        return Ok(());
    };
    let LogStanding { name, epoch, .. } = &log;
    let said = sentence!(
        "twinTookOver": "{name} has taken over from {led_before} (epoch {epoch}).",
        name, led_before = before, epoch = *epoch
    );
    tracing::warn!("{said}");
    let note = format!("from {before}, epoch {epoch}");
    let written = notice::of_twin(app, vec![said], move |w| {
        w.audit("data.take_over", &leader.name, &note)?;
        w.put(&leader)?;
        Ok(())
    });
    written.await
}

/// Watches until the stop.
pub async fn work(app: App, stop: CancellationToken) {
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
    if let Err(error) = notice::of_twin(app, sentences, |_| Ok(())).await {
        tracing::warn!(%error, "administrators could not be notified of the twin");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trouble_is_reported_once_when_it_lasts() {
        let mut watched = Watched::default();
        let mut now = Instant::from_millis(0);
        let mut reported = 0;
        let mut steps = |watched: &mut Watched, is_there: bool, seconds: i64| {
            for _ in 0..seconds / 5 {
                now = now.plus(SignedDuration::from_secs(5));
                reported +=
                    watched.see(if is_there { vec![Sentence::foreign("b is away")] } else { Vec::new() }, now).len();
            }
            reported
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
    fn a_take_over_is_found_by_the_next_start() {
        let reported = TwinLeader { name: "a".into() };
        let log = |name: &str, led_before: &str| LogStanding {
            name: name.into(),
            led_before: led_before.into(),
            ..LogStanding::default()
        };
        let from = |name, before| taken_from(&log(name, before), Some(&reported)).map(str::to_owned);
        assert_eq!(from("a", ""), None, "a restart");
        assert_eq!(from("b", "a").as_deref(), Some("a"));
        assert_eq!(from("b", "").as_deref(), Some("a"), "it took over, died, and begins again");
        assert_eq!(from("a", "b").as_deref(), Some("b"), "the one that died is followed by the one before");
        assert_eq!(from("c", "b").as_deref(), Some("b"), "or by a third one");
        assert_eq!(taken_from(&log("a", ""), None), None, "the first start");
        let first = LogStanding { is_first: true, ..log("b", "") };
        assert_eq!(taken_from(&first, Some(&reported)), None, "a new log of data that another twin had");
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
            clock_ahead_ms: 0,
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
        let mut apart = log("following");
        apart.members[0].clock_ahead_ms = 4_000;
        assert!(troubles(&apart).is_empty());
        for ahead in [-3_600_000, 6_000] {
            apart.members[0].clock_ahead_ms = ahead;
            assert!(troubles(&apart)[0].english.starts_with("The clocks of b and of the log differ"));
        }
        assert_eq!(troubles(&LogStanding { is_synchronous: false, ..log("following") }).len(), 1);
    }
}
