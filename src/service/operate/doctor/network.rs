//! The services that this one asks: mail and AI.

use super::finding::Finding;
use crate::{
    app::App,
    domain::{Result, mail::Mail},
    service::{actor::Admin, ai::ai_settings, settings},
    store::{KeyRange, Read, records},
};
use std::{ops::ControlFlow, time::Duration};

/// A model may be slow; more is a failure.
const AI_LIMIT: Duration = Duration::from_secs(20);
/// More are only said to be many.
const COUNTED: usize = 1000;

/// Connects and signs in the way invites do, and sends nothing.
pub async fn mail(app: &App) -> Result<Finding> {
    const TOPIC: &str = "mail";
    if !settings::mail_is_set_up(&app.store.read()?)? {
        let line = Finding::ok(TOPIC, "No mail server is set up: links are copied by hand.");
        return Ok(line.with_hint("Enter one under Settings, or with 'invigil smtp set'."));
    }
    let smtp = match settings::smtp(app) {
        Ok(smtp) => smtp,
        Err(error) => return Ok(Finding::problem(TOPIC, error.detail, "Enter the mail server's password again.")),
    };
    let server = format!("{}:{}", smtp.host, smtp.port);
    Ok(match app.mailer.probe(&smtp).await {
        Ok(()) => {
            let signed_in = if smtp.user.is_empty() { "" } else { " and takes the user name and password" };
            Finding::ok(TOPIC, format!("The mail server {server} answers{signed_in}."))
        }
        Err(error) => {
            let fix = error.hint.unwrap_or_else(|| "Check the mail server's settings: 'invigil smtp show'.".into());
            Finding::problem(TOPIC, format!("Mails do not go out: {}.", error.words.trim_end_matches('.')), fix)
        }
    })
}

/// Mails that were tried in vain and wait for another try.
pub fn outbox(app: &App) -> Result<Option<Finding>> {
    let read = app.store.read()?;
    // Whoever runs without mail has chosen to.
    if !settings::mail_is_set_up(&read)? {
        return Ok(None);
    }
    let mut stuck = 0;
    read.scan_index(records::MAIL_BY_DUE, KeyRange::all(), false, &mut |_, primary| {
        stuck += usize::from(read.get::<Mail>(primary)?.is_some_and(|mail| mail.tries > 0));
        Ok(if stuck < COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    let many = match stuck {
        0 => return Ok(None),
        1 => "1 mail waits".to_owned(),
        COUNTED.. => format!("{COUNTED} mails or more wait"),
        n => format!("{n} mails wait"),
    };
    let said = format!("{many} for another try after the mail server did not take them.");
    Ok(Some(Finding::warning(
        "outbox",
        said,
        "Once the mail server takes mails they go out by themselves, within the hour.",
    )))
}

/// Asks for a word, the way questions are asked for.
pub async fn ai(app: &App, admin: &Admin) -> Finding {
    const TOPIC: &str = "ai";
    let outcome = tokio::time::timeout(AI_LIMIT, ai_settings::test(app, admin)).await;
    match outcome {
        Ok(Ok(())) => Finding::ok(TOPIC, "The AI service answers."),
        Ok(Err(error)) if error.code == "ai_not_configured" => {
            Finding::ok(TOPIC, "No AI service is set up: questions and reviews are people's work.")
        }
        Ok(Err(error)) => Finding::problem(
            TOPIC,
            format!("The AI service does not answer: {}.", error.detail.trim_end_matches('.')),
            "Check its address, model and key under Settings.",
        ),
        Err(_) => Finding::problem(
            TOPIC,
            format!("The AI service did not answer within {} s.", AI_LIMIT.as_secs()),
            "Check its address under Settings, and whether a firewall is in the way.",
        ),
    }
}
