//! Receivers of the return addresses of orders: webhooks by the origin of the address, so that their calls are signed,
//! stored, repeated and paused as all others (`docs/api.md#return-addresses`).

use super::manage;
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, Result, WebhookId,
        error::FieldMessages,
        lti::{LtiPlatform, LtiSettings},
        order::{OrderForm, ReturnAddress},
        webhook::{MAX_ORDER_RECEIVERS, MAX_URL, Webhook, WebhookEvent, WebhookMethod, origin},
    },
    secrets::webhook_signature,
    service::{actor::SiteOperator, work::Work},
    store::{Read, records::Single},
};
use std::collections::BTreeSet;

/// The return address of an order, whose receiver is made by the first one.
///
/// # Errors
/// 422 on `return_address` for one that may not be called; 409 `too_many`.
pub(in crate::service) fn address(w: &mut Work<'_, '_>, url: &str, form: OrderForm) -> Result<ReturnAddress> {
    let url = url.trim();
    let is_long = || (url.len() > MAX_URL).then(|| "An address has 2,000 characters at most.".to_owned());
    if let Some(fault) = w.app.clients.webhooks.fault_of(url).or_else(is_long) {
        return Err(Error::invalid(FieldMessages::from([("return_address".to_owned(), fault)])));
    }
    let method = if form == OrderForm::Greenhouse { WebhookMethod::Patch } else { WebhookMethod::Post };
    let hooks: Vec<Webhook> = w.records()?;
    let platforms = w.get::<LtiSettings>(Single)?.unwrap_or_default();
    let own = || hooks.iter().filter(|hook| hook.of_orders && platforms.of_webhook(hook.id).is_none());
    let known = own().find(|hook| hook.url == origin(url) && hook.method == method).map(|hook| hook.id);
    let webhook_id = match known {
        Some(id) => id,
        None if own().count() >= MAX_ORDER_RECEIVERS => {
            let detail = format!("Orders name {MAX_ORDER_RECEIVERS} receivers already, which is the limit.");
            return Err(Error::conflict(ErrorCode::TooMany, detail));
        }
        None => make(w, url, method, &hooks)?,
    };
    Ok(ReturnAddress { webhook_id, url: url.to_owned() })
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
    let secret_sealed = manage::seal(w.app, id, &webhook_signature::new_key());
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
