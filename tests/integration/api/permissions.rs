//! Who may call what (spec section 6), over every call of the API's description: a new call that is not listed
//! here fails.

use crate::support::{app::TestApp, journey::text};
use http::Method;
use invigil::service::admins;
use serde_json::json;

/// Calls without a session: the sign-in, the theme, and whoever holds a link.
const PUBLIC: [&str; 26] = [
    "GET /api/admin/check-signup-restriction",
    "POST /api/auth/login",
    "POST /api/auth/register",
    "POST /api/auth/setup",
    "GET /api/admin/theme-settings",
    "GET /api/invites/token/{token}",
    "POST /api/invites/token/{token}/schedule",
    "GET /api/invites/token/{token}/calendar.ics",
    "GET /api/take-test/{token}",
    "PUT /api/take-test/{token}/answers",
    "POST /api/take-test/{token}/answers",
    "GET /api/take-test/{token}/events",
    "POST /api/take-test/{token}/signals",
    "POST /api/take-test/{token}/resume-request",
    "POST /api/take-test/{token}/presence",
    "PUT /api/take-test/{token}/still",
    "GET /api/take-test/{token}/messages",
    "POST /api/take-test/{token}/messages/{message_id}/seen",
    "POST /api/start-test/{token}",
    "POST /api/submit-test/{token}",
    "GET /api/openapi.json",
    "GET /api/take-test/{token}/media",
    "POST /api/webrtc/offer",
    "GET /api/webrtc/signals/{invite_id}",
    "POST /api/webrtc/ice-candidate",
    "POST /api/webrtc/end-session/{invite_id}",
];
const ANY_ACCOUNT: [&str; 5] = [
    "GET /api/auth/me",
    "PUT /api/auth/me",
    "POST /api/auth/logout",
    "PUT /api/auth/change-password",
    "GET /api/events",
];
const APPLICANTS: [&str; 4] = [
    "GET /api/my-invites",
    "GET /api/my-submissions",
    "POST /api/auth/verify-mailbox/request",
    "POST /api/auth/verify-mailbox",
];
const ADMINS: [&str; 63] = [
    "GET /api/tests",
    "POST /api/tests",
    "GET /api/tests/{id}",
    "PUT /api/tests/{id}",
    "DELETE /api/tests/{id}",
    "DELETE /api/tests/{id}/force",
    "POST /api/tests/import",
    "GET /api/tests/{id}/export",
    "GET /api/invites",
    "POST /api/invites",
    "POST /api/invites/bulk",
    "POST /api/invites/{id}/retry-email",
    "POST /api/invites/{id}/revoke",
    "GET /api/results",
    "GET /api/results/export",
    "GET /api/tests/{id}/statistics",
    "GET /api/results/{submission_id}",
    "GET /api/admin/scoring-queue",
    "GET /api/admin/scoring/{submission_id}",
    "POST /api/admin/scoring/{submission_id}/answer/{answer_id}",
    "POST /api/admin/scoring/{submission_id}/late/accept",
    "GET /api/admin/scoring/by-question",
    "GET /api/admin/scoring/by-question/{test_id}/{question_id}",
    "GET /api/admin/notifications",
    "GET /api/admin/notifications/unread-count",
    "POST /api/admin/notifications/{id}/mark-read",
    "POST /api/admin/notifications/mark-all-read",
    "DELETE /api/admin/notifications/clear-all",
    "GET /api/admin/applicants",
    "PUT /api/admin/applicants/{id}/status",
    "POST /api/admin/applicants/{id}/confirm-mailbox",
    "DELETE /api/admin/applicants/{id}",
    "GET /api/admin/list-admins",
    "GET /api/admin/is-first-admin",
    "GET /api/admin/overview",
    "GET /api/admin/email-settings",
    "PUT /api/admin/email-settings",
    "POST /api/admin/email-settings/test",
    "PUT /api/admin/theme-settings",
    "GET /api/admin/doctor",
    "GET /api/admin/ai-settings",
    "PUT /api/admin/ai-settings",
    "POST /api/admin/ai-settings/test",
    "POST /api/tests/auto-generate",
    "POST /api/admin/auto-review/{submission_id}",
    "POST /api/attempts/{id}/release",
    "POST /api/attempts/{id}/add-time",
    "POST /api/attempts/{id}/end",
    "POST /api/attempts/{id}/answers-file",
    "POST /api/webrtc/start-session/{invite_id}",
    "POST /api/webrtc/answer",
    "POST /api/webrtc/walls",
    "PUT /api/webrtc/walls/{session_id}",
    "DELETE /api/webrtc/walls/{session_id}",
    "PUT /api/webrtc/sessions/{session_id}/proctor",
    "GET /api/attempts/{id}/timeline",
    "POST /api/attempts/{id}/flags",
    "POST /api/attempts/{id}/screenshots",
    "GET /api/attempts/{id}/screenshots/{shot}",
    "GET /api/attempts/{id}/messages",
    "POST /api/attempts/{id}/messages",
    "GET /api/attempts/{id}/still",
    "GET /api/admin/monitoring",
];

/// Calls of the first administrator alone.
const SUPERADMIN: [&str; 3] = [
    "POST /api/admin/create-admin",
    "PUT /api/admin/change-password/{admin_id}",
    "DELETE /api/admin/delete-admin/{id}",
];

/// Every call that the server describes, as "GET /api/tests".
fn calls() -> Vec<String> {
    let document = serde_json::to_value(invigil::http::openapi()).unwrap();
    let mut calls = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        calls.extend(item.as_object().unwrap().keys().map(|method| format!("{} {path}", method.to_uppercase())));
    }
    calls.push("GET /api/openapi.json".into());
    calls
}

async fn status(t: &TestApp, call: &str, token: Option<&str>) -> (u16, String) {
    let (method, path) = call.split_once(' ').unwrap();
    let mut path = path.replace("{token}", "unknown").replace("{question_id}", "q1").replace("{answer_id}", "q1");
    for id in
        ["{id}", "{submission_id}", "{test_id}", "{admin_id}", "{invite_id}", "{session_id}", "{shot}", "{message_id}"]
    {
        path = path.replace(id, "00000000-0000-7000-8000-000000000000");
    }
    let request = t.call(Method::from_bytes(method.as_bytes()).unwrap(), path);
    // No body: what is allowed to call gets 404, 415 or 422, never 401 or 403.
    let request = match token {
        Some(token) => request.bearer(token),
        None => request,
    };
    let reply = request.send().await;
    (reply.status, reply.json["code"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn every_call_lets_in_whom_it_is_for() {
    let t = TestApp::new();
    t.admin().await;
    let operator = invigil::service::actor::Actor::Operator.require_superadmin().unwrap();
    admins::create(&t.app, &operator, "bob@example.org", crate::support::journey::PASSWORD.into(), "Bob")
        .await
        .unwrap();
    t.applicant("cora@example.org").await;
    let unauthorized = (401, "unauthorized".to_owned());
    let mut unlisted = Vec::new();
    for call in calls() {
        let listed = |table: &[&str]| table.contains(&call.as_str());
        let anonymous = status(&t, &call, None).await;
        // A session each, because one of the calls ends it.
        let mut who = Vec::new();
        for email in ["cora@example.org", "ada@example.org", "bob@example.org"] {
            who.push(status(&t, &call, Some(&t.sign_in(email).await)).await);
        }
        let (applicant, admins) = who.split_first().unwrap();
        let let_in = |(status, code): &(u16, String)| {
            !matches!(status, 401 | 405)
                && !matches!(code.as_str(), "admins_only" | "superadmin_only" | "applicants_only")
        };
        match () {
            () if listed(&PUBLIC) => {
                assert!(let_in(&anonymous) && who.iter().all(let_in), "{call}: {anonymous:?} {who:?}");
            }
            () if listed(&ANY_ACCOUNT) => {
                assert_eq!(anonymous, unauthorized, "{call}");
                assert!(let_in(applicant) && admins.iter().all(let_in), "{call}");
            }
            () if listed(&APPLICANTS) => {
                assert_eq!(anonymous, unauthorized, "{call}");
                assert!(let_in(applicant), "{call}");
                assert!(admins.iter().all(|a| *a == (403, "applicants_only".into())), "{call}");
            }
            () if listed(&ADMINS) => {
                assert_eq!(anonymous, unauthorized, "{call}");
                assert_eq!(*applicant, (403, "admins_only".into()), "{call}");
                assert!(admins.iter().all(let_in), "{call}: {admins:?}");
            }
            () if listed(&SUPERADMIN) => {
                assert_eq!(anonymous, unauthorized, "{call}");
                assert_eq!(*applicant, (403, "admins_only".into()), "{call}");
                assert!(let_in(&admins[0]), "{call}: {admins:?}");
                assert_eq!(admins[1], (403, "superadmin_only".into()), "{call}");
            }
            () => unlisted.push(call.clone()),
        }
    }
    assert_eq!(unlisted, Vec::<String>::new(), "say above who may call these");
}

/// An admin and an applicant who were deactivated while they were signed in are nobody from then on.
#[tokio::test]
async fn a_deactivated_account_is_nobody() {
    let t = TestApp::new();
    let tokens = [t.admin().await, t.applicant("cora@example.org").await];
    for email in ["ada@example.org", "cora@example.org"] {
        t.change_user(email, |user| user.is_active = false).await;
    }
    for call in calls() {
        let anonymous = status(&t, &call, None).await;
        for token in &tokens {
            assert_eq!(status(&t, &call, Some(token)).await, anonymous, "{call}");
        }
    }
}

#[test]
fn every_listed_call_exists() {
    let calls = calls();
    let tables: [&[&str]; 5] = [&PUBLIC, &ANY_ACCOUNT, &APPLICANTS, &ADMINS, &SUPERADMIN];
    let lost: Vec<_> = tables.into_iter().flatten().filter(|c| !calls.iter().any(|call| call == *c)).collect();
    assert!(lost.is_empty(), "{lost:?}");
}

/// A tidy description says which calls take a token.
#[test]
fn the_description_agrees() {
    let document = serde_json::to_value(invigil::http::openapi()).unwrap();
    for call in calls().iter().filter(|c| !c.ends_with("openapi.json")) {
        let (method, path) = call.split_once(' ').unwrap();
        let described = &document["paths"][path][method.to_lowercase()];
        let takes_token = !PUBLIC.contains(&call.as_str());
        assert_eq!(described["security"] == json!([{"bearer": []}]), takes_token, "{call}");
        assert!(!text(&described["summary"]).is_empty(), "{call}");
        if takes_token {
            assert!(described["responses"]["401"].is_object(), "{call}");
        }
        if [&ADMINS[..], &APPLICANTS, &SUPERADMIN].iter().any(|table| table.contains(&call.as_str())) {
            assert!(described["responses"]["403"].is_object(), "{call}");
        }
    }
}

/// 413, 415, 400 and 422, in this order, from every call that takes a body.
#[tokio::test]
async fn every_body_is_checked_in_the_same_order() {
    let t = TestApp::new();
    let (admin, applicant) = (t.admin().await, t.applicant("anna@example.org").await);
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    t.start(&invite["token"], &crate::support::journey::key(1)).await.ok();
    let attempt = t.invite_row(&admin, &invite["id"]).await["attempt_id"].clone();
    let done = t.take(&admin, &test, "dan@example.org", &[("q2", "words")]).await;
    let done = t.invite_row(&admin, &done["id"]).await["submission_id"].clone();
    let person = t.get("/api/admin/applicants").bearer(&admin).send().await.ok()[0].clone();
    t.start_media();
    let wall = t.post("/api/webrtc/walls").bearer(&admin).send().await.expect(201);
    let own = t.get("/api/auth/me").bearer(&admin).send().await.ok();
    let document = serde_json::to_value(invigil::http::openapi()).unwrap();
    let mut bodies = 0;
    for call in calls().iter().filter(|c| !c.ends_with("openapi.json")) {
        let (method, template) = call.split_once(' ').unwrap();
        let content = &document["paths"][template][method.to_lowercase()]["requestBody"]["content"];
        if !content["application/json"].is_object() {
            continue;
        }
        bodies += 1;
        let who = if APPLICANTS.contains(&call.as_str()) { &applicant } else { &admin };
        let id = match template {
            t if t.contains("/attempts/") => &attempt,
            t if t.contains("/applicants/") => &person["id"],
            _ => &test["id"],
        };
        let path = template.replace("{id}", text(id)).replace("{token}", text(&invite["token"]));
        let path = path
            .replace("{submission_id}", text(&done))
            .replace("{answer_id}", "q2")
            .replace("{session_id}", text(&wall["session_id"]))
            .replace("{admin_id}", text(&own["id"]));
        let send = |kind: &str, body: Vec<u8>| {
            let call = t.call(Method::from_bytes(method.as_bytes()).unwrap(), &*path).bearer(who);
            call.key(&crate::support::journey::key(1)).body(kind, body).send()
        };
        let huge = vec![b' '; 12 << 20];
        send("text/plain", huge).await.refused(413, "too_large");
        send("text/plain", b"{".to_vec()).await.refused(415, "not_json");
        send("application/x-www-form-urlencoded", b"a=b".to_vec()).await.refused(415, "not_json");
        send("application/json", b"{".to_vec()).await.refused(400, "malformed");
        send("application/json; charset=utf-8", b"nonsense".to_vec()).await.refused(400, "malformed");
        send("application/json", format!("{{\"x\": {}", "[".repeat(3_000)).into_bytes())
            .await
            .refused(400, "malformed");
        for wrong in ["[[]]", "5", "\"text\"", "null"] {
            let reply = send("application/json", wrong.into()).await;
            assert_eq!(reply.status, 422, "{call} {wrong}: {}", reply.text);
        }
    }
    assert!(bodies > 12, "{bodies}");
    t.assert_sound();
}
