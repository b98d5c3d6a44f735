//! Authentication and permissions (`docs/behaviour/accounts.md#roles-and-permissions`). A use case takes the permission that it
//! needs as a value that only this file can construct, so that no handler can forget the check.

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, Instant, Result, SessionId, UserId,
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

/// Permission for all admin actions.
#[derive(Clone, Debug)]
pub struct Admin(Option<UserId>);

impl Admin {
    /// The account, or `None` for the operator.
    #[must_use]
    pub const fn id(&self) -> Option<UserId> {
        self.0
    }
}

impl From<&Admin> for By {
    fn from(admin: &Admin) -> Self {
        admin.0.map_or(Self::Operator, Self::Account)
    }
}

/// Permission to manage the other admins: held by the first admin and the operator.
#[derive(Clone, Debug)]
pub struct Superadmin(Option<UserId>);

impl Superadmin {
    /// The account, or `None` for the operator.
    #[must_use]
    pub const fn id(&self) -> Option<UserId> {
        self.0
    }
}

impl From<&Superadmin> for By {
    fn from(admin: &Superadmin) -> Self {
        admin.0.map_or(Self::Operator, Self::Account)
    }
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

impl From<&Reviewer> for By {
    fn from(reviewer: &Reviewer) -> Self {
        Self::Account(reviewer.0)
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

    /// # Errors
    /// 401 without a session, 403 for an applicant and for the operator, who is assigned nothing.
    pub fn require_reviewer(&self) -> Result<Reviewer> {
        match self {
            Self::Account { user, .. } if user.role.is_staff() => Ok(Reviewer(user.id)),
            Self::Account { .. } | Self::Operator => {
                Err(Error::forbidden(ErrorCode::ReviewersOnly, "Only reviewers can do this."))
            }
            Self::Anonymous => Err(unauthorized()),
        }
    }

    /// # Errors
    /// 401 without a session, 403 for an applicant and a reviewer.
    pub fn require_admin(&self) -> Result<Admin> {
        match self {
            Self::Operator => Ok(Admin(None)),
            Self::Account { user, .. } if user.role == Role::Admin => Ok(Admin(Some(user.id))),
            Self::Account { .. } => Err(Error::forbidden(ErrorCode::AdminsOnly, "Only administrators can do this.")),
            Self::Anonymous => Err(unauthorized()),
        }
    }

    /// # Errors
    /// 401 without a session, 403 for an applicant, a reviewer, and an admin who is not the first one.
    pub fn require_superadmin(&self) -> Result<Superadmin> {
        let admin = self.require_admin()?;
        match self {
            Self::Account { user, .. } if !user.is_first_admin => Err(Error::forbidden(
                ErrorCode::SuperadminOnly,
                "Only the first administrator can do this: manage administrators and code runners, and get signed evidence.",
            )),
            _ => Ok(Superadmin(admin.id())),
        }
    }

    /// # Errors
    /// 401 without a session, 403 for an admin and a reviewer.
    pub fn require_applicant(&self) -> Result<Applicant> {
        match self {
            Self::Account { user, .. } if user.role == Role::Applicant => Ok(Applicant(user.clone())),
            Self::Account { .. } | Self::Operator => {
                Err(Error::forbidden(ErrorCode::ApplicantsOnly, "Only applicants can do this."))
            }
            Self::Anonymous => Err(unauthorized()),
        }
    }
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
