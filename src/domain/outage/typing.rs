//! Whether a candidate worked on while the server was out of reach, as far as what arrives afterwards shows it.

use super::OutageWindow;
use crate::domain::{
    Instant,
    history::{EditSource, Edits, TICK},
};

/// A save after an outage.
pub struct Typing<'t> {
    pub edits: &'t [u8],
    /// Numbers of the stored and of the new text.
    pub seqs: (u64, u64),
    pub started_at: Instant,
}

impl Typing<'_> {
    /// Number of changes that were made in `gap`. Without times of the single changes, all count that were not saved
    /// before: rather no proposal than one for a candidate who worked on.
    #[must_use]
    pub fn within(&self, gap: OutageWindow) -> u32 {
        let count = match Edits::read(self.edits).filter(|_| !self.edits.is_empty()) {
            Some(edits) => self.timed(edits, gap),
            None => self.seqs.1.saturating_sub(self.seqs.0).max(1),
        };
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    fn timed(&self, edits: Edits, gap: OutageWindow) -> u64 {
        let (mut ticks, mut count) = (edits.start, 0);
        for edit in edits.edits {
            ticks = ticks.saturating_add(edit.ticks);
            let at = i32::try_from(ticks).map_or(Instant::MAX, |ticks| self.started_at.plus(TICK * ticks));
            if edit.source != EditSource::Program && gap.from < at && at <= gap.to {
                count += (edit.inserted.chars().count() as u64).max(1);
            }
        }
        count
    }
}
