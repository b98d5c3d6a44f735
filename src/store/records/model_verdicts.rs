//! Verdicts of AI models, a record per answer.

use super::{IndexEntry, MODEL_VERDICTS_BY_QUESTION, Record, Table};
use crate::domain::{AttemptId, model_verdict::ModelVerdict};

impl Record for ModelVerdict {
    const TABLE: Table = Table("model_verdicts");
    const VERSION: u8 = 1;
    key!(self: (AttemptId, &'k str) = (self.submission_id, &self.question_id));
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![MODEL_VERDICTS_BY_QUESTION.entry((self.test_id, &self.question_id))]
    }
}
