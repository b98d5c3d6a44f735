//! How fast one stream is told of the same thing. A candidate can save a thousand times a second; nobody looks that often.
//! The latest of what is held back always arrives.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
    time::Duration,
};
use tokio::time::Instant;

/// Events of one name about one invite come to a stream once in this time.
pub const PAUSE: Duration = Duration::from_millis(500);
/// Subjects that are remembered before those of long ago are forgotten.
const MANY: usize = 1_024;

/// An event's name and what it is about.
pub type Subject = (&'static str, u128);

/// Of one stream; made with the first event that has a pace.
#[derive(Default)]
pub struct Pace {
    told: HashMap<Subject, Instant>,
    held: HashMap<Subject, Arc<Numbered>>,
    due: BTreeSet<(Instant, Subject)>,
}

impl Pace {
    /// Whether an event goes out now; if not, it is held in place of the one before it.
    pub fn admit(&mut self, subject: Subject, event: &Arc<Numbered>, now: Instant) -> bool {
        if let Some(next) = self.told.get(&subject).map(|told| *told + PAUSE).filter(|next| *next > now) {
            if self.held.insert(subject, event.clone()).is_none() {
                self.due.insert((next, subject));
            }
            return false;
        }
        if self.told.len() >= MANY {
            self.told.retain(|_, told| *told + PAUSE > now);
        }
        self.told.insert(subject, now);
        true
    }

    /// When the next one that is held goes out.
    pub fn next_due(&self) -> Option<Instant> {
        self.due.first().map(|(at, _)| *at)
    }

    /// What is due by now.
    pub fn release(&mut self, now: Instant) -> Option<Arc<Numbered>> {
        let (_, subject) = self.due.pop_first()?;
        self.told.insert(subject, now);
        self.held.remove(&subject)
    }
}

/// An event with its place since the server started.
#[derive(Debug)]
pub struct Numbered {
    pub id: u64,
    pub name: &'static str,
    /// JSON text, made once for all readers.
    pub data: String,
    pub(super) subject: Option<Subject>,
}
