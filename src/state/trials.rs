//! Trials that are open: tests that their authors take themselves, each in an application `A` of its own
//! (`docs/behaviour/tests.md#trials`). In memory only.

use crate::{
    domain::{Instant, InviteId, UserId, time::SignedDuration},
    sync::{Mutex, MutexGuard},
};
use std::sync::PoisonError;
use tokio_util::sync::{CancellationToken, DropGuard};

/// Trials that are open at the same time, of all authors and of one: the oldest one ends.
pub const MAX_TRIALS: usize = 16;
pub const MAX_OF_AUTHOR: usize = 4;
/// Bytes of the stores of all trials; beyond it the oldest one ends.
pub const MAX_BYTES: u64 = 256 << 20;
/// A trial ends this long after it was opened.
pub const RETENTION: SignedDuration = SignedDuration::from_hours(24);

struct Trial<A> {
    id: InviteId,
    link: [u8; 32],
    author: Option<UserId>,
    opened_at: Instant,
    app: A,
    /// Ends its background tasks with it.
    _running: DropGuard,
}

/// Oldest first.
pub struct Trials<A>(Mutex<Vec<Trial<A>>>);

/// A trial to be opened.
pub struct NewTrial<A> {
    pub id: InviteId,
    /// Hash of its link's token.
    pub link: [u8; 32],
    pub author: Option<UserId>,
    pub opened_at: Instant,
    pub app: A,
    pub stop: CancellationToken,
}

impl<A> Default for Trials<A> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<A: Clone> Trials<A> {
    fn open(&self) -> MutexGuard<'_, Vec<Trial<A>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a trial. Returns those that end because of it.
    #[must_use]
    pub fn add(&self, new: NewTrial<A>) -> Vec<A> {
        let NewTrial { id, link, author, opened_at, app, stop } = new;
        let mut open = self.open();
        open.push(Trial { id, link, author, opened_at, app, _running: stop.drop_guard() });
        let of_author = open.iter().filter(|trial| trial.author == author).count();
        let mut ended = Vec::new();
        if of_author > MAX_OF_AUTHOR {
            let oldest = open.iter().position(|trial| trial.author == author);
            ended.extend(oldest.map(|at| open.remove(at)));
        }
        let surplus = open.len().saturating_sub(MAX_TRIALS);
        ended.extend(open.drain(..surplus));
        drop(open);
        ended.into_iter().map(|trial| trial.app).collect()
    }

    #[must_use]
    pub fn behind(&self, link: [u8; 32]) -> Option<A> {
        self.open().iter().find(|trial| trial.link == link).map(|trial| trial.app.clone())
    }

    #[must_use]
    pub fn get(&self, id: InviteId) -> Option<A> {
        self.open().iter().find(|trial| trial.id == id).map(|trial| trial.app.clone())
    }

    /// Whether this account opened a trial.
    #[must_use]
    pub fn is_of(&self, id: InviteId, author: Option<UserId>) -> bool {
        self.open().iter().any(|trial| trial.id == id && trial.author == author)
    }

    #[must_use]
    pub fn all(&self) -> Vec<A> {
        self.open().iter().map(|trial| trial.app.clone()).collect()
    }

    /// Ends the trials whose day is over, and the oldest ones of those that are too large together. Returns them.
    #[must_use]
    pub fn end_some(&self, now: Instant, size: impl Fn(&A) -> u64) -> Vec<A> {
        // Sizes are read without the lock.
        let open: Vec<_> = self.open().iter().map(|trial| (trial.id, trial.opened_at, trial.app.clone())).collect();
        let mut bytes = 0;
        let mut is_over = |(_, opened_at, app): &(InviteId, Instant, A)| {
            bytes += size(app);
            bytes > MAX_BYTES || !opened_at.is_within(RETENTION, now)
        };
        let over: Vec<_> = open.into_iter().rev().filter(|trial| is_over(trial)).map(|(id, ..)| id).collect();
        let ended: Vec<_> = self.open().extract_if(.., |trial| over.contains(&trial.id)).collect();
        ended.into_iter().map(|trial| trial.app).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::HOUR;
    use uuid::Uuid;

    const NOW: Instant = Instant::from_millis(1_000_000_000);

    fn add(trials: &Trials<u64>, n: u64, author: u128) -> Vec<u64> {
        trials.add(NewTrial {
            id: InviteId(Uuid::from_u128(n.into())),
            link: [u8::try_from(n).unwrap(); 32],
            author: Some(UserId(Uuid::from_u128(author))),
            opened_at: NOW.plus(HOUR * i32::try_from(n).unwrap()),
            app: n,
            stop: CancellationToken::new(),
        })
    }

    #[test]
    fn an_author_ends_only_the_own_oldest_trial() {
        let trials = Trials::default();
        assert!(add(&trials, 0, 9).is_empty());
        (1..=4).for_each(|n| assert!(add(&trials, n, 1).is_empty()));
        assert_eq!(add(&trials, 5, 1), [1]);
        assert_eq!((trials.behind([1; 32]), trials.behind([5; 32])), (None, Some(5)));
        assert_eq!(trials.get(InviteId(Uuid::from_u128(0))), Some(0));
    }

    #[test]
    fn all_authors_together_are_bounded() {
        let trials = Trials::default();
        (0..16).for_each(|n| assert!(add(&trials, n, n.into()).is_empty()));
        assert_eq!(add(&trials, 16, 99), [0]);
        assert_eq!(trials.all().len(), MAX_TRIALS);
    }

    #[test]
    fn trials_end_after_a_day_or_when_they_are_too_large_together() {
        let trials = Trials::default();
        (0..4).for_each(|n| drop(add(&trials, n, n.into())));
        assert!(trials.end_some(NOW.plus(23 * HOUR), |_| 1).is_empty());
        assert_eq!(trials.end_some(NOW.plus(25 * HOUR), |_| 1), [0, 1]);
        assert_eq!(trials.end_some(NOW, |_| MAX_BYTES), [2]);
        assert_eq!(trials.all(), [3]);
    }
}
