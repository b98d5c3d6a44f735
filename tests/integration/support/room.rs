//! Fixture: one candidate with a running attempt.

use super::{
    app::TestApp,
    journey::{key, text},
};
use serde_json::Value;

/// Cora takes the test with all question types, with `key(1)`.
pub struct Room {
    pub t: TestApp,
    pub admin: String,
    pub test: Value,
    pub invite: Value,
    /// The attempt's id.
    pub attempt: String,
}

impl Room {
    pub async fn open() -> Self {
        Self::in_app(TestApp::new()).await
    }

    pub async fn in_app(t: TestApp) -> Self {
        let admin = t.admin().await;
        let test = t.test_with_all_types(&admin).await;
        let invite = t.invite(&admin, &test, "cora@example.org").await;
        t.start(&invite["token"], &key(1)).await.ok();
        let attempt = text(&t.invite_row(&admin, &invite["id"]).await["attempt_id"]).to_owned();
        Self { t, admin, test, invite, attempt }
    }

    /// An admin path of the attempt.
    pub fn of_admin(&self, tail: &str) -> String {
        format!("/api/attempts/{}/{tail}", self.attempt)
    }

    /// A path of the candidate's calls.
    pub fn of_candidate(&self, tail: &str) -> String {
        format!("/api/take-test/{}/{tail}", text(&self.invite["token"]))
    }
}
