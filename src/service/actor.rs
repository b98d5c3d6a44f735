//! Authentication and permissions (`docs/behaviour/accounts.md#roles-and-permissions`). A use case takes the permission that it
//! needs as a value that only this file can construct, so that no handler can forget the check.

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, Instant, Result, SessionId, TestId, UserId,
        permission::{Access, Capability, Grantee, Scope},
        runner_token::RunnerToken,
        time::{MINUTE, SignedDuration},
        user::{Role, Session, User},
    },
    secrets::token,
    service::work::By,
    store::{Read, records},
};

#[derive(Clone, Debug)]
pub enum Actor {
    Anonymous,
    Account {
        user: User,
        session: Session,
    },
    /// The operator who may run commands on the data folder.
    Operator,
}

/// A permission of a caller, as a value that only [`Actor::require`] makes.
pub trait Permission: Sized + Send {
    const ACCESS: Access;

    /// # Errors
    /// 401 without a session; 403 for whom the table does not grant it.
    fn of(actor: &Actor) -> Result<Self>;
}

/// The table's grant to one caller.
#[derive(Clone, Debug)]
struct Grant {
    /// `None` for the operator.
    account: Option<UserId>,
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
                    match self.0.account {
                        Some(account) => By::Account(account),
                        None => By::Operator,
                    }
                }

                #[must_use]
                pub const fn scope(&self) -> &Scope {
                    &self.0.scope
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
            Actor::Account { .. } | Actor::Operator => {
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
    /// 401 without a session.
    pub fn require_account(self) -> Result<(User, Session)> {
        match self {
            Self::Account { user, session } => Ok((user, session)),
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
        let (grantee, account) = match self {
            Self::Operator => (Grantee::Operator, None),
            Self::Account { user, .. } => (Grantee::of(user), Some(user.id)),
            Self::Anonymous => return Err(unauthorized()),
        };
        if !grantee.grants(capability) {
            return Err(refusal(grantee, capability));
        }
        // Each role of today has its capabilities for all tests.
        Ok(Grant { account, scope: Scope::All })
    }
}

/// Names those who could make the call.
fn refusal(grantee: Grantee, capability: Capability) -> Error {
    if capability == Capability::Review {
        return Error::forbidden(ErrorCode::ReviewersOnly, "Only reviewers can do this.");
    }
    if grantee == Grantee::Admin {
        return Error::forbidden(
            ErrorCode::SuperadminOnly,
            "Only the first administrator can do this: manage administrators and code runners, and get signed evidence.",
        );
    }
    Error::forbidden(ErrorCode::AdminsOnly, "Only administrators can do this.")
}

/// Resolves an access token to an actor; any invalid token is anonymous. Reads the session row on each call, so that
/// sign-out and deactivation take effect immediately; records activity at most once a minute.
///
/// # Errors
/// Storage only.
pub fn authenticate(app: &App, access_token: Option<&str>) -> Result<Actor> {
    let now = app.now();
    let Some(claims) = access_token.and_then(|t| app.jwt.verify(t, now.as_secs())) else {
        return Ok(Actor::Anonymous);
    };
    let (Ok(sid), Ok(sub)) = (claims.sid.parse::<SessionId>(), claims.sub.parse::<UserId>()) else {
        return Ok(Actor::Anonymous);
    };
    let read = app.store.read()?;
    let session = read.get::<Session>(sid)?;
    let user = read.get::<User>(sub)?;
    match (session, user) {
        (Some(session), Some(user)) if session.user_id == user.id && session.holds(&user, now) => {
            if now.since(session.last_seen_at) >= MINUTE {
                note_activity(app, session.id, now);
            }
            Ok(Actor::Account { user, session })
        }
        _ => Ok(Actor::Anonymous),
    }
}

/// Activity is noted once in this time however many streams a session has.
const STREAM_ACTIVITY: SignedDuration = SignedDuration::from_secs(50);

/// Requires that the session of an open event stream still holds. An open stream counts as activity
/// (docs/behaviour/accounts.md#accounts), noted at most once per [`STREAM_ACTIVITY`].
///
/// # Errors
/// 401.
pub fn require_signed_in(app: &App, user: UserId, session: SessionId) -> Result<()> {
    let read = app.store.read()?;
    let session = read.get::<Session>(session)?;
    let (Some(user), Some(session)) = (read.get::<User>(user)?, session) else { return Err(unauthorized()) };
    let (now, id, idle) = (app.now(), session.id, app.now().since(session.last_seen_at));
    let holds = Session { last_seen_at: now, ..session }.holds(&user, now);
    if holds && idle >= STREAM_ACTIVITY {
        note_activity(app, id, now);
    }
    if holds { Ok(()) } else { Err(unauthorized()) }
}

/// Records a session's last activity, off the request path: a busy writer must not delay reads.
pub fn note_activity(app: &App, session: SessionId, now: Instant) {
    let app = app.clone();
    tokio::spawn(async move {
        let noted = app
            .store
            .write(move |tx| -> Result<()> {
                if let Some(mut row) = tx.get::<Session>(session)? {
                    row.last_seen_at = row.last_seen_at.max(now);
                    tx.put(&row)?;
                }
                Ok(())
            })
            .await;
        if let Err(error) = noted {
            tracing::debug!(%error, "cannot record a session's activity");
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
        let proctor = Proctor(Grant { account: None, scope: Scope::Tests(BTreeSet::from([own])) });
        let watcher = Watcher::from(&proctor);
        assert!(watcher.require(own, "attempt").is_ok());
        assert_eq!(watcher.require(other, "attempt"), Err(Error::not_found("attempt")));
    }
}
