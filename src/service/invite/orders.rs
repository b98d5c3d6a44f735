//! Orders of applicant tracking systems: an invite is sent once for an id of theirs, however often they ask
//! (`docs/api.md#orders`).

use super::invites::{NewInvite, PreparedInvite, withdraw};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Result,
        invite::Invite,
        order::{self, Order},
        user,
    },
    service::{
        actor::Inviter,
        mail::{deliver, queue},
        monitor::session::choices,
        query::page::{self, Page, Slice},
    },
    store::{
        Read,
        records::{ORDERS_BY_EXTERNAL_ID, ORDERS_BY_TIME},
    },
};

/// An order with its invite.
#[derive(Clone, Debug)]
pub struct OrderView {
    pub order: Order,
    pub invite: Invite,
}

fn not_found() -> Error {
    Error::not_found("order")
}

/// # Errors
/// 404, also for an order of a test that the permission is not for.
fn load(read: &impl Read, by: &Inviter, external_id: &str) -> Result<OrderView> {
    let found: Option<Order> = read.find(ORDERS_BY_EXTERNAL_ID, external_id)?;
    let order = found.filter(|order| by.scope().permits(order.test_id)).ok_or_else(not_found)?;
    view(read, order)
}

fn view(read: &impl Read, order: Order) -> Result<OrderView> {
    let invite = read.get(order.invite_id)?.ok_or_else(not_found)?;
    Ok(OrderView { order, invite })
}

/// The newest first.
///
/// # Errors
/// 422 for an invalid cursor.
pub fn list(app: &App, by: &Inviter, slice: &Slice) -> Result<Page<OrderView>> {
    let read = app.store.read()?;
    let is_within = |order: &Order| by.scope().permits(order.test_id);
    let Page { items, next } = page::newest_wanted(&read, ORDERS_BY_TIME.all(), slice, None, is_within)?;
    let items = items.into_iter().map(|order| view(&read, order)).collect::<Result<_>>()?;
    Ok(Page { items, next })
}

/// # Errors
/// 404.
pub fn get(app: &App, by: &Inviter, external_id: &str) -> Result<OrderView> {
    load(&app.store.read()?, by, external_id)
}

/// Sends an invite for an external id. If that was done before, returns what was sent then, and false.
///
/// # Errors
/// 404 for an unknown test; 409 `other_order` for the id of an order of another person or test, `account_inactive`; 422.
pub async fn place(app: &App, by: &Inviter, external_id: &str, input: NewInvite) -> Result<(OrderView, bool)> {
    let external_id = order::check_external_id(external_id)?;
    by.require(input.test_id, "test")?;
    if let Some(session) = input.session {
        choices::require(&app.store.read()?, by, session)?;
    }
    let now = app.now();
    let (test_id, email) = (input.test_id, user::normalise_email(&input.applicant_email));
    let prepared = PreparedInvite::new(app, input, now)?;
    let (invite_id, mail_id) = prepared.ids();
    let send_at = now.plus(queue::INLINE_TIMEOUT);
    let (placed, is_new) = app
        .write_at(now, by, move |w| {
            if let Some(earlier) = w.find(ORDERS_BY_EXTERNAL_ID, external_id.as_str())? {
                let earlier = view(&**w, earlier)?;
                if earlier.invite.test_id != test_id || earlier.invite.applicant_email != email {
                    let detail = "This external id belongs to an order of another person or test.";
                    return Err(Error::conflict(ErrorCode::OtherOrder, detail));
                }
                return Ok((earlier, false));
            }
            let order = Order { invite_id, test_id, external_id, placed_by: w.by.account(), placed_at: w.now };
            // First: the invite's event names it.
            w.put(&order)?;
            prepared.insert(w, send_at)?;
            w.audit("order.place", invite_id, "")?;
            Ok((view(&**w, order)?, true))
        })
        .await?;
    if is_new {
        deliver::deliver_now(app, mail_id).await;
    }
    Ok((view(&app.store.read()?, placed.order)?, is_new))
}

/// Cancels an order whose test has not started: its invite is revoked. An order that was cancelled stays so.
///
/// # Errors
/// 404; 409 `already_started`, `finished`.
pub async fn cancel(app: &App, by: &Inviter, external_id: &str) -> Result<OrderView> {
    let envelope = queue::envelope(app)?;
    let (inviter, external_id) = (by.clone(), external_id.to_owned());
    app.write(by, move |w| {
        let mut found = load(&**w, &inviter, &external_id)?;
        if found.invite.revoked_at.is_none() {
            withdraw(w, &mut found.invite, envelope)?;
        }
        Ok(found)
    })
    .await
}
