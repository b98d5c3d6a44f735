//! Access table: who may make which call (`docs/behaviour.md#roles-and-permissions`). Contains every call of the
//! OpenAPI document once; a missing or obsolete call fails a test.

use Who::{Account, Admin, Applicant, Key, Link, Peer, Public, Superadmin};

/// Access level of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    Public,
    /// Holder of an invite link.
    Link,
    /// Holder of the attempt key; if the path has a token, also of the link.
    Key,
    /// Holder of the attempt key, or an admin.
    Peer,
    /// Any signed-in account.
    Account,
    Applicant,
    Admin,
    /// Only the first administrator.
    Superadmin,
}

pub const CALLS: [(&str, Who); 112] = [
    ("GET /api/openapi.json", Public),
    ("GET /api/admin/check-signup-restriction", Public),
    ("GET /api/admin/theme-settings", Public),
    ("POST /api/auth/login", Public),
    ("POST /api/auth/register", Public),
    ("POST /api/auth/setup", Public),
    ("GET /api/invites/token/{token}", Link),
    ("POST /api/invites/token/{token}/schedule", Link),
    ("GET /api/invites/token/{token}/calendar.ics", Link),
    ("POST /api/invites/token/{token}/stop-reminders", Link),
    ("GET /api/take-test/{token}", Link),
    ("POST /api/take-test/{token}/resume-request", Link),
    ("GET /api/take-test/{token}/media", Link),
    ("POST /api/start-test/{token}", Key),
    ("PUT /api/take-test/{token}/answers", Key),
    ("POST /api/take-test/{token}/answers", Key),
    ("GET /api/take-test/{token}/events", Key),
    ("POST /api/take-test/{token}/signals", Key),
    ("POST /api/take-test/{token}/presence", Key),
    ("PUT /api/take-test/{token}/still", Key),
    ("GET /api/take-test/{token}/messages", Key),
    ("POST /api/take-test/{token}/messages/{message_id}/seen", Key),
    ("GET /api/take-test/{token}/runs", Key),
    ("POST /api/take-test/{token}/runs", Key),
    ("GET /api/take-test/{token}/runs/{run_id}", Key),
    ("POST /api/submit-test/{token}", Key),
    ("POST /api/webrtc/offer", Key),
    ("GET /api/webrtc/signals/{invite_id}", Peer),
    ("POST /api/webrtc/ice-candidate", Peer),
    ("POST /api/webrtc/end-session/{invite_id}", Peer),
    ("GET /api/auth/me", Account),
    ("PUT /api/auth/me", Account),
    ("POST /api/auth/logout", Account),
    ("PUT /api/auth/change-password", Account),
    ("GET /api/events", Account),
    ("GET /api/my-invites", Applicant),
    ("GET /api/my-submissions", Applicant),
    ("POST /api/auth/verify-mailbox/request", Applicant),
    ("POST /api/auth/verify-mailbox", Applicant),
    ("GET /api/tests", Admin),
    ("POST /api/tests", Admin),
    ("GET /api/tests/{id}", Admin),
    ("PUT /api/tests/{id}", Admin),
    ("DELETE /api/tests/{id}", Admin),
    ("DELETE /api/tests/{id}/force", Admin),
    ("POST /api/tests/content", Admin),
    ("POST /api/tests/import", Admin),
    ("GET /api/tests/{id}/export", Admin),
    ("GET /api/invites", Admin),
    ("POST /api/invites", Admin),
    ("POST /api/invites/bulk", Admin),
    ("POST /api/invites/actions", Admin),
    ("GET /api/invites/counts", Admin),
    ("GET /api/invites/{id}", Admin),
    ("POST /api/invites/{id}/retry-email", Admin),
    ("POST /api/invites/{id}/revoke", Admin),
    ("GET /api/results", Admin),
    ("GET /api/results/export", Admin),
    ("GET /api/tests/{id}/statistics", Admin),
    ("GET /api/tests/funnels", Admin),
    ("GET /api/results/{submission_id}", Admin),
    ("GET /api/admin/scoring-queue", Admin),
    ("GET /api/admin/scoring/{submission_id}", Admin),
    ("POST /api/admin/scoring/{submission_id}/answer/{answer_id}", Admin),
    ("POST /api/admin/scoring/{submission_id}/late/accept", Admin),
    ("GET /api/admin/scoring/by-question", Admin),
    ("GET /api/admin/scoring/by-question/{test_id}/{question_id}", Admin),
    ("GET /api/admin/notifications", Admin),
    ("GET /api/admin/notifications/unread-count", Admin),
    ("POST /api/admin/notifications/{id}/mark-read", Admin),
    ("POST /api/admin/notifications/mark-all-read", Admin),
    ("DELETE /api/admin/notifications/clear-all", Admin),
    ("GET /api/admin/applicants", Admin),
    ("PUT /api/admin/applicants/{id}/status", Admin),
    ("POST /api/admin/applicants/{id}/confirm-mailbox", Admin),
    ("DELETE /api/admin/applicants/{id}", Admin),
    ("GET /api/admin/list-admins", Admin),
    ("GET /api/admin/is-first-admin", Admin),
    ("GET /api/admin/overview", Admin),
    ("GET /api/admin/email-settings", Admin),
    ("PUT /api/admin/email-settings", Admin),
    ("POST /api/admin/email-settings/test", Admin),
    ("PUT /api/admin/theme-settings", Admin),
    ("GET /api/admin/doctor", Admin),
    ("GET /api/admin/doctor/storage", Admin),
    ("GET /api/admin/ai-settings", Admin),
    ("PUT /api/admin/ai-settings", Admin),
    ("POST /api/admin/ai-settings/test", Admin),
    ("POST /api/tests/auto-generate", Admin),
    ("POST /api/admin/auto-review/{submission_id}", Admin),
    ("POST /api/attempts/{id}/release", Admin),
    ("POST /api/attempts/{id}/seen", Admin),
    ("POST /api/attempts/{id}/add-time", Admin),
    ("POST /api/attempts/{id}/end", Admin),
    ("POST /api/attempts/{id}/answers-file", Admin),
    ("POST /api/webrtc/start-session/{invite_id}", Admin),
    ("POST /api/webrtc/answer", Admin),
    ("POST /api/webrtc/walls", Admin),
    ("PUT /api/webrtc/walls/{session_id}", Admin),
    ("DELETE /api/webrtc/walls/{session_id}", Admin),
    ("PUT /api/webrtc/sessions/{session_id}/proctor", Admin),
    ("GET /api/attempts/{id}/timeline", Admin),
    ("POST /api/attempts/{id}/flags", Admin),
    ("POST /api/attempts/{id}/screenshots", Admin),
    ("GET /api/attempts/{id}/screenshots/{shot}", Admin),
    ("GET /api/attempts/{id}/messages", Admin),
    ("POST /api/attempts/{id}/messages", Admin),
    ("GET /api/attempts/{id}/still", Admin),
    ("GET /api/admin/monitoring", Admin),
    ("POST /api/admin/create-admin", Superadmin),
    ("PUT /api/admin/change-password/{admin_id}", Superadmin),
    ("DELETE /api/admin/delete-admin/{id}", Superadmin),
];

/// Every call of the OpenAPI document, as "GET /api/tests".
pub fn described() -> Vec<String> {
    let document = serde_json::to_value(invigil::http::openapi()).unwrap();
    let mut calls = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        calls.extend(item.as_object().unwrap().keys().map(|method| format!("{} {path}", method.to_uppercase())));
    }
    calls.push("GET /api/openapi.json".into());
    calls
}

/// Access level of a call in the table.
pub fn who(call: &str) -> Option<Who> {
    CALLS.iter().find(|(name, _)| *name == call).map(|(_, who)| *who)
}
