//! Orders of applicant tracking systems: an invite is sent once for an id of theirs, however often they ask
//! (`docs/api.md#orders`).

use super::invites::{NewInvite, PreparedInvite, withdraw};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Result,
        api_token::ApiToken,
        invite::{Invite, InviteStatus},
        order::{self, Order, OrderForm},
        submission::Submission,
        user,
    },
    sentence,
    service::{
        actor::{Inviter, ResultReader},
        mail::{deliver, queue},
        monitor::session::choices,
        notifications,
        query::{
            self,
            page::{self, Page, Slice},
        },
        result::sharing::of_order,
        webhook::receivers,
        work::{By, Work},
    },
    store::{
        Read,
        records::{ORDERS_BY_EXTERNAL_ID, ORDERS_BY_TIME},
    },
};
/// Orders of the same test for the same person, each after the one before has ended without a test.
const MAX_REPEATED: u32 = 50;
/// Characters of a fault that a program reports.
const MAX_FAULT: usize = 300;

/// An order with its invite.
#[derive(Clone, Debug)]
pub struct OrderView {
    pub order: Order,
    pub invite: Invite,
}

/// An order to be placed.
#[derive(Clone)]
pub struct NewOrder {
    pub external_id: String,
    pub form: OrderForm,
    /// Where its score goes.
    pub return_address: Option<String>,
    pub invite: NewInvite,
}

/// The result of an order, which is final and has its name.
#[derive(Clone, Debug)]
pub struct OrderResult {
    pub submission: Submission,
    /// The shared link; `None` where someone has revoked it, or the test has too many.
    pub report: Option<String>,
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
/// 404 for an unknown test; 409 `other_order` for the id of an order of another person or test, `account_inactive`,
/// `too_many` receivers; 422.
pub async fn place(app: &App, by: &Inviter, new: NewOrder) -> Result<(OrderView, bool)> {
    let NewOrder { external_id, form, return_address, invite: input } = new;
    let external_id = order::check_external_id(&external_id)?;
    let return_address = return_address.filter(|url| !url.trim().is_empty());
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
            let mut order = Order {
                invite_id,
                test_id,
                external_id,
                placed_by: w.by.account(),
                placed_at: w.now,
                token_name: token_name(w)?,
                form,
                return_to: None,
                report: None,
                address_sealed: None,
            };
            if let Some(url) = return_address {
                receivers::set_address(w, &mut order, &url)?;
            }
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

/// The order of an external id, if there is one.
fn known(read: &impl Read, external_id: &str) -> Result<Option<OrderView>> {
    let found: Option<Order> = read.find(ORDERS_BY_EXTERNAL_ID, external_id)?;
    found.map(|order| view(read, order)).transpose()
}

/// Like [`place`]. Where the invite of an earlier order of this id was revoked or has expired, the new one has the id with the
/// next number: the program asks again.
///
/// # Errors
/// Those of [`place`]; 409 `too_many`.
pub async fn place_again(app: &App, by: &Inviter, new: NewOrder) -> Result<OrderView> {
    let id = new.external_id.clone();
    for number in 1..=MAX_REPEATED {
        let external_id = if number == 1 { id.clone() } else { format!("{id}:{number}") };
        // One that has ended may have been of another address, which is why it is asked for again.
        let has_ended = |earlier: &OrderView| earlier.invite.status(app.now()) == InviteStatus::Expired;
        if known(&app.store.read()?, &external_id)?.as_ref().is_some_and(has_ended) {
            continue;
        }
        let (placed, _) = place(app, by, NewOrder { external_id, ..new.clone() }).await?;
        if !has_ended(&placed) {
            return Ok(placed);
        }
    }
    Err(Error::conflict(ErrorCode::TooMany, format!("This was ordered {MAX_REPEATED} times already.")))
}

/// A program could not use a reply of this server: administrators are notified.
///
/// # Errors
/// Storage only.
pub async fn report_fault(app: &App, by: &Inviter, program: &str, call: &str, errors: &[String]) -> Result<()> {
    let words = |text: &str| -> String {
        let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        without_links(&line).chars().take(MAX_FAULT).collect()
    };
    let (call, errors) = (words(call), words(&errors.join("; ")));
    // Its words may name a person: the notification has them.
    tracing::warn!(program, "a program could not use a reply");
    let said = sentence!(
        "programFault": "{program} could not use the reply to '{call}': {errors}",
        program, call, errors
    );
    app.write(by, move |w| notifications::webhook_fails(w, said)).await
}

/// A text with its links cut: who has the whole link to a report can open it.
fn without_links(text: &str) -> String {
    /// The beginnings of what is cut, also as JSON and addresses write them.
    const MARKS: [&str; 5] = ["://", ":\\/\\/", "%3A%2F%2F", "%3a%2f%2f", "/shared/"];
    let is_end = |c: char| c.is_whitespace() || matches!(c, '"' | '<' | '>');
    let word = |word: &str| MARKS.iter().fold(word.to_owned(), |word, mark| cut_behind(&word, mark));
    text.split_inclusive(is_end).map(word).collect()
}

/// A word without what follows `mark`, but with the punctuation at its end.
fn cut_behind(word: &str, mark: &str) -> String {
    let Some((ahead, link)) = word.split_once(mark) else { return word.to_owned() };
    let is_punctuation =
        |c: char| c.is_whitespace() || matches!(c, '"' | '<' | '>' | '\'' | ')' | ']' | '}' | ',' | ';' | '.');
    let end = link.strip_prefix(link.trim_end_matches(is_punctuation)).unwrap_or_default();
    format!("{ahead}{mark}…{end}")
}

/// The name of the token that the caller has; blank without one.
fn token_name(w: &Work<'_, '_>) -> Result<String> {
    let By::Token(_, id) = w.by else { return Ok(String::new()) };
    Ok(w.get::<ApiToken>(id)?.map(|token| token.name).unwrap_or_default())
}

/// The order with its result; `None` while that is not final, or its test hides names.
///
/// # Errors
/// 404.
pub async fn result(app: &App, by: &ResultReader, external_id: &str) -> Result<(OrderView, Option<OrderResult>)> {
    let (view, submission) = {
        let read = app.store.read()?;
        let found: Option<Order> = read.find(ORDERS_BY_EXTERNAL_ID, external_id)?;
        let order = found.filter(|order| by.scope().permits(order.test_id)).ok_or_else(not_found)?;
        let invite: Invite = read.get(order.invite_id)?.ok_or_else(not_found)?;
        let result = invite.attempt_id.map(|id| read.get::<Submission>(id)).transpose()?.flatten();
        let is_hidden = query::naming::hides(&read, order.test_id)?;
        (OrderView { order, invite }, result.filter(|result| !is_hidden && !result.is_provisional()))
    };
    let Some(submission) = submission else { return Ok((view, None)) };
    let known = of_order::valid(app, &app.store.read()?, &view.order, app.now())?;
    let report = if known.is_some() {
        known
    } else {
        let (invite_id, result) = (view.order.invite_id, submission.clone());
        app.write(by, move |w| {
            let mut order: Order = w.get(invite_id)?.ok_or_else(not_found)?;
            of_order::report(w, &mut order, &result)
        })
        .await?
    };
    Ok((view, Some(OrderResult { submission, report })))
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
