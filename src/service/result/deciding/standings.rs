//! Standings of many submissions in one pass, of any number of tests: for files, in little memory.

use super::{
    decided::{self, Decided},
    passing::Passing,
    rows::RankStanding,
    table,
};
use crate::{
    app::App,
    domain::{Result, TestId, list::Scope, submission::Submission},
    service::{
        actor::ResultReader,
        result::results::{self, SubmissionFilter},
    },
    state::rankings::RankCounts,
};
use std::collections::HashMap;

/// Final scores of a test in hundredths of a percent, lowest first, and its pass mark.
struct TestScores {
    scores: Vec<u32>,
    passing: Option<Passing>,
}

/// The final scores of the tests that were asked for.
pub struct Standings<'a> {
    app: &'a App,
    admin: &'a ResultReader,
    fields: HashMap<TestId, TestScores>,
}

impl<'a> Standings<'a> {
    #[must_use]
    pub fn new(app: &'a App, admin: &'a ResultReader) -> Self {
        Self { app, admin, fields: HashMap::new() }
    }

    /// The standing of a submission, and the decision on it. The first one of a test reads all scores of that test.
    ///
    /// # Errors
    /// Storage only.
    pub fn of(&mut self, submission: &Submission) -> Result<(RankStanding, Decided)> {
        let test = submission.test_id;
        if !self.fields.contains_key(&test) {
            let field = self.read(test)?;
            self.fields.insert(test, field);
        }
        let read = self.app.store.read()?;
        let decided = decided::of(&read, submission.id)?;
        let Some(field) = self.fields.get_mut(&test) else { return Ok((RankStanding::default(), decided)) };
        let score = table::score(submission);
        let below = field.scores.partition_point(|other| *other < score);
        let equal = field.scores.partition_point(|other| *other <= score) - below;
        let place = RankCounts { below: below as u64, equal: equal as u64, of: field.scores.len() as u64 };
        let passing = field.passing.as_mut();
        let passed = passing.map(|passing| passing.is_passed(self.app, &read, submission, &[])).transpose()?;
        Ok((RankStanding::at(place, submission, passed), decided))
    }

    fn read(&self, test: TestId) -> Result<TestScores> {
        let passing = Passing::of(&self.app.store.read()?, test)?;
        let mut scores = Vec::new();
        results::export(
            self.app,
            self.admin,
            SubmissionFilter { scope: Scope::Test(test), submitted: None },
            |submission| {
                if !submission.is_provisional() {
                    scores.push(table::score(&submission));
                }
                Ok(())
            },
        )?;
        scores.sort_unstable();
        Ok(TestScores { scores, passing })
    }
}
