//! The calls of the API: their routes at once, their description for the first who asks. Schemas of all bodies take
//! 20 MB while they are assembled, and as much time as the rest of a start.

use super::{description::ApiDescription, state::HttpState};
use axum::{
    Router,
    routing::{MethodFilter, MethodRouter},
};
use utoipa::{
    OpenApi,
    openapi::{HttpMethod, OpenApi as Document},
};
use utoipa_axum::{PathItemExt, router::OpenApiRouter};

type Described = OpenApiRouter<HttpState>;

/// Calls and how each of them is described.
#[derive(Default)]
pub struct Calls {
    router: Router<HttpState>,
    describe: Vec<fn(Described) -> Described>,
}

impl Calls {
    pub fn add(mut self, path: &str, route: MethodRouter<HttpState>, describe: fn(Described) -> Described) -> Self {
        self.router = self.router.route(path, route);
        self.describe.push(describe);
        self
    }

    pub fn into_router(self) -> Router<HttpState> {
        self.router
    }

    /// Returns the OpenAPI document of the calls.
    pub fn document(&self) -> Document {
        let empty = OpenApiRouter::with_openapi(ApiDescription::openapi());
        self.describe.iter().fold(empty, |document, describe| describe(document)).into_openapi()
    }
}

/// Returns the filter for the methods of one call.
pub fn filter(methods: &[HttpMethod]) -> MethodFilter {
    let mut filters = methods.iter().map(PathItemExt::to_method_filter);
    let first = filters.next().unwrap_or(MethodFilter::GET);
    filters.fold(first, MethodFilter::or)
}

/// Adds a call per handler, described from its attribute and its arguments.
macro_rules! calls {
    ($calls:expr; $($($part:ident)::+),+ $(,)?) => {
        $calls$(.add(
            &utoipa_axum::routes!(@path [path()] of $($part)::+),
            axum::routing::on(
                $crate::http::calls::filter(&utoipa_axum::routes!(@path [methods()] of $($part)::+)),
                $($part)::+,
            ),
            |document| document.routes($crate::http::description::described(
                utoipa_axum::routes!($($part)::+),
                &$($part)::+,
            )),
        ))+
    };
}

pub(super) use calls;
