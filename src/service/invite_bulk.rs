//! Many invites to one test at once: each line stands or falls by itself, and their mails go out by the worker, so that
//! nobody waits for a mail server a thousand times.

use super::{
    actor::Admin,
    invites::{NewInvite, Prepared},
    outbox, settings,
};
use crate::{
    app::App,
    domain::{Error, InviteId, Kind, Result, user},
};
use std::collections::HashMap;

/// Invites per transaction: long lists do not keep candidates' saves waiting.
const BATCH: usize = 50;
pub const MOST: usize = 1_000;

pub struct Line {
    pub name: String,
    pub email: String,
}

/// What became of one line.
pub struct Outcome {
    pub email: String,
    pub invite: Result<InviteId>,
}

pub struct Invited {
    /// In the order of the lines.
    pub outcomes: Vec<Outcome>,
    /// The mails wait for the worker; false where no mail server is set up.
    pub mails_go_out: bool,
}

/// What concerns all lines: too many, or a bad date or zone.
fn check(common: &NewInvite, lines: &[Line], app: &App) -> Result<()> {
    if lines.is_empty() {
        return Err(Error::field("applicants", "Please enter at least one applicant."));
    }
    if lines.len() > MOST {
        return Err(Error::field("applicants", format!("At most {MOST} applicants can be invited at once.")));
    }
    let sample = NewInvite {
        applicant_name: "Somebody".into(),
        applicant_email: "somebody@example.org".into(),
        ..common.clone()
    };
    sample.check(app.now())
}

/// Invites everybody; `common` says to what and when, and its name and address are not used.
///
/// # Errors
/// 404 for an unknown test; 422 for what is wrong with all lines. What is wrong with one is its outcome.
pub async fn create(app: &App, admin: &Admin, common: &NewInvite, lines: Vec<Line>) -> Result<Invited> {
    super::tests::get(app, admin, common.test_id)?;
    check(common, &lines, app)?;
    let mails_go_out = settings::smtp(app).is_ok();
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut outcomes = Vec::with_capacity(lines.len());
    for (n, line) in lines.into_iter().enumerate() {
        let email = user::normalise_email(&line.email);
        let first = *seen.entry(email.clone()).or_insert(n);
        let (applicant_name, applicant_email) = (line.name, line.email);
        let input = NewInvite { applicant_email, applicant_name, ..common.clone() };
        let checked = match input.check(app.now()) {
            Ok(()) if first < n => {
                Err(Error::field("email", format!("This address is on line {} already.", first + 1)))
            }
            other => other.map(|()| input),
        };
        outcomes.push((email, checked));
    }
    let mut done = Vec::with_capacity(outcomes.len());
    let mut rest = outcomes.into_iter().peekable();
    while rest.peek().is_some() {
        done.extend(store(app, admin, rest.by_ref().take(BATCH).collect()).await?);
        outbox::wake(app);
    }
    Ok(Invited { outcomes: done, mails_go_out })
}

async fn store(app: &App, admin: &Admin, batch: Vec<(String, Result<NewInvite>)>) -> Result<Vec<Outcome>> {
    let now = app.now();
    let prepare =
        |(email, input): (String, Result<NewInvite>)| (email, input.and_then(|input| Prepared::new(app, input, now)));
    let batch: Vec<_> = batch.into_iter().map(prepare).collect();
    let (by, handle) = (admin.id(), app.clone());
    app.store
        .write(move |tx| {
            let mut outcomes = Vec::with_capacity(batch.len());
            for (email, prepared) in batch {
                let invite = prepared.and_then(|p| p.insert(&handle, tx, by, now, now));
                match invite {
                    // Refused before anything was written: a line's own affair. A fault of the store is everybody's.
                    Err(error) if matches!(error.kind, Kind::Internal | Kind::Unavailable) => return Err(error),
                    invite => outcomes.push(Outcome { email, invite }),
                }
            }
            Ok(outcomes)
        })
        .await
}
