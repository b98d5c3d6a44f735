//! Authentication and permissions (`docs/behaviour/accounts.md#roles-and-permissions`). A use case takes the permission that it
//! needs as a value that only this file can construct, so that no handler can forget the check.

use crate::{
    app::App,
    domain::{
        ApiTokenId, Error, ErrorCode, ErrorKind, Instant, Result, SessionId, TestId, UserId,
        api_token::ApiToken,
        grants::Grants,
        permission::{Access, Capability, Grantee, Rights, Scope},
        runner_token::RunnerToken,
        time::MINUTE,
        user::{Role, Session, User},
    },
    secrets::token,
    service::{query::vouched, work::By},
    store::{Read, Tx, records},
};

#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "one for each request, and seldom moved")]
pub enum Actor {
    Anonymous,
    Account {
        user: User,
        session: Session,
        rights: Rights,
    },
    /// A program that calls with a token of this account.
    Token {
        owner: UserId,
        token: ApiTokenId,
        rights: Rights,
    },
    /// The operator who may run commands on the data folder.
    Operator,
}

/// A permission of a caller, as a value that only [`Actor::require`] makes.
pub trait Permission: Sized + Send + 'static {
    const ACCESS: Access;

    /// # Errors
    /// 401 without a session; 403 for whom the table does not grant it.
    fn of(actor: &Actor) -> Result<Self>;

    /// The tests that it is for. What belongs to no test is for a permission of the whole site.
    fn scope(&self) -> &Scope {
        &WHOLE_SITE
    }
}

static WHOLE_SITE: Scope = Scope::All;

/// Requires that a permission is not for some tests alone.
///
/// # Errors
/// 403 `whole_site_only`.
pub fn require_whole_site(permission: &impl Permission) -> Result<()> {
    let detail = "Your roles are for some tests. This is for the whole site.";
    match permission.scope() {
        Scope::All => Ok(()),
        Scope::Tests(_) => Err(Error::forbidden(ErrorCode::WholeSiteOnly, detail)),
    }
}

/// Whether a permission would be granted again now, asked while a long reply is sent.
pub type StillHeld = Box<dyn Fn(&App) -> bool + Send + Sync>;

/// The table's grant to one caller.
#[derive(Clone, Debug)]
struct Grant {
    /// `None` for the operator.
    account: Option<UserId>,
    /// `None` for the operator and for programs.
    session: Option<SessionId>,
    /// The token of the program that calls for the account.
    token: Option<ApiTokenId>,
    scope: Scope,
}

/// One type for each capability of staff.
macro_rules! permissions {
    ($($(#[$doc:meta])* $name:ident: $capability:ident;)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug)]
            pub struct $name(Grant);

            impl $name {
                /// The account, or `None` for the operator.
                #[must_use]
                pub const fn id(&self) -> Option<UserId> {
                    self.0.account
                }

                #[must_use]
                pub const fn by(&self) -> By {
                    match (self.0.account, self.0.token) {
                        (Some(account), Some(token)) => By::Token(account, token),
                        (Some(account), None) => By::Account(account),
                        (None, _) => By::Operator,
                    }
                }

                #[must_use]
                pub const fn scope(&self) -> &Scope {
                    &self.0.scope
                }

                /// The same, whether or not its session goes on: for work that outlives a sign-out.
                #[must_use]
                pub fn without_session(&self) -> Self {
                    Self(Grant { session: None, ..self.0.clone() })
                }

                #[must_use]
                pub fn still_held(&self) -> StillHeld {
                    let grant = self.0.clone();
                    Box::new(move |app: &App| grant.is_held(app, Capability::$capability))
                }

                /// Requires that it holds for this test.
                ///
                /// # Errors
                /// 404 `not_found`, as for a record that does not exist.
                pub fn require(&self, test: TestId, record: &'static str) -> Result<()> {
                    if self.0.scope.permits(test) { Ok(()) } else { Err(Error::not_found(record)) }
                }
            }

            impl Permission for $name {
                const ACCESS: Access = Access::Staff(Capability::$capability);

                fn of(actor: &Actor) -> Result<Self> {
                    actor.granted(Capability::$capability).map(Self)
                }

                fn scope(&self) -> &Scope {
                    &self.0.scope
                }
            }

            impl From<&$name> for By {
                fn from(permission: &$name) -> Self {
                    permission.by()
                }
            }

            // For what takes the permission that it needs, or one that includes it.
            impl From<&$name> for $name {
                fn from(permission: &$name) -> Self {
                    permission.clone()
                }
            }
        )+
    };
}

permissions! {
    /// Permission to see running and scheduled tests.
    Watcher: Watch;
    /// Permission to act on running attempts.
    Proctor: Intervene;
    /// Permission to see tests and questions.
    TestReader: ReadTests;
    /// Permission to write tests and questions.
    Author: Author;
    /// Permission to invite.
    Inviter: Invite;
    /// Permission to see submissions and what is counted of them.
    ResultReader: ReadResults;
    /// Permission to decide on submissions.
    Decider: Decide;
    /// Permission to score any answer.
    Scorer: Score;
    /// Permission to see the dashboard and the notifications.
    Overseer: Oversee;
    /// Permission to manage applicants' accounts.
    ApplicantManager: ManageApplicants;
    /// Permission to set up the site.
    SiteOperator: Operate;
    /// Permission to see the accounts of staff.
    StaffReader: ReadStaff;
    /// Permission to manage the accounts of staff: held by the first admin and the operator.
    StaffManager: ManageStaff;
    /// Permission for code runners, signed evidence, backups and the audit log: held by the first admin and the operator.
    Custodian: Safeguard;
}

/// Permissions that include another: the table is [`Capability::includes`], which the compiler compares.
macro_rules! includes {
    ($($name:ident: $($included:ident),+;)+) => {
        $($(
            impl From<&$name> for $included {
                fn from(permission: &$name) -> Self {
                    const { assert!(is_included(<$name as Permission>::ACCESS, <$included as Permission>::ACCESS)) };
                    Self(permission.0.clone())
                }
            }
        )+)+
    };
}

includes! {
    Proctor: Watcher;
    Author: TestReader;
    ResultReader: TestReader;
    Decider: ResultReader, TestReader;
    Scorer: ResultReader, TestReader;
    Overseer: Inviter;
    StaffManager: StaffReader;
}

const fn is_included(holds: Access, included: Access) -> bool {
    let (Access::Staff(holds), Access::Staff(included)) = (holds, included) else { return false };
    let mut rest = holds.includes();
    while let [first, others @ ..] = rest {
        if *first as u8 == included as u8 {
            return true;
        }
        rest = others;
    }
    false
}

/// Permission to read an applicant's own data.
#[derive(Clone, Debug)]
pub struct Applicant(User);

impl Applicant {
    #[must_use]
    pub const fn user(&self) -> &User {
        &self.0
    }
}

/// Permission to score what is assigned to the own account: held by reviewers and admins.
#[derive(Clone, Debug)]
pub struct Reviewer(UserId);

impl Reviewer {
    #[must_use]
    pub const fn id(&self) -> UserId {
        self.0
    }
}

impl Permission for Reviewer {
    const ACCESS: Access = Access::Staff(Capability::Review);

    fn of(actor: &Actor) -> Result<Self> {
        let grant = actor.granted(Capability::Review)?;
        grant.account.map(Self).ok_or_else(|| refusal(Grantee::Operator, Capability::Review))
    }
}

impl From<&Self> for Reviewer {
    fn from(reviewer: &Self) -> Self {
        reviewer.clone()
    }
}

impl From<&Reviewer> for By {
    fn from(reviewer: &Reviewer) -> Self {
        Self::Account(reviewer.0)
    }
}

impl Permission for Applicant {
    const ACCESS: Access = Access::Applicant;

    fn of(actor: &Actor) -> Result<Self> {
        match actor {
            Actor::Account { user, .. } if user.role == Role::Applicant => Ok(Self(user.clone())),
            Actor::Account { .. } | Actor::Token { .. } | Actor::Operator => {
                Err(Error::forbidden(ErrorCode::ApplicantsOnly, "Only applicants can do this."))
            }
            Actor::Anonymous => Err(unauthorized()),
        }
    }
}

/// Permission of a code runner on another machine: for the calls of runners alone.
#[derive(Clone, Debug)]
pub struct CodeRunner(RunnerToken);

impl CodeRunner {
    #[must_use]
    pub const fn token(&self) -> &RunnerToken {
        &self.0
    }

    /// Requires that the token has not been revoked since.
    ///
    /// # Errors
    /// 401.
    pub fn require_valid(&self, app: &App) -> Result<()> {
        let now: Option<RunnerToken> = app.store.read()?.get(self.0.id)?;
        now.filter(RunnerToken::is_valid).map(drop).ok_or_else(no_runner_token)
    }
}

fn no_runner_token() -> Error {
    let detail = "This is not a token of a code runner, or it was revoked. 'invigil runner token create' creates one.";
    Error::new(ErrorKind::Unauthorized, ErrorCode::Unauthorized, detail)
}

/// Resolves the token of a code runner. Reads it on each call, so that a revocation takes effect immediately.
///
/// # Errors
/// 401.
pub fn authenticate_runner(app: &App, secret: Option<&str>) -> Result<CodeRunner> {
    let secret = secret.filter(|secret| token::well_formed(secret)).ok_or_else(no_runner_token)?;
    let found: Option<RunnerToken> = app.store.read()?.find(records::RUNNER_TOKENS_BY_TOKEN, token::hash(secret))?;
    found.filter(RunnerToken::is_valid).map(CodeRunner).ok_or_else(no_runner_token)
}

pub(super) fn unauthorized() -> Error {
    Error::new(ErrorKind::Unauthorized, ErrorCode::Unauthorized, "Please sign in.")
}

impl Actor {
    /// # Errors
    /// 401 without a session, 403 for a token.
    pub fn require_account(self) -> Result<(User, Session, Rights)> {
        match self {
            Self::Account { user, session, rights } => Ok((user, session, rights)),
            Self::Token { .. } => {
                let detail = "A token cannot do this. Please sign in with the account itself.";
                Err(Error::forbidden(ErrorCode::Forbidden, detail))
            }
            _ => Err(unauthorized()),
        }
    }

    /// The permission that the caller of this function expects.
    ///
    /// # Errors
    /// 401 without a session, 403 for whom the table does not grant it.
    pub fn require<P: Permission>(&self) -> Result<P> {
        P::of(self)
    }

    /// Whether the table grants this.
    #[must_use]
    pub fn holds(&self, capability: Capability) -> bool {
        self.granted(capability).is_ok()
    }

    fn granted(&self, capability: Capability) -> Result<Grant> {
        let (rights, account, session, token) = match self {
            Self::Operator => (&Rights::OPERATOR, None, None, None),
            Self::Account { user, session, rights } => (rights, Some(user.id), Some(session.id), None),
            Self::Token { owner, token, rights } => (rights, Some(*owner), None, Some(*token)),
            Self::Anonymous => return Err(unauthorized()),
        };
        let scope = rights.scope(capability).ok_or_else(|| refusal(rights.grantee(), capability))?;
        Ok(Grant { account, session, token, scope })
    }
}

impl Grant {
    /// Whether the account, its session or its token, and its roles still permit the same. A store that cannot be read right
    /// now revokes no one.
    fn is_held(&self, app: &App, capability: Capability) -> bool {
        let Some(account) = self.account else { return true };
        let held = || -> Result<bool> {
            let (read, now) = (app.store.read()?, app.now());
            let Some(user) = read.get::<User>(account)?.filter(|user| user.is_active) else { return Ok(false) };
            let mut rights = rights(&read, &user)?;
            if let Some(id) = self.session {
                let session: Option<Session> = read.get(id)?;
                // A reply that is being sent is activity.
                if !session.is_some_and(|session| Session { last_seen_at: now, ..session }.holds(&user, now)) {
                    return Ok(false);
                }
            }
            if let Some(id) = self.token {
                let token: Option<ApiToken> = read.get(id)?;
                let Some(token) = token.filter(|token| now < token.expires_at) else { return Ok(false) };
                rights = rights.limited(token.reach);
            }
            Ok(rights.scope(capability).is_some_and(|scope| scope.includes(&self.scope)))
        };
        held().unwrap_or(true)
    }
}

/// The rights of an account at this moment. Read at each request, so that a role that is taken is taken at once.
///
/// # Errors
/// Storage only.
pub fn rights(read: &impl Read, user: &User) -> Result<Rights> {
    let grants: Option<Grants> = if user.role.may_have_roles() { read.get(user.id)? } else { None };
    Ok(Rights::of(user, grants.map_or_else(Vec::new, |grants| grants.items)))
}

/// Names those who could make the call.
fn refusal(grantee: Grantee, capability: Capability) -> Error {
    if capability == Capability::Review && grantee != Grantee::Staff {
        return Error::forbidden(ErrorCode::ReviewersOnly, "Only reviewers can do this.");
    }
    if grantee == Grantee::Staff {
        return Error::forbidden(ErrorCode::Forbidden, "Your roles do not include this.");
    }
    if grantee == Grantee::Admin {
        let detail = "Only the first administrator can do this: manage administrators and code runners, and get signed evidence.";
        return Error::forbidden(ErrorCode::SuperadminOnly, detail);
    }
    Error::forbidden(ErrorCode::AdminsOnly, "Only administrators can do this.")
}

/// Resolves an access token, or the token of a program, to an actor; any invalid access token is anonymous. Reads the session row on each call, so that
/// sign-out and deactivation take effect immediately; records activity at most once a minute.
///
/// # Errors
/// Those of [`authenticate_program`] for the token of a program; else storage only.
pub fn authenticate(app: &App, access_token: Option<&str>) -> Result<Actor> {
    if let Some(secret) = access_token.filter(|text| token::is_of_api(text)) {
        return authenticate_program(app, secret);
    }
    let now = app.now();
    let Some(claims) = access_token.and_then(|t| app.secrets.jwt.verify(t, now.as_secs())) else {
        return Ok(Actor::Anonymous);
    };
    let (Ok(sid), Ok(sub)) = (claims.sid.parse::<SessionId>(), claims.sub.parse::<UserId>()) else {
        return Ok(Actor::Anonymous);
    };
    let read = app.store.read()?;
    match (read.get::<Session>(sid)?, read.get::<User>(sub)?) {
        (Some(session), Some(user)) if session.user_id == user.id && session.holds(&user, now) => {
            if now.since(session.last_seen_at) >= MINUTE {
                note_activity(app, session.id, now);
            }
            Ok(Actor::Account { rights: rights(&read, &user)?, user, session })
        }
        _ => Ok(Actor::Anonymous),
    }
}

/// # Errors
/// 401 for a token that does not exist, was revoked or has expired; 429 `too_many`.
fn authenticate_program(app: &App, secret: &str) -> Result<Actor> {
    let (now, read) = (app.now(), app.store.read()?);
    let found: Option<ApiToken> = read.find(records::API_TOKENS_BY_TOKEN, token::hash(secret))?;
    let found = found.filter(|token| now < token.expires_at);
    let owner = found.as_ref().map(|token| read.get::<User>(token.owner)).transpose()?.flatten();
    let (Some(token), Some(user)) = (found, owner.filter(|user| user.is_active)) else {
        let detail = "This API token does not exist, was revoked, or has expired.";
        return Err(Error::new(ErrorKind::Unauthorized, ErrorCode::Unauthorized, detail));
    };
    app.limits.accounts.calls_with_token(token.id, now)?;
    vouched::require(&read, user.id, now)?;
    let rights = rights(&read, &user)?.limited(token.reach);
    if token.last_used_at.is_none_or(|at| now.since(at) >= MINUTE) {
        let id = token.id;
        note(app, move |tx| {
            let Some(mut row) = tx.get::<ApiToken>(id)? else { return Ok(()) };
            row.last_used_at = row.last_used_at.max(Some(now));
            Ok(tx.put(&row)?)
        });
    }
    Ok(Actor::Token { owner: user.id, token: token.id, rights })
}

/// Records a session's last activity, off the request path: a busy writer must not delay reads.
pub fn note_activity(app: &App, session: SessionId, now: Instant) {
    note(app, move |tx| {
        let Some(mut row) = tx.get::<Session>(session)? else { return Ok(()) };
        row.last_seen_at = row.last_seen_at.max(now);
        Ok(tx.put(&row)?)
    });
}

/// Writes beside the request: it does not wait, and a failure costs nothing but the note.
fn note(app: &App, write: impl FnOnce(&mut Tx<'_>) -> Result<()> + Send + 'static) {
    let app = app.clone();
    tokio::spawn(async move {
        if let Err(error) = app.store.write(write).await {
            tracing::debug!(%error, "cannot record activity");
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_permission_for_one_test_is_none_for_another() {
        let [own, other] = [1, 2].map(|n| TestId(uuid::Uuid::from_u128(n)));
        let proctor =
            Proctor(Grant { account: None, session: None, token: None, scope: Scope::Tests(BTreeSet::from([own])) });
        let watcher = Watcher::from(&proctor);
        assert!(watcher.require(own, "attempt").is_ok());
        assert_eq!(watcher.require(other, "attempt"), Err(Error::not_found("attempt")));
    }
}
