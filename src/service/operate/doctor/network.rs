//! The external services: mail, AI and identity providers.

use super::finding::DoctorFinding;
use crate::{
    app::App,
    domain::{
        ErrorCode, Result,
        sentence::{InWords, Sentence},
    },
    sentence,
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
        let line =
            DoctorFinding::note(TOPIC, sentence!("noMail": "No mail server is configured: links are copied by hand."));
        let hint = sentence!("noMailHint": "Enter one under Settings, or with 'invigil smtp set'.");
        return Ok(line.with_hint(hint));
    }
    let smtp = match settings::smtp(app) {
        Ok(smtp) => smtp,
        Err(error) => {
            let fix = sentence!("mailPasswordFix": "Enter the mail server's password again.");
            return Ok(DoctorFinding::problem(TOPIC, Sentence::foreign(error.detail), fix));
        }
    };
    let server = format!("{}:{}", smtp.host, smtp.port);
    Ok(match app.clients.mailer.probe(&smtp).await {
        Ok(()) => {
            let said = if smtp.user.is_empty() {
                sentence!("mailAnswers": "The mail server {server} answers.", server)
            } else {
                sentence!(
                    "mailSignedIn": "The mail server {server} answers and accepts the user name and password.",
                    server
                )
            };
            if smtp.ehlo_name.is_empty() {
                let by = sentence!("mailEhloAddress": "This machine introduces itself as its address.");
                DoctorFinding::ok(TOPIC, said.then(by)).with_hint(sentence!(
                    "mailEhloHint": "Some servers want a full host name: set the EHLO name in the email settings, or a public URL \
                     with a full host name."
                ))
            } else {
                let by = sentence!("mailEhlo": "This machine introduces itself as {name}.", name = &smtp.ehlo_name);
                DoctorFinding::ok(TOPIC, said.then(by))
            }
        }
        Err(error) => {
            let fix = error.hint.map_or_else(
                || sentence!("mailFailsFix": "Check the mail server's settings: 'invigil smtp show'."),
                Sentence::foreign,
            );
            let words = error.words.trim_end_matches('.');
            DoctorFinding::problem(TOPIC, sentence!("mailFails": "Emails cannot be sent: {words}.", words), fix)
        }
    })
}

/// Reverse proxies whose word about the client is missing or not used.
pub fn proxies(app: &App) -> Vec<DoctorFinding> {
    let seen = app.watching.forwarding.all().into_iter().map(|(peer, kind)| {
        let (said, fix) = kind.words(peer);
        let (said, fix) = (Sentence::foreign(format!("{said}.")), Sentence::foreign(format!("{fix}.")));
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
        let said = sentence!(
            "emailsWait": "All emails wait until {until}: {words}.",
            until = InWords(pause.until, None),
            words = pause.words.trim_end_matches('.'),
        );
        let advice = if pause.advice.is_empty() { Sentence::default() } else { Sentence::foreign(pause.advice) };
        let fix = advice.then(sentence!(
            "emailsWaitFix": "One email tries then; a saved setting or a test email ends the wait."
        ));
        return Ok(Some(DoctorFinding::problem("outbox", said, fix)));
    }
    let mut stuck = 0;
    read.scan(records::MAIL_BY_DUE.all(), false, &mut |row| {
        stuck += usize::from(read.record_if_any(&row)?.is_some_and(|mail| mail.tries > 0));
        Ok(if stuck < MAX_COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    let said = match stuck {
        0 => return Ok(None),
        1 => sentence!("emailStuck": "1 email waits for a retry after a failed delivery."),
        MAX_COUNTED.. => sentence!(
            "manyEmailsStuck": "{count} emails or more wait for a retry after a failed delivery.",
            count = MAX_COUNTED
        ),
        count => sentence!("emailsStuck": "{count} emails wait for a retry after a failed delivery.", count),
    };
    let fix = sentence!(
        "emailsStuckFix": "They are tried again by themselves, for 5 days; the email queue under Settings says when and why."
    );
    Ok(Some(DoctorFinding::warning("outbox", said, fix)))
}

/// Sends a minimal prompt, by the same path as question generation.
pub async fn ai(app: &App, by: &SiteOperator) -> DoctorFinding {
    const TOPIC: &str = "ai";
    let outcome = tokio::time::timeout(AI_TIMEOUT, ai_settings::test(app, by)).await;
    match outcome {
        Ok(Ok(())) => DoctorFinding::ok(TOPIC, sentence!("aiAnswers": "The AI service answers.")),
        Ok(Err(error)) if error.code == ErrorCode::AiNotConfigured => DoctorFinding::note(
            TOPIC,
            sentence!("noAi": "No AI service is configured: people write the questions and review the answers."),
        ),
        Ok(Err(error)) => DoctorFinding::problem(
            TOPIC,
            sentence!(
                "aiFails": "The AI service does not answer: {words}.",
                words = error.detail.trim_end_matches('.')
            ),
            sentence!("aiFailsFix": "Check its address, model and key under Settings."),
        ),
        Err(_) => DoctorFinding::problem(
            TOPIC,
            sentence!(
                "aiSlow": "The AI service did not answer within {seconds} s.",
                seconds = AI_TIMEOUT.as_secs()
            ),
            sentence!("aiSlowFix": "Check its address under Settings, and whether a firewall is in the way."),
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
            None => DoctorFinding::ok(
                TOPIC,
                sentence!("providerWorks": "People can sign in by {provider}.", provider = &provider.id),
            ),
            Some(step) => DoctorFinding::problem(
                TOPIC,
                sentence!(
                    "providerFails": "No one can sign in by {provider}: {words}",
                    provider = &provider.id,
                    words = step.said,
                ),
                sentence!(
                    "providerFailsFix": "invigil oidc test {provider} tries each step. Accounts with passwords of this site sign in as ever.",
                    provider = &provider.id,
                ),
            ),
        });
    }
    if ldap::stored(&app.store.read()?)?.is_set_up() {
        let steps = directory::ldap::of_site(app, None).await?;
        found.push(match steps.into_iter().find(|step| !step.is_ok) {
            None => DoctorFinding::ok(TOPIC, sentence!("directoryWorks": "People can sign in by the directory.")),
            Some(step) => DoctorFinding::problem(
                TOPIC,
                sentence!("directoryFails": "No one can sign in by the directory: {words}", words = step.said),
                sentence!(
                    "directoryFailsFix": "invigil ldap test tries each step. Accounts with passwords of this site sign in as ever."
                ),
            ),
        });
    }
    Ok(found)
}
