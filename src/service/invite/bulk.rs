//! Many invites to one test at once: each line stands or falls by itself, and their mails go out by the worker, so that
//! nobody waits for a mail server a thousand times.

use super::invites::{NewInvite, Prepared};
use crate::{
    app::App,
    domain::{Error, InviteId, Kind, Result, user},
    service::{actor::Admin, mail::queue, settings},
};
use std::collections::HashMap;

/// Invites per transaction: long lists do not keep candidates' saves waiting.
const BATCH: usize = 25;
/// People of one call.
pub const MOST: usize = 1_000;

pub struct Line {
    /// By which people find it.
    pub number: u64,
    pub name: String,
    pub email: String,
    /// Why nobody can be told from it.
    pub fault: Option<String>,
}

/// What became of one line.
pub struct Outcome {
    /// The line's number.
    pub line: u64,
    pub email: String,
    pub invite: Result<InviteId>,
}

pub struct Invited {
    /// In the order of the lines.
    pub outcomes: Vec<Outcome>,
    /// The mails wait for the worker; false where no mail server is set up.
    pub mails_go_out: bool,
}

/// A list of any length that is invited part by part, so that what was done can be told meanwhile.
pub struct Bulk {
    common: NewInvite,
    /// Addresses that came, and on which line first.
    seen: HashMap<String, u64>,
    /// As in [`Invited`].
    pub mails_go_out: bool,
}

/// Between two batches the writer has time for the others, as long as the batch took.
const REST: u32 = 1;

impl Bulk {
    /// `common` says to what and when, and its name and address are not used.
    ///
    /// # Errors
    /// 404 for an unknown test; 422 for a bad date or zone.
    pub fn new(app: &App, admin: &Admin, common: NewInvite) -> Result<Self> {
        crate::service::test::authoring::get(app, admin, common.test_id)?;
        let sample = NewInvite {
            applicant_name: "Somebody".into(),
            applicant_email: "somebody@example.org".into(),
            ..common.clone()
        };
        sample.check(app.now())?;
        Ok(Self { common, seen: HashMap::new(), mails_go_out: settings::smtp(app).is_ok() })
    }

    /// Invites the next people of the list; answers in their order.
    ///
    /// # Errors
    /// Storage only. What is wrong with a line is its outcome.
    pub async fn invite(&mut self, app: &App, admin: &Admin, lines: Vec<Line>) -> Result<Vec<Outcome>> {
        let mut checked = Vec::with_capacity(lines.len());
        for line in lines {
            checked.push((line.number, user::normalise_email(&line.email), self.check(app, line)));
        }
        let mut done = Vec::with_capacity(checked.len());
        let mut rest = checked.into_iter().peekable();
        while rest.peek().is_some() {
            let batch = store(app, admin, rest.by_ref().take(BATCH).collect());
            done.extend(app.write_pacing.write(REST, batch).await?);
            queue::wake(app);
        }
        Ok(done)
    }

    fn check(&mut self, app: &App, line: Line) -> Result<NewInvite> {
        let Line { number, name: applicant_name, email: applicant_email, fault } = line;
        if let Some(why) = fault {
            return Err(Error::field("applicants", why));
        }
        let first = *self.seen.entry(user::normalise_email(&applicant_email)).or_insert(number);
        let input = NewInvite { applicant_email, applicant_name, ..self.common.clone() };
        input.check(app.now())?;
        if first < number {
            return Err(Error::field("email", format!("This address is on line {first} already.")));
        }
        Ok(input)
    }
}

/// Invites everybody of a list that came in one call.
///
/// # Errors
/// As [`Bulk::new`]; 422 for nobody, and for more than [`MOST`].
pub async fn create(app: &App, admin: &Admin, common: NewInvite, lines: Vec<Line>) -> Result<Invited> {
    let mut bulk = Bulk::new(app, admin, common)?;
    if lines.is_empty() {
        return Err(Error::field("applicants", "Please enter at least one applicant."));
    }
    if lines.len() > MOST {
        return Err(Error::field("applicants", format!("At most {MOST} applicants can be invited at once.")));
    }
    let outcomes = bulk.invite(app, admin, lines).await?;
    Ok(Invited { outcomes, mails_go_out: bulk.mails_go_out })
}

async fn store(app: &App, admin: &Admin, batch: Vec<(u64, String, Result<NewInvite>)>) -> Result<Vec<Outcome>> {
    let now = app.now();
    let prepare = |input: Result<NewInvite>| input.and_then(|input| Prepared::new(app, input, now));
    let batch: Vec<_> = batch.into_iter().map(|(line, email, input)| (line, email, prepare(input))).collect();
    let (by, handle) = (admin.id(), app.clone());
    app.store
        .write(move |tx| {
            let mut outcomes = Vec::with_capacity(batch.len());
            for (line, email, prepared) in batch {
                let invite = prepared.and_then(|p| p.insert(&handle, tx, by, now, now));
                match invite {
                    // Refused before anything was written: a line's own affair. A fault of the store is everybody's.
                    Err(error) if matches!(error.kind, Kind::Internal | Kind::Unavailable) => return Err(error),
                    invite => outcomes.push(Outcome { line, email, invite }),
                }
            }
            Ok(outcomes)
        })
        .await
}
