//! Records that a path names. They are loaded with the caller's permission and before the body is read, so that an
//! unknown id is reported after 401 and 403, and before an invalid body (docs/behaviour/calls.md#calls).

use super::{
    caller::As,
    target::{Id, IdAndName, LinkToken, media_session},
};
use crate::{
    app::App,
    domain::{
        AttemptId, MarkingId, MediaSessionId, OutageId, QuestionId, Result, RunnerTokenId, TestId, UserId,
        attempt::Attempt,
        bank::BankQuestion,
        marking::Marking,
        outage::Outage,
        runner_token::RunnerToken,
        submission::{Grade, Submission},
        test::Test,
        user::User,
    },
    http::error::ApiError,
    service::{
        account::{admins, applicants},
        actor::{
            ApplicantManager, Custodian, Permission, ResultReader, Reviewer, Scorer, StaffManager, TestReader, Watcher,
        },
        monitor::{outages, video},
        operate::runners::tokens,
        query,
        result::{
            deciding::ranking::{self, RankedTest},
            results,
            reviewing::marks,
            scoring, under_review,
        },
        test::{authoring, bank},
    },
};
use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};

/// The caller's permission, and the record that the path names: 401, 403, then 404.
pub struct Loaded<P, R>(pub P, pub R);

/// A record that is named by a path.
pub trait Named: Sized + Send {
    /// The least permission to load it; a handler may require one that includes it.
    type Permission: Permission;
    /// Extractor of the path.
    type Path: Send;

    /// # Errors
    /// 404.
    fn load(app: &App, by: &Self::Permission, path: Self::Path) -> Result<Self>;
}

impl<S: Send + Sync, P: Permission, R: Named> FromRequestParts<S> for Loaded<P, R>
where
    App: FromRef<S>,
    R::Permission: for<'a> From<&'a P>,
    R::Path: FromRequestParts<S, Rejection = ApiError>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let As(by) = As::<P>::from_request_parts(parts, state).await?;
        let path = R::Path::from_request_parts(parts, state).await?;
        let record = R::load(&App::from_ref(state), &R::Permission::from(&by), path)?;
        Ok(Self(by, record))
    }
}

/// An applicant, with or without an account.
pub struct ApplicantRecord(pub User);

/// An administrator, as the superadmin manages them.
pub struct AdminRecord(pub User);

/// A submission, by the id that its reviewers know.
pub struct ReviewedId(pub AttemptId);

/// A running attempt, or an ended one by the id that its result shows.
pub struct NotedAttempt(pub AttemptId);

/// A media session of the calling account.
pub struct OwnSession(pub MediaSessionId);

/// Records with the permission and the path by which they are loaded.
macro_rules! named {
    ($($record:ty: $permission:ty, $path:ty => |$app:ident, $by:pat_param, $found:pat_param| $load:expr;)+) => {
        $(impl Named for $record {
            type Permission = $permission;
            type Path = $path;

            fn load($app: &App, $by: &$permission, $found: $path) -> Result<Self> {
                $load
            }
        })+
    };
}

named! {
    Test: TestReader, Id<TestId> => |app, by, Id(id)| authoring::get(app, by, id);
    BankQuestion: TestReader, Id<QuestionId> => |app, by, Id(id)| bank::list::head(app, by, id);
    RankedTest: ResultReader, Id<TestId> => |app, by, Id(id)| ranking::get(app, by, id);
    Attempt: Watcher, Id<AttemptId> => |app, by, Id(id)| query::attempt::watched(&app.store.read()?, by, id);
    NotedAttempt: Watcher, Id<AttemptId> => |app, by, Id(id)| {
        query::attempt::noted(&app.store.read()?, by, id).map(|attempt| Self(attempt.id))
    };
    Outage: Watcher, Id<OutageId> => |app, by, Id(id)| outages::list::get(app, by, id).map(|shown| shown.outage);
    Submission: ResultReader, Id<AttemptId> => |app, by, Id(id)| results::get(app, by, id);
    ReviewedId: Scorer, Id<AttemptId> => |app, by, Id(id)| under_review::named(app, by, id).map(Self);
    Grade: Scorer, IdAndName<AttemptId> => |app, by, IdAndName(id, question)| scoring::grade(app, by, id, &question);
    Marking: Reviewer, Id<MarkingId> => |app, by, Id(id)| marks::get(app, by, id);
    ApplicantRecord: ApplicantManager, Id<UserId> => |app, by, Id(id)| applicants::get(app, by, id).map(Self);
    AdminRecord: StaffManager, Id<UserId> => |app, by, Id(id)| admins::get(app, by, id).map(Self);
    RunnerToken: Custodian, Id<RunnerTokenId> => |app, by, Id(id)| tokens::get(app, by, id);
    OwnSession: Watcher, LinkToken => |app, by, LinkToken(id)| video::own(app, by, media_session(&id)?).map(Self);
}
