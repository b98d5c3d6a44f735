//! A look at people of the directory who are signed in. While it does not answer, they stay for as long as is set.

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
        time::SignedDuration,
        user::{Session, User},
    },
    service::{
        account::directory::{admit::Voucher, asking::ask_all, renewal::renew, watched::Watched},
        settings::{ldap, oidc},
        work::By,
    },
    store::Read,
};
use std::{collections::BTreeSet, time::Duration};
use tokio::time::timeout;

/// Connections on which it is asked about people at once; a few people share one.
const MAX_LINES: usize = 16;
const PEOPLE_OF_LINE: usize = 2;
/// Longest question about one person, with its connection.
const ASKED_FOR: Duration = Duration::from_secs(10);

/// A connection, or the place of one.
enum Line {
    Open(LdapSession),
    New,
}

/// Asks about the people who are due. Returns how many accounts changed, or how many sessions ended because there has been no
/// answer for too long.
///
/// # Errors
/// Storage. A directory that does not answer is no error.
pub async fn look(app: &App, watched: &mut Watched) -> Result<usize> {
    let now = app.now();
    let settings = ldap::stored(&app.store.read()?)?;
    let people = if settings.is_set_up() { app.blocking(signed_in).await? } else { BTreeSet::new() };
    watched.keep(&people);
    if people.is_empty() {
        watched.answered();
    }
    let due = watched.due(now);
    if due.is_empty() {
        return Ok(0);
    }
    let client = ldap::client(app, settings.clone())?;
    // It has been logged why.
    let Ok(first) = client.open().await else { return end_after_silence(app, watched, settings).await };
    let places = due.len().div_ceil(PEOPLE_OF_LINE).min(MAX_LINES);
    let lines: Vec<Line> = (1..places).map(|_| Line::New).chain([Line::Open(first)]).collect();
    let people: Vec<_> = due.into_iter().filter_map(|sid| hex::decode(&sid).map(|id| (sid, id))).collect();
    let words = ask_all(people, lines, |line, id| check(app, &client, &settings, line, id)).await;
    let (mut changed, mut has_answered) = (0, words.is_empty());
    for (sid, word) in words {
        match word {
            Ok(has_changed) => {
                changed += usize::from(has_changed);
                has_answered = true;
                watched.asked(sid, now);
            }
            // It may be about this person alone.
            Err(LdapFault::Refused(_) | LdapFault::Ambiguous) => {
                has_answered = true;
                watched.asked(sid, now);
            }
            Err(LdapFault::Failed(_) | LdapFault::Busy) => watched.failed(sid, now),
        }
    }
    if !has_answered {
        return end_after_silence(app, watched, settings).await;
    }
    watched.answered();
    Ok(changed)
}

/// Ends the sessions of the directory's people once it has not answered for as long as they may stay: whether they still may
/// do what they do, no one can say any more. Returns how many.
async fn end_after_silence(app: &App, watched: &mut Watched, settings: LdapSettings) -> Result<usize> {
    let minutes = settings.stay_minutes;
    if watched.silent(app.clock.continuous()) < SignedDuration::from_mins(minutes.into()) {
        return Ok(0);
    }
    let voucher = Voucher::Directory(Box::new(settings));
    let ended = app.write(By::Server, move |w| {
        voucher.require_current(&**w)?;
        oidc::end_sessions(w, None, "the directory does not answer", oidc::began_by(DIRECTORY))
    });
    let ended = ended.await?;
    tracing::warn!(ended, minutes, "the directory does not answer: the sessions of its people have ended");
    Ok(ended)
}

/// Asks about one person, and does what follows. Returns whether anything changed, and the line if it may serve again.
async fn check(
    app: &App,
    client: &LdapClient,
    settings: &LdapSettings,
    line: Line,
    id: Vec<u8>,
) -> (Result<bool, LdapFault>, Option<Line>) {
    let asking = async {
        let opened = match line {
            Line::Open(session) => Ok(session),
            Line::New => client.open().await,
        };
        let mut session = match opened {
            Ok(session) => session,
            // The other lines go on.
            Err(fault) => return (Err(fault), None),
        };
        let person = client.by_id(&mut session, &id).await;
        // After a failure the connection may be unusable.
        let is_usable = !matches!(person, Err(LdapFault::Failed(_) | LdapFault::Busy));
        (person, Some(if is_usable { Line::Open(session) } else { Line::New }))
    };
    let (person, line) = match timeout(ASKED_FOR, asking).await {
        Ok(asked) => asked,
        Err(_) => (Err(LdapFault::Failed("no reply in time".into())), Some(Line::New)),
    };
    let word = match person {
        Ok(person) => Ok(settle(app, settings, &id, person).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "a person of the directory cannot be checked; the others are");
            false
        })),
        Err(fault) => {
            tracing::warn!(%fault, "the directory cannot be asked about a person who is signed in");
            Err(fault)
        }
    };
    (word, line)
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
