//! Webhooks themselves: list, create, change, delete.

use super::sealing::{seal, seal_address, whole_address};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Result, WebhookId,
        error::FieldMessages,
        grants::Scope,
        test::Test,
        webhook::{
            Delivery, DeliveryClass, HeaderDraft, MAX_WEBHOOKS, SealedHeader, Webhook, WebhookDraft, WebhookMethod,
            origin, shown_url,
        },
    },
    secrets::webhook_signature,
    service::{
        actor::SiteOperator,
        query,
        work::{By, Work},
    },
    store::{
        Read,
        records::{DELIVERIES_BY_WEBHOOK, counter},
    },
};
use std::collections::BTreeSet;

/// Deliveries that one transaction deletes.
const BATCH: usize = 100;

/// A webhook with what is shown beside its record.
#[derive(Clone, Debug)]
pub struct WebhookView {
    pub hook: Webhook,
    /// Deliveries that have not ended.
    pub waiting: u64,
    pub set_aside: u64,
    pub delivered: u64,
    pub created_by: String,
    /// `None` before the first change.
    pub changed_by: Option<String>,
}

/// # Errors
/// 404.
pub(super) fn load(read: &impl Read, id: WebhookId) -> Result<Webhook> {
    read.get(id)?.ok_or_else(|| Error::not_found("webhook"))
}

pub(super) fn switched_off() -> Error {
    Error::conflict(ErrorCode::WebhookOff, "This webhook is switched off. Switch it on first.")
}

/// The address that is called; `None` under another master key.
pub(super) fn address(app: &App, hook: &Webhook) -> Option<String> {
    whole_address::<Webhook>(app, hook.id, (&hook.url, hook.url_sealed.as_deref()))
}

fn set_address(app: &App, hook: &mut Webhook, url: &str) {
    (hook.url, hook.url_sealed) = seal_address::<Webhook>(app, hook.id, url);
}

/// Whether an earlier version has stored the whole address as it is. Those of orders have none of their own.
fn is_unsealed(hook: &Webhook) -> bool {
    !hook.of_orders && hook.url_sealed.is_none() && shown_url(&hook.url) != hook.url
}

/// Seals the addresses that an earlier version has stored.
///
/// # Errors
/// Storage only.
pub async fn seal_addresses(app: &App) -> Result<()> {
    let hooks: Vec<Webhook> = app.store.read()?.records()?;
    if !hooks.iter().any(is_unsealed) {
        return Ok(());
    }
    app.write(By::Server, move |w| {
        let mut hooks: Vec<Webhook> = w.records()?;
        hooks.retain(is_unsealed);
        for mut hook in hooks {
            let url = hook.url.clone();
            set_address(w.app, &mut hook, &url);
            w.put(&hook)?;
        }
        Ok(())
    })
    .await
}

fn view(read: &impl Read, mut hook: Webhook) -> Result<WebhookView> {
    hook.url = shown_url(&hook.url);
    let count = |class| read.count(&counter::deliveries(hook.id, class));
    Ok(WebhookView {
        waiting: count(DeliveryClass::Open)?,
        set_aside: count(DeliveryClass::SetAside)?,
        delivered: count(DeliveryClass::Delivered)?,
        created_by: query::person::name_of(read, hook.created_by)?,
        changed_by: match hook.version {
            1 => None,
            _ => Some(query::person::name_of(read, hook.changed_by)?),
        },
        hook,
    })
}

/// Returns the webhooks in the order in which they were created.
///
/// # Errors
/// Storage only.
pub fn list(app: &App, _: &SiteOperator) -> Result<Vec<WebhookView>> {
    let read = app.store.read()?;
    let hooks: Vec<Webhook> = read.records()?;
    hooks.into_iter().map(|hook| view(&read, hook)).collect()
}

/// Checks a draft with what only the server knows: the tests, and the addresses that may be called. A test that was deleted since
/// the webhook was stored still has results.
fn checked(w: &Work<'_, '_>, draft: WebhookDraft, stored: Option<&Webhook>) -> Result<WebhookDraft> {
    let headers: &[SealedHeader] = stored.map(|hook| hook.headers.as_slice()).unwrap_or_default();
    let was_named = |test| stored.is_some_and(|hook| hook.scope.names(test));
    let draft = draft.check(headers, |test| was_named(test) || w.has::<Test>(test).unwrap_or_default())?;
    match w.app.clients.webhooks.fault_of(&draft.url) {
        None => Ok(draft),
        Some(fault) => Err(Error::invalid(FieldMessages::from([("url".to_owned(), fault)]))),
    }
}

/// Takes the checked draft into the webhook. A change of the address needs the values of all headers again: they were meant
/// for the other receiver.
fn apply(app: &App, draft: WebhookDraft, hook: &mut Webhook) -> Result<()> {
    let WebhookDraft { name, url, method, events, scope, is_enabled, headers, template, only_orders } = draft;
    let is_moved = origin(&url) != origin(&hook.url);
    let known = std::mem::take(&mut hook.headers);
    let mut faults = FieldMessages::new();
    for (place, HeaderDraft { name, value }) in headers.into_iter().enumerate() {
        let value_sealed = match value {
            Some(value) => seal::<Webhook>(app, hook.id, &value),
            None if is_moved => {
                faults.insert(
                    format!("headers[{place}].value"),
                    "Please enter the value again: the address has changed.".into(),
                );
                continue;
            }
            None => {
                known.iter().find(|kept| kept.name == name).map(|kept| kept.value_sealed.clone()).unwrap_or_default()
            }
        };
        hook.headers.push(SealedHeader { name, value_sealed });
    }
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    // The same address, sealed again, would look like a change.
    if !hook.of_orders && (hook.url_sealed.is_none() || address(app, hook).as_ref() != Some(&url)) {
        set_address(app, hook, &url);
    }
    (hook.name, hook.method, hook.events) = (name, method, events);
    (hook.scope, hook.is_enabled, hook.template, hook.only_orders) = (scope, is_enabled, template, only_orders);
    Ok(())
}

/// An enabled webhook without an address or an event yet.
pub(super) fn new(w: &Work<'_, '_>, id: WebhookId, secret_sealed: Vec<u8>) -> Webhook {
    Webhook {
        id,
        name: String::new(),
        url: String::new(),
        method: WebhookMethod::Post,
        events: BTreeSet::new(),
        scope: Scope::All,
        is_enabled: true,
        secret_sealed,
        headers: Vec::new(),
        template: None,
        created_by: w.by.account(),
        created_at: w.now,
        version: 1,
        changed_by: w.by.account(),
        changed_at: w.now,
        of_orders: false,
        only_orders: None,
        url_sealed: None,
    }
}

/// Creates a webhook. Returns the key of its signatures, once.
///
/// # Errors
/// 409 `too_many`, `name_taken`; 422 by field.
pub async fn create(app: &App, by: &SiteOperator, draft: WebhookDraft) -> Result<(WebhookView, String)> {
    let (id, key): (WebhookId, _) = (app.new_id(), webhook_signature::new_key());
    let secret_sealed = seal::<Webhook>(app, id, &key);
    let made = app.write(by, move |w| {
        let draft = checked(w, draft, None)?;
        let others: Vec<Webhook> = w.records()?;
        if others.iter().filter(|other| !other.of_orders).count() >= MAX_WEBHOOKS {
            let detail = format!("There are {MAX_WEBHOOKS} webhooks, which is the limit. Delete one first.");
            return Err(Error::conflict(ErrorCode::TooMany, detail));
        }
        require_name(&others, &draft.name)?;
        let mut hook = Webhook { url: draft.url.clone(), ..new(w, id, secret_sealed) };
        apply(w.app, draft, &mut hook)?;
        w.put(&hook)?;
        w.audit("webhook.create", id, "")?;
        view(&**w, hook)
    });
    Ok((made.await?, key))
}

fn require_name(others: &[Webhook], name: &str) -> Result<()> {
    if others.iter().any(|other| other.name == name) {
        let detail = format!("There is already a webhook named '{name}'. Choose another name.");
        return Err(Error::conflict(ErrorCode::NameTaken, detail));
    }
    Ok(())
}

/// # Errors
/// 409 `changed_meanwhile`.
fn require_version(read: &impl Read, hook: &Webhook, version: Option<u32>) -> Result<()> {
    let stored = (hook.version, hook.changed_by, hook.changed_at);
    query::version::require_version(read, version, Some(stored), "this webhook")
}

/// Replaces what was entered of a webhook. A blank address, or the one that is shown, is the stored one. With a new key of
/// its signatures, that is returned, once.
///
/// # Errors
/// 404; 409 `changed_meanwhile`, `name_taken`; 422 by field.
pub async fn update(
    app: &App,
    by: &SiteOperator,
    id: WebhookId,
    mut draft: WebhookDraft,
    (version, wants_key): (Option<u32>, bool),
) -> Result<(WebhookView, Option<String>)> {
    let key = wants_key.then(webhook_signature::new_key);
    let sealed = key.as_ref().map(|key| seal::<Webhook>(app, id, key));
    let changed = app.write(by, move |w| {
        let mut hook = load(&**w, id)?;
        require_version(&**w, &hook, version)?;
        let known = address(w.app, &hook);
        if draft.url.trim().is_empty() || draft.url.trim() == shown_url(&hook.url) {
            draft.url = known.clone().unwrap_or_default();
        }
        let draft = checked(w, draft, Some(&hook))?;
        let mut others: Vec<Webhook> = w.records()?;
        others.retain(|other| other.id != id);
        require_name(&others, &draft.name)?;
        if hook.of_orders && Some(&draft.url) != known.as_ref() {
            let message = "This address comes from orders. Make another webhook for another address.";
            return Err(Error::field("url", message));
        }
        let before = hook.clone();
        apply(w.app, draft, &mut hook)?;
        if let Some(sealed) = sealed {
            hook.secret_sealed = sealed;
        }
        if hook != before {
            (hook.version, hook.changed_by, hook.changed_at) = (hook.version + 1, w.by.account(), w.now);
            w.put(&hook)?;
            w.audit("webhook.change", id, if hook.is_enabled { "" } else { "off" })?;
            let app = w.app.clone();
            w.after_commit(move || app.wakeups.webhooks.notify());
        }
        view(&**w, hook)
    });
    Ok((changed.await?, key))
}

/// Deletes a webhook with its deliveries, sent or not.
///
/// # Errors
/// 404; 409 `changed_meanwhile`.
pub async fn delete(app: &App, by: &SiteOperator, id: WebhookId, version: Option<u32>) -> Result<()> {
    app.write(by, move |w| {
        let mut hook = load(&**w, id)?;
        require_version(&**w, &hook, version)?;
        w.audit("webhook.delete", id, "")?;
        // Nothing is added to it from now on.
        hook.is_enabled = false;
        Ok(w.put(&hook)?)
    })
    .await?;
    loop {
        let is_done = app.write_paced(app.now(), by, move |w| {
            let some: Vec<Delivery> = w.some_linked(DELIVERIES_BY_WEBHOOK.under(id), BATCH)?;
            for delivery in &some {
                w.delete::<Delivery>(delivery.id)?;
            }
            if some.len() < BATCH {
                w.delete::<Webhook>(id)?;
            }
            Ok(some.len() < BATCH)
        });
        if is_done.await? {
            return Ok(());
        }
    }
}
