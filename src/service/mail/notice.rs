//! Notices about the servers by mail, to those who operate them (docs/behaviour/mail.md#server-notices). The sentences are
//! those of the notifications: a mail that waited has all that came since.

use super::queue;
use crate::{
    app::App,
    domain::{
        Instant, Result, UserId,
        mail::{About, Mail, MailKind, MailState},
        notification::{Notification, NotificationKind},
        permission::{Capability, Scope},
        sentence::Sentence,
        user::User,
    },
    service::{
        actor, notifications,
        query::person,
        settings,
        work::{By, Work},
    },
    store::{Read, Snapshot, records},
};
use std::ops::ControlFlow;

/// Notifies all, and mails those who operate the site, in one commit with `beside`.
///
/// # Errors
/// Storage only.
pub async fn of_twin(
    app: &App,
    sentences: Vec<Sentence>,
    beside: impl FnOnce(&mut Work<'_, '_>) -> Result<()> + Send + 'static,
) -> Result<()> {
    let mut mails = Vec::new();
    {
        let read = app.store.read()?;
        if settings::mail_is_set_up(&read)? {
            for user in person::staff(&read)? {
                if operates(&read, &user)? && !is_on_its_way(&read, user.id)? {
                    mails.push((user.id, queue::envelope(app)?));
                }
            }
        }
    }
    let queued = !mails.is_empty();
    app.write(By::Server, move |w| {
        for sentence in sentences {
            notifications::of_twin(w, sentence)?;
        }
        let now = w.now;
        for (id, envelope) in mails {
            queue::enqueue_for(w, envelope, MailKind::ServerNotice, About::Account(id), now)?;
        }
        beside(w)
    })
    .await?;
    if queued {
        queue::wake(app);
    }
    Ok(())
}

fn operates(read: &Snapshot, user: &User) -> Result<bool> {
    let rights = actor::rights(read, user)?;
    Ok(user.is_active && rights.scope(Capability::Operate).is_some_and(|scope| scope == Scope::All))
}

/// One that the mail server held up has all sentences when it is sent.
fn is_on_its_way(read: &Snapshot, id: UserId) -> Result<bool> {
    let mails: Vec<Mail> = read.linked(records::MAIL_BY_ACCOUNT.under(id))?;
    Ok(mails.iter().any(|mail| mail.kind == MailKind::ServerNotice && mail.state == MailState::Waiting))
}

/// The account, and the sentences since then; `None` if there are none any more, or the account operates nothing.
///
/// # Errors
/// Storage only.
pub fn wanted(read: &Snapshot, id: UserId, since: Instant) -> Result<Option<(User, Vec<Sentence>)>> {
    let user: Option<User> = read.get(id)?;
    let Some(user) = user else { return Ok(None) };
    if !operates(read, &user)? {
        return Ok(None);
    }
    let mut sentences = Vec::new();
    read.scan(records::NOTIFICATIONS_BY_KIND.under(NotificationKind::Twin), true, &mut |row| {
        let Some(one) = read.record_if_any::<Notification>(&row)? else { return Ok(ControlFlow::Continue(())) };
        if one.created_at < since {
            return Ok(ControlFlow::Break(()));
        }
        sentences.push(Sentence { english: one.message, parts: one.parts });
        Ok(ControlFlow::Continue(()))
    })?;
    sentences.reverse();
    Ok((!sentences.is_empty()).then_some((user, sentences)))
}
