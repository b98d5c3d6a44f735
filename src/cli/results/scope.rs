//! The results that a command is about.

use crate::{
    app::App,
    cli::failure::Failure,
    domain::TestId,
    service::{
        actor::ResultReader,
        result::results::{self, SubmissionFilter},
        test::authoring,
    },
};

/// Results outlive their test; without results, an unknown test id is an error.
pub fn require_known(app: &App, by: &ResultReader, test: Option<TestId>, all: SubmissionFilter) -> Result<(), Failure> {
    if let Some(id) = test
        && results::count(app, by, all)? == 0
    {
        authoring::get(app, &by.into(), id)?;
    }
    Ok(())
}
