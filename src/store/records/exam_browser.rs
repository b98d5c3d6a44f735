//! Rules of tests for the browser.

use super::{Record, Table};
use crate::domain::{TestId, exam_browser::ExamBrowserRule};

impl Record for ExamBrowserRule {
    const TABLE: Table = Table("exam_browser_rules");
    const VERSION: u8 = 1;
    type Id<'k> = TestId;
    fn id(&self) -> Self::Id<'_> {
        self.test_id
    }
}
