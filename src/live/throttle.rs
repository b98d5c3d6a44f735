//! Throttles repeated events of one subject on one stream: a candidate can save a thousand times a second, faster than
//! any admin reads. The latest event held back is always delivered.

use crate::domain::{InviteId, permission::Capability};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
    time::Duration,
};
use tokio::time::Instant;

/// Minimum interval between two events of one name about one invite on one stream.
pub const MIN_INTERVAL: Duration = Duration::from_millis(500);
/// Subjects remembered before expired ones are evicted.
const MAX_SUBJECTS: usize = 1_024;

/// An event's name and the id of its invite.
pub type ThrottleSubject = (&'static str, u128);

/// Throttle of one stream; created with its first throttled event.
#[derive(Default)]
pub struct Throttle {
    last_sent: HashMap<ThrottleSubject, Instant>,
    held: HashMap<ThrottleSubject, Arc<Numbered>>,
    due: BTreeSet<(Instant, ThrottleSubject)>,
}

impl Throttle {
    /// Returns true if the event may be sent now; otherwise holds it, replacing the one held before.
    pub fn admit(&mut self, subject: ThrottleSubject, event: &Arc<Numbered>, now: Instant) -> bool {
        if let Some(next) = self.last_sent.get(&subject).map(|sent| *sent + MIN_INTERVAL).filter(|next| *next > now) {
            if self.held.insert(subject, event.clone()).is_none() {
                self.due.insert((next, subject));
            }
            return false;
        }
        if self.last_sent.len() >= MAX_SUBJECTS {
            self.last_sent.retain(|_, sent| *sent + MIN_INTERVAL > now);
        }
        self.last_sent.insert(subject, now);
        true
    }

    /// Time at which the next held event is due.
    pub fn next_due(&self) -> Option<Instant> {
        self.due.first().map(|(at, _)| *at)
    }

    /// Removes and returns the event that is due first.
    pub fn release(&mut self, now: Instant) -> Option<Arc<Numbered>> {
        let (_, subject) = self.due.pop_first()?;
        self.last_sent.insert(subject, now);
        self.held.remove(&subject)
    }
}

/// The person whom an event for staff is about, and the capabilities that receive it.
#[derive(Clone, Copy, Debug)]
pub struct AboutPerson {
    pub invite: InviteId,
    pub held: &'static [Capability],
}

/// An event with its sequence number since the server started.
#[derive(Debug)]
pub struct Numbered {
    pub id: u64,
    pub name: &'static str,
    /// JSON text, made once for all readers.
    pub data: String,
    pub(super) subject: Option<ThrottleSubject>,
    pub person: Option<AboutPerson>,
    /// When it was published, if its streams send it in turns.
    pub(super) spread_from: Option<Instant>,
}
