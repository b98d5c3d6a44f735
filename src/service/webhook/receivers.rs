//! Receivers of the return addresses of orders: webhooks by the origin of the address, so that their calls are signed,
//! stored, repeated and paused as all others (`docs/api.md#return-addresses`).

use super::{
    manage,
    sealing::{seal, seal_address, whole_address},
};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, InviteId, Result, WebhookId,
        error::FieldMessages,
        lti::{LtiPlatform, LtiSettings},
        order::{Order, OrderForm, ReturnAddress},
        webhook::{
            Delivery, DeliveryClass, MAX_ORDER_RECEIVERS, MAX_URL, Webhook, WebhookEvent, WebhookMethod, origin,
            shown_url,
        },
    },
    secrets::webhook_signature,
    service::{
        actor::SiteOperator,
        work::{By, Work},
    },
    store::{
        Read,
        records::{DELIVERIES_BY_INVITE, DELIVERIES_BY_WEBHOOK, Single},
    },
    webhook_out::is_same_origin,
};
use std::{collections::BTreeSet, ops::ControlFlow};

/// Records that one transaction changes. A receiver with so many deliveries is not deleted to make room.
const BATCH: usize = 100;

/// Gives a new order its return address.
///
/// # Errors
/// 422 on `return_address` for one that may not be called; 409 `too_many`.
pub(in crate::service) fn set_address(w: &mut Work<'_, '_>, order: &mut Order, url: &str) -> Result<()> {
    let url = url.trim();
    let webhook_id = receiver(w, url, order.form)?;
    put_address(w.app, order, (webhook_id, url));
    Ok(())
}

fn put_address(app: &App, order: &mut Order, (webhook_id, url): (WebhookId, &str)) {
    let (shown, sealed) = seal_address::<Order>(app, order.invite_id, url);
    order.return_to = Some(ReturnAddress { webhook_id, url: shown });
    order.address_sealed = sealed;
}

/// The return address of an order; `None` without one, and under another master key.
pub(super) fn address(app: &App, order: &Order) -> Option<String> {
    let shown = &order.return_to.as_ref()?.url;
    whole_address::<Order>(app, order.invite_id, (shown, order.address_sealed.as_deref()))
}

/// The return address that an earlier version has stored as it is, with its receiver.
fn unsealed(order: &Order) -> Option<(WebhookId, String)> {
    let to = order.return_to.as_ref().filter(|to| order.address_sealed.is_none() && shown_url(&to.url) != to.url)?;
    Some((to.webhook_id, to.url.clone()))
}

/// Seals the return addresses that an earlier version has stored, and takes them out of what was sent to them.
///
/// # Errors
/// Storage only.
pub(in crate::service) async fn seal_addresses(app: &App) -> Result<()> {
    let mut found: Vec<InviteId> = Vec::new();
    app.store.read()?.scan_records::<Order>(&mut |order| {
        // One that cannot be read keeps no server from its start.
        found.extend(order.ok().filter(|order| unsealed(order).is_some()).map(|order| order.invite_id));
        Ok(ControlFlow::Continue(()))
    })?;
    for some in found.chunks(BATCH) {
        let some = some.to_vec();
        app.write(By::Server, move |w| some.into_iter().try_for_each(|id| seal_order(w, id))).await?;
    }
    Ok(())
}

fn seal_order(w: &mut Work<'_, '_>, id: InviteId) -> Result<()> {
    let Some(mut order) = w.get::<Order>(id)? else { return Ok(()) };
    let Some((webhook_id, url)) = unsealed(&order) else { return Ok(()) };
    let deliveries: Vec<Delivery> = w.linked(DELIVERIES_BY_INVITE.under(id))?;
    for mut delivery in deliveries {
        if delivery.url.as_ref() == Some(&url) {
            delivery.url = Some(shown_url(&url));
            w.put(&delivery)?;
        }
    }
    put_address(w.app, &mut order, (webhook_id, &url));
    Ok(w.put(&order)?)
}

/// The receiver of a return address, which is made by the first one of its origin.
fn receiver(w: &mut Work<'_, '_>, url: &str, form: OrderForm) -> Result<WebhookId> {
    let is_long = || (url.len() > MAX_URL).then(|| "An address has 2,000 characters at most.".to_owned());
    if let Some(fault) = w.app.clients.webhooks.fault_of(url).or_else(is_long) {
        return Err(Error::invalid(FieldMessages::from([("return_address".to_owned(), fault)])));
    }
    let method = if form == OrderForm::Greenhouse { WebhookMethod::Patch } else { WebhookMethod::Post };
    let hooks: Vec<Webhook> = w.records()?;
    let platforms = w.get::<LtiSettings>(Single)?.unwrap_or_default();
    let own = || hooks.iter().filter(|hook| hook.of_orders && platforms.of_webhook(hook.id).is_none());
    if let Some(known) = own().find(|hook| hook.method == method && is_same_origin(&hook.url, url)) {
        return Ok(known.id);
    }
    if own().count() >= MAX_ORDER_RECEIVERS && !make_room(w, own())? {
        let detail = format!("Orders name {MAX_ORDER_RECEIVERS} receivers already, which is the limit.");
        return Err(Error::conflict(ErrorCode::TooMany, detail));
    }
    make(w, url, method, &hooks)
}

/// Deletes the oldest receiver that no call has reached and none is on its way to, so that hosts without a receiver do not
/// keep others out. One that an administrator has changed stays. Returns whether there is one.
fn make_room<'h>(w: &mut Work<'_, '_>, own: impl Iterator<Item = &'h Webhook>) -> Result<bool> {
    for hook in own.filter(|hook| hook.is_enabled && hook.version == 1) {
        let deliveries: Vec<Delivery> = w.some_linked(DELIVERIES_BY_WEBHOOK.under(hook.id), BATCH)?;
        if deliveries.len() == BATCH || deliveries.iter().any(|one| one.class() != DeliveryClass::SetAside) {
            continue;
        }
        for delivery in deliveries {
            w.delete::<Delivery>(delivery.id)?;
        }
        w.delete::<Webhook>(hook.id)?;
        w.audit("webhook.delete", hook.id, "order")?;
        return Ok(true);
    }
    Ok(false)
}

/// The receiver that an order's score goes to, with what is shown of its address. It is made again if it was deleted since;
/// `None` where that cannot be, and for one that is switched off.
///
/// # Errors
/// Storage only.
pub(super) fn of_order(w: &mut Work<'_, '_>, order: &Order) -> Result<Option<(Webhook, String)>> {
    let Some(mut to) = order.return_to.clone() else { return Ok(None) };
    if !w.has::<Webhook>(to.webhook_id)? {
        let Some(url) = address(w.app, order) else { return Ok(None) };
        to.webhook_id = match receiver(w, &url, order.form) {
            Ok(made) => made,
            Err(error) if matches!(error.kind, ErrorKind::Invalid | ErrorKind::Conflict) => return Ok(None),
            Err(error) => return Err(error),
        };
        w.put(&Order { return_to: Some(to.clone()), ..order.clone() })?;
    }
    let hook = w.get::<Webhook>(to.webhook_id)?.filter(|hook| hook.is_enabled);
    Ok(hook.map(|hook| (hook, shown_url(&to.url))))
}

fn make(w: &mut Work<'_, '_>, url: &str, method: WebhookMethod, others: &[Webhook]) -> Result<WebhookId> {
    let host = origin(url).split_once("://").map_or(url, |(_, host)| host);
    let id: WebhookId = w.app.new_id();
    store(w, (id, &format!("Orders: {}", short(host))), (url, method), others)?;
    w.audit("webhook.create", id, "order")?;
    Ok(id)
}

fn short(name: &str) -> String {
    name.chars().take(40).collect()
}

fn store(
    w: &mut Work<'_, '_>,
    (id, name): (WebhookId, &str),
    (url, method): (&str, WebhookMethod),
    others: &[Webhook],
) -> Result<()> {
    let mut names = std::iter::once(name.to_owned()).chain((2..).map(|n| format!("{name} ({n})")));
    let name = names.find(|name| others.iter().all(|other| other.name != *name));
    let secret_sealed = seal::<Webhook>(w.app, id, &webhook_signature::new_key());
    let hook = Webhook {
        name: name.unwrap_or_default(),
        url: origin(url).to_owned(),
        method,
        events: BTreeSet::from([WebhookEvent::ResultScored]),
        of_orders: true,
        ..manage::new(w, id, secret_sealed)
    };
    Ok(w.put(&hook)?)
}

/// Makes the receiver of a learning platform's grades.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn of_platform(w: &mut Work<'_, '_>, id: WebhookId, platform: &LtiPlatform) -> Result<()> {
    let hooks: Vec<Webhook> = w.records()?;
    let name = format!("Grades: {}", short(&platform.name));
    store(w, (id, &name), (&platform.token_url, WebhookMethod::Post), &hooks)?;
    w.audit("webhook.create", id, "platform")
}

/// Deletes the receiver of a platform that was removed, with what it is still owed.
///
/// # Errors
/// Storage only.
pub(in crate::service) async fn remove(app: &App, by: &SiteOperator, id: WebhookId) -> Result<()> {
    match manage::delete(app, by, id, None).await {
        // An administrator has deleted it before.
        Err(error) if error.kind == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}
