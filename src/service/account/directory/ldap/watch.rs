//! The watch over people of the directory who are signed in: a group that was taken, or an account that was disabled there,
//! ends roles and sessions here within a minute. A directory that does not answer changes nothing.

use super::{
    judge::owner,
    person::{roles, subject_hash},
};
use crate::{
    app::App,
    directory::ldap::{LdapClient, LdapFault, LdapPerson, LdapSession},
    domain::{
        Instant, Result, UserId,
        directory::keep_tests,
        grants::Grants,
        hex,
        ldap::{DIRECTORY, LdapSettings},
        test::Test,
        time::SignedDuration,
        user::{Session, StaffRole, User},
    },
    service::{
        account::directory::admit::{Roles, Voucher, attainable, renew_roles, withdraw},
        settings::ldap,
        work::By,
    },
    store::Read,
};
use std::{
    collections::{BTreeSet, HashMap},
    time::Duration,
};
use tokio_util::sync::CancellationToken;

/// How often it is looked for people who are due.
const INTERVAL: Duration = Duration::from_secs(10);
/// How long the directory's word about a person is used.
const CHECKED_EVERY: SignedDuration = SignedDuration::from_secs(45);
/// People of one look; the others follow at the next one, those first who have waited longest.
const MAX_AT_ONCE: usize = 500;

/// When each person was asked about, by what identifies them in the directory.
#[derive(Default)]
pub struct Watched(HashMap<String, Instant>);

impl Watched {
    /// People who are due, those first who have waited longest.
    fn due(&self, now: Instant) -> Vec<String> {
        let is_due = |at: &Instant| now < *at || now.since(*at) >= CHECKED_EVERY;
        let mut due: Vec<(Instant, &String)> =
            self.0.iter().filter(|(_, at)| is_due(at)).map(|(sid, at)| (*at, sid)).collect();
        due.sort();
        due.into_iter().map(|(_, sid)| sid.clone()).collect()
    }

    /// Notes that the directory failed on a person, perhaps on this one alone: the next look begins with the others.
    fn failed(&mut self, sid: String, now: Instant) {
        self.0.insert(sid, now.plus(-CHECKED_EVERY));
    }
}

/// Watches until `stop`.
pub async fn work(app: App, stop: CancellationToken) {
    let mut watched = Watched::default();
    loop {
        let looked = tokio::select! {
            () = stop.cancelled() => return,
            looked = look(&app, &mut watched) => looked,
        };
        if let Err(error) = looked {
            tracing::warn!(%error, "people of the directory cannot be checked; retrying");
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(INTERVAL) => {}
        }
    }
}

/// Asks about the people who are due. Returns how many accounts changed.
///
/// # Errors
/// Storage. A directory that does not answer is no error.
pub async fn look(app: &App, watched: &mut Watched) -> Result<usize> {
    let now = app.now();
    let settings = ldap::stored(&app.store.read()?)?;
    if !settings.is_set_up() {
        watched.0.clear();
        return Ok(0);
    }
    let people = app.blocking(signed_in).await?;
    watched.0.retain(|sid, _| people.contains(sid));
    for sid in people {
        // After a restart it is not known when they were asked about.
        watched.0.entry(sid).or_insert(Instant::EPOCH);
    }
    let due = watched.due(now);
    if due.is_empty() {
        return Ok(0);
    }
    let client = ldap::client(app, settings.clone())?;
    // It has been logged why.
    let Ok(mut session) = client.open().await else { return Ok(0) };
    let mut changed = 0;
    for sid in due.into_iter().take(MAX_AT_ONCE) {
        let Some(id) = hex::decode(&sid) else { continue };
        match ask(&client, &mut session, &id).await {
            Ok(person) => {
                changed += usize::from(settle(app, &settings, &id, person).await.unwrap_or_else(|error| {
                    tracing::warn!(%error, "a person of the directory cannot be checked; the others are");
                    false
                }));
                watched.0.insert(sid, now);
            }
            // It may be about this person alone.
            Err(LdapFault::Refused(_) | LdapFault::Ambiguous) => {
                watched.0.insert(sid, now);
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
    if has_roles(app, &user, held.clone())? {
        return Ok(false);
    }
    let (id, voucher) = (user.id, Voucher::Directory(Box::new(settings.clone())));
    let changed = app.write(By::Server, move |w| {
        voucher.require_current(&**w)?;
        let Some(user) = w.get::<User>(id)? else { return Ok(()) };
        match held {
            Some(roles) => renew_roles(w, user, roles).map(drop),
            None => withdraw(w, user),
        }
    });
    match changed.await {
        Ok(()) => Ok(true),
        Err(error) => {
            tracing::warn!(account = %user.id, %error, "the roles of a person of the directory cannot be renewed");
            Ok(false)
        }
    }
}

fn has_roles(app: &App, user: &User, held: Roles) -> Result<bool> {
    let Some((role, mut given)) = held else {
        // The superadmin keeps all rights; it is never linked.
        return Ok(user.is_first_admin || !user.role.is_staff());
    };
    let read = app.store.read()?;
    keep_tests(&mut given, |test| read.has::<Test>(test).unwrap_or_default());
    let (role, given) = attainable(&read, user, (role, given))?;
    let own = given_to(&read, user.id)?;
    Ok(user.role == role.into() && (role == StaffRole::Admin || own == given))
}

fn given_to(read: &impl Read, id: UserId) -> Result<Vec<crate::domain::grants::RoleGrant>> {
    Ok(read.get::<Grants>(id)?.map(|grants| grants.items).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::HOUR;

    #[test]
    fn ids_survive_a_session() {
        for id in [&[0, 255, 16][..], b"u-1", &[]] {
            assert_eq!(hex::decode(&hex::encode(id)).as_deref(), Some(id));
        }
        assert_eq!((hex::decode("0"), hex::decode("zz"), hex::decode("\u{e4}")), (None, None, None));
    }

    #[test]
    fn a_person_on_whom_the_directory_fails_delays_no_other() {
        let names = || ["ada", "bob"].map(str::to_owned);
        let mut watched = Watched(names().into_iter().map(|sid| (sid, Instant::EPOCH)).collect());
        let now = Instant::EPOCH.plus(HOUR);
        assert_eq!(watched.due(now), names());
        watched.failed("ada".into(), now);
        let mut others_first = names();
        others_first.reverse();
        assert_eq!(watched.due(now), others_first, "she is asked about again, after him");
        watched.0.insert("bob".into(), now);
        assert_eq!(watched.due(now), ["ada"]);
    }
}
