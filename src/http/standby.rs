//! Replies of a server that follows the log of another one: it is alive, not ready, and serves nothing of the data.

use super::{
    error::{ApiError, REQUEST_ID},
    ops,
};
use crate::domain::Error;
use axum::{
    Json, Router,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use serde_json::json;

/// The server's state, and the server that leads.
pub trait StandbyState: Clone + Send + Sync + 'static {
    /// The state as programs read it, such as `following`.
    fn name(&self) -> &'static str;
    /// Batches that the file lacks, and the time in ms for which it has been behind.
    fn lag(&self) -> (u64, u64);
    /// Empty if no server does.
    fn leader(&self) -> String;
}

pub fn router(state: impl StandbyState) -> Router {
    let shown = state.clone();
    // Anyone may ask. Why a member does not go on names servers and files: `invigil doctor` says it to the operator.
    let readyz = async move || {
        let (behind, lag_ms) = shown.lag();
        let body = json!({ "state": shown.name(), "behind": behind, "lag_ms": lag_ms });
        (StatusCode::SERVICE_UNAVAILABLE, Json(body))
    };
    let other = async move || REQUEST_ID.scope("standby".to_owned(), async { elsewhere(&state.leader()) }).await;
    Router::new().route("/healthz", get(ops::healthz)).route("/readyz", get(readyz)).fallback(other)
}

fn elsewhere(leader: &str) -> Response {
    let words = match leader {
        "" => "This server is not in use at the moment. Please try again.".to_owned(),
        leader => format!("This server is not in use at the moment: {leader} is. Please try again."),
    };
    let mut response = ApiError(Error::unavailable(&words, 2)).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::{body::Body, http::Request};
    use tower::ServiceExt;

    #[derive(Clone)]
    struct Stuck;

    impl StandbyState for Stuck {
        fn name(&self) -> &'static str {
            "following"
        }

        fn lag(&self) -> (u64, u64) {
            (7, 4100)
        }

        fn leader(&self) -> String {
            "a".to_owned()
        }
    }

    #[tokio::test]
    async fn readiness_names_the_state_and_the_lag_alone() {
        let request = Request::get("/readyz").body(Body::empty()).unwrap();
        let reply = router(Stuck).oneshot(request).await.unwrap();
        assert_eq!(reply.status(), StatusCode::SERVICE_UNAVAILABLE);
        let body = axum::body::to_bytes(reply.into_body(), 1000).await.unwrap();
        let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body, json!({ "state": "following", "behind": 7, "lag_ms": 4100 }));
    }
}
