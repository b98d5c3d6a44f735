//! Judging of answers.

use super::{Entry, JUDGINGS_DUE, JUDGINGS_FAILED, Record, Table, counter};
use crate::domain::{
    AttemptId,
    judging::{Judging, State},
};

impl Record for Judging {
    const TABLE: Table = Table("judgings");
    const VERSION: u8 = 1;
    type Id<'k> = (AttemptId, &'k str);
    fn id(&self) -> Self::Id<'_> {
        (self.attempt_id, &self.question_id)
    }
    fn index_entries(&self) -> Vec<Entry> {
        match self.state {
            State::Waiting => vec![JUDGINGS_DUE.entry(self.next_try_at)],
            State::Failed => vec![JUDGINGS_FAILED.entry(self.asked_at)],
            State::Done => Vec::new(),
        }
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        match self.state {
            State::Waiting => vec![counter::judgings_waiting()],
            State::Failed => vec![counter::judgings_failed()],
            State::Done => Vec::new(),
        }
    }
}
