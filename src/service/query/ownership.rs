//! Which test a record belongs to, for permissions that are for some tests (`docs/behaviour/accounts.md#given-roles`).

use crate::{
    domain::{
        AttemptId, ExamSessionId, InviteId, Result, TestId, UserId,
        attempt::Attempt,
        exam_session::{ExamSession, Seat},
        invite::Invite,
        order::Order,
        permission::Scope,
    },
    service::query::naming,
    store::{
        Read,
        records::{ORDERS_BY_EXTERNAL_ID, SEATS_BY_SESSION},
    },
};

/// # Errors
/// Storage only.
pub fn of_invite(read: &impl Read, id: InviteId) -> Result<Option<TestId>> {
    Ok(read.get::<Invite>(id)?.map(|invite| invite.test_id))
}

/// The test of an order, by its external id.
///
/// # Errors
/// Storage only.
pub fn of_order(read: &impl Read, external_id: &str) -> Result<Option<TestId>> {
    let order: Option<Order> = read.find(ORDERS_BY_EXTERNAL_ID, external_id)?;
    Ok(order.map(|order| order.test_id))
}

/// The test of a result or attempt, by the id that calls about results know.
///
/// # Errors
/// Storage only; 404 for the own id of a result whose name is hidden.
pub fn of_result(read: &impl Read, id: AttemptId) -> Result<Option<TestId>> {
    let id = naming::named(read, id)?;
    Ok(read.get::<Attempt>(id)?.map(|attempt| attempt.test_id))
}

/// Whether a permission reaches a session: it is for the whole site, for a test of someone in it, or its account is
/// assigned to the session.
///
/// # Errors
/// Storage only.
pub fn reaches_session(
    read: &impl Read,
    (account, scope): (Option<UserId>, &Scope),
    session: &ExamSession,
) -> Result<bool> {
    let Scope::Tests(tests) = scope else { return Ok(true) };
    if account.is_some_and(|account| session.is_of(account)) {
        return Ok(true);
    }
    for test in tests {
        if has_people_of(read, session.id, *test)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn has_people_of(read: &impl Read, session: ExamSessionId, test: TestId) -> Result<bool> {
    let found: Vec<Seat> = read.some_linked(SEATS_BY_SESSION.under((session, test)), 1)?;
    Ok(!found.is_empty())
}
