//! Golden bytes of the outbox.

use super::tests::{AT, Sample, id, sample};
use crate::domain::{
    MailId,
    mail::{About, FailureKind, Mail, MailFailure, MailKind, MailState, PauseCause},
};

pub(super) fn samples() -> Vec<Sample> {
    let mail = Mail {
        id: id::<MailId>(6),
        kind: MailKind::Scheduled,
        about: About::Invite(id(4)),
        message_id: "m@example.org".into(),
        state: MailState::Waiting,
        tries: 2,
        next_try_at: AT,
        created_at: AT,
        failing_since: Some(AT),
        unconfirmed: 1,
        failure: Some(MailFailure {
            kind: FailureKind::PausesAll(PauseCause::SignIn),
            words: "535 5.7.8 no".into(),
            advice: "Enter the password.".into(),
        }),
    };
    let to_account = Mail {
        kind: MailKind::VerifyMailbox,
        about: About::Account(id(1)),
        failing_since: None,
        unconfirmed: 0,
        failure: None,
        ..mail.clone()
    };
    vec![sample("outbox", &mail), sample("mails to accounts", &to_account)]
}
