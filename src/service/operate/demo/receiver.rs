//! The webhook to the receiver inside a demo.

use crate::{
    app::App,
    domain::{
        Result,
        grants::Scope,
        webhook::{Webhook, WebhookDraft, WebhookEvent, WebhookMethod},
    },
    service::{
        actor::{Actor, SiteOperator},
        webhook::{deliveries, manage},
        work::By,
    },
    store::Read,
};
use std::{collections::BTreeSet, net::SocketAddr};

const NAME: &str = "Receiver of the demo";

/// Points the webhook to the address that the receiver has since this start. The first time, it makes the webhook and sends
/// a test event.
///
/// # Errors
/// Storage only.
pub async fn connect(app: &App, address: SocketAddr) -> Result<()> {
    app.clients.webhooks.allow_own(address);
    let url = format!("http://{address}/");
    let known: Vec<Webhook> = app.store.read()?.records()?;
    if let Some(mut hook) = known.into_iter().find(|hook| hook.name == NAME) {
        // Without an entry in the audit log, by which a demo that was used is known.
        (hook.url, hook.url_sealed) = (url, None);
        return app.write(By::Server, move |w| Ok(w.put(&hook)?)).await;
    }
    let operator: SiteOperator = Actor::Operator.require()?;
    let draft = WebhookDraft {
        name: NAME.into(),
        url,
        method: WebhookMethod::Post,
        events: BTreeSet::from([
            WebhookEvent::InviteSent,
            WebhookEvent::AttemptSubmitted,
            WebhookEvent::ResultScored,
            WebhookEvent::ResultDecided,
        ]),
        scope: Scope::All,
        is_enabled: true,
        headers: Vec::new(),
        template: None,
        only_orders: None,
    };
    let (made, _) = manage::create(app, &operator, draft).await?;
    deliveries::test(app, &operator, made.hook.id).await?;
    Ok(())
}
