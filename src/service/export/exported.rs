//! Content of a file of tests.

use crate::domain::{
    bank::{Labels, sections::TestSections},
    picture::ShownPictures,
    test::Test,
};

/// A test with its sections, or questions of the bank as a test.
#[derive(Clone, Debug)]
pub struct Exported {
    pub test: Test,
    pub sections: Option<TestSections>,
    /// The labels in the bank, one for each question.
    pub labels: Vec<Labels>,
    /// Whether candidates accept a text of the test's own before the start, which is in no file.
    pub has_consent: bool,
}

impl Exported {
    /// All pictures of the test and the texts of its sections.
    #[must_use]
    pub fn pictures(&self) -> ShownPictures {
        let mut shown = self.test.pictures();
        shown.extend(self.sections.as_ref().map(TestSections::pictures).unwrap_or_default());
        shown
    }
}

impl From<Test> for Exported {
    fn from(test: Test) -> Self {
        Self { test, sections: None, labels: Vec::new(), has_consent: false }
    }
}
