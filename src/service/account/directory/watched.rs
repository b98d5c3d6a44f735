//! Who is asked about again, and when.

use crate::domain::{Instant, time::SignedDuration};
use std::collections::{BTreeSet, HashMap};

/// How long the word of a directory or provider about a person is used. With the time until the next look, and that of two looks
/// that take long, it is a minute.
const CHECKED_EVERY: SignedDuration = SignedDuration::from_secs(25);
/// People of one look; the others follow at the next one, those first who have waited longest.
const MAX_AT_ONCE: usize = 500;

#[derive(Default)]
pub struct Watched {
    /// When each person was asked about, by what identifies them.
    asked: HashMap<String, Instant>,
    /// Since when there has been no answer, by the continuous clock.
    silent_since: Option<Instant>,
}

impl Watched {
    /// Who is to be watched from now on. After a restart it is not known when they were asked about.
    pub(super) fn keep<'n>(&mut self, names: impl IntoIterator<Item = &'n String>) {
        let names: BTreeSet<&String> = names.into_iter().collect();
        self.asked.retain(|name, _| names.contains(name));
        for name in names {
            self.asked.entry(name.clone()).or_insert(Instant::EPOCH);
        }
    }

    /// People of the next look, those first who have waited longest.
    pub(super) fn due(&self, now: Instant) -> Vec<String> {
        let is_due = |at: &Instant| now < *at || now.since(*at) >= CHECKED_EVERY;
        let mut due: Vec<(Instant, &String)> =
            self.asked.iter().filter(|(_, at)| is_due(at)).map(|(name, at)| (*at, name)).collect();
        due.sort();
        due.into_iter().take(MAX_AT_ONCE).map(|(_, name)| name.clone()).collect()
    }

    /// Notes that there was a word about this person.
    pub(super) fn asked(&mut self, name: String, now: Instant) {
        self.asked.insert(name, now);
    }

    /// Notes that the question failed, perhaps about this person alone: the next look begins with the others.
    pub(super) fn failed(&mut self, name: String, now: Instant) {
        self.asked.insert(name, now.plus(-CHECKED_EVERY));
    }

    /// Notes that there was no answer about anyone. Returns for how long there has been none.
    pub(super) fn silent(&mut self, now: Instant) -> SignedDuration {
        now.since(*self.silent_since.get_or_insert(now))
    }

    /// Notes that there was an answer, or no one to ask about.
    pub(super) const fn answered(&mut self) {
        self.silent_since = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::HOUR;

    #[test]
    fn a_person_on_whom_the_directory_fails_delays_no_other() {
        let names = ["ada", "bob"].map(str::to_owned);
        let mut watched = Watched::default();
        watched.keep(&names);
        let now = Instant::EPOCH.plus(HOUR);
        assert_eq!(watched.due(now), names);
        watched.failed("ada".into(), now);
        let mut others_first = names.clone();
        others_first.reverse();
        assert_eq!(watched.due(now), others_first, "she is asked about again, after him");
        watched.asked("bob".into(), now);
        assert_eq!(watched.due(now), ["ada"]);
        watched.keep(&names[1..]);
        assert_eq!(watched.due(now.plus(HOUR)), ["bob"], "she has left");
    }
}
