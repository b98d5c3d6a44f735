//! Assignments of tests, and the answers that were dealt to people.

use super::{
    ASSIGNMENTS_BY_REVIEWER, ASSIGNMENTS_TO_DEAL, Entry, MARKINGS_BY_ANSWER, MARKINGS_BY_OUTCOME, MARKINGS_BY_REVIEWER,
    Record, Table, counter,
};
use crate::domain::{
    MarkingId, TestId, UserId,
    assignment::Assignments,
    marking::{List, Marking},
};
use std::collections::BTreeSet;

impl Record for Assignments {
    const TABLE: Table = Table("assignments");
    const VERSION: u8 = 1;
    type Id<'k> = TestId;
    fn id(&self) -> Self::Id<'_> {
        self.test_id
    }
    fn index_entries(&self) -> Vec<Entry> {
        let people: BTreeSet<UserId> = self.items.iter().map(|item| item.reviewer_id).collect();
        let mut entries: Vec<Entry> = people.into_iter().map(|id| ASSIGNMENTS_BY_REVIEWER.entry(id)).collect();
        if self.is_dealing() {
            entries.push(ASSIGNMENTS_TO_DEAL.entry(self.test_id));
        }
        entries
    }
}

impl Record for Marking {
    const TABLE: Table = Table("markings");
    const VERSION: u8 = 1;
    type Id<'k> = MarkingId;
    fn id(&self) -> Self::Id<'_> {
        self.id
    }
    fn index_entries(&self) -> Vec<Entry> {
        let mut entries = vec![MARKINGS_BY_ANSWER.entry((self.submission_id, &self.question_id))];
        if let Some(list) = self.list() {
            entries.push(MARKINGS_BY_REVIEWER.entry((self.reviewer_id, list, self.test_id, &self.question_id)));
        }
        entries.extend(self.compared.map(|compared| MARKINGS_BY_OUTCOME.entry((self.test_id, compared.outcome))));
        entries
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        let mut counters = Vec::new();
        if let Some(list) = self.list() {
            let dealt_by = if list == List::Waiting { self.dealt_by } else { 0 };
            let pool = self.of_question.then_some(self.question_id.as_str());
            counters.push(counter::markings_of(self.reviewer_id, list, self.test_id, &self.question_id));
            counters.push(counter::markings_in(self.test_id, self.reviewer_id, list));
            counters.push(counter::dealt(self.test_id, pool, self.slot, self.reviewer_id, dealt_by));
        }
        counters.extend(self.compared.map(|compared| counter::compared(self.test_id, compared.outcome)));
        counters
    }
}
