//! Ids in paths that belong to a test: a permission for some tests reaches only these (docs/behaviour/accounts.md#given-roles).

use super::{
    caller::Within,
    target::{Id, IdAndName, LinkToken},
};
use crate::{
    app::App,
    domain::{AttemptId, Error, InviteId, Result, TestId, permission::Scope},
    http::error::ApiError,
    service::{actor::Permission, query::ownership},
};
use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};

/// The caller's permission, and the id that the path names: 401, 403, then 404 for what belongs to a test that the
/// permission is not for. Whether there is such a record is left to the use case.
pub struct Of<P, T>(pub P, pub T);

/// An id in a path that belongs to a test.
pub trait InTest: Sized + Send {
    /// Extractor of the path.
    type Path: Send;
    /// Named in a 404.
    const WHAT: &'static str;

    fn of_path(path: Self::Path) -> Self;

    /// `None` where there is no such record.
    ///
    /// # Errors
    /// Storage only.
    fn test(&self, app: &App) -> Result<Option<TestId>>;
}

impl<S: Send + Sync, P: Permission, T: InTest> FromRequestParts<S> for Of<P, T>
where
    App: FromRef<S>,
    T::Path: FromRequestParts<S, Rejection = ApiError>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Within(by) = Within::<P>::from_request_parts(parts, state).await?;
        let named = T::of_path(T::Path::from_request_parts(parts, state).await?);
        if let Scope::Tests(tests) = by.scope() {
            let test = named.test(&App::from_ref(state))?;
            if !test.is_some_and(|test| tests.contains(&test)) {
                return Err(Error::not_found(T::WHAT).into());
            }
        }
        Ok(Self(by, named))
    }
}

macro_rules! in_test {
    ($($id:ty: $what:literal, |$app:pat_param, $found:pat_param| $test:expr;)+) => {
        $(
            impl InTest for $id {
                type Path = Id<Self>;
                const WHAT: &'static str = $what;

                fn of_path(Id(id): Id<Self>) -> Self {
                    id
                }

                fn test(&self, $app: &App) -> Result<Option<TestId>> {
                    let $found = self;
                    $test
                }
            }

            /// An id of a record with a name in its scope.
            impl InTest for ($id, String) {
                type Path = IdAndName<$id>;
                const WHAT: &'static str = $what;

                fn of_path(IdAndName(id, name): IdAndName<$id>) -> Self {
                    (id, name)
                }

                fn test(&self, app: &App) -> Result<Option<TestId>> {
                    self.0.test(app)
                }
            }
        )+
    };
}

/// External id of an order in the path.
pub struct OrderName(pub String);

impl InTest for OrderName {
    type Path = LinkToken;
    const WHAT: &'static str = "order";

    fn of_path(LinkToken(name): LinkToken) -> Self {
        Self(name)
    }

    fn test(&self, app: &App) -> Result<Option<TestId>> {
        ownership::of_order(&app.store.read()?, &self.0)
    }
}

in_test! {
    TestId: "test", |_, id| Ok(Some(*id));
    InviteId: "invite", |app, id| ownership::of_invite(&app.store.read()?, *id);
    AttemptId: "result", |app, id| ownership::of_result(&app.store.read()?, *id);
}
