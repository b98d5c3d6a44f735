//! State shared by the handlers.

use super::{body_budget::BodyBudget, metrics::Metrics, reply_budget::ReplyBudget};
use crate::app::App;
use axum::extract::FromRef;
use std::{ops::Deref, sync::Arc};

/// State shared by all handlers; cheap to clone, which every request does several times.
#[derive(Clone)]
pub struct HttpState(Arc<HttpStateInner>);

impl Deref for HttpState {
    type Target = HttpStateInner;
    fn deref(&self) -> &HttpStateInner {
        &self.0
    }
}

pub struct HttpStateInner {
    pub app: App,
    pub metrics: Metrics,
    pub metrics_token: Option<String>,
    /// Memory of the bodies that are on their way.
    pub bodies: BodyBudget,
    /// Memory of large replies that are on their way.
    pub replies: ReplyBudget,
}

impl FromRef<HttpState> for App {
    fn from_ref(state: &HttpState) -> Self {
        state.app.clone()
    }
}

impl HttpState {
    pub(super) fn new(shared: HttpStateInner) -> Self {
        Self(Arc::new(shared))
    }
}
