//! Stores what webhooks are to be sent, in the transaction of the event.

use super::{
    payload::{self, Details},
    receivers,
};
use crate::{
    domain::{
        DeliveryId, Result, TestId,
        decision::Decision,
        invite::Invite,
        lti::LtiLaunch,
        order::{Order, OrderForm},
        submission::Submission,
        webhook::{Delivery, DeliveryState, Webhook, WebhookEvent},
    },
    service::{invite::lti, query, result::sharing::of_order, work::Work},
    store::{Read, Tx, records::DELIVERIES_BY_INVITE, records::DELIVERIES_IN_LINE},
};
use uuid::Uuid;

/// Webhooks that are to be sent an event of a test.
fn wanting(read: &impl Read, event: WebhookEvent, test: TestId) -> Result<Vec<Webhook>> {
    let mut hooks: Vec<Webhook> = read.records()?;
    hooks.retain(|hook| hook.wants(event, test));
    Ok(hooks)
}

/// Whether a webhook, or the program that has ordered it, is to be sent the score of a submission.
///
/// # Errors
/// Storage only.
pub(crate) fn is_score_wanted(read: &impl Read, submission: &Submission) -> Result<bool> {
    let is_ordered = || read.has::<Order>(submission.invite_id);
    let is_launched = || read.has::<LtiLaunch>(submission.invite_id);
    let is_wanted = !wanting(read, WebhookEvent::ResultScored, submission.test_id)?.is_empty();
    Ok(is_wanted || is_ordered()? || is_launched()?)
}

/// Whether a webhook is still to be sent that the page of an invite was opened.
///
/// # Errors
/// Storage only.
pub(crate) fn is_first_opening(read: &impl Read, invite: &Invite) -> Result<bool> {
    Ok(!wanting_opening(read, invite)?.is_empty())
}

fn wanting_opening(read: &impl Read, invite: &Invite) -> Result<Vec<Webhook>> {
    let mut hooks = wanting(read, WebhookEvent::InviteOpened, invite.test_id)?;
    if !hooks.is_empty() {
        let before: Vec<Delivery> = read.linked(DELIVERIES_BY_INVITE.under(invite.id))?;
        let is_opening = |one: &Delivery| one.event == WebhookEvent::InviteOpened;
        hooks.retain(|hook| !before.iter().any(|one| one.webhook_id == hook.id && is_opening(one)));
    }
    Ok(hooks)
}

/// Something happened to an invite, or to its attempt.
///
/// # Errors
/// Storage only.
pub(crate) fn invite(w: &mut Work<'_, '_>, event: WebhookEvent, invite: &Invite) -> Result<()> {
    raise(w, event, invite, &Details::default())
}

/// An attempt was flagged; `why` is a sentence.
///
/// # Errors
/// Storage only.
pub(crate) fn flagged(w: &mut Work<'_, '_>, invite: &Invite, why: &str) -> Result<()> {
    let details = Details { flag: Some(why.to_owned()), ..Details::default() };
    raise(w, WebhookEvent::AttemptFlagged, invite, &details)
}

/// The page of an invite was opened. It is sent once.
///
/// # Errors
/// Storage only.
pub(crate) fn opened(w: &mut Work<'_, '_>, invite: &Invite) -> Result<()> {
    let hooks = wanting_opening(&**w, invite)?;
    queue(w, hooks, WebhookEvent::InviteOpened, invite, &Details::default())
}

/// A score became final, or a final one has changed.
///
/// # Errors
/// Storage only.
pub(crate) fn scored(w: &mut Work<'_, '_>, submission: &Submission, passed: Option<bool>) -> Result<()> {
    of_result(w, WebhookEvent::ResultScored, submission, |details| details.passed = passed)
}

/// # Errors
/// Storage only.
pub(crate) fn decided(w: &mut Work<'_, '_>, submission: &Submission, decision: &Decision) -> Result<()> {
    of_result(w, WebhookEvent::ResultDecided, submission, |details| details.decision = Some(decision.clone()))
}

fn of_result(
    w: &mut Work<'_, '_>,
    event: WebhookEvent,
    submission: &Submission,
    add: impl FnOnce(&mut Details),
) -> Result<()> {
    let Some(invite) = w.get::<Invite>(submission.invite_id)? else { return Ok(()) };
    // Its moment alone would show whose result it is.
    if query::naming::hides(&**w, invite.test_id)? {
        return Ok(());
    }
    let mut details = Details { result: Some(submission.clone()), ..Details::default() };
    add(&mut details);
    if event == WebhookEvent::ResultScored
        && let Some(mut order) = w.get::<Order>(invite.id)?
    {
        details.report = of_order::report(w, &mut order, submission)?.map(|link| of_order::hidden(&order, &link));
        send_back(w, &order, &invite, &details)?;
    }
    if event == WebhookEvent::ResultScored {
        graded(w, &invite, submission)?;
    }
    raise(w, event, &invite, &details)
}

/// Queues the grade of a result for the learning platform that has launched it, by its receiver.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn graded(w: &mut Work<'_, '_>, invite: &Invite, result: &Submission) -> Result<()> {
    let Some(grade) = lti::grades::due(w, result)? else { return Ok(()) };
    let event = (WebhookEvent::ResultScored, invite);
    let delivery = Delivery { url: Some(grade.url), ..delivery(w, &grade.hook, event, grade.body)? };
    enqueue(w, delivery)
}

/// Queues a score for the address of its order.
fn send_back(w: &mut Work<'_, '_>, order: &Order, invite: &Invite, details: &Details) -> Result<()> {
    let Some((hook, url)) = receivers::of_order(w, order)? else { return Ok(()) };
    let event = WebhookEvent::ResultScored;
    let message = payload::of(w, event, (invite, Some(order)), details)?;
    let body = match (&hook.template, order.form) {
        (None, OrderForm::Greenhouse) => message.of_greenhouse(),
        _ => message.body(&hook)?,
    };
    let delivery = Delivery { url: Some(url), ..delivery(w, &hook, (event, invite), body)? };
    enqueue(w, delivery)
}

fn raise(w: &mut Work<'_, '_>, event: WebhookEvent, invite: &Invite, details: &Details) -> Result<()> {
    let hooks = wanting(&**w, event, invite.test_id)?;
    queue(w, hooks, event, invite, details)
}

fn queue(
    w: &mut Work<'_, '_>,
    mut hooks: Vec<Webhook>,
    event: WebhookEvent,
    invite: &Invite,
    details: &Details,
) -> Result<()> {
    if hooks.is_empty() {
        return Ok(());
    }
    let order: Option<Order> = w.get(invite.id)?;
    hooks.retain(|hook| hook.is_for(order.as_ref()));
    if hooks.is_empty() {
        return Ok(());
    }
    let message = payload::of(w, event, (invite, order.as_ref()), details)?;
    for hook in hooks {
        let body = message.body(&hook)?;
        let delivery = delivery(w, &hook, (event, invite), body)?;
        enqueue(w, delivery)?;
    }
    Ok(())
}

fn delivery(
    w: &Work<'_, '_>,
    hook: &Webhook,
    (event, invite): (WebhookEvent, &Invite),
    body: String,
) -> Result<Delivery> {
    Ok(Delivery {
        id: next_id(w)?,
        webhook_id: hook.id,
        event,
        invite_id: Some(invite.id),
        body,
        made_at: w.now,
        state: DeliveryState::Waiting(w.now),
        tries: 0,
        last_try: None,
        url: None,
    })
}

/// Greater than every existing id, also after the clock was set back: the order of ids is the order of events.
///
/// # Errors
/// Storage only.
pub(super) fn next_id(w: &Work<'_, '_>) -> Result<DeliveryId> {
    let fresh: DeliveryId = w.app.new_id();
    Ok(match w.last::<Delivery>()? {
        Some(last) if last.id >= fresh => DeliveryId(Uuid::from_u128(last.id.0.as_u128() + 1)),
        _ => fresh,
    })
}

/// Stores a delivery behind the earlier ones of its invite, and wakes the worker after the commit.
///
/// # Errors
/// Storage only.
pub(super) fn enqueue(w: &mut Work<'_, '_>, mut delivery: Delivery) -> Result<()> {
    let ahead: Vec<Delivery> = w.some_linked(DELIVERIES_IN_LINE.under(delivery.line()), 1)?;
    if !ahead.is_empty() {
        delivery.state = DeliveryState::InLine;
    }
    w.put(&delivery)?;
    let app = w.app.clone();
    w.after_commit(move || app.wakeups.webhooks.notify());
    Ok(())
}

/// The first of a line becomes due, once the one before it has ended.
///
/// # Errors
/// Storage only.
pub(super) fn advance(w: &mut Work<'_, '_>, ended: &Delivery) -> Result<()> {
    let now = w.now;
    let tx: &mut Tx<'_> = w;
    let line: Vec<Delivery> = tx.some_linked(DELIVERIES_IN_LINE.under(ended.line()), 1)?;
    for mut next in line {
        if next.state == DeliveryState::InLine {
            next.state = DeliveryState::Waiting(now);
            tx.put(&next)?;
        }
    }
    Ok(())
}
