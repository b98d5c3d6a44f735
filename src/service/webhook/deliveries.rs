//! Deliveries of a webhook: the list, another try, a test.

use super::{manage, payload, raise};
use crate::{
    app::App,
    domain::{
        DeliveryId, Error, Result, WebhookId,
        webhook::{Delivery, DeliveryState, Webhook, WebhookEvent},
    },
    service::{
        actor::SiteOperator,
        query::page::{self, Page, Slice},
        settings,
    },
    store::{Read, records::DELIVERIES_BY_WEBHOOK},
};

/// The newest first.
///
/// # Errors
/// 404; 422 for an invalid cursor.
pub fn list(
    app: &App,
    _: &SiteOperator,
    id: WebhookId,
    slice: &Slice,
    is_wanted: impl Fn(&Delivery) -> bool,
) -> Result<Page<Delivery>> {
    let read = app.store.read()?;
    manage::load(&read, id)?;
    page::newest_wanted(&read, DELIVERIES_BY_WEBHOOK.under(id), slice, None, is_wanted)
}

/// Sends a delivery again, with the same id and body. It does not wait for others of its invite.
///
/// # Errors
/// 404; 409 `webhook_off` for a webhook that is switched off: nothing would be sent.
pub async fn resend(app: &App, by: &SiteOperator, hook: WebhookId, id: DeliveryId) -> Result<Delivery> {
    app.write(by, move |w| {
        if !manage::load(&**w, hook)?.is_enabled {
            return Err(manage::switched_off());
        }
        let found = w.get::<Delivery>(id)?.filter(|delivery| delivery.webhook_id == hook);
        let mut delivery = found.ok_or_else(|| Error::not_found("delivery"))?;
        // One that waits for others of its invite keeps its place.
        if delivery.state != DeliveryState::InLine {
            delivery.state = DeliveryState::Waiting(w.now);
            w.put(&delivery)?;
        }
        w.audit("webhook.resend", id, "")?;
        let app = w.app.clone();
        w.after_commit(move || app.wakeups.webhooks.notify());
        Ok(delivery)
    })
    .await
}

/// Sends a test event.
///
/// # Errors
/// 404; 409 `webhook_off` for one that is switched off.
pub async fn test(app: &App, by: &SiteOperator, id: WebhookId) -> Result<Delivery> {
    let base = settings::public_url(app)?;
    app.write(by, move |w| {
        let hook: Webhook = manage::load(&**w, id)?;
        if !hook.is_enabled {
            return Err(manage::switched_off());
        }
        let (id, now) = (raise::next_id(w)?, w.now);
        let delivery = Delivery {
            id,
            webhook_id: hook.id,
            event: WebhookEvent::Test,
            invite_id: None,
            body: payload::of_test(&now.to_string(), &hook, &base)?,
            made_at: now,
            state: DeliveryState::Waiting(now),
            tries: 0,
            last_try: None,
            url: None,
        };
        // It does not wait for others: someone wants to see its outcome.
        w.put(&delivery)?;
        let app = w.app.clone();
        w.after_commit(move || app.wakeups.webhooks.notify());
        Ok(delivery)
    })
    .await
}
