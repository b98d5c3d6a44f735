//! Languages to probe, and probes that run. Candidates' jobs go first: a probe that keeps one waiting ends, and is made again.
//! So is one that failed though the tools are there: a busy machine may have been the cause, and a language that is not offered
//! stays so until the next start.

use crate::runner::{language::Language, sandbox::Cancel};
use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};

/// A probe that gave way and waits for longer goes before jobs, or its language would never be known where jobs always wait.
/// Only one does so in this time.
const MAX_WAIT: Duration = Duration::from_mins(1);

/// Probes that fail before a language is taken for broken.
const MAX_FAILURES: u32 = 3;

#[derive(Debug)]
struct Waiting {
    language: Language,
    failures: u32,
    /// Time at which it first gave way.
    since: Option<Instant>,
}

/// A probe that runs.
#[derive(Debug)]
pub(super) struct RunningProbe {
    pub language: Language,
    pub cancel: Cancel,
    since: Option<Instant>,
    failures: u32,
    /// Whether it keeps jobs waiting.
    is_due: bool,
}

#[derive(Debug, Default)]
pub(super) struct ProbeQueue {
    waiting: VecDeque<Waiting>,
    running: Vec<Arc<RunningProbe>>,
    /// End of the last probe that kept jobs waiting.
    was_due: Option<Instant>,
}

impl ProbeQueue {
    pub fn new(languages: VecDeque<Language>) -> Self {
        let waiting = languages.into_iter().map(|language| Waiting { language, failures: 0, since: None }).collect();
        Self { waiting, ..Self::default() }
    }

    /// The next one to run. Where a job waits, only one that is due.
    pub fn begin(&mut self, has_job: bool, now: Instant) -> Option<Arc<RunningProbe>> {
        let is_past = |at: Instant| now.saturating_duration_since(at) >= MAX_WAIT;
        let may_be_due = self.was_due.is_none_or(is_past) && !self.running.iter().any(|probe| probe.is_due);
        let due = self.waiting.iter().position(|probe| probe.since.is_some_and(is_past)).filter(|_| may_be_due);
        let at = due.or_else(|| (!has_job).then_some(0))?;
        let Waiting { language, failures, since } = self.waiting.remove(at)?;
        let (cancel, is_due) = (Cancel::default(), due.is_some());
        let probe = Arc::new(RunningProbe { language, cancel, since, failures, is_due });
        self.running.push(probe.clone());
        Some(probe)
    }

    /// Removes a probe that has ended. Returns whether it is made again, after the others, because it gave way or failed.
    pub fn end(&mut self, probe: &Arc<RunningProbe>, has_failed: bool, now: Instant) -> bool {
        self.running.retain(|other| !Arc::ptr_eq(other, probe));
        if probe.is_due {
            self.was_due = Some(now);
        }
        let gave_way = probe.cancel.is_cancelled();
        let failures = probe.failures + u32::from(has_failed && !gave_way);
        let is_again = gave_way || (has_failed && failures < MAX_FAILURES);
        if is_again {
            let since = probe.since.or(gave_way.then_some(now));
            self.waiting.push_back(Waiting { language: probe.language.clone(), failures, since });
        }
        is_again
    }

    /// Ends running probes until jobs have so many slots more.
    pub fn give_way(&self, slots: usize) {
        let (leaving, staying): (Vec<_>, Vec<_>) = self.running.iter().partition(|probe| probe.cancel.is_cancelled());
        let more = slots.saturating_sub(leaving.len());
        // The last one has done the least.
        for probe in staying.into_iter().rev().filter(|probe| !probe.is_due).take(more) {
            tracing::info!(language = probe.language.name, "the probe gives way to a job");
            probe.cancel.cancel();
        }
    }

    pub const fn running(&self) -> usize {
        self.running.len()
    }

    /// Ends all for good.
    pub fn stop(&mut self) {
        self.waiting.clear();
        for probe in &self.running {
            probe.cancel.cancel();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::language::languages;

    fn probes_of(names: &[&str]) -> ProbeQueue {
        let by_name = |name: &&str| languages().into_iter().find(|language| language.name == *name).unwrap();
        ProbeQueue::new(names.iter().map(by_name).collect())
    }

    #[test]
    fn a_probe_gives_way_and_is_made_again_after_the_others() {
        let (mut queue, now) = (probes_of(&["python", "ruby"]), Instant::now());
        assert!(queue.begin(true, now).is_none(), "a job goes first");
        let first = queue.begin(false, now).unwrap();
        assert_eq!(first.language.name, "python");
        queue.give_way(0);
        assert!(!first.cancel.is_cancelled(), "a slot is free");
        queue.give_way(1);
        assert!(first.cancel.is_cancelled());
        // Another job needs no second slot while the first is not free yet.
        let second = queue.begin(false, now).unwrap();
        queue.give_way(1);
        assert!(!second.cancel.is_cancelled());
        assert!(queue.end(&first, true, now), "it gave way");
        assert!(!queue.end(&second, false, now));
        assert_eq!((queue.waiting.len(), queue.running()), (1, 0));
        assert_eq!(queue.begin(false, now).unwrap().language.name, "python");
    }

    #[test]
    fn one_probe_a_minute_goes_before_jobs_that_never_end() {
        let (mut queue, began) = (probes_of(&["python", "ruby"]), Instant::now());
        let both = [queue.begin(false, began).unwrap(), queue.begin(false, began).unwrap()];
        queue.give_way(2);
        for probe in &both {
            queue.end(probe, false, began);
        }
        let almost = began + MAX_WAIT.saturating_sub(Duration::from_secs(1));
        assert!(queue.begin(true, almost).is_none());
        let due = queue.begin(true, began + MAX_WAIT).unwrap();
        queue.give_way(1);
        assert!(!due.cancel.is_cancelled());
        assert!(queue.begin(true, began + MAX_WAIT).is_none(), "one at a time");
        let ended = began + MAX_WAIT + MAX_WAIT;
        queue.end(&due, false, ended);
        assert!(queue.begin(true, ended).is_none(), "jobs have the next minute");
        assert_eq!(queue.begin(true, ended + MAX_WAIT).unwrap().language.name, "ruby");
    }

    #[test]
    fn a_probe_that_fails_is_made_again_a_few_times() {
        let (mut queue, now) = (probes_of(&["python"]), Instant::now());
        let mut tries = 0;
        while let Some(probe) = queue.begin(false, now) {
            tries += 1;
            // What gave way has not failed.
            if tries == 1 {
                probe.cancel.cancel();
            }
            queue.end(&probe, true, now);
        }
        assert_eq!(tries, 1 + MAX_FAILURES);
    }
}
