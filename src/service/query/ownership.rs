//! Which test a record belongs to, for permissions that are for some tests (`docs/behaviour/accounts.md#given-roles`).

use crate::{
    domain::{AttemptId, InviteId, Result, TestId, attempt::Attempt, invite::Invite, order::Order},
    service::query::naming,
    store::{Read, records::ORDERS_BY_EXTERNAL_ID},
};

/// # Errors
/// Storage only.
pub(crate) fn of_invite(read: &impl Read, id: InviteId) -> Result<Option<TestId>> {
    Ok(read.get::<Invite>(id)?.map(|invite| invite.test_id))
}

/// The test of an order, by its external id.
///
/// # Errors
/// Storage only.
pub(crate) fn of_order(read: &impl Read, external_id: &str) -> Result<Option<TestId>> {
    let order: Option<Order> = read.find(ORDERS_BY_EXTERNAL_ID, external_id)?;
    Ok(order.map(|order| order.test_id))
}

/// The test of a result or attempt, by the id that calls about results know.
///
/// # Errors
/// Storage only; 404 for the own id of a result whose name is hidden.
pub(crate) fn of_result(read: &impl Read, id: AttemptId) -> Result<Option<TestId>> {
    let id = naming::named(read, id)?;
    Ok(read.get::<Attempt>(id)?.map(|attempt| attempt.test_id))
}
