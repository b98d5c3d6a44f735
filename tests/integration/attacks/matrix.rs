//! Access matrix: every call of the OpenAPI document by every kind of caller, with existing ids and links: who is
//! admitted, and what the reply discloses. A new call fails until it is listed in `support/calls.rs`.

use super::{
    bodies,
    world::{World, no_token},
};
use crate::support::{
    call::Reply,
    calls::{Who, described, who},
    journey::{PASSWORD, key, text},
};
use Caller::{
    Ada, Anonymous, Bob, Carl, Cora, Dora, Eve, KeyAlone, LinkAlone, Machine, Malformed, OtherKey, Rita, Swapped, Una,
};
use axum::{extract::Request, http::HeaderValue, middleware, middleware::Next, response::Response};
use http::Method;

/// All kinds of callers. Calls are about Cora's attempt; callers without an account are named by the part of her
/// credentials that they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Caller {
    Anonymous,
    /// A code runner on another machine.
    Machine,
    /// Eve (applicant) and Dora (administrator) were deactivated while signed in.
    Eve,
    Dora,
    Una,
    /// Has his own running attempt, and calls with its link and key.
    Carl,
    LinkAlone,
    /// Cora's link, Carl's key.
    OtherKey,
    /// Carl's link, Cora's key.
    Swapped,
    KeyAlone,
    Malformed,
    Cora,
    /// A reviewer, with Cora's link and without a key.
    Rita,
    /// Administrators, with Cora's link and without a key.
    Bob,
    Ada,
}

/// Ordered by how much their calls change, least first.
const CALLERS: [Caller; 15] =
    [Anonymous, Machine, Eve, Dora, Una, Carl, LinkAlone, OtherKey, Swapped, KeyAlone, Malformed, Cora, Rita, Bob, Ada];

impl Caller {
    fn session(self, w: &World) -> Option<&str> {
        match self {
            Machine => Some(&w.runner),
            Eve => Some(&w.inactive[0]),
            Dora => Some(&w.inactive[1]),
            Una => Some(&w.una),
            Carl => Some(&w.carl),
            Cora => Some(&w.cora),
            Rita => Some(&w.rita),
            Bob => Some(&w.bob),
            Ada => Some(&w.ada),
            _ => None,
        }
    }

    fn link(self, w: &World) -> String {
        match self {
            Anonymous | Machine | Eve | Dora | Una | KeyAlone => no_token(),
            Carl | Swapped => text(&w.other_invite["token"]).to_owned(),
            LinkAlone | OtherKey | Malformed | Cora | Rita | Bob | Ada => text(&w.invite["token"]).to_owned(),
        }
    }

    fn key(self) -> Option<String> {
        match self {
            Cora | Swapped | KeyAlone => Some(key(1)),
            Carl | OtherKey => Some(key(2)),
            Malformed => Some("short".into()),
            _ => None,
        }
    }

    fn is_admin(self) -> bool {
        matches!(self, Bob | Ada)
    }

    async fn call(self, w: &World, call: &str) -> Reply {
        let (method, _) = call.split_once(' ').unwrap();
        let path = w.path(call, &self.link(w)) + &bodies::query(w, call);
        let mut request = w.t.call(Method::from_bytes(method.as_bytes()).unwrap(), path);
        if let Some(session) = self.session(w) {
            request = request.bearer(session);
        }
        if let Some(key) = self.key() {
            request = request.key(&key);
        }
        bodies::with_body(w, call, request).send().await
    }
}

/// Status and code of a refusal.
pub(super) type Refusal = (u16, &'static str);

pub(super) const NO_SESSION: &[Refusal] = &[(401, "unauthorized")];
const NO_LINK: &[Refusal] = &[(404, "unknown_link")];
/// The second if the attempt has ended meanwhile.
const ELSEWHERE: &[Refusal] = &[(409, "attempt_elsewhere"), (410, "finished")];
pub(super) const NO_KEY: &[Refusal] = &[(422, "invalid")];

/// Permitted refusals of a call for a caller; empty if it must admit the caller.
pub(super) fn refusals(call: &str, caller: Caller) -> &'static [Refusal] {
    let signed_in = matches!(caller, Una | Carl | Cora | Rita | Bob | Ada);
    let is_applicant = signed_in && caller != Rita && !caller.is_admin();
    let has_link = !matches!(caller, Anonymous | Machine | Eve | Dora | Una | KeyAlone);
    let for_whom = who(call).unwrap_or_else(|| panic!("add {call} to support/calls.rs"));
    match for_whom {
        Who::Link | Who::Key if call.contains("{token}") && !has_link => NO_LINK,
        Who::Link if call == "GET /api/take-test/{token}" && caller == Malformed => NO_KEY,
        Who::Public | Who::Link => &[],
        Who::Peer if caller.is_admin() => &[],
        Who::Key | Who::Peer => match caller {
            Cora | KeyAlone => &[],
            // Another candidate's message or run.
            Carl if call.contains("{message_id}") || call.contains("{run_id}") => &[(404, "not_found")],
            // Refers to his own attempt if the call has a link.
            Carl if call.contains("{token}") => &[],
            Swapped if !call.contains("{token}") => &[],
            Malformed => NO_KEY,
            _ => ELSEWHERE,
        },
        Who::Machine if caller == Machine => &[],
        Who::Machine => NO_SESSION,
        _ if !signed_in => NO_SESSION,
        Who::Account => &[],
        Who::Applicant if is_applicant => &[],
        Who::Applicant => &[(403, "applicants_only")],
        Who::Reviewer if is_applicant => &[(403, "reviewers_only")],
        _ if is_applicant || (caller == Rita && for_whom != Who::Reviewer) => &[(403, "admins_only")],
        Who::Superadmin if caller == Bob => &[(403, "superadmin_only")],
        // The sessions are Ada's.
        _ if call.contains("{session_id}") && caller == Bob => &[(404, "unknown_session")],
        Who::Reviewer | Who::Admin | Who::Superadmin => &[],
    }
}

/// Codes that a reply to an admitted caller never has.
const DENIALS: [&str; 8] = [
    "reviewers_only",
    "unauthorized",
    "admins_only",
    "applicants_only",
    "superadmin_only",
    "unknown_link",
    "attempt_elsewhere",
    "no_route",
];

/// Calls that no caller can complete in this world, and why.
const NEVER_SUCCEED: [(&str, &str); 51] = [
    ("POST /api/auth/login", "the password is a guess"),
    ("POST /api/auth/setup", "there is an administrator"),
    ("POST /api/auth/reset-password", "there is no such link"),
    ("GET /api/auth/oidc/{id}/start", "there is no such provider"),
    ("GET /api/auth/oidc/{id}/callback", "there is no such provider"),
    ("POST /api/auth/oidc/{id}/backchannel-logout", "there is no such provider"),
    ("POST /api/auth/oidc/complete", "no sign-in was begun"),
    ("GET /api/lti/login", "there is no such platform"),
    ("POST /api/lti/login", "there is no such platform"),
    ("POST /api/lti/launch", "no launch was begun"),
    ("DELETE /api/admin/lti-platforms/{id}", "there is no such platform"),
    ("DELETE /api/admin/oidc-providers/{id}", "there is no such provider"),
    ("POST /api/admin/oidc-providers/{id}/test", "there is no such provider"),
    ("DELETE /api/auth/sessions/{id}", "it is not the id of a session"),
    ("POST /api/jobs/{id}/cancel", "it is not the id of a job"),
    ("DELETE /api/tokens/{id}", "it is not the id of a token"),
    ("POST /api/auth/totp/begin", "the password is a guess"),
    ("POST /api/auth/totp/confirm", "the password is a guess"),
    ("POST /api/auth/totp/recovery-codes", "the account has no second factor"),
    ("POST /api/auth/totp/disable", "the account has no second factor"),
    ("POST /api/admin/second-factors/{admin_id}/reset", "the account has no second factor"),
    ("POST /api/auth/verify-mailbox/request", "the last mail is too recent, or the address is verified"),
    ("POST /api/invites/token/{token}/schedule", "the test has begun"),
    ("GET /api/invites/token/{token}/calendar.ics", "the test has no date"),
    ("POST /api/take-test/{token}/check-in", "the code is a guess"),
    ("PUT /api/take-test/{token}/identity/{kind}", "the test has begun"),
    ("POST /api/sessions/{id}/people/{invite_id}/identity", "the test has begun"),
    ("POST /api/take-test/{token}/runs", "the test has no coding question"),
    ("POST /api/tests/check-solutions", "there is no solution, and no runner"),
    ("POST /api/admin/scoring/{submission_id}/answer/{answer_id}/try", "it is an essay"),
    ("POST /api/reviewing/answers/{marking_id}/try", "it is an essay"),
    ("GET /api/trials/{id}/result", "there is no trial"),
    ("POST /api/results/{submission_id}/rejudge", "no code was submitted"),
    ("POST /api/tests/{id}/rejudge/dry-run", "no code was submitted"),
    ("POST /api/admin/backups", "the server has no folder for backups"),
    ("POST /api/attempts/{id}/reopen", "no attempt ended by time alone"),
    ("POST /api/webrtc/offer", "the offer is invalid"),
    ("POST /api/webrtc/answer", "the answer is invalid"),
    ("GET /api/results/compare", "the test has one submission"),
    ("GET /api/tests/{id}/similarity/pair", "no two answers are alike"),
    ("PUT /api/tests/{id}/similarity/finding", "no two answers are alike"),
    ("GET /api/shares/{token}", "the token is that of an invite"),
    ("DELETE /api/shares/{token}", "the token is that of an invite"),
    ("DELETE /api/tests/{id}/translations/{language}", "there is no such translation"),
    ("POST /api/tests/{id}/reveal-names", "the test is not anonymous"),
    ("GET /api/receipt/{token}", "the token is that of an invite"),
    ("GET /api/receipt/{token}/download", "the token is that of an invite"),
    ("POST /api/receipt/{token}/erasure", "the token is that of an invite"),
    ("POST /api/admin/applicants/{id}/decline-erasure", "this person has not asked"),
    ("POST /api/admin/ai-settings/test", "the service does not respond"),
    ("POST /api/runner/report", "the runner has no job"),
];

/// Words that only some callers may read.
pub(super) struct Secret {
    pub words: Vec<String>,
    pub readers: &'static [Caller],
}

pub(super) fn secrets(w: &World) -> Vec<Secret> {
    let token = |invite: &serde_json::Value| text(&invite["token"]).to_owned();
    let secret = |words: &[&str], readers| Secret { words: words.iter().map(|w| (*w).into()).collect(), readers };
    let sessions = [&w.ada, &w.bob, &w.rita, &w.cora, &w.carl, &w.una, &w.inactive[0], &w.inactive[1]];
    vec![
        // Secrets are write-only, even for their owner.
        secret(&["canary-password", "canary-apikey", "$argon2", PASSWORD, &w.una_proof], &[]),
        secret(&sessions.map(String::as_str), &[]),
        secret(&[&w.runner], &[]),
        secret(&["canary-machine"], &[Bob, Ada]),
        secret(&[&key(9)], &[]),
        // Only the submit of the attempt holder returns it.
        secret(&[&w.receipt], &[]),
        // A start returns the key to its sender.
        secret(&[&key(1)], &[Cora]),
        secret(&[&key(2)], &[Carl]),
        secret(&["canary-output"], &[Cora]),
        secret(&["correct_answer\":\"", "correct_answer: "], &[Bob, Ada]),
        secret(
            &[
                "canary-user",
                "canary-reason",
                "canary-private",
                "canary-repair",
                "canary-declined",
                "canary-note",
                "canary-comment",
                "canary-late",
                "canary-shot",
                "canary-clip",
                "canary-still",
                "canary-face",
            ],
            &[Bob, Ada],
        ),
        secret(&["canary-ada", "canary-bob", "canary-frank", "canary-frank-words"], &[Bob, Ada]),
        secret(&["canary-item", "canary-model", "canary-hint", "canary-snippet"], &[Rita, Bob, Ada]),
        secret(&["canary-gina"], &[Bob, Ada]),
        secret(&["canary-room"], &[Bob, Ada]),
        secret(&["rita-may-read"], &[Rita, Bob, Ada]),
        secret(&["canary-rita"], &[Rita, Bob, Ada]),
        secret(&["canary-banked", "canary-banked-words"], &[Bob, Ada]),
        secret(&["canary-cora-words", "canary-message"], &[Cora, Bob, Ada]),
        secret(&["canary-carl-words"], &[Carl, Bob, Ada]),
        // The page behind a link shows the name of the invited person.
        secret(&["canary-cora"], &[Cora, LinkAlone, OtherKey, Malformed, Rita, Bob, Ada]),
        secret(&["canary-carl"], &[Carl, Swapped, Bob, Ada]),
        secret(&["canary-una"], &[Una, Bob, Ada]),
        secret(&[&token(&w.invite)], &[Cora, Bob, Ada]),
        secret(&[&token(&w.other_invite)], &[Carl, Bob, Ada]),
    ]
}

/// Violations of one call in a world, and whether the call may have changed the world.
async fn violations_of(
    w: &World,
    call: &str,
    secrets: &[Secret],
    refusals: impl Fn(Caller) -> &'static [Refusal],
) -> (Vec<String>, bool) {
    let mut found = Vec::new();
    let (mut succeeded, mut expected) = (false, false);
    for caller in CALLERS {
        let reply = caller.call(w, call).await;
        let code = reply.json["code"].as_str().unwrap_or_default();
        let allowed = refusals(caller);
        let as_expected = if allowed.is_empty() {
            !DENIALS.contains(&code)
        } else {
            allowed.contains(&(reply.status, code)) || (code == "invalid" && allowed == NO_KEY)
        };
        if !as_expected {
            found.push(format!("{call} answers {caller:?} {} {code}", reply.status));
        }
        if !bodies::is_documented(call, reply.status) {
            found.push(format!("{call} answers {}, which is not documented", reply.status));
        }
        expected |= allowed.is_empty();
        succeeded |= reply.status < 300;
        let shown = format!("{:?} {}", reply.headers, reply.text);
        // A backup is all that the site has, without its key: for the superadmin alone.
        let is_backup = call == "GET /api/admin/backups/file" && caller == Caller::Ada;
        // The file holds the link that it was asked with.
        let own_link = caller.link(w);
        let is_link = |word: &str| call == "GET /api/take-test/{token}/exam.seb" && word == own_link;
        for secret in secrets.iter().filter(|secret| !is_backup && !secret.readers.contains(&caller)) {
            for word in secret.words.iter().filter(|word| shown.contains(word.as_str()) && !is_link(word)) {
                // Reports each word: "canary-cora" also matches "canary-cora-words".
                found.push(format!("{call} leaks {word} to {caller:?}"));
            }
        }
    }
    expected &= NEVER_SUCCEED.iter().all(|(name, _)| *name != call);
    if succeeded != expected {
        found.push(format!("{call}: succeeded for a caller: {succeeded}"));
    }
    (found, succeeded && !call.starts_with("GET "))
}

/// Violations of all calls. A world is reused until a call changes it.
pub(super) async fn violations(
    calls: impl IntoIterator<Item = String>,
    world: impl AsyncFn() -> World,
    secrets: impl Fn(&World) -> Vec<Secret>,
    refusals: impl Fn(&str, Caller) -> &'static [Refusal],
) -> Vec<String> {
    let mut found = Vec::new();
    let mut w = world().await;
    let mut known = secrets(&w);
    for call in calls {
        let (wrong, changed) = violations_of(&w, &call, &known, |caller| refusals(&call, caller)).await;
        found.extend(wrong);
        if changed {
            found.extend(leaked_elsewhere(&w, &known).await);
            w = world().await;
            known = secrets(&w);
        }
    }
    found.extend(leaked_elsewhere(&w, &known).await);
    found
}

#[tokio::test]
async fn every_caller_gets_exactly_their_access() {
    let found = violations(described(), async || World::new().await, secrets, refusals).await;
    assert_eq!(found, Vec::<String>::new());
}

/// Secrets in the metrics and the audit log, which must contain no names.
async fn leaked_elsewhere(w: &World, secrets: &[Secret]) -> Vec<String> {
    let metrics = w.t.get("/metrics").send().await.text;
    let mut log = Vec::new();
    let operator = invigil::service::actor::Actor::Operator.require().unwrap();
    let format = invigil::service::operate::audit_log::AuditLogFormat::Jsonl;
    invigil::service::operate::audit_log::write(&w.t.app, &operator, (None, 0), format, &mut log).unwrap();
    let log = String::from_utf8(log).unwrap();
    assert!(metrics.contains("invigil_http_requests") && log.contains("attempt.start"));
    let words: Vec<&String> = secrets.iter().flat_map(|secret| &secret.words).collect();
    let of = |place: &str, text: &str| -> Vec<String> {
        words.iter().filter(|word| text.contains(word.as_str())).map(|word| format!("{place} leaks {word}")).collect()
    };
    [of("/metrics", &metrics), of("the audit log", &log)].concat()
}

/// Plants a defect: changes requests to `path`, or their replies (header `x-leak`).
fn broken(w: &mut World, path: &'static str, header: &'static str, value: String) {
    let change = move |mut request: Request, next: Next| {
        let value = value.clone();
        async move {
            let hit = request.uri().path().ends_with(path);
            if hit && header != "x-leak" {
                request.headers_mut().insert(header, HeaderValue::from_str(&value).unwrap());
            }
            let mut response: Response = next.run(request).await;
            if hit && header == "x-leak" {
                response.headers_mut().insert(header, HeaderValue::from_str(&value).unwrap());
            }
            response
        }
    };
    w.t.router = std::mem::take(&mut w.t.router).layer(middleware::from_fn(change));
}

async fn check_one(w: &World, call: &str) -> Vec<String> {
    violations_of(w, call, &secrets(w), |caller| refusals(call, caller)).await.0
}

/// The control: a public list, an attempt that any browser may write, a secret in a reply.
#[tokio::test]
async fn missing_access_checks_are_detected() {
    let mut w = World::new().await;
    let session = format!("Bearer {}", w.bob);
    broken(&mut w, "/api/results", "authorization", session);
    let found = check_one(&w, "GET /api/results").await;
    assert!(found.contains(&"GET /api/results answers Anonymous 200 ".into()), "{found:?}");
    assert!(found.contains(&"GET /api/results leaks canary-frank to LinkAlone".into()), "{found:?}");

    let mut w = World::new().await;
    broken(&mut w, "/answers", "x-attempt-key", key(1));
    let found = check_one(&w, "PUT /api/take-test/{token}/answers").await;
    assert!(found.contains(&"PUT /api/take-test/{token}/answers answers OtherKey 200 ".into()), "{found:?}");

    let mut w = World::new().await;
    broken(&mut w, "/api/admin/email-settings", "x-leak", "canary-password".into());
    let found = check_one(&w, "GET /api/admin/email-settings").await;
    assert!(found.contains(&"GET /api/admin/email-settings leaks canary-password to Ada".into()), "{found:?}");
}
