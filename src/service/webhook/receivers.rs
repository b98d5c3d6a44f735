//! Receivers of the return addresses of orders: webhooks by the origin of the address, so that their calls are signed,
//! stored, repeated and paused as all others (`docs/api.md#return-addresses`).

use super::manage;
use crate::{
    domain::{
        Error, ErrorCode, Result, WebhookId,
        error::FieldMessages,
        order::{OrderForm, ReturnAddress},
        webhook::{MAX_ORDER_RECEIVERS, MAX_URL, Webhook, WebhookEvent, WebhookMethod, origin},
    },
    secrets::webhook_signature,
    service::work::Work,
    store::Read,
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
    let own = || hooks.iter().filter(|hook| hook.of_orders);
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
    let id: WebhookId = w.app.new_id();
    let host = origin(url).split_once("://").map_or(url, |(_, host)| host);
    let host: String = host.chars().take(40).collect();
    let mut names = std::iter::once(format!("Orders: {host}")).chain((2..).map(|n| format!("Orders: {host} ({n})")));
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
    w.put(&hook)?;
    w.audit("webhook.create", id, "order")?;
    Ok(id)
}
