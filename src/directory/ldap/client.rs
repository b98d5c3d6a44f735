//! The directory of the site: which server is asked, for how long, and by how many at once.

use super::{
    LdapFault, LdapPerson,
    connect::{self, ServerAddress},
    entry::{Entry, LOCKS},
    exchange::{Search, bind, search},
    groups::{self, escaped},
};
use crate::{
    domain::ldap::{LOGIN, LdapSettings},
    lookup::Lookups,
    secrets::token,
    sync::Mutex,
};
use futures_util::{StreamExt, stream::FuturesUnordered};
use ldap3::{Ldap, Scope, ldap_escape};
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::{Instant, timeout},
};
use tokio_rustls::TlsConnector;

/// Sign-ins that ask the directory at once, and those that wait for their turn.
const MAX_AT_ONCE: usize = 16;
const MAX_WAITING: usize = 200;
/// How long a server that failed is asked last.
const AVOIDED_FOR: Duration = Duration::from_secs(30);
/// How long a server is waited for before the next one is asked too.
const HEAD_START: Duration = Duration::from_secs(2);
/// After the connection, an exchange may take this many times the limit of a server.
const EXCHANGE_FACTOR: u32 = 2;

/// The agreement of this server with the directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LdapRelation {
    pub settings: LdapSettings,
    /// Blank for none.
    pub password: String,
}

/// Connections to the directory of the site; other settings get another client.
#[derive(Default)]
pub struct LdapClients(Mutex<Option<Arc<LdapClient>>>);

impl LdapClients {
    /// # Errors
    /// If TLS cannot be set up.
    pub fn of(&self, relation: LdapRelation) -> Result<Arc<LdapClient>, LdapFault> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(kept) = kept.filter(|kept| kept.relation == relation) {
            return Ok(kept);
        }
        let made = Arc::new(LdapClient::new(relation)?);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(made.clone());
        Ok(made)
    }
}

pub struct LdapClient {
    relation: LdapRelation,
    servers: Vec<(String, ServerAddress)>,
    tls: TlsConnector,
    lookups: Lookups,
    running: Semaphore,
    waiting: Semaphore,
    /// Servers that failed, and when.
    failed: Mutex<HashMap<String, Instant>>,
}

/// A connection that is signed in as the site, and its server.
pub struct LdapSession {
    ldap: Ldap,
    pub server: String,
}

impl LdapClient {
    fn new(relation: LdapRelation) -> Result<Self, LdapFault> {
        let addresses = relation.settings.servers.iter();
        let servers = addresses.filter_map(|text| Some((text.clone(), ServerAddress::parse(text)?))).collect();
        Ok(Self {
            tls: connect::tls(&relation.settings.ca)?,
            servers,
            relation,
            lookups: Lookups::default(),
            running: Semaphore::new(MAX_AT_ONCE),
            waiting: Semaphore::new(MAX_AT_ONCE + MAX_WAITING),
            failed: Mutex::default(),
        })
    }

    const fn settings(&self) -> &LdapSettings {
        &self.relation.settings
    }

    fn limit(&self) -> Duration {
        Duration::from_secs(self.settings().timeout_seconds.max(1).into())
    }

    /// A turn. Both permits end with it.
    async fn turn(&self) -> Result<(SemaphorePermit<'_>, SemaphorePermit<'_>), LdapFault> {
        let place = self.waiting.try_acquire().map_err(|_| LdapFault::Busy)?;
        match timeout(self.limit(), self.running.acquire()).await {
            Ok(Ok(turn)) => Ok((place, turn)),
            _ => Err(LdapFault::Busy),
        }
    }

    /// The servers in their order; those that failed a moment ago come last.
    fn in_order(&self) -> Vec<&(String, ServerAddress)> {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        let is_avoided = |name: &String| failed.get(name).is_some_and(|at| at.elapsed() < AVOIDED_FOR);
        let (last, first): (Vec<_>, Vec<_>) = self.servers.iter().partition(|(name, _)| is_avoided(name));
        first.into_iter().chain(last).collect()
    }

    /// A connection to the first server that answers, signed in as the site. The next one is asked when one has failed, or has
    /// kept the caller waiting for a moment.
    ///
    /// # Errors
    /// Why each server cannot be used, or the refusal of the last one.
    pub async fn open(&self) -> Result<LdapSession, LdapFault> {
        let mut fault = LdapFault::Failed("no server is set up".into());
        let (mut failures, mut begun) = (Vec::new(), Vec::new());
        let (mut opening, mut rest) = (FuturesUnordered::new(), self.in_order().into_iter());
        loop {
            let next = rest.next();
            let is_last = next.is_none();
            if let Some((name, address)) = next {
                begun.push(name);
                opening.push(async move { (name, timeout(self.limit(), self.open_at(address)).await) });
            }
            let opened = match timeout(HEAD_START, opening.next()).await {
                Ok(opened) => opened,
                Err(_) if is_last => opening.next().await,
                Err(_) => continue,
            };
            let Some((name, opened)) = opened else { return Err(fault) };
            match opened.unwrap_or_else(|_| Err(LdapFault::Failed("no reply in time".into()))) {
                Ok(ldap) => {
                    let slower = begun.iter().take_while(|other| **other != name);
                    let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
                    failed.extend(slower.map(|other| ((*other).clone(), Instant::now())));
                    failed.remove(name);
                    return Ok(LdapSession { ldap, server: name.clone() });
                }
                Err(LdapFault::Failed(why)) => {
                    self.failed.lock().unwrap_or_else(PoisonError::into_inner).insert(name.clone(), Instant::now());
                    tracing::warn!(server = name, why, "a server of the directory cannot be used");
                    failures.push(format!("{name}: {why}"));
                    fault = LdapFault::Failed(failures.join("; "));
                }
                Err(LdapFault::Refused(why)) => fault = LdapFault::Refused(format!("{name}: {why}")),
                Err(other) => return Err(other),
            }
        }
    }

    async fn open_at(&self, address: &ServerAddress) -> Result<Ldap, LdapFault> {
        let mut ldap = connect::open(address, &self.tls, &self.lookups).await?;
        self.bind_site(&mut ldap).await?;
        Ok(ldap)
    }

    async fn bind_site(&self, ldap: &mut Ldap) -> Result<(), LdapFault> {
        let (dn, password) = (&self.settings().bind_dn, &self.relation.password);
        if dn.is_empty() || bind(ldap, dn, password).await? {
            return Ok(());
        }
        Err(LdapFault::Refused(format!("The directory does not accept {dn} with the stored password")))
    }

    async fn within<T>(&self, work: impl Future<Output = Result<T, LdapFault>>) -> Result<T, LdapFault> {
        let done = timeout(self.limit() * EXCHANGE_FACTOR, work).await;
        done.unwrap_or_else(|_| Err(LdapFault::Failed("no reply in time".into())))
    }

    fn attributes(&self) -> Vec<&str> {
        let LdapSettings { id_attribute, email_attribute, name_attribute, .. } = self.settings();
        let mut all = self.settings().login_attributes();
        all.extend([id_attribute.as_str(), email_attribute, name_attribute]);
        all.extend(LOCKS);
        all
    }

    /// The one person whom the filter finds; `None` for no one, or someone whose name was not typed as it stands.
    async fn find(&self, ldap: &mut Ldap, filter: &str) -> Result<Option<Entry>, LdapFault> {
        let (base, scope) = (self.settings().base_dn.as_str(), Scope::Subtree);
        // A second one is an error of the filter, which must not decide who signs in.
        let asked = Search { base, scope, filter, attributes: self.attributes(), limit: 2 };
        let (mut found, is_more) = search(ldap, asked).await?;
        if found.len() > 1 || is_more {
            return Err(LdapFault::Ambiguous);
        }
        Ok(found.pop())
    }

    async fn find_login(&self, ldap: &mut Ldap, login: &str) -> Result<Option<Entry>, LdapFault> {
        let filter = self.settings().user_filter.replace(LOGIN, &ldap_escape(login));
        let found = self.find(ldap, &filter).await?;
        Ok(found.filter(|entry| entry.is_named(login, self.settings())))
    }

    async fn complete(&self, ldap: &mut Ldap, entry: &Entry) -> Result<LdapPerson, LdapFault> {
        let settings = self.settings();
        let no_id = || LdapFault::Refused(format!("the person has not one value of {}", settings.id_attribute));
        let mut person = entry.person(settings).ok_or_else(no_id)?;
        let uid = entry.text("uid").or_else(|| settings.login_attributes().first().and_then(|name| entry.text(name)));
        person.groups = groups::of(ldap, settings, &person.dn, uid.unwrap_or_default()).await?;
        Ok(person)
    }

    /// The person with this name and password. The same exchange whether there is such a person or not; with `is_real`
    /// false it is the same too, but the password does not leave this server. `None`: wrong, or disabled.
    ///
    /// # Errors
    /// If the directory is of no help.
    pub async fn sign_in(&self, login: &str, password: &str, is_real: bool) -> Result<Option<LdapPerson>, LdapFault> {
        let _turn = self.turn().await?;
        let LdapSession { mut ldap, server } = self.open().await?;
        let done = self.within(self.judge(&mut ldap, login, password, is_real)).await;
        done.map_err(|fault| match fault {
            LdapFault::Failed(why) => LdapFault::Failed(format!("{server}: {why}")),
            LdapFault::Refused(why) => LdapFault::Refused(format!("{server}: {why}")),
            other => other,
        })
    }

    async fn judge(
        &self,
        ldap: &mut Ldap,
        login: &str,
        password: &str,
        is_real: bool,
    ) -> Result<Option<LdapPerson>, LdapFault> {
        let made_up = token::new();
        let found = match self.find_login(ldap, if is_real { login } else { made_up.as_str() }).await {
            Err(LdapFault::Ambiguous) => {
                tracing::warn!("the filter of people finds several for one name, who cannot sign in by it");
                None
            }
            found => found?,
        };
        let Some(entry) = found.filter(|_| is_real && !password.is_empty()) else {
            // No person has this name: a sign-in that is refused costs the same.
            let absent = format!("cn={made_up},{}", self.settings().base_dn);
            let _ = bind(ldap, &absent, &made_up).await?;
            return Ok(None);
        };
        if !bind(ldap, &entry.dn, password).await? {
            return Ok(None);
        }
        // The person may not be allowed to read groups.
        if !self.settings().bind_dn.is_empty() {
            self.bind_site(ldap).await?;
        }
        let person = self.complete(ldap, &entry).await?;
        Ok((!person.is_disabled).then_some(person))
    }

    /// A person of the directory as of now, by the value that identifies them; `None` if there is no such person.
    ///
    /// # Errors
    /// If the directory is of no help.
    pub async fn by_id(&self, session: &mut LdapSession, id: &[u8]) -> Result<Option<LdapPerson>, LdapFault> {
        let filter = format!("({}={})", self.settings().id_attribute, escaped(id));
        self.within(async {
            match self.find(&mut session.ldap, &filter).await? {
                Some(entry) => self.complete(&mut session.ldap, &entry).await.map(Some),
                None => self.require_people(&mut session.ldap).await.map(|()| None),
            }
        })
        .await
    }

    /// A directory that shows no person at all has not lost everyone: the service account may no longer read them.
    async fn require_people(&self, ldap: &mut Ldap) -> Result<(), LdapFault> {
        let LdapSettings { base_dn: base, user_filter, .. } = self.settings();
        // Where a name is compared by a rule, an asterisk is a character.
        if user_filter.contains(&format!(":={LOGIN}")) {
            return Ok(());
        }
        let (filter, scope, attributes) = (user_filter.replace(LOGIN, "*"), Scope::Subtree, vec!["1.1"]);
        let (found, is_more) = search(ldap, Search { base, scope, filter: &filter, attributes, limit: 1 }).await?;
        if found.is_empty() && !is_more {
            return Err(LdapFault::Refused(format!("the service account can read no person below {base}")));
        }
        Ok(())
    }

    /// A person by name, without a password, for a test of the settings.
    ///
    /// # Errors
    /// If the directory is of no help.
    pub async fn by_login(&self, session: &mut LdapSession, login: &str) -> Result<Option<LdapPerson>, LdapFault> {
        self.within(async {
            match self.find_login(&mut session.ldap, login).await? {
                Some(entry) => self.complete(&mut session.ldap, &entry).await.map(Some),
                None => Ok(None),
            }
        })
        .await
    }

    /// Whether the place exists where people are searched.
    ///
    /// # Errors
    /// If it does not, or the directory is of no help.
    pub async fn check_base(&self, session: &mut LdapSession) -> Result<(), LdapFault> {
        let (base, attributes) = (self.settings().base_dn.as_str(), vec!["1.1"]);
        let asked = Search { base, scope: Scope::Base, filter: "(objectClass=*)", attributes, limit: 1 };
        let (found, _) = self.within(search(&mut session.ldap, asked)).await?;
        if found.is_empty() { Err(LdapFault::Refused(format!("{base} cannot be read"))) } else { Ok(()) }
    }
}
