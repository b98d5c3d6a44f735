//! An applicant's own invites and submissions, never scores.

use super::link::Intro;
use crate::{
    app::App,
    domain::{
        Error, Result,
        invite::{Invite, InviteStatus},
        submission::Submission,
    },
    service::{actor::Applicant, query},
    store::{Read, records},
};
use std::ops::ControlFlow;

pub struct MyInvite {
    pub invite: Invite,
    /// The link's token; blank where it was lost with the data's key.
    pub token: String,
    /// `None` if the test was deleted.
    pub intro: Option<Intro>,
    /// Why it cannot be started or resumed now.
    pub blocked: Option<Error>,
}

/// Upcoming and completed invites, oldest first; empty until the email is verified.
///
/// # Errors
/// Those of [`query::link::token_of`].
pub fn my_invites(app: &App, applicant: &Applicant) -> Result<Vec<MyInvite>> {
    let user = applicant.user();
    if !user.mailbox_proven {
        return Ok(Vec::new());
    }
    let (read, now) = (app.store.read()?, app.now());
    let all = query::invite::of_person(&read, user.id)?;
    let shown = all.iter().filter(|i| i.status(now) != InviteStatus::Expired);
    shown
        .map(|invite| {
            let blocked = match invite.state {
                InviteStatus::Completed => None,
                _ => crate::domain::invite::start_order(invite, &all, now).err(),
            };
            let intro = query::link::paper(app, &read, invite).ok().map(|p| Intro::of(&p));
            Ok(MyInvite { invite: invite.clone(), token: query::link::token_of(app, invite)?, intro, blocked })
        })
        .collect()
}

/// Submissions, newest first; empty until the email is verified.
///
/// # Errors
/// Storage only.
pub fn my_submissions(app: &App, applicant: &Applicant) -> Result<Vec<Submission>> {
    let user = applicant.user();
    if !user.mailbox_proven {
        return Ok(Vec::new());
    }
    let read = app.store.read()?;
    let mut found = Vec::new();
    read.scan(records::SUBMISSIONS_BY_APPLICANT.under(user.id), true, &mut |row| {
        found.extend(read.record_if_any(&row)?);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}
