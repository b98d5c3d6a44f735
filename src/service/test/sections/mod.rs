//! Tests that are divided into sections (`docs/behaviour/tests.md#sections-and-pools`).

pub mod asked_candidates;
pub(in crate::service::test) mod marks;
pub mod prepare;

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Result, TestId,
        bank::{BankQuestion, plan::DrawnPaper, sections::TestSections},
        question::draw::Seed,
        test::{Test, archive::Archived, total_points},
    },
    service::{
        actor::TestReader,
        query::{
            plans,
            pools::{self, Stock},
        },
    },
    store::Read,
};

/// A test as authors see it.
#[derive(Clone, Debug)]
pub struct Authored {
    pub test: Test,
    pub sections: Option<TestSections>,
    pub is_archived: bool,
    /// Only where one test is read.
    pub bank: Option<BankState>,
}

/// Current contents of the bank for the sections of a test.
#[derive(Clone, Debug, Default)]
pub struct BankState {
    /// The bank question of each fixed question, in order; `None` for those of the test alone.
    pub pinned: Vec<Option<BankQuestion>>,
    /// The stock of each pool, in order.
    pub pools: Vec<Stock>,
}

impl Authored {
    /// # Errors
    /// Storage only.
    pub fn of(read: &impl Read, test: Test) -> Result<Self> {
        let (sections, is_archived) = (read.get(test.id)?, read.has::<Archived>(test.id)?);
        Ok(Self { test, sections, is_archived, bank: None })
    }

    /// Adds the stock of the bank.
    ///
    /// # Errors
    /// Storage only.
    pub fn with_bank(mut self, read: &impl Read) -> Result<Self> {
        if let Some(sections) = &self.sections {
            let pinned = sections.pins().map(|pin| pin.map_or(Ok(None), |pin| Ok(read.get(pin.question_id)?)));
            let pinned = pinned.collect::<Result<_>>()?;
            let pools = pools::stocks(read, sections)?.into_iter().map(|(_, stock)| stock).collect();
            self.bank = Some(BankState { pinned, pools });
        }
        Ok(self)
    }

    /// Number and points of the questions of each paper.
    #[must_use]
    pub fn size(&self) -> (usize, u32) {
        let (count, points) = self.sections.as_ref().map(TestSections::drawn).unwrap_or_default();
        (self.test.questions.len() + count, total_points(&self.test.questions) + points)
    }
}

/// Fails for a test with pools, timed sections or passages, which a list of questions alone cannot replace.
///
/// # Errors
/// 409 `has_sections`.
pub fn require_no_pools(read: &impl Read, id: TestId) -> Result<()> {
    let sections: Option<TestSections> = read.get(id)?;
    let lost = sections.and_then(|sections| match sections.pools().next() {
        Some(_) => Some("This test has pools. Send its sections, or it would lose them."),
        None if sections.have_rules() => Some(
            "This test has sections with their own time, or one-way ones. Send its sections, or it would lose them.",
        ),
        None => sections
            .have_texts()
            .then_some("This test has passages or instructions. Send its sections, or it would lose them."),
    });
    if let Some(detail) = lost {
        return Err(Error::conflict(ErrorCode::HasSections, detail));
    }
    Ok(())
}

/// A paper as a start with this seed would draw it now.
///
/// # Errors
/// 404; 409 `pool_too_small`.
pub fn preview(app: &App, _: &TestReader, id: TestId, seed: &Seed) -> Result<DrawnPaper> {
    plans::paper(app, &app.store.read()?, id, seed)
}
