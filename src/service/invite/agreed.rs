//! Accommodations of a person, offered at the next invitation (`docs/behaviour/taking.md#accommodations`).

use crate::{
    app::App,
    domain::{Result, accommodation::Accommodation, arrangement::Agreed, user},
    service::{
        actor::Inviter,
        query::{self, person::by_email},
    },
    store::Snapshot,
};

/// Accommodations of an invitation.
#[derive(Default)]
pub struct LastAgreed {
    pub extra: Accommodation,
    pub agreed: Agreed,
}

/// Returns what the latest invitation of this person agreed, among tests that the permission is for; nothing for
/// others.
///
/// # Errors
/// Storage only.
pub fn last(app: &App, by: &Inviter, email: &str) -> Result<LastAgreed> {
    of(&app.store.read()?, by, email)
}

/// Returns what was agreed with each of several people, in their order.
///
/// # Errors
/// Storage only.
pub async fn last_of_all(app: &App, by: &Inviter, emails: Vec<String>) -> Result<Vec<LastAgreed>> {
    let by = by.clone();
    app.blocking(move |app: &App| {
        let read = app.store.read()?;
        emails.iter().map(|email| of(&read, &by, email)).collect()
    })
    .await
}

fn of(read: &Snapshot, by: &Inviter, email: &str) -> Result<LastAgreed> {
    let Some(person) = by_email(read, &user::normalise_email(email))? else { return Ok(LastAgreed::default()) };
    let invites = query::invite::of_person(read, person.id)?;
    let seen = invites.into_iter().filter(|invite| by.scope().permits(invite.test_id));
    let Some(invite) = seen.max_by_key(|invite| (invite.created_at, invite.id)) else {
        return Ok(LastAgreed::default());
    };
    Ok(LastAgreed { agreed: query::arrangement::agreed(read, invite.id)?, extra: invite.accommodation })
}

impl LastAgreed {
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.extra == Accommodation::None && self.agreed.is_nothing()
    }
}
