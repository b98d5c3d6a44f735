//! Records that a hold keeps: only those who may lift it may delete them (`docs/behaviour/data.md#retention`).

use crate::{
    domain::{
        Error, ErrorCode, Result, TestId,
        api_token::ApiToken,
        invite::Invite,
        permission::Capability,
        retention::{Hold, HoldSubject},
        user::User,
    },
    service::{
        actor::rights,
        work::{By, Work},
    },
    store::{Read, records},
};

/// Requires that no hold is on a test, or on an invite or a person in it, of an actor who may not lift holds.
///
/// # Errors
/// 409 `held`.
pub(in crate::service) fn require_none_in(w: &Work<'_, '_>, test: TestId) -> Result<()> {
    let holds: Vec<Hold> = w.records()?;
    if holds.is_empty() || may_lift(w)? {
        return Ok(());
    }
    for hold in holds {
        let keeps_some = match hold.subject {
            HoldSubject::Test(id) => id == test,
            HoldSubject::Invite(id) => w.get::<Invite>(id)?.is_some_and(|invite| invite.test_id == test),
            HoldSubject::Person(id) => {
                let invites = w.linked(records::INVITES_BY_APPLICANT.under(id))?;
                let results = w.linked(records::SUBMISSIONS_BY_APPLICANT.under(id))?;
                invites.iter().any(|invite| invite.test_id == test)
                    || results.iter().any(|result| result.test_id == test)
            }
        };
        if keeps_some {
            let detail = "A hold keeps data of this test. An administrator has to lift it first.";
            return Err(Error::conflict(ErrorCode::Held, detail));
        }
    }
    Ok(())
}

fn may_lift(w: &Work<'_, '_>) -> Result<bool> {
    let (account, token) = match w.by {
        By::Operator | By::Server => return Ok(true),
        By::Candidate => return Ok(false),
        By::Account(id) => (id, None),
        By::Token(id, token) => (id, Some(token)),
    };
    let Some(user) = w.get::<User>(account)? else { return Ok(false) };
    let mut rights = rights(&**w, &user)?;
    if let Some(id) = token {
        let Some(token) = w.get::<ApiToken>(id)? else { return Ok(false) };
        rights = rights.limited(token.reach);
    }
    Ok(rights.scope(Capability::Operate).is_some())
}
