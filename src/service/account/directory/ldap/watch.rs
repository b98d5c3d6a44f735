//! A look at people of the directory who are signed in. A directory that does not answer changes nothing.

use super::{
    judge::owner,
    person::{roles, subject_hash},
};
use crate::{
    app::App,
    directory::ldap::{LdapClient, LdapFault, LdapPerson, LdapSession},
    domain::{
        Result, hex,
        ldap::{DIRECTORY, LdapSettings},
        user::{Session, User},
    },
    service::{
        account::directory::{admit::Voucher, renewal::renew, watched::Watched},
        settings::ldap,
    },
    store::Read,
};
use std::collections::BTreeSet;

/// Asks about the people who are due. Returns how many accounts changed.
///
/// # Errors
/// Storage. A directory that does not answer is no error.
pub async fn look(app: &App, watched: &mut Watched) -> Result<usize> {
    let now = app.now();
    let settings = ldap::stored(&app.store.read()?)?;
    let people = if settings.is_set_up() { app.blocking(signed_in).await? } else { BTreeSet::new() };
    watched.keep(&people);
    let due = watched.due(now);
    if due.is_empty() {
        return Ok(0);
    }
    let client = ldap::client(app, settings.clone())?;
    // It has been logged why.
    let Ok(mut session) = client.open().await else { return Ok(0) };
    let mut changed = 0;
    for sid in due {
        let Some(id) = hex::decode(&sid) else { continue };
        match ask(&client, &mut session, &id).await {
            Ok(person) => {
                changed += usize::from(settle(app, &settings, &id, person).await.unwrap_or_else(|error| {
                    tracing::warn!(%error, "a person of the directory cannot be checked; the others are");
                    false
                }));
                watched.asked(sid, now);
            }
            // It may be about this person alone.
            Err(LdapFault::Refused(_) | LdapFault::Ambiguous) => {
                watched.asked(sid, now);
            }
            // The connection may be unusable.
            Err(LdapFault::Failed(_) | LdapFault::Busy) => {
                watched.failed(sid, now);
                return Ok(changed);
            }
        }
    }
    Ok(changed)
}

async fn ask(client: &LdapClient, session: &mut LdapSession, id: &[u8]) -> Result<Option<LdapPerson>, LdapFault> {
    client.by_id(session, id).await.inspect_err(|fault| {
        tracing::warn!(%fault, "the directory cannot be asked about a person who is signed in");
    })
}

/// Identifies the people with a session that the directory has begun.
fn signed_in(app: &App) -> Result<BTreeSet<String>> {
    let (read, now) = (app.store.read()?, app.now());
    let mut people = BTreeSet::new();
    for session in read.records::<Session>()? {
        let Some(by) = &session.provided else { continue };
        if by.provider != DIRECTORY || people.contains(&by.sid) {
            continue;
        }
        let user: Option<User> = read.get(session.user_id)?;
        if user.is_some_and(|user| session.holds(&user, now)) {
            people.insert(by.sid.clone());
        }
    }
    Ok(people)
}

/// Gives the account the roles of now. Returns false if it has them already.
async fn settle(app: &App, settings: &LdapSettings, id: &[u8], person: Option<LdapPerson>) -> Result<bool> {
    let held = person.filter(|person| !person.is_disabled).and_then(|person| roles(&person, settings));
    let Some(user) = owner(app, subject_hash(id))? else { return Ok(false) };
    renew(app, Voucher::Directory(Box::new(settings.clone())), &user, held).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_survive_a_session() {
        for id in [&[0, 255, 16][..], b"u-1", &[]] {
            assert_eq!(hex::decode(&hex::encode(id)).as_deref(), Some(id));
        }
        assert_eq!((hex::decode("0"), hex::decode("zz"), hex::decode("\u{e4}")), (None, None, None));
    }
}
