//! Assignments of tests, and the answers that were dealt to people.

use super::{
    ASSIGNMENTS_BY_REVIEWER, ASSIGNMENTS_TO_DEAL, IndexEntry, MARKINGS_BY_ANSWER, MARKINGS_BY_OUTCOME,
    MARKINGS_BY_REVIEWER, MARKINGS_BY_RUBRIC, Record, Table, counter,
};
use crate::{
    domain::{
        AttemptId, MarkingId, TestId, UserId,
        assignment::{Assignments, ScoreSlot},
        marking::{ComparedScores, Given, Marking, MarkingList, MarkingState},
    },
    store::{StoreError, decode_body},
};
use serde::Deserialize;
use std::collections::BTreeSet;

impl Record for Assignments {
    const TABLE: Table = Table("assignments");
    const VERSION: u8 = 1;
    key!(self: TestId = self.test_id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        let people: BTreeSet<UserId> = self.items.iter().map(|item| item.reviewer_id).collect();
        let mut entries: Vec<IndexEntry> = people.into_iter().map(|id| ASSIGNMENTS_BY_REVIEWER.entry(id)).collect();
        if self.is_dealing() {
            entries.push(ASSIGNMENTS_TO_DEAL.entry(self.test_id));
        }
        entries
    }
}

/// Version 1, without the items of a second marker. Never changes.
#[derive(Deserialize)]
struct MarkingV1 {
    id: MarkingId,
    submission_id: AttemptId,
    test_id: TestId,
    question_id: String,
    reviewer_id: UserId,
    slot: ScoreSlot,
    of_question: bool,
    dealt_by: u32,
    state: MarkingState,
    given: Option<Given>,
    compared: Option<ComparedScores>,
    version: u32,
}

impl Record for Marking {
    const TABLE: Table = Table("markings");
    const VERSION: u8 = 2;
    key!(self: MarkingId = self.id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        let mut entries = vec![MARKINGS_BY_ANSWER.entry((self.submission_id, &self.question_id))];
        if let Some(list) = self.list() {
            entries.push(MARKINGS_BY_REVIEWER.entry((self.reviewer_id, list, self.test_id, &self.question_id)));
        }
        if self.follows_rubric() {
            entries.push(MARKINGS_BY_RUBRIC.entry((self.test_id, &self.question_id)));
        }
        entries.extend(self.compared.map(|compared| MARKINGS_BY_OUTCOME.entry((self.test_id, compared.outcome))));
        entries
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        let mut counters = Vec::new();
        if let Some(list) = self.list() {
            let dealt_by = if list == MarkingList::Waiting { self.dealt_by } else { 0 };
            let pool = self.of_question.then_some(self.question_id.as_str());
            counters.push(counter::markings_of(self.reviewer_id, list, self.test_id, &self.question_id));
            counters.push(counter::markings_in(self.test_id, self.reviewer_id, list));
            counters.push(counter::dealt(self.test_id, pool, self.slot, self.reviewer_id, dealt_by));
        }
        counters.extend(self.compared.map(|compared| counter::compared(self.test_id, compared.outcome)));
        counters
    }
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        if version != 1 {
            return Err(StoreError::unknown_version(version));
        }
        let MarkingV1 {
            id,
            submission_id,
            test_id,
            question_id,
            reviewer_id,
            slot,
            of_question,
            dealt_by,
            state,
            given,
            compared,
            version,
        } = decode_body(body)?;
        Ok(Self {
            id,
            submission_id,
            test_id,
            question_id,
            reviewer_id,
            slot,
            of_question,
            dealt_by,
            state,
            given,
            compared,
            chosen: None,
            version,
        })
    }
}
