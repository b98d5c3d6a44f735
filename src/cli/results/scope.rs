//! The results that a command is about.

use crate::{
    app::App,
    cli::failure::Failure,
    domain::TestId,
    service::{
        actor::Admin,
        result::results::{self, SubmissionFilter},
        test::authoring,
    },
};

/// Results outlive their test; without results, an unknown test id is an error.
pub fn require_known(app: &App, admin: &Admin, test: Option<TestId>, all: SubmissionFilter) -> Result<(), Failure> {
    if let Some(id) = test
        && results::count(app, admin, all)? == 0
    {
        authoring::get(app, admin, id)?;
    }
    Ok(())
}
