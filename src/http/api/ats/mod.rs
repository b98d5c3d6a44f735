//! The use case of orders in the shapes of tracking systems (docs/api.md#tracking-systems): they choose a test, order it for a
//! person and ask how it went. They sign in with a token as the user name of HTTP Basic. Their bodies have more than is read
//! here, such as long signed links to documents.

pub mod ashby;
pub mod greenhouse;

use crate::{
    app::App,
    domain::{Error, Result, hex},
    service::{
        actor::TestReader,
        invite::invites::NewInvite,
        query::page::{Page, Slice},
        test::authoring,
    },
};
use sha2::{Digest, Sha256};

/// Tests of one page of the list.
const PAGE: usize = 1_000;

/// Id and title of the tests that can be ordered, the newest first.
///
/// # Errors
/// Storage only.
fn tests(app: &App, by: &TestReader) -> Result<Vec<(String, String)>> {
    let (mut found, mut slice) = (Vec::new(), Slice { limit: PAGE, after: None });
    loop {
        let Page { items, next } = authoring::list(app, by, false, &slice)?;
        found.extend(items.into_iter().map(|one| (one.test.id.to_string(), one.test.title)));
        match next {
            Some(after) => slice.after = Some(after),
            None => return Ok(found),
        }
    }
}

/// The invite of a person, who can begin at any time. Systems send null for a name that they do not know.
///
/// # Errors
/// 422 on `field` for what is no id of a test.
fn invite(test: &str, field: &'static str, names: [Option<String>; 2], email: &str) -> Result<NewInvite> {
    let unknown = |_| Error::field(field, "There is no such test.");
    let test_id = test.trim().parse().map_err(unknown)?;
    let name = names.map(Option::unwrap_or_default).join(" ");
    Ok(NewInvite::without_schedule(test_id, email.to_owned(), name.trim().to_owned()))
}

/// A short name of what identifies an order elsewhere.
fn digest(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.len().to_be_bytes());
        hash.update(part);
    }
    hex::encode(&hash.finalize()[..16])
}
