//! Where requests run (the bulkhead pattern): an exam goes on at full speed whatever administrators and applicants ask for
//! meanwhile. Everything that is not part of an exam runs on threads of low priority, so that a list of thousands, an
//! export or a report takes the processor only while no candidate's request wants it.

use axum::{
    response::{IntoResponse, Response},
    routing::future::RouteFuture,
};
use http::{StatusCode, request::Parts};
use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};
use tokio::runtime::Handle;
use tokio_util::task::AbortOnDropHandle;

/// What candidates' pages and open pages need at once: the test itself, sign-in, pictures and events. Page and assets lie
/// outside `/api`.
const EXAM: [&str; 7] = [
    "/api/take-test/",
    "/api/start-test/",
    "/api/submit-test/",
    "/api/invites/token/",
    "/api/auth/",
    "/api/webrtc/",
    "/api/events",
];
/// Of these, what a page sends when it is being left.
const LAST_WORDS: [&str; 2] = ["/api/take-test/", "/api/submit-test/"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// On the connection's own task.
    Exam,
    /// The same, but carried out to its end where the connection goes: a page that is being left sends its last answers,
    /// hangs up and waits for no reply.
    Detached,
    LowPriority,
}

impl Lane {
    pub fn of(request: &Parts) -> Self {
        let path = request.uri.path();
        let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| path.starts_with(prefix));
        if !request.method.is_safe() && begins(&LAST_WORDS) {
            Self::Detached
        } else if path.starts_with("/api/") && !begins(&EXAM) {
            Self::LowPriority
        } else {
            Self::Exam
        }
    }

    pub fn carry(self, reply: RouteFuture<Infallible>, low_priority: Option<&Handle>) -> Reply {
        match (self, low_priority) {
            (Self::Detached, _) => Reply::Detached(Outlasting(Some(Box::pin(reply)))),
            // Nobody waits for the reply of a connection that has closed: what such a request asked for ends with it.
            (Self::LowPriority, Some(runtime)) => Reply::Elsewhere(AbortOnDropHandle::new(runtime.spawn(reply))),
            _ => Reply::Here(reply),
        }
    }
}

type Answered = Result<Response, Infallible>;

/// The reply of a request on its way.
#[allow(clippy::large_enum_variant, reason = "a box would be one more allocation for each request")]
pub enum Reply {
    Here(RouteFuture<Infallible>),
    Detached(Outlasting),
    Elsewhere(AbortOnDropHandle<Answered>),
}

/// Goes on by itself where it is dropped before its end. A task from the start would cost every save two more wake-ups.
pub struct Outlasting(Option<Pin<Box<RouteFuture<Infallible>>>>);

impl Outlasting {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Answered> {
        let Some(reply) = &mut self.0 else { return Poll::Pending };
        let polled = reply.as_mut().poll(context);
        if polled.is_ready() {
            self.0 = None;
        }
        polled
    }
}

impl Drop for Outlasting {
    fn drop(&mut self) {
        if let (Some(reply), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(reply);
        }
    }
}

impl Future for Reply {
    type Output = Answered;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Answered> {
        // Panics are answered within; a task is cancelled only when its runtime ends.
        let stopped = |_| Ok(StatusCode::SERVICE_UNAVAILABLE.into_response());
        match self.get_mut() {
            Self::Here(reply) => Pin::new(reply).poll(context),
            Self::Detached(reply) => reply.poll(context),
            Self::Elsewhere(task) => Pin::new(task).poll(context).map(|ended| ended.unwrap_or_else(stopped)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::Request;

    #[test]
    fn an_exam_runs_apart_from_all_else() {
        for (method, path, lane) in [
            ("PUT", "/api/take-test/x/answers", Lane::Detached),
            ("POST", "/api/submit-test/x", Lane::Detached),
            ("GET", "/api/take-test/x/events", Lane::Exam),
            ("POST", "/api/start-test/x", Lane::Exam),
            ("POST", "/api/auth/login", Lane::Exam),
            ("GET", "/take-test/x", Lane::Exam),
            ("GET", "/healthz", Lane::Exam),
            ("GET", "/api/invites/token/x", Lane::Exam),
            ("GET", "/api/invites", Lane::LowPriority),
            ("POST", "/api/tests/import", Lane::LowPriority),
            ("GET", "/api/my-invites", Lane::LowPriority),
            ("GET", "/api/openapi.json", Lane::LowPriority),
        ] {
            let parts = Request::builder().method(method).uri(path).body(()).unwrap().into_parts().0;
            assert_eq!(Lane::of(&parts), lane, "{method} {path}");
        }
    }
}
