//! Estimates of what a candidate typed while the server was out of reach, seen from the saves that arrive afterwards
//! (`docs/behaviour/taking.md#lost-time`).

use super::access::Access;
use crate::{
    domain::{
        AttemptId, Instant,
        attempt::Answer,
        outage::{OutageWindow, Typing},
    },
    service::work::Work,
};

/// The changes of one save.
pub(super) struct Offline {
    attempt_id: AttemptId,
    started_at: Instant,
    /// `None`: the page was not cut off just now.
    gap: Option<OutageWindow>,
    typed: u32,
}

impl Offline {
    pub fn open(w: &Work<'_, '_>, access: &Access) -> Self {
        let attempt = &access.attempt;
        let gap = if access.superseded { None } else { w.app.watching.contacts.save(attempt.id, w.now) };
        Self { attempt_id: attempt.id, started_at: attempt.started_at, gap, typed: 0 }
    }

    /// An answer that replaces the stored one.
    pub fn note(&mut self, stored: Option<&Answer>, (text, seq): (&str, u64), edits: &[u8]) {
        let Some(gap) = self.gap else { return };
        let (before, before_seq) = stored.map_or(("", 0), |answer| (answer.text.as_str(), answer.seq));
        if before != text {
            let typing = Typing { edits, seqs: (before_seq, seq), started_at: self.started_at };
            self.typed = self.typed.saturating_add(typing.within(gap));
        }
    }

    pub fn close(self, w: &mut Work<'_, '_>) {
        if self.typed > 0 {
            let (app, Self { attempt_id, typed, .. }) = (w.app.clone(), self);
            w.after_commit(move || app.watching.contacts.typed(attempt_id, typed));
        }
    }
}
