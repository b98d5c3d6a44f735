//! Mail rendering. A mail is rendered only when it is sent, so that the outbox stores no links
//! (`docs/behaviour/mail.md#email`).

use super::{digest::WaitingItem, queue, reset, verify};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, Instant, Result,
        decision::Letter,
        email_verification::EmailVerification,
        invite::{Invite, ScheduleMode},
        mail::{Mail, MailKind},
        paper::Paper,
        password_reset::PasswordReset,
        sentence::Sentence,
        settings::EmailSettings,
        submission::Submission,
        time::SignedDuration,
        user::User,
    },
    mail::{
        OutgoingMail, ics,
        templates::{self, MailBody},
    },
    sentence,
    service::{
        query,
        settings::{company, languages, page_words::PageWords, public_url},
    },
    store::{Read, records::Single},
};

/// Renders an invitation, confirmation or reminder.
///
/// # Errors
/// A broken template, or a link that cannot be unsealed.
pub fn render(app: &App, mail: &Mail, invite: &Invite, from_name: &str) -> Result<OutgoingMail> {
    let read = app.store.read()?;
    let paper = query::link::paper(app, &read, invite)?;
    let language = query::language::of_invite(&read, invite)?.unwrap_or_default();
    let company = company::named(&read)?.speaking(language);
    let spoken = languages::spoken(&read, language)?;
    let link = query::link::link_of(app, invite)?;
    let duration_minutes = paper.duration_minutes + invite.accommodation.minutes(paper.duration_minutes);
    let local_time = |at: Instant| at.in_words(invite.time_zone.as_deref(), language);
    let opens = invite.window.opens_at.filter(|at| *at > app.now()).map(local_time);
    let expires = local_time(invite.expires_at());
    let title = paper.title_in(language);
    let own = |text: &str| company.fill(text, invite.known_name(), title, duration_minutes);
    let (body, calendar): (MailBody, _) = match (mail.kind, invite.scheduled_at) {
        (MailKind::Scheduled | MailKind::Reminder | MailKind::Withdrawn, Some(at)) => {
            let facts = templates::ScheduleFacts {
                applicant_name: invite.known_name().to_owned(),
                test_title: title.to_owned(),
                duration_minutes,
                question_count: paper.questions.len(),
                link: link.clone(),
                scheduled: local_time(at),
                expires,
                stop_link: query::link::stop_link_of(app, invite)?,
                from_name: from_name.to_owned(),
                own_text: own(&company.words.reminder_text)?,
            };
            match mail.kind {
                MailKind::Reminder => (templates::reminder(spoken, &facts).map_err(Error::internal)?, None),
                MailKind::Withdrawn => (templates::withdrawn(spoken, &facts).map_err(Error::internal)?, Some(at)),
                _ => (templates::scheduled(spoken, &facts).map_err(Error::internal)?, Some(at)),
            }
        }
        (MailKind::Closing | MailKind::EndMoved, scheduled) => {
            let facts = templates::ClosingFacts {
                applicant_name: invite.known_name().to_owned(),
                test_title: title.to_owned(),
                duration_minutes,
                question_count: paper.questions.len(),
                link: link.clone(),
                opens,
                expires,
                choose: invite.mode == ScheduleMode::SelfSchedule && scheduled.is_none(),
                moved: mail.kind == MailKind::EndMoved,
                stop_link: query::link::stop_link_of(app, invite)?,
                from_name: from_name.to_owned(),
                own_text: own(&company.words.reminder_text)?,
            };
            (templates::closing(spoken, &facts).map_err(Error::internal)?, None)
        }
        (_, scheduled) => {
            let facts = templates::InvitationFacts {
                applicant_name: invite.known_name().to_owned(),
                test_title: title.to_owned(),
                test_description: paper.plain_description(Some(language)),
                duration_minutes,
                question_count: paper.questions.len(),
                link: link.clone(),
                opens,
                closes: invite.window.closes_at.is_some(),
                expires,
                scheduled: scheduled.map(local_time),
                mode: match invite.mode {
                    ScheduleMode::SelfSchedule => templates::InvitationMode::SelfSchedule,
                    ScheduleMode::AdminScheduled => templates::InvitationMode::AdminScheduled,
                    ScheduleMode::NoSchedule => templates::InvitationMode::NoSchedule,
                },
                from_name: from_name.to_owned(),
                own_subject: own(&company.words.invitation_subject)?,
                own_text: own(&company.words.invitation_text)?,
            };
            (templates::invitation(spoken, &facts).map_err(Error::internal)?, scheduled)
        }
    };
    let to = (invite.known_name().to_owned(), invite.applicant_email.clone());
    let framed = framed(&read, mail.message_id.clone(), to, body)?;
    let make = if mail.kind == MailKind::Withdrawn { ics::cancellation } else { ics::event };
    let entry = |at| calendar_entry(&read, make, (invite, &paper), at, &link, mail.created_at);
    let ics = calendar.map(entry).transpose()?;
    Ok(OutgoingMail { ics, ..framed })
}

/// Renders the email verification.
///
/// # Errors
/// A broken template, or a link that cannot be unsealed.
pub fn verification(
    app: &App,
    mail: &Mail,
    user: &User,
    proof: &EmailVerification,
    from_name: &str,
) -> Result<OutgoingMail> {
    let read = app.store.read()?;
    let language = query::language::of_site(&read)?.unwrap_or_default();
    let spoken = languages::spoken(&read, language)?;
    let facts = templates::LinkFacts {
        link: verify::link_of(app, proof)?,
        expires: proof.expires_at().in_words(None, language),
        from_name: from_name.to_owned(),
    };
    let body = templates::verification(spoken, &facts).map_err(Error::internal)?;
    // No name: it was chosen at the sign-up, which need not be by the owner of this mailbox.
    framed(&app.store.read()?, mail.message_id.clone(), (String::new(), user.email.clone()), body)
}

/// Renders the mail with the link that sets a new password.
///
/// # Errors
/// A broken template.
pub fn reset(app: &App, mail: &Mail, user: &User, reset: &PasswordReset, from_name: &str) -> Result<OutgoingMail> {
    let read = app.store.read()?;
    let language = query::language::of_site(&read)?.unwrap_or_default();
    let spoken = languages::spoken(&read, language)?;
    let facts = templates::LinkFacts {
        link: reset::link_of(app, reset)?,
        expires: reset.expires_at().in_words(None, language),
        from_name: from_name.to_owned(),
    };
    let body = templates::reset_password(spoken, &facts).map_err(Error::internal)?;
    // No name: that of an account whose address is not verified may have been chosen by another person.
    framed(&app.store.read()?, mail.message_id.clone(), (String::new(), user.email.clone()), body)
}

/// Renders the daily summary of what waits for someone of staff.
///
/// # Errors
/// A broken template.
pub fn digest(app: &App, mail: &Mail, user: &User, items: &[WaitingItem], from_name: &str) -> Result<OutgoingMail> {
    let (read, url) = (app.store.read()?, public_url(app)?);
    let words = PageWords::of(&read, query::language::of_staff(&read)?)?;
    let item = |item: &WaitingItem| templates::DigestItem {
        sentence: words.said(&item.sentence),
        link: format!("{url}{}", item.path),
    };
    let items: Vec<_> = items.iter().map(item).collect();
    let subject = match items.as_slice() {
        [one] => one.sentence.trim_end_matches('.').to_owned(),
        items => words.said(&sentence!("digestSubject": "{count} things wait for you", count = items.len())),
    };
    let facts = templates::DigestFacts {
        subject,
        name: user.full_name.clone(),
        items,
        settings: format!("{url}/security"),
        from_name: from_name.to_owned(),
    };
    let body = templates::digest(words.language(), &facts).map_err(Error::internal)?;
    let to = (user.full_name.clone(), user.email.clone());
    framed(&read, mail.message_id.clone(), to, body)
}

/// Renders a notice about the servers.
///
/// # Errors
/// A broken template.
pub fn notice(app: &App, mail: &Mail, user: &User, sentences: &[Sentence], from_name: &str) -> Result<OutgoingMail> {
    let read = app.store.read()?;
    let words = PageWords::of(&read, query::language::of_staff(&read)?)?;
    let sentences: Vec<_> = sentences.iter().map(|sentence| words.said(sentence)).collect();
    let subject = match sentences.as_slice() {
        [one] => one.split_inclusive(". ").next().unwrap_or_default().trim().trim_end_matches('.').to_owned(),
        all => words.said(&sentence!("noticeSubject": "{count} notices about the servers", count = all.len())),
    };
    let facts = templates::NoticeFacts {
        subject,
        name: user.full_name.clone(),
        sentences,
        overview: format!("{}/admin", public_url(app)?),
        from_name: from_name.to_owned(),
    };
    let body = templates::notice(words.language(), &facts).map_err(Error::internal)?;
    let to = (user.full_name.clone(), user.email.clone());
    framed(&read, mail.message_id.clone(), to, body)
}

/// Renders a letter that reports a decision.
///
/// # Errors
/// A broken template.
pub fn decision(app: &App, mail: &Mail, letter: &Letter, submission: &Submission) -> Result<OutgoingMail> {
    let read = app.store.read()?;
    let language = match read.get::<Invite>(submission.invite_id)? {
        Some(invite) => query::language::of_invite(&read, &invite)?,
        None => query::language::of_site(&read)?,
    };
    let spoken = languages::spoken(&read, language.unwrap_or_default())?;
    let body = templates::decision(spoken, &letter.subject, &letter.body).map_err(Error::internal)?;
    let to = (submission.applicant_name.clone(), submission.applicant_email.clone());
    framed(&app.store.read()?, mail.message_id.clone(), to, body)
}

/// A mail to a name and an address, on the company's letterhead.
///
/// # Errors
/// A broken template.
pub fn framed(
    read: &impl Read,
    message_id: String,
    (to_name, to_email): (String, String),
    body: MailBody,
) -> Result<OutgoingMail> {
    let letterhead = company::letterhead(read)?;
    let content = body.on(&letterhead).map_err(Error::internal)?;
    let (reply_to, logo) = (letterhead.reply_to, letterhead.logo);
    Ok(OutgoingMail { message_id, to_name, to_email, content, ics: None, reply_to, logo })
}

/// The calendar event (iCalendar) of a scheduled test, the same in the mail and on the page.
fn calendar_entry(
    read: &impl Read,
    make: fn(ics::Event<'_>) -> String,
    (invite, paper): (&Invite, &Paper),
    at: Instant,
    link: &str,
    stamp: Instant,
) -> Result<String> {
    let sender: EmailSettings = read.get(Single)?.unwrap_or_default();
    let organizer = (sender.from_name.as_str(), sender.from_email.as_str());
    let uid = format!("{}@invigil", invite.id);
    let duration = paper.duration_minutes + invite.accommodation.minutes(paper.duration_minutes);
    let duration = SignedDuration::from_mins(duration.into());
    let language = query::language::of_invite(read, invite)?.unwrap_or_default();
    let summary = paper.title_in(language);
    Ok(make(ics::Event { uid: &uid, summary, start: at, duration, url: link, stamp, organizer }))
}

/// The calendar event, for the holder of the link.
///
/// # Errors
/// 404 `unknown_link`, or `not_scheduled` if the test has no date; 410.
pub fn calendar(app: &App, secret: &str) -> Result<String> {
    let now = app.now();
    let read = app.store.read()?;
    let invite = query::link::find(&read, secret)?;
    invite.require_alive(now)?;
    let at = invite.scheduled_at.ok_or_else(|| {
        Error::new(
            ErrorKind::NotFound,
            ErrorCode::NotScheduled,
            "This test has no date yet, so there is no calendar event.",
        )
    })?;
    let paper = query::link::paper(app, &read, &invite)?;
    // The same number as in the mail: a later one outranks it.
    let stamp = queue::last_entry(&read, invite.id)?.unwrap_or(now);
    calendar_entry(&read, ics::event, (&invite, &paper), at, &query::link::link_of(app, &invite)?, stamp)
}
