//! `invigil webhook`: receivers that are called when something happens.

use super::{
    failure::Failure,
    json::Array,
    request::{CliRequest, CommandOutput},
    text,
};
use crate::{
    app::App,
    domain::{WebhookId, webhook::Delivery},
    service::{
        actor::{Actor, SiteOperator},
        query::page::Slice,
        webhook::{deliveries, manage},
    },
};
use clap::Subcommand;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Subcommand)]
pub enum Command {
    /// List the webhooks of the site
    #[command(after_help = "\
Examples:
  invigil webhook list
  invigil webhook list --json | jq -r '.[] | select(.set_aside > 0) | .name'")]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List the deliveries of a webhook, the newest first
    #[command(after_help = "\
Deliveries that ended are kept for 30 days. --json prints their bodies and the receiver's replies too.

Examples:
  invigil webhook deliveries 019a-...
  invigil webhook deliveries 019a-... --json | jq -r '.[] | select(.state == \"set_aside\") | .body'")]
    Deliveries {
        /// Id of the webhook
        webhook: String,
        /// Most deliveries to list, 1000 at most
        #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..=1000))]
        limit: u16,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Send a test event; a running server delivers it
    #[command(after_help = "\
Examples:
  invigil webhook test 019a-... && invigil webhook deliveries 019a-... --limit 1")]
    Test {
        /// Id of the webhook
        webhook: String,
    },
}

#[derive(Serialize, Deserialize)]
pub enum WebhookOp {
    List { json: bool },
    Deliveries { webhook: String, limit: u16, json: bool },
    Test { webhook: String },
}

impl Command {
    pub fn request(self) -> CliRequest<WebhookOp> {
        CliRequest::new(match self {
            Self::List { json } => WebhookOp::List { json },
            Self::Deliveries { webhook, limit, json } => WebhookOp::Deliveries { webhook, limit, json },
            Self::Test { webhook } => WebhookOp::Test { webhook },
        })
    }
}

/// # Errors
/// Refusals of the use case, and write errors of [`CommandOutput`].
pub async fn execute(app: &App, by: &Actor, op: WebhookOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let by: SiteOperator = by.require()?;
    match op {
        WebhookOp::List { json } => list(&manage::list(app, &by)?, json, out),
        WebhookOp::Deliveries { webhook, limit, json } => {
            let slice = Slice { limit: limit.into(), after: None };
            let page = deliveries::list(app, &by, id(&webhook)?, &slice, |_| true)?;
            list_deliveries(&page.items, json, out)
        }
        WebhookOp::Test { webhook } => {
            let delivery = deliveries::test(app, &by, id(&webhook)?).await?;
            Ok(writeln!(out, "The test event is on its way, as {}.", delivery.message_id())?)
        }
    }
}

fn id(text: &str) -> Result<WebhookId, Failure> {
    text.trim().parse().map_err(|_| Failure::refused(format!("'{text}' is not the id of a webhook")))
}

fn list(hooks: &[manage::WebhookView], json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    if json {
        let mut array = Array::begin(out)?;
        hooks.iter().try_for_each(|view| array.push(&row(view)))?;
        return array.end();
    }
    let rows: Vec<_> = hooks
        .iter()
        .map(|view| {
            let state = if view.hook.is_enabled { "on" } else { "off" };
            let (waiting, aside) = (view.waiting.to_string(), view.set_aside.to_string());
            let (name, url) = (text::one_line(&view.hook.name), text::one_line(&view.hook.url));
            [view.hook.id.to_string(), name, url, state.to_owned(), waiting, aside]
        })
        .collect();
    Ok(text::table(out, ["ID", "NAME", "ADDRESS", "STATE", "WAITING", "SET ASIDE"], &rows)?)
}

fn row(view: &manage::WebhookView) -> Value {
    let hook = &view.hook;
    let tests = hook.scope.tests();
    json!({
        "id": hook.id.to_string(),
        "name": hook.name,
        "url": hook.url,
        "events": hook.events.iter().map(|event| event.name()).collect::<Vec<_>>(),
        "tests": tests.map(|tests| tests.iter().map(ToString::to_string).collect::<Vec<_>>()),
        "enabled": hook.is_enabled,
        "headers": hook.headers.iter().map(|header| &header.name).collect::<Vec<_>>(),
        "waiting": view.waiting,
        "set_aside": view.set_aside,
        "delivered": view.delivered,
    })
}

fn list_deliveries(listed: &[Delivery], json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    if json {
        let mut array = Array::begin(out)?;
        listed.iter().try_for_each(|delivery| array.push(&delivery_row(delivery)))?;
        return array.end();
    }
    let rows: Vec<_> = listed
        .iter()
        .map(|delivery| {
            let last = delivery.last_try.as_ref();
            let status = last.and_then(|last| last.status).map_or_else(|| "-".to_owned(), |status| status.to_string());
            let words = last.map(|last| text::one_line(&last.words)).unwrap_or_default();
            let (event, state) = (delivery.event.name().to_owned(), delivery.state.name().to_owned());
            [delivery.made_at.to_string(), event, state, delivery.tries.to_string(), status, words]
        })
        .collect();
    Ok(text::table(out, ["CREATED", "EVENT", "STATE", "TRIES", "STATUS", "REPLY"], &rows)?)
}

fn delivery_row(delivery: &Delivery) -> Value {
    let last = delivery.last_try.as_ref();
    json!({
        "id": delivery.id.to_string(),
        "message_id": delivery.message_id(),
        "event": delivery.event.name(),
        "state": delivery.state.name(),
        "created_at": delivery.made_at.to_string(),
        "next_try_at": delivery.due_at().map(|at| at.to_string()),
        "tries": delivery.tries,
        "last_try": last.map(|last| json!({
            "at": last.at.to_string(),
            "status": last.status,
            "reply": last.words,
        })),
        "body": delivery.body,
    })
}
