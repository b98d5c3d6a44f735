//! Rubrics, a record per question of a test, and the items chosen for each answer.

use super::{IndexEntry, RUBRICS_TO_APPLY, Record, SCORED_BY_RUBRIC, Table};
use crate::domain::{
    AttemptId, TestId,
    rubric::{Rubric, RubricChoice},
};

impl Record for Rubric {
    const TABLE: Table = Table("rubrics");
    const VERSION: u8 = 1;
    key!(self: (TestId, &'k str) = (self.test_id, &self.question_id));
    fn index_entries(&self) -> Vec<IndexEntry> {
        if self.is_recalculating() { vec![RUBRICS_TO_APPLY.entry(self.test_id)] } else { Vec::new() }
    }
}

impl Record for RubricChoice {
    const TABLE: Table = Table("chosen_rubric_items");
    const VERSION: u8 = 1;
    key!(self: (AttemptId, &'k str) = (self.submission_id, &self.question_id));
    fn index_entries(&self) -> Vec<IndexEntry> {
        let entry = || SCORED_BY_RUBRIC.entry((self.test_id, &self.question_id));
        if self.is_overridden { Vec::new() } else { vec![entry()] }
    }
}
