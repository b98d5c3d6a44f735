//! Records of clips around flags.

use super::{Index, IndexEntry, Record, Table, counter};
use crate::domain::{
    AttemptId, ClipId, TestId,
    clip::{AgreedClips, Clip, ClipPart, ClipRule},
};

/// Clips whose parts are not all stored.
pub const UNFINISHED_CLIPS: Index<Clip, AttemptId> = Index::plain("unfinished_clips");

impl Record for ClipRule {
    const TABLE: Table = Table("clip_rules");
    const VERSION: u8 = 1;
    key!(self: TestId = self.test_id);
}

impl Record for AgreedClips {
    const TABLE: Table = Table("agreed_clips");
    const VERSION: u8 = 1;
    key!(self: AttemptId = self.attempt_id);
}

impl Record for Clip {
    const TABLE: Table = Table("clips");
    const VERSION: u8 = 1;
    key!(self: (AttemptId, ClipId) = (self.attempt_id, self.id));
    fn index_entries(&self) -> Vec<IndexEntry> {
        if self.is_whole { vec![] } else { vec![UNFINISHED_CLIPS.entry(self.attempt_id)] }
    }
}

/// Stored apart from its [`Clip`], so that lists do not read video, and in parts, so that saves are stored in between.
impl Record for ClipPart {
    const TABLE: Table = Table("clip_parts");
    const VERSION: u8 = 1;
    key!(self: (AttemptId, ClipId, u32) = (self.attempt_id, self.clip_id, self.number));
    fn counters(&self) -> Vec<Vec<u8>> {
        vec![counter::clip_parts()]
    }
}
