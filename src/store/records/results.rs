//! Submissions and the grades of their answers.

use super::{
    GRADES_BY_QUESTION, IndexEntry, Record, SUBMISSIONS_BY_APPLICANT, SUBMISSIONS_BY_TIME, SUBMISSIONS_WAITING,
    StoreError, Table,
    counter::{self, CountPeriod},
    decode_body,
};
use crate::domain::{
    AttemptId,
    list::{Review, Scope},
    submission::{Grade, GradeStatus, ScoringStatus, Submission},
};

impl Record for Submission {
    const TABLE: Table = Table("submissions");
    const VERSION: u8 = 3;
    key!(self: AttemptId = self.id);
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended the pending points; the migration to schema 3 fills them in.
            1 => decode_body(&[body, &[0; 4]].concat()),
            // Version 3 appended three counts of judged answers.
            2 => decode_body(&[body, &[0; 3]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        let at = self.submitted_at;
        let mut entries = vec![
            SUBMISSIONS_BY_TIME.entry((Scope::All, at)),
            SUBMISSIONS_BY_TIME.entry((Scope::Test(self.test_id), at)),
            SUBMISSIONS_BY_APPLICANT.entry((self.applicant_id, at)),
        ];
        if self.waits_for_review() {
            let partial = self.status == ScoringStatus::PartiallyReviewed;
            entries.push(SUBMISSIONS_WAITING.entry((at, partial)));
        }
        entries
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        let scopes = [Scope::All, Scope::Test(self.test_id)];
        let mut counters: Vec<_> = scopes.into_iter().map(counter::submissions).collect();
        counters.extend(scopes.into_iter().map(|s| counter::submitted(CountPeriod::QuarterHour, s, self.submitted_at)));
        counters.extend(scopes.into_iter().map(|s| counter::submitted(CountPeriod::Day, s, self.submitted_at)));
        counters.push(counter::submissions_of(self.applicant_id));
        if self.waits_for_review() {
            counters.push(counter::waiting());
        }
        if !self.is_provisional() {
            counters.push(counter::final_score(self.test_id, self.final_score()));
        }
        counters
    }
}

impl Record for Grade {
    const TABLE: Table = Table("grades");
    const VERSION: u8 = 2;
    key!(self: (AttemptId, u32) = (self.submission_id, self.place));
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended what a repair has changed; 0 is `None`.
            1 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        let entry = |r| GRADES_BY_QUESTION.entry((self.test_id, &self.question_id, r, self.submitted_at));
        reviews(self).iter().copied().map(entry).collect()
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        reviews(self).iter().map(|r| counter::answers(self.test_id, &self.question_id, *r)).collect()
    }
}

/// Review lists that contain an answer.
fn reviews(grade: &Grade) -> &'static [Review] {
    match (grade.is_written, grade.status) {
        (false, _) => &[],
        (true, GradeStatus::Pending) => &[Review::All, Review::Pending],
        (true, _) => &[Review::All],
    }
}
