//! The mail queue as administrators see it.

use super::standing::{self, MailSituation};
use crate::{
    app::App,
    domain::{
        Error, Instant, MailId, Result,
        invite::Invite,
        mail::{About, FailureKind, Mail, MailKind},
        user::User,
    },
    service::{actor::SiteOperator, query},
    store::{Read, records},
};

/// Mails that are shown.
pub const MAX_SHOWN: usize = 100;

/// A mail that waits.
pub struct WaitingMail {
    pub id: MailId,
    pub kind: MailKind,
    /// Blank where an anonymous test hides it.
    pub to: String,
    pub test_title: Option<String>,
    pub tries: u32,
    pub next_try_at: Instant,
    pub created_at: Instant,
    pub situation: MailSituation,
    /// The last failure of this mail itself, also while all mails wait; blank if there is none.
    pub own_error: String,
}

/// The mails that are due first.
///
/// # Errors
/// Storage only.
pub fn list(app: &App, _: &SiteOperator) -> Result<Vec<WaitingMail>> {
    let read = app.store.read()?;
    let mails: Vec<Mail> = read.some_linked(records::MAIL_BY_DUE.all(), MAX_SHOWN)?;
    let shown = |mail: &Mail| standing::of(app, mail).map(|situation| shown(&read, mail, situation)).transpose();
    mails.iter().filter_map(|mail| shown(mail).transpose()).collect()
}

/// Why this mail alone was not sent.
fn own_error(mail: &Mail) -> String {
    let own = mail.failure.as_ref().filter(|failure| !matches!(failure.kind, FailureKind::PausesAll(_)));
    own.map(|failure| failure.words.clone()).unwrap_or_default()
}

fn shown(read: &impl Read, mail: &Mail, mut situation: MailSituation) -> Result<WaitingMail> {
    let mut own_error = own_error(mail);
    let invite = match mail.about {
        About::Invite(id) => read.get::<Invite>(id)?,
        About::Account(_) => None,
    };
    if let Some(invite) = &invite
        && query::naming::hides(read, invite.test_id)?
    {
        situation = situation.nameless();
        own_error.clear();
    }
    let invite = invite.map(|invite| query::naming::of_invite(read, invite)).transpose()?;
    let account = match mail.about {
        About::Account(id) => read.get::<User>(id)?,
        About::Invite(_) => None,
    };
    let to = invite.as_ref().map(|invite| invite.applicant_email.clone());
    Ok::<_, Error>(WaitingMail {
        id: mail.id,
        kind: mail.kind,
        to: to.or_else(|| account.map(|user| user.email)).unwrap_or_default(),
        test_title: invite.map(|invite| invite.test_title),
        tries: mail.tries,
        next_try_at: situation.until.unwrap_or(mail.next_try_at),
        created_at: mail.created_at,
        situation,
        own_error,
    })
}
