//! Records that a path names. They are loaded with the caller's permission and before the body is read, so that an
//! unknown id is reported after 401 and 403, and before an invalid body (docs/behaviour/calls.md#calls).

use super::{
    caller::{AsAdmin, AsReviewer, AsSuperadmin},
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
pub struct Loaded<R: Named>(pub R::Permission, pub R);

/// A record that is named by a path.
pub trait Named: Sized + Send {
    /// Extractor of the permission to load it.
    type Permission: Send;
    /// Extractor of the path.
    type Path: Send;

    /// # Errors
    /// 404.
    fn load(app: &App, by: &Self::Permission, path: Self::Path) -> Result<Self>;
}

impl<S: Send + Sync, R: Named> FromRequestParts<S> for Loaded<R>
where
    App: FromRef<S>,
    R::Permission: FromRequestParts<S, Rejection = ApiError>,
    R::Path: FromRequestParts<S, Rejection = ApiError>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let by = R::Permission::from_request_parts(parts, state).await?;
        let path = R::Path::from_request_parts(parts, state).await?;
        let record = R::load(&App::from_ref(state), &by, path)?;
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

/// A media session of the calling admin.
pub struct OwnSession(pub MediaSessionId);

impl Named for Test {
    type Permission = AsAdmin;
    type Path = Id<TestId>;

    fn load(app: &App, AsAdmin(by): &AsAdmin, Id(id): Id<TestId>) -> Result<Self> {
        authoring::get(app, by, id)
    }
}

impl Named for BankQuestion {
    type Permission = AsAdmin;
    type Path = Id<QuestionId>;

    fn load(app: &App, AsAdmin(by): &AsAdmin, Id(id): Id<QuestionId>) -> Result<Self> {
        bank::list::head(app, by, id)
    }
}

impl Named for RankedTest {
    type Permission = AsAdmin;
    type Path = Id<TestId>;

    fn load(app: &App, AsAdmin(by): &AsAdmin, Id(id): Id<TestId>) -> Result<Self> {
        ranking::get(app, by, id)
    }
}

impl Named for Attempt {
    type Permission = AsAdmin;
    type Path = Id<AttemptId>;

    fn load(app: &App, _: &AsAdmin, Id(id): Id<AttemptId>) -> Result<Self> {
        query::attempt::shown_as(&app.store.read()?, id)
    }
}

impl Named for NotedAttempt {
    type Permission = AsAdmin;
    type Path = Id<AttemptId>;

    fn load(app: &App, _: &AsAdmin, Id(id): Id<AttemptId>) -> Result<Self> {
        let read = app.store.read()?;
        let attempt = query::attempt::load(&read, query::naming::named(&read, id)?)?;
        Ok(Self(attempt.id))
    }
}

impl Named for Outage {
    type Permission = AsAdmin;
    type Path = Id<OutageId>;

    fn load(app: &App, AsAdmin(by): &AsAdmin, Id(id): Id<OutageId>) -> Result<Self> {
        outages::list::get(app, by, id).map(|shown| shown.outage)
    }
}

impl Named for Submission {
    type Permission = AsAdmin;
    type Path = Id<AttemptId>;

    fn load(app: &App, AsAdmin(by): &AsAdmin, Id(id): Id<AttemptId>) -> Result<Self> {
        results::get(app, by, id)
    }
}

impl Named for ReviewedId {
    type Permission = AsAdmin;
    type Path = Id<AttemptId>;

    fn load(app: &App, AsAdmin(by): &AsAdmin, Id(id): Id<AttemptId>) -> Result<Self> {
        under_review::named(app, by, id).map(Self)
    }
}

impl Named for Grade {
    type Permission = AsAdmin;
    type Path = IdAndName<AttemptId>;

    fn load(app: &App, AsAdmin(by): &AsAdmin, IdAndName(id, question): IdAndName<AttemptId>) -> Result<Self> {
        scoring::grade(app, by, id, &question)
    }
}

impl Named for Marking {
    type Permission = AsReviewer;
    type Path = Id<MarkingId>;

    fn load(app: &App, AsReviewer(by): &AsReviewer, Id(id): Id<MarkingId>) -> Result<Self> {
        marks::get(app, by, id)
    }
}

impl Named for ApplicantRecord {
    type Permission = AsAdmin;
    type Path = Id<UserId>;

    fn load(app: &App, AsAdmin(by): &AsAdmin, Id(id): Id<UserId>) -> Result<Self> {
        applicants::get(app, by, id).map(Self)
    }
}

impl Named for AdminRecord {
    type Permission = AsSuperadmin;
    type Path = Id<UserId>;

    fn load(app: &App, AsSuperadmin(by): &AsSuperadmin, Id(id): Id<UserId>) -> Result<Self> {
        admins::get(app, by, id).map(Self)
    }
}

impl Named for RunnerToken {
    type Permission = AsSuperadmin;
    type Path = Id<RunnerTokenId>;

    fn load(app: &App, AsSuperadmin(by): &AsSuperadmin, Id(id): Id<RunnerTokenId>) -> Result<Self> {
        tokens::get(app, by, id)
    }
}

impl Named for OwnSession {
    type Permission = AsAdmin;
    type Path = LinkToken;

    fn load(app: &App, AsAdmin(by): &AsAdmin, LinkToken(id): LinkToken) -> Result<Self> {
        video::own(app, by, media_session(&id)?).map(Self)
    }
}
