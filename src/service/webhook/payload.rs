//! Bodies of webhooks. They hold what staff who see a result see of it: never a key, an answer, or the candidate's link.

use crate::{
    domain::{
        Result,
        decision::{Decision, DecisionValue},
        invite::Invite,
        order::Order,
        submission::Submission,
        webhook::{self, Webhook, WebhookEvent},
    },
    service::{settings, work::Work},
};
use serde_json::{Value, json};

/// Details beside the invite.
#[derive(Default)]
pub(super) struct Details {
    pub result: Option<Submission>,
    pub passed: Option<bool>,
    pub decision: Option<Decision>,
    pub flag: Option<String>,
    /// The link to the report of the result of an order, hidden until it is sent.
    pub report: Option<String>,
}

/// The event in both forms.
pub(super) struct Message {
    usual: Value,
    values: Vec<(&'static str, Value)>,
}

impl Message {
    /// The one that Greenhouse expects, which then asks for the result.
    pub fn of_greenhouse(&self) -> String {
        let id = &self.usual["data"]["external_id"];
        json!({ "partner_interview_id": id, "partner_status": "complete" }).to_string()
    }

    /// # Errors
    /// None in practice: templates were checked.
    pub fn body(&self, hook: &Webhook) -> Result<String> {
        let Some(template) = &hook.template else { return Ok(self.usual.to_string()) };
        let id = self.usual["data"]["external_id"].as_str();
        let mut values = self.values.clone();
        values.push(("external_key", json!(id.map(|id| hook.order_key(id)))));
        webhook::fill(template, &values)
    }
}

/// # Errors
/// Storage only.
pub(super) fn of(
    w: &Work<'_, '_>,
    event: WebhookEvent,
    (invite, order): (&Invite, Option<&Order>),
    details: &Details,
) -> Result<Message> {
    let base = settings::public_url(w.app)?;
    let result = details.result.as_ref();
    let result_id = result.map(|result| result.id.to_string());
    let name = &invite.applicant_name;
    let link = match (&result_id, invite.attempt_id) {
        (Some(id), _) => format!("{base}/admin?tab=results&date=all&result={id}"),
        (None, Some(_)) => format!("{base}/monitor/{}", invite.id),
        (None, None) => format!("{base}/admin?tab=invites&date=all"),
    };
    let attempt_id = invite.attempt_id.map(|id| id.to_string());
    let external_id = order.map(|order| order.external_id.as_str());
    let report = details.report.as_ref().unwrap_or(&link);
    let score = result.map(Submission::final_score);
    let decision = details.decision.as_ref().map(|decision| decision.value.map(DecisionValue::name));
    let reason = details.decision.as_ref().map(|decision| decision.reason.clone());
    let message = in_words(event, name, &invite.test_title, (score, decision.flatten(), details.flag.as_deref()));
    let at = w.now.to_string();
    let mut data = json!({
        "test": { "id": invite.test_id.to_string(), "title": invite.test_title },
        "applicant": { "name": name, "email": invite.applicant_email },
        "invite_id": invite.id.to_string(),
        "attempt_id": attempt_id,
        "external_id": external_id,
        "link": link,
    });
    if let Some(result) = result {
        data["result"] = json!({
            "id": result_id,
            "score": score,
            "points": result.earned_points(),
            "total_points": result.total_points,
            "is_final": !result.is_provisional(),
            "passed": details.passed,
        });
        if let Some(report) = &details.report {
            data["result"]["report"] = json!(report);
        }
    }
    if let Some(decision) = decision {
        data["decision"] = json!({ "value": decision, "reason": reason });
    }
    if let Some(flag) = &details.flag {
        data["flag"] = json!({ "note": flag });
    }
    let values = vec![
        ("event", json!(event.name())),
        ("event_in_words", json!(noun(event))),
        ("occurred_at", json!(at)),
        ("occurred_at_ms", json!(w.now.as_millis())),
        ("test_id", data["test"]["id"].clone()),
        ("test_title", data["test"]["title"].clone()),
        ("invite_id", data["invite_id"].clone()),
        ("external_id", json!(external_id)),
        ("applicant_name", data["applicant"]["name"].clone()),
        ("applicant_email", data["applicant"]["email"].clone()),
        ("result_id", json!(result_id)),
        ("score", json!(score)),
        ("passed", json!(details.passed)),
        ("decision", json!(decision.flatten())),
        ("reason", json!(reason)),
        ("link", json!(link)),
        ("report", json!(report)),
        ("message", json!(message)),
    ];
    Ok(Message { usual: json!({ "type": event.name(), "timestamp": at, "data": data }), values })
}

/// The body of a test, which has the same form.
pub(super) fn of_test(at: &str, hook: &Webhook, base: &str) -> Result<String> {
    let event = WebhookEvent::Test;
    let message = "This is a test of the webhook. Nothing has happened.";
    let link = format!("{base}/admin");
    let values = vec![
        ("event", json!(event.name())),
        ("event_in_words", json!(noun(event))),
        ("occurred_at", json!(at)),
        ("link", json!(link)),
        ("message", json!(message)),
    ];
    let usual = json!({ "type": event.name(), "timestamp": at, "data": { "message": message, "link": link } });
    Message { usual, values }.body(hook)
}

const fn noun(event: WebhookEvent) -> &'static str {
    match event {
        WebhookEvent::InviteSent => "Invitation",
        WebhookEvent::InviteOpened => "Invitation opened",
        WebhookEvent::AttemptStarted => "Test started",
        WebhookEvent::AttemptSubmitted => "Test submitted",
        WebhookEvent::ResultScored => "Score",
        WebhookEvent::ResultDecided => "Decision",
        WebhookEvent::AttemptFlagged => "Worth a look",
        WebhookEvent::InviteExpired => "Invitation expired",
        WebhookEvent::InviteWithdrawn => "Invitation withdrawn",
        WebhookEvent::Test => "Test of the webhook",
    }
}

fn in_words(
    event: WebhookEvent,
    name: &str,
    title: &str,
    (score, decision, flag): (Option<f64>, Option<&str>, Option<&str>),
) -> String {
    match event {
        WebhookEvent::InviteSent => format!("{name} was invited to the test '{title}'."),
        WebhookEvent::InviteOpened => format!("{name} has opened the invitation to the test '{title}'."),
        WebhookEvent::AttemptStarted => format!("{name} has started the test '{title}'."),
        WebhookEvent::AttemptSubmitted => format!("The test '{title}' of {name} was submitted."),
        WebhookEvent::ResultScored => {
            let score = score.unwrap_or_default();
            format!("{name} has {score} % in the test '{title}'.")
        }
        WebhookEvent::ResultDecided => match decision {
            Some(decision) => format!("{name}, test '{title}': the decision is '{decision}'."),
            None => format!("{name}, test '{title}': the decision was withdrawn."),
        },
        WebhookEvent::AttemptFlagged => format!("{name}, test '{title}': {}", flag.unwrap_or_default()),
        WebhookEvent::InviteExpired => format!("The invitation of {name} to the test '{title}' has expired."),
        WebhookEvent::InviteWithdrawn => format!("The invitation of {name} to the test '{title}' was withdrawn."),
        WebhookEvent::Test => String::new(),
    }
}
