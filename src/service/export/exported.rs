//! Content of a file of tests.

use crate::domain::{
    bank::{Labels, sections::TestSections},
    test::Test,
};

/// A test with its sections, or questions of the bank as a test.
#[derive(Clone, Debug)]
pub struct Exported {
    pub test: Test,
    pub sections: Option<TestSections>,
    /// Those of the bank, one for each question.
    pub labels: Vec<Labels>,
}

impl From<Test> for Exported {
    fn from(test: Test) -> Self {
        Self { test, sections: None, labels: Vec::new() }
    }
}
