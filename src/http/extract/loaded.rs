//! Records that a path names. They are loaded with the caller's permission and before the body is read, so that an
//! unknown id is reported after 401 and 403, and before an invalid body (docs/behaviour/calls.md#calls).

use super::{
    caller::Within,
    target::{Id, IdAndName, LinkToken, media_session},
};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, ExamSessionId, HoldId, MarkingId, MediaSessionId, OutageId, QuestionId, Result,
        RunnerTokenId, TestId, UserId,
        attempt::Attempt,
        bank::BankQuestion,
        exam_session::ExamSession,
        marking::Marking,
        outage::Outage,
        retention::Hold,
        runner_token::RunnerToken,
        submission::{Grade, Submission},
        test::Test,
        user::User,
    },
    http::error::ApiError,
    service::{
        account::{admins, applicants},
        actor::{
            ApplicantManager, Custodian, Permission, ResultReader, Reviewer, Scorer, SiteOperator, StaffManager,
            TestReader, Watcher, require_whole_site,
        },
        monitor::{outages, session::sessions, video},
        operate::{retention::holds, runners::tokens},
        query,
        result::{
            deciding::ranking::{self, RankedTest},
            results,
        },
        scoring::{reviewing::marks, scores, under_review},
        test::{authoring, bank},
    },
};
use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};

/// The caller's permission, and the record that the path names: 401, 403, then 404.
pub struct Loaded<P, R>(pub P, pub R);

/// Which tests a record is about, as far as permissions for some tests ask.
pub enum Owner {
    /// None: it is for permissions of the whole site.
    Site,
    Test(TestId),
    /// The use case that loads it asks.
    Asked,
}

/// A record that is named by a path.
pub trait Named: Sized + Send {
    /// The least permission to load it; a handler may require one that includes it.
    type Permission: Permission;
    /// Extractor of the path.
    type Path: Send;
    /// Named in a 404.
    const WHAT: &'static str;
    const IS_OF_SITE: bool;

    /// # Errors
    /// 404.
    fn load(app: &App, by: &Self::Permission, path: Self::Path) -> Result<Self>;

    fn owner(&self) -> Owner;
}

impl<S: Send + Sync, P: Permission, R: Named> FromRequestParts<S> for Loaded<P, R>
where
    App: FromRef<S>,
    R::Permission: for<'a> From<&'a P>,
    R::Path: FromRequestParts<S, Rejection = ApiError>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Within(by) = Within::<P>::from_request_parts(parts, state).await?;
        if R::IS_OF_SITE {
            require_whole_site(&by)?;
        }
        let path = R::Path::from_request_parts(parts, state).await?;
        let record = R::load(&App::from_ref(state), &R::Permission::from(&by), path)?;
        match record.owner() {
            Owner::Test(test) if !by.scope().permits(test) => Err(Error::not_found(R::WHAT).into()),
            Owner::Test(_) | Owner::Site | Owner::Asked => Ok(Self(by, record)),
        }
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

/// Records with the permission and the path by which they are loaded, and the test that they belong to.
macro_rules! named {
    ($($record:ty: $permission:ty, $path:ty, $what:literal of $owner:ident $(($test:expr))? =>
        |$app:ident, $by:pat_param, $found:pat_param| $load:expr;)+) => {
        $(impl Named for $record {
            type Permission = $permission;
            type Path = $path;
            const WHAT: &'static str = $what;
            const IS_OF_SITE: bool = matches!(stringify!($owner).as_bytes(), b"Site");

            fn load($app: &App, $by: &$permission, $found: $path) -> Result<Self> {
                $load
            }

            fn owner(&self) -> Owner {
                Owner::$owner $((($test)(self)))?
            }
        })+
    };
}

named! {
    Test: TestReader, Id<TestId>, "test" of Test(|test: &Self| test.id) => |app, by, Id(id)| authoring::get(app, by, id);
    BankQuestion: TestReader, Id<QuestionId>, "question" of Site => |app, by, Id(id)| bank::list::head(app, by, id);
    RankedTest: ResultReader, Id<TestId>, "test" of Test(|test: &Self| test.0) => |app, by, Id(id)| {
        ranking::get(app, by, id)
    };
    Attempt: Watcher, Id<AttemptId>, "attempt" of Test(|attempt: &Self| attempt.test_id) => |app, by, Id(id)| {
        query::attempt::watched(&app.store.read()?, by, id)
    };
    NotedAttempt: Watcher, Id<AttemptId>, "attempt" of Asked => |app, by, Id(id)| {
        query::attempt::noted(&app.store.read()?, by, id).map(|attempt| Self(attempt.id))
    };
    Outage: Watcher, Id<OutageId>, "outage" of Asked => |app, by, Id(id)| {
        outages::list::get(app, by, id).map(|shown| shown.outage)
    };
    Submission: ResultReader, Id<AttemptId>, "result" of Test(|submission: &Self| submission.test_id) => |app, by, Id(id)| {
        results::get(app, by, id)
    };
    ReviewedId: Scorer, Id<AttemptId>, "submission" of Site => |app, by, Id(id)| under_review::named(app, by, id).map(Self);
    Grade: Scorer, IdAndName<AttemptId>, "answer" of Site => |app, by, IdAndName(id, question)| {
        scores::grade(app, by, id, &question)
    };
    Marking: Reviewer, Id<MarkingId>, "answer" of Site => |app, by, Id(id)| marks::get(app, by, id);
    ApplicantRecord: ApplicantManager, Id<UserId>, "applicant" of Site => |app, by, Id(id)| {
        applicants::get(app, by, id).map(Self)
    };
    AdminRecord: StaffManager, Id<UserId>, "administrator" of Site => |app, by, Id(id)| admins::get(app, by, id).map(Self);
    Hold: SiteOperator, Id<HoldId>, "hold" of Site => |app, by, Id(id)| holds::get(app, by, id);
    RunnerToken: Custodian, Id<RunnerTokenId>, "runner" of Site => |app, by, Id(id)| tokens::get(app, by, id);
    ExamSession: Watcher, Id<ExamSessionId>, "session" of Asked => |app, by, Id(id)| {
        sessions::get(app, by, id).map(|shown| shown.session)
    };
    OwnSession: Watcher, LinkToken, "session" of Asked => |app, by, LinkToken(id)| {
        video::own(app, by, media_session(&id)?).map(Self)
    };
}
