//! The external services: mail, AI and identity providers.

use super::finding::DoctorFinding;
use crate::{
    app::App,
    domain::{ErrorCode, Result, language::Language},
    service::{
        account::directory,
        actor::SiteOperator,
        ai::ai_settings,
        settings::{self, ldap, oidc},
    },
    state::forwarding::is_local,
    store::{Read, records},
};
use std::{ops::ControlFlow, time::Duration};

/// A model may be slow; a longer wait is a failure.
const AI_TIMEOUT: Duration = Duration::from_secs(20);
/// Further mails are not counted.
const MAX_COUNTED: usize = 1000;

/// Connects and signs in as a delivery does, and sends nothing.
pub async fn mail(app: &App) -> Result<DoctorFinding> {
    const TOPIC: &str = "mail";
    if !settings::mail_is_set_up(&app.store.read()?)? {
        let line = DoctorFinding::note(TOPIC, "No mail server is configured: links are copied by hand.");
        return Ok(line.with_hint("Enter one under Settings, or with 'invigil smtp set'."));
    }
    let smtp = match settings::smtp(app) {
        Ok(smtp) => smtp,
        Err(error) => {
            return Ok(DoctorFinding::problem(TOPIC, error.detail, "Enter the mail server's password again."));
        }
    };
    let server = format!("{}:{}", smtp.host, smtp.port);
    Ok(match app.clients.mailer.probe(&smtp).await {
        Ok(()) => {
            let signed_in = if smtp.user.is_empty() { "" } else { " and accepts the user name and password" };
            let name = match smtp.ehlo_name.as_str() {
                "" => "its address",
                name => name,
            };
            let said =
                format!("The mail server {server} answers{signed_in}. This machine introduces itself as {name}.");
            let found = DoctorFinding::ok(TOPIC, said);
            if smtp.ehlo_name.is_empty() {
                found.with_hint(
                    "Some servers want a full host name: set the EHLO name in the email settings, or a public URL with a \
                     full host name.",
                )
            } else {
                found
            }
        }
        Err(error) => {
            let fix = error.hint.unwrap_or_else(|| "Check the mail server's settings: 'invigil smtp show'.".into());
            DoctorFinding::problem(TOPIC, format!("Emails cannot be sent: {}.", error.words.trim_end_matches('.')), fix)
        }
    })
}

/// Reverse proxies whose word about the client is missing or not used.
pub fn proxies(app: &App) -> Vec<DoctorFinding> {
    let seen = app.watching.forwarding.all().into_iter().map(|(peer, kind)| {
        let (said, fix) = kind.words(peer);
        let (said, fix) = (format!("{said}."), format!("{fix}."));
        // Any client on the internet can claim to be a proxy.
        if is_local(peer) {
            DoctorFinding::warning("proxy", said, fix)
        } else {
            DoctorFinding::note("proxy", said).with_hint(fix)
        }
    });
    seen.collect()
}

/// Mails that failed and wait for a retry.
pub fn outbox(app: &App) -> Result<Option<DoctorFinding>> {
    let read = app.store.read()?;
    // Running without mail is a choice.
    if !settings::mail_is_set_up(&read)? {
        return Ok(None);
    }
    if let Some(pause) = app.mail.gate.pause(app.now()) {
        let until = pause.until.in_words(None, Language::English);
        let said = format!("All emails wait until {until}: {}.", pause.words.trim_end_matches('.'));
        let fix = format!("{} One email tries then; a saved setting or a test email ends the wait.", pause.advice);
        return Ok(Some(DoctorFinding::problem("outbox", said, fix.trim_start())));
    }
    let mut stuck = 0;
    read.scan(records::MAIL_BY_DUE.all(), false, &mut |row| {
        stuck += usize::from(read.record_if_any(&row)?.is_some_and(|mail| mail.tries > 0));
        Ok(if stuck < MAX_COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    let many = match stuck {
        0 => return Ok(None),
        1 => "1 email waits".to_owned(),
        MAX_COUNTED.. => format!("{MAX_COUNTED} emails or more wait"),
        n => format!("{n} emails wait"),
    };
    let said = format!("{many} for a retry after a failed delivery.");
    Ok(Some(DoctorFinding::warning(
        "outbox",
        said,
        "They are tried again by themselves, for 5 days; the email queue under Settings says when and why.",
    )))
}

/// Sends a minimal prompt, by the same path as question generation.
pub async fn ai(app: &App, by: &SiteOperator) -> DoctorFinding {
    const TOPIC: &str = "ai";
    let outcome = tokio::time::timeout(AI_TIMEOUT, ai_settings::test(app, by)).await;
    match outcome {
        Ok(Ok(())) => DoctorFinding::ok(TOPIC, "The AI service answers."),
        Ok(Err(error)) if error.code == ErrorCode::AiNotConfigured => DoctorFinding::note(
            TOPIC,
            "No AI service is configured: people write the questions and review the answers.",
        ),
        Ok(Err(error)) => DoctorFinding::problem(
            TOPIC,
            format!("The AI service does not answer: {}.", error.detail.trim_end_matches('.')),
            "Check its address, model and key under Settings.",
        ),
        Err(_) => DoctorFinding::problem(
            TOPIC,
            format!("The AI service did not answer within {} s.", AI_TIMEOUT.as_secs()),
            "Check its address under Settings, and whether a firewall is in the way.",
        ),
    }
}

/// The identity providers and the directory. None is no finding: people have passwords of this site.
pub async fn providers(app: &App) -> Result<Vec<DoctorFinding>> {
    const TOPIC: &str = "sign-in";
    let (settings, mut found) = (oidc::stored(&app.store.read()?)?, Vec::new());
    for provider in settings.providers {
        let steps = directory::of_provider(app, &provider).await?;
        found.push(match steps.into_iter().find(|step| !step.is_ok) {
            None => DoctorFinding::ok(TOPIC, format!("People can sign in by {}.", provider.id)),
            Some(step) => DoctorFinding::problem(
                TOPIC,
                format!("No one can sign in by {}: {}", provider.id, step.said),
                format!(
                    "invigil oidc test {} tries each step. Accounts with passwords of this site sign in as ever.",
                    provider.id
                ),
            ),
        });
    }
    if ldap::stored(&app.store.read()?)?.is_set_up() {
        let steps = directory::ldap::of_site(app, None).await?;
        found.push(match steps.into_iter().find(|step| !step.is_ok) {
            None => DoctorFinding::ok(TOPIC, "People can sign in by the directory."),
            Some(step) => DoctorFinding::problem(
                TOPIC,
                format!("No one can sign in by the directory: {}", step.said),
                "invigil ldap test tries each step. Accounts with passwords of this site sign in as ever.",
            ),
        });
    }
    Ok(found)
}
