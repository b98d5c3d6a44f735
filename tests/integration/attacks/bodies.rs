//! A valid body for every call that takes one, so that a refusal is caused only by the caller.

use super::world::{STILL, World};
use crate::support::{
    call::Call,
    journey::{PASSWORD, key, small_test, text},
};
use invigil::runner::{
    job::{Outcome, Verdict},
    wire::PROTOCOL,
};
use serde_json::{Value, json};
use std::sync::LazyLock;

static DESCRIBED: LazyLock<Value> = LazyLock::new(|| serde_json::to_value(invigil::http::openapi()).unwrap());

/// Bodies of calls about signing in, passwords and second factors.
fn of_sign_in(name: &str) -> Option<Value> {
    Some(match name {
        "auth/daily-summary" => json!({"hour": null}),
        "auth/login" | "auth/totp/begin" => json!({"email": "bob@example.org", "password": "a guess"}),
        "auth/register" => json!({"email": "new@example.org", "password": "a new horse", "full_name": "New"}),
        "auth/setup" => {
            json!({"setup_token": key(5), "email": "n@example.org", "password": "a new horse", "full_name": "New"})
        }
        "tokens" => json!({"name": "canary", "role": "viewer"}),
        "auth/me" => json!({"full_name": "Another"}),
        "auth/change-password" => json!({"current_password": PASSWORD, "new_password": "a new horse"}),
        "auth/forgot-password" => json!({"email": "bob@example.org"}),
        "auth/reset-password" => json!({"token": key(7), "new_password": "a new horse"}),
        "auth/totp/confirm" => json!({"email": "bob@example.org", "password": "a guess", "code": "123456"}),
        "auth/totp/recovery-codes" | "auth/totp/disable" => {
            json!({"password": PASSWORD, "code": "123456"})
        }
        "admin/password-settings" => json!({"minLength": 8}),
        "admin/ldap" => json!({"servers": ["ldaps://127.0.0.1:9"], "baseDn": "dc=example", "timeoutSeconds": 1}),
        "admin/ldap/test" => json!({}),
        "admin/oidc-providers/{id}" => {
            json!({"label": "Corp", "issuer": "http://127.0.0.1:9", "clientId": "invigil"})
        }
        "admin/lti-platforms/{id}" => {
            let url = "http://127.0.0.1:9";
            json!({"name": "LMS", "issuer": url, "clientId": "invigil", "deployments": ["1"], "authUrl": url,
                "tokenUrl": url, "keysUrl": url})
        }
        "admin/second-factor-settings" => json!({"graceDays": 9}),
        _ => return None,
    })
}

/// Bodies of calls about exam sessions, pauses and questions to proctors.
fn of_sessions(w: &World, name: &str) -> Option<Value> {
    let invite = &w.invite["id"];
    Some(match name {
        "sessions" | "sessions/{id}" => {
            json!({"title": "Round", "starts_at": "2026-03-03T10:00:00Z", "start": "together", "waiting_room": true})
        }
        "sessions/{id}/rehearsal" => {
            json!({"candidates": 2, "minutes": 1, "id": "0192b4a0-0000-7000-8000-000000000001", "outcome": {"candidates": 2,
                "verdict": "no_go", "findings": [{"measure": "clock", "mark": "fault", "value": "300 s", "limit": "2 s",
                "margin": -149, "said": "The clocks differ.", "fix": "Set the clock."}]}})
        }
        "sessions/{id}/people" => json!({"add": [w.spare_invite["id"]], "remove": [invite]}),
        "announcements" => json!({"text": "Hello", "invites": [invite]}),
        "sessions/{id}/admit" => json!({"invites": [invite], "seen_at": "2100-01-01T00:00:00Z"}),
        "sessions/{id}/people/{invite_id}/identity" => json!({"reason": "Too dark."}),
        "sessions/{id}/check-in" => json!({"invite_id": invite}),
        "sessions/{id}/start"
        | "sessions/{id}/pause"
        | "sessions/{id}/resume"
        | "questions-asked/{id}/claim"
        | "attempts/{id}/pause"
        | "attempts/{id}/resume" => json!({}),
        "orders" => json!({"external_id": "other:1", "test_id": w.test["id"], "applicant_name": "Olga",
            "applicant_email": "olga@example.org", "no_schedule": true}),
        "greenhouse/send_test" => json!({"partner_test_id": w.test["id"], "candidate": {"first_name": "Olga",
            "last_name": "O", "email": "olga@example.org"}}),
        "greenhouse/response_error" => json!({"api_call": "test_status", "errors": ["no score"]}),
        "ashby/assessment.start" => json!({"assessment_type_id": w.test["id"], "candidate": {"first_name": "Olga",
            "last_name": "O", "email": "olga@example.org"}, "application": {"ashby_id": "app-1"}}),
        "ashby/assessment.cancel" => json!({"assessment_id": w.external_id}),
        "webhooks" | "webhooks/{id}" => {
            json!({"name": "Other", "url": "https://hooks.example.org/", "events": ["invite.sent"]})
        }
        "sessions/{id}/announce" | "questions-asked/{id}/answer" | "take-test/{token}/questions" => {
            json!({"text": "Hello"})
        }
        _ => return None,
    })
}

fn json_of(w: &World, call: &str) -> Option<Value> {
    let answers = json!([{"question_id": "q2", "answer": "words", "seq": 50}]);
    let (invite, test) = (&w.invite["id"], &w.test["id"]);
    let at_ten = "2026-03-03T10:00:00Z";
    let reason = json!({"reason": "because"});
    let name = call.strip_prefix("POST /api/").or_else(|| call.strip_prefix("PUT /api/")).unwrap_or(call);
    if let Some(body) = of_sign_in(name).or_else(|| of_runners(w, name)).or_else(|| of_sessions(w, name)) {
        return Some(body);
    }
    Some(match name {
        "auth/verify-mailbox" => json!({"token": w.una_proof}),
        "invites/token/{token}/name" => json!({"name": "Ada Lovelace"}),
        "invites/token/{token}/schedule" => json!({"scheduled_date": at_ten}),
        "take-test/{token}/answers" | "submit-test/{token}" => json!({"answers": answers}),
        "take-test/{token}/signals" => json!({"signals": [{"kind": "tab_hidden"}]}),
        "take-test/{token}/presence" => json!({"question": 1, "camera": "on", "visible": true}),
        "take-test/{token}/runs" => json!({"question_id": "q2", "language": "Python", "source": "print(1)"}),
        // None is agreed, and to end none changes nothing.
        "take-test/{token}/break" => json!({"begin": false}),
        "take-test/{token}/check-in" => json!({"code": "000000"}),
        "webrtc/offer" => json!({"type": "offer", "sdp": "v=0", "invite_id": invite}),
        "webrtc/answer" => json!({"type": "answer", "sdp": "v=0", "invite_id": invite}),
        "webrtc/ice-candidate" => json!({"candidate": "", "invite_id": invite}),
        "webrtc/walls/{session_id}" => json!({"invite_ids": [invite]}),
        "webrtc/sessions/{session_id}/proctor" => json!({"audio": false, "video": false}),
        "reviewing/answers/{marking_id}" => json!({"score_status": "wrong", "version": 1}),
        "tests/{id}/assignments" => json!({"items": []}),
        "admin/roles/{id}" | "admin/roles/{id}/preview" => json!({"roles": [{"role": "viewer", "tests": [test]}]}),
        "admin/change-role/{admin_id}" => json!({"role": "reviewer"}),
        "tests/{id}/copy" | "evidence-keys/rotate" | "admin/lti-keys/rotate" | "start-test/{token}" => json!({}),
        "tests" | "tests/{id}" | "trials" => small_test("Another"),
        "questions" | "questions/{id}" => {
            json!({"title": "Another", "question": {"type": "essay", "question": "Why not?"}})
        }
        "questions/pool-figures" => json!({"tags": ["SQL"]}),
        "tests/auto-generate" => json!({"topic": "Rust", "draft": true}),
        "tests/check-solutions" => json!({"type": "coding", "question": "Echo.", "languages": ["Python"]}),
        "admin/scoring/{submission_id}/answer/{answer_id}/try" | "reviewing/answers/{marking_id}/try" => {
            json!({"source": "print(1)"})
        }
        "tests/content" => json!({"format": "markdown", "text": "*Rust*"}),
        "invites" => json!({"test_id": test, "applicant_email": "n@example.org", "applicant_name": "N"}),
        "invites/bulk" => json!({"test_id": test, "applicants": [{"email": "n@example.org", "name": "N"}]}),
        "invites/actions" => json!({"action": "revoke", "ids": [invite]}),
        "tests/{id}/pass-mark" | "tests/{id}/pass-mark/preview" => json!({"percent": 60}),
        "results/{submission_id}/decision" => json!({"decision": "hold", "reason": "later"}),
        "results/{submission_id}/notes" => json!({"text": "a note"}),
        "tests/{id}/repairs" | "tests/{id}/repairs/preview" => {
            json!({"question_id": "q1", "action": "void", "reason": "wrong"})
        }
        "tests/{id}/similarity/finding" => {
            json!({"question_id": "q1", "first": w.submission, "second": w.submission, "finding": "discussed"})
        }
        "tests/{id}/ai-agreement" => json!({"question_id": "q2"}),
        "shares" => json!({"submission_ids": [w.submission], "answers": true}),
        "tests/{id}/rubrics/{question_id}" | "tests/{id}/rubrics/{question_id}/preview" => {
            json!({"mode": "add", "items": [{"text": "a cause", "points": 1}, {"text": "an effect", "points": 0.5}]})
        }
        // Of a language without texts, which changes nothing.
        "tests/{id}/translations/{language}" => json!({"version": 0, "texts": []}),
        "tests/{id}/anonymous" => json!({"anonymous": true}),
        "decisions" => json!({"ids": [w.submission], "decision": "hold"}),
        "decisions/send" => {
            json!({"ids": [w.submission], "decision": "reject", "subject": "Hello", "body": "Thank you."})
        }
        "admin/scoring/{submission_id}/answer/{answer_id}" => json!({"score_status": "correct"}),
        "admin/scoring/{submission_id}/late/accept" => json!({"question_ids": ["q2"], "reason": "because"}),
        "webrtc/end-session/{invite_id}" | "admin/auto-review/{submission_id}" | "results/{submission_id}/rejudge" => {
            json!({})
        }
        "admin/applicants/{id}/status" => json!({"status": "inactive"}),
        "admin/email-settings" => json!({"fromName": "Jobs"}),
        "admin/email-settings/test" | "admin/company-settings/test" => json!({"email": "ada@example.org"}),
        "admin/theme-settings" => json!({"themeName": "dark"}),
        "admin/company-settings" => json!({"name": "Acme"}),
        "admin/company-settings/preview" => json!({"intro_text": "Welcome to {company}."}),
        "admin/ai-settings" => json!({"model": "another"}),
        "admin/create-admin" => {
            json!({"email": "n@example.org", "password": "a new horse", "full_name": "New"})
        }
        "admin/change-password/{admin_id}" => json!({"new_password": "a new horse"}),
        "tests/{id}/reveal-names"
        | "attempts/{id}/release"
        | "attempts/{id}/end"
        | "admin/applicants/{id}/decline-erasure"
        | "admin/outages/{id}/give-back"
        | "admin/outages/{id}/dismiss" => reason,
        "attempts/{id}/reopen" | "attempts/{id}/add-time" => json!({"minutes": 5, "reason": "because"}),
        "attempts/{id}/answers-file" => json!({"attempt_key": key(9), "answers": answers}),
        "attempts/{id}/flags" => json!({"note": "looks away"}),
        "attempts/{id}/messages" => json!({"text": "Hello"}),
        "admin/retention" | "admin/retention/dry-run" => json!({"site": {"screenshots": 3000}}),
        // Blank, so that the starts of other cells need no consent.
        "tests/{id}/clips" => json!({"keep": false}),
        "tests/{id}/panel-calendar" => json!({"address": null}),
        "tests/{id}/safe-exam-browser" => json!({"required": false}),
        "admin/consent" | "tests/{id}/consent" => json!({"text": "", "format": "plain"}),
        "admin/link-settings" => json!({"linkDays": 10}),
        "admin/holds" => json!({"kind": "test", "id": test, "reason": "because"}),
        "admin/runners" => json!({"name": "judge-3"}),
        _ => return None,
    })
}

/// Adds a valid body to a call.
///
/// # Panics
/// For a call that takes a body that is not defined here.
pub fn with_body(w: &World, call: &str, request: Call) -> Call {
    match call {
        "POST /api/tests/import" | "POST /api/questions/import" => {
            return request.body("application/octet-stream", small_test("Imported").to_string());
        }
        "POST /api/invites/bulk/preview" => {
            return request.body("application/octet-stream", "name,email\nNew,new@example.org\n".to_owned());
        }
        "POST /api/pictures" | "PUT /api/admin/company-settings/logo" => {
            return request.body("image/jpeg", w.picture_bytes.clone());
        }
        "POST /api/auth/oidc/{id}/backchannel-logout" => {
            return request.body("application/x-www-form-urlencoded", "logout_token=a.b.c");
        }
        "POST /api/lti/login" => {
            return request.body("application/x-www-form-urlencoded", "iss=a&login_hint=b&target_link_uri=c");
        }
        "POST /api/lti/launch" => {
            return request.body("application/x-www-form-urlencoded", "state=a&id_token=a.b.c");
        }
        "PUT /api/take-test/{token}/identity/{kind}"
        | "PUT /api/take-test/{token}/still"
        | "POST /api/attempts/{id}/screenshots" => {
            return request.body("image/jpeg", STILL);
        }
        _ => {}
    }
    let (method, path) = call.split_once(' ').unwrap();
    let takes_body = DESCRIBED["paths"][path][method.to_lowercase()]["requestBody"].is_object();
    match json_of(w, call).filter(|_| method != "GET") {
        Some(body) => request.json(body),
        None if takes_body => panic!("define the body of {call} in attacks/bodies.rs"),
        None => request,
    }
}

/// Whether the OpenAPI document lists this status for a call; the document's own call is not in it.
pub fn is_documented(call: &str, status: u16) -> bool {
    let (method, path) = call.split_once(' ').unwrap();
    let responses = &DESCRIBED["paths"][path][method.to_lowercase()]["responses"];
    responses.is_null() || responses[status.to_string()].is_object()
}

/// The required query of a call.
pub fn query(w: &World, call: &str) -> String {
    match call {
        "GET /api/results/compare" => format!("?ids={0},{0}", w.submission),
        "GET /api/reviewing/answers" => format!("?test_id={}&question_id=q2", text(&w.test["id"])),
        "GET /api/shares" | "GET /api/admin/scoring/by-question" => format!("?test_id={}", text(&w.test["id"])),
        "DELETE /api/tests/{id}/translations/{language}" => "?version=1".into(),
        "GET /api/greenhouse/test_status" => format!("?partner_interview_id={}", w.external_id),
        _ => String::new(),
    }
}

fn of_runners(w: &World, name: &str) -> Option<Value> {
    Some(match name {
        "runner/register" => json!({"protocol": PROTOCOL, "version": env!("CARGO_PKG_VERSION"), "slots": 1}),
        "runner/lease" | "runner/leave" => json!({"session": w.runner_session}),
        "runner/renew" => json!({"session": w.runner_session, "leases": []}),
        "runner/report" => json!({"session": w.runner_session, "job": w.runner_session, "lease": 1, "outcome":
            serde_json::to_value(Outcome::untested(Verdict::Ie, "")).unwrap()}),
        _ => return None,
    })
}
