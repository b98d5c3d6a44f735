//! Bulkhead between exam traffic and all other requests: requests of running tests keep full speed whatever
//! administrators and applicants ask for. Everything that is not part of an exam runs on low-priority threads, so that
//! a list of thousands, an export or a report gets the CPU only while no candidate's request needs it.

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

/// Latency-sensitive calls: the test itself, sign-in, live video and event streams. Page and assets are outside `/api`
/// and always run in the exam lane.
const EXAM: [&str; 7] = [
    "/api/take-test/",
    "/api/start-test/",
    "/api/submit-test/",
    "/api/invites/token/",
    "/api/auth/",
    "/api/webrtc/",
    "/api/events",
];
/// Calls among these that a page sends while it unloads.
const UNLOAD_CALLS: [&str; 2] = ["/api/take-test/", "/api/submit-test/"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Runs on the connection's own task.
    Exam,
    /// Requests that run like `Exam`, but to completion even if the connection closes: an unloading page sends its last
    /// answers and disconnects without waiting for the reply.
    Detached,
    /// Runs on the low-priority runtime.
    LowPriority,
}

fn begins(path: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| path.starts_with(prefix))
}

/// Whether a path is a call that belongs to no exam.
pub fn is_outside_exams(path: &str) -> bool {
    path.starts_with("/api/") && !begins(path, &EXAM)
}

impl Lane {
    pub fn of(request: &Parts) -> Self {
        let path = request.uri.path();
        if !request.method.is_safe() && begins(path, &UNLOAD_CALLS) {
            Self::Detached
        } else if is_outside_exams(path) {
            Self::LowPriority
        } else {
            Self::Exam
        }
    }

    pub fn carry(self, reply: RouteFuture<Infallible>, low_priority: Option<&Handle>) -> PendingReply {
        match (self, low_priority) {
            (Self::Detached, _) => PendingReply::Detached(RunToEnd(Some(Box::pin(reply)))),
            // If the connection closes, no client waits for the reply: the task is aborted.
            (Self::LowPriority, Some(runtime)) => PendingReply::Elsewhere(AbortOnDropHandle::new(runtime.spawn(reply))),
            _ => PendingReply::Here(reply),
        }
    }
}

type Answered = Result<Response, Infallible>;

/// The pending reply of a request.
#[allow(clippy::large_enum_variant, reason = "a box would be one more allocation for each request")]
pub enum PendingReply {
    Here(RouteFuture<Infallible>),
    Detached(RunToEnd),
    Elsewhere(AbortOnDropHandle<Answered>),
}

/// Spawns itself as a task if it is dropped before completion. A task from the start would cost every save two more
/// wake-ups.
pub struct RunToEnd(Option<Pin<Box<RouteFuture<Infallible>>>>);

impl RunToEnd {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Answered> {
        let Some(reply) = &mut self.0 else { return Poll::Pending };
        let polled = reply.as_mut().poll(context);
        if polled.is_ready() {
            self.0 = None;
        }
        polled
    }
}

impl Drop for RunToEnd {
    fn drop(&mut self) {
        if let (Some(reply), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(reply);
        }
    }
}

impl Future for PendingReply {
    type Output = Answered;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Answered> {
        // The middleware catches panics; a task is cancelled only when its runtime shuts down.
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
    fn exam_requests_are_isolated_from_all_others() {
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
