//! Judging of answers.

use super::{Index, IndexEntry, JUDGINGS_DUE, JUDGINGS_FAILED, Record, Table, counter};
use crate::{
    domain::{
        AttemptId, RunnerTokenId,
        judging::{Judging, JudgingState},
    },
    store::{StoreError, decode_body},
};

/// Answers whose verdicts are those of a runner on another machine.
pub const JUDGED_BY: Index<Judging, RunnerTokenId> = Index::plain("judged_by");

impl Record for Judging {
    const TABLE: Table = Table("judgings");
    const VERSION: u8 = 3;
    key!(self: (AttemptId, &'k str) = (self.attempt_id, &self.question_id));
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 3 appended the job; 0 is `None`. Before, version 2 appended the machine to a verdict, which ended the
            // record; without a verdict nothing differed.
            1 => decode_body(&[body, &[0, 0]].concat()).or_else(|_| decode_body(&[body, &[0]].concat())),
            2 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        let mut entries = match self.state {
            JudgingState::Waiting => vec![JUDGINGS_DUE.entry(self.next_try_at)],
            JudgingState::Failed => vec![JUDGINGS_FAILED.entry(self.asked_at)],
            JudgingState::Done => Vec::new(),
        };
        entries.extend(self.machine().map(|machine| JUDGED_BY.entry(machine)));
        entries
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        let mut counters = match self.state {
            JudgingState::Waiting => vec![counter::judgings_waiting()],
            JudgingState::Failed => vec![counter::judgings_failed()],
            JudgingState::Done => Vec::new(),
        };
        counters.extend(self.machine().map(counter::judged_by));
        let of_job = match self.state {
            JudgingState::Waiting => self.job.map(counter::judgings_waited_for),
            JudgingState::Failed => self.job.map(counter::judgings_failed_of),
            JudgingState::Done => None,
        };
        counters.extend(of_job);
        counters
    }
}
