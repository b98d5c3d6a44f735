//! Who may call what (docs/behaviour/accounts.md#roles-and-permissions), over every call of the API's description, with ids
//! that name nothing: the role alone decides. What becomes of ids that name something is in `attacks/matrix.rs`.

use crate::support::{
    app::TestApp,
    calls::{CALLS, Who, described as calls, who},
    journey::{PASSWORD, text},
    outage::lose_time,
};
use http::Method;
use invigil::{
    domain::{
        permission::{Capability, Grantee},
        time::DAY,
        user::StaffRole,
    },
    service::{account::admins, operate::runners::tokens},
};
use serde_json::{Value, json};

async fn status(t: &TestApp, call: &str, token: Option<&str>) -> (u16, String) {
    let (method, path) = call.split_once(' ').unwrap();
    let mut path = path.replace("{token}", "unknown").replace("{question_id}", "q1").replace("{answer_id}", "q1");
    for id in [
        "{id}",
        "{submission_id}",
        "{test_id}",
        "{admin_id}",
        "{invite_id}",
        "{session_id}",
        "{shot}",
        "{note_id}",
        "{marking_id}",
        "{repair_id}",
        "{message_id}",
        "{run_id}",
        "{hash}",
        "{seed}",
    ] {
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
    let operator = invigil::service::actor::Actor::Operator.require().unwrap();
    admins::create(&t.app, &operator, "bob@example.org", PASSWORD.into(), "Bob").await.unwrap();
    admins::create_as(&t.app, &operator, StaffRole::Reviewer, "rita@example.org", PASSWORD.into(), "Rita")
        .await
        .unwrap();
    t.applicant("cora@example.org").await;
    let unauthorized = (401, "unauthorized".to_owned());
    let emails = ["cora@example.org", "rita@example.org", "ada@example.org", "bob@example.org"];
    let mut sessions = Vec::new();
    for call in calls() {
        let anonymous = status(&t, &call, None).await;
        if sessions.is_empty() {
            for email in emails {
                sessions.push(t.sign_in(email).await);
            }
        }
        let mut callers = Vec::new();
        for session in &sessions {
            callers.push(status(&t, &call, Some(session)).await);
        }
        if call.ends_with("/auth/logout") {
            sessions.clear();
        }
        let (applicant, staff) = callers.split_first().unwrap();
        let (reviewer, admins) = staff.split_first().unwrap_or((applicant, &[]));
        let let_in = |(status, code): &(u16, String)| {
            // No sign-in by a provider was begun here, and no platform of courses is known.
            (!matches!(status, 401 | 405) || matches!(code.as_str(), "sign_in_expired" | "token_refused"))
                && !matches!(code.as_str(), "admins_only" | "superadmin_only" | "applicants_only" | "reviewers_only")
        };
        let for_whom = who(&call).unwrap_or_else(|| panic!("say in support/calls.rs who may call {call}"));
        if matches!(for_whom, Who::Public | Who::Link | Who::Key | Who::Peer) {
            assert!(let_in(&anonymous) && callers.iter().all(let_in), "{call}: {anonymous:?} {callers:?}");
            continue;
        }
        assert_eq!(anonymous, unauthorized, "{call}");
        match for_whom {
            Who::Applicant => {
                assert!(let_in(applicant), "{call}");
                assert!(staff.iter().all(|a| *a == (403, "applicants_only".into())), "{call}");
            }
            Who::Reviewer => {
                assert_eq!(*applicant, (403, "reviewers_only".into()), "{call}");
                assert!(staff.iter().all(let_in), "{call}: {staff:?}");
            }
            Who::Admin => {
                assert_eq!(*applicant, (403, "admins_only".into()), "{call}");
                assert_eq!(*reviewer, (403, "admins_only".into()), "{call}");
                assert!(admins.iter().all(let_in), "{call}: {admins:?}");
            }
            Who::Superadmin => {
                assert_eq!(*applicant, (403, "admins_only".into()), "{call}");
                assert_eq!(*reviewer, (403, "admins_only".into()), "{call}");
                assert!(let_in(&admins[0]), "{call}: {admins:?}");
                assert_eq!(admins[1], (403, "superadmin_only".into()), "{call}");
            }
            Who::Machine => {
                assert!(callers.iter().all(|caller| *caller == unauthorized), "{call}: {callers:?}");
            }
            _ => assert!(callers.iter().all(let_in), "{call}: {callers:?}"),
        }
    }
}

async fn runner_token(t: &TestApp) -> String {
    let operator = invigil::service::actor::Actor::Operator.require().unwrap();
    tokens::create(&t.app, &operator, "judge-2").await.unwrap().1
}

/// The token of a code runner is good for the calls of code runners alone.
#[tokio::test]
async fn the_token_of_a_code_runner_is_nothing_elsewhere() {
    let t = TestApp::new();
    t.admin().await;
    let token = runner_token(&t).await;
    let mut own = 0;
    for call in calls() {
        let machine = status(&t, &call, Some(&token)).await;
        if who(&call) == Some(Who::Machine) {
            own += 1;
            assert_eq!(machine.0, 415, "{call}");
        } else {
            assert_eq!(machine, status(&t, &call, None).await, "{call}");
        }
    }
    assert_eq!(own, 5);
}

/// An admin and an applicant who were deactivated while they were signed in are no one from then on.
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
fn every_listed_call_exists_once() {
    let mut listed: Vec<_> = CALLS.iter().map(|(call, _)| (*call).to_owned()).collect();
    let mut described = calls();
    listed.sort();
    described.sort();
    assert_eq!(listed, described);
}

/// The description names the capability of each call, which it derives from the handler's arguments. By the table of the
/// domain it is granted to those whom the table in `support/calls.rs` lets in.
#[test]
fn every_call_names_the_capability_that_it_needs() {
    let document = serde_json::to_value(invigil::http::openapi()).unwrap();
    let mut named = Vec::new();
    for call in calls().iter().filter(|c| !c.ends_with("openapi.json")) {
        let (method, path) = call.split_once(' ').unwrap();
        let name = text(&document["paths"][path][method.to_lowercase()]["x-capability"]);
        let capability = Capability::ALL.into_iter().find(|one| one.name() == name);
        let expected: &[Who] = match capability.map(|one| Grantee::ALL.map(|grantee| grantee.grants(one))) {
            // Operator, superadmin, admin, reviewer, staff, applicant.
            Some([true, true, true, false, false, false]) => &[Who::Admin],
            Some([true, true, false, false, false, false]) => &[Who::Superadmin],
            Some([false, true, true, true, false, false]) => &[Who::Reviewer],
            Some(granted) => panic!("{call}: {granted:?}"),
            None => match name {
                "public" => &[Who::Public],
                "link" => &[Who::Link, Who::Key],
                "link_or_watch" => &[Who::Peer],
                "account" => &[Who::Account],
                "applicant" => &[Who::Applicant],
                "runner" => &[Who::Machine],
                other => panic!("{call}: {other}"),
            },
        };
        assert!(expected.contains(&who(call).unwrap()), "{call}: {name}");
        named.extend(capability);
    }
    assert!(Capability::ALL.iter().all(|one| named.contains(one)), "a capability without a call");
}

/// A tidy description says which calls take a token.
#[test]
fn the_description_agrees() {
    let document = serde_json::to_value(invigil::http::openapi()).unwrap();
    for call in calls().iter().filter(|c| !c.ends_with("openapi.json")) {
        let (method, path) = call.split_once(' ').unwrap();
        let described = &document["paths"][path][method.to_lowercase()];
        let for_whom = who(call).unwrap();
        let takes_token = !matches!(for_whom, Who::Public | Who::Link | Who::Key | Who::Peer);
        assert_eq!(described["security"] == json!([{"bearer": []}]), takes_token, "{call}");
        assert!(!text(&described["summary"]).is_empty(), "{call}");
        if takes_token {
            assert!(described["responses"]["401"].is_object(), "{call}");
        }
        if takes_token && !matches!(for_whom, Who::Account | Who::Machine) {
            assert!(described["responses"]["403"].is_object(), "{call}");
        }
    }
}

/// An answer that is assigned to the caller.
async fn own_marking(t: &TestApp, admin: &str, test: &Value, own: &Value) -> String {
    let path = format!("/api/tests/{}/assignments", text(&test["id"]));
    let items = json!({"items": [{"reviewer_id": own["id"]}]});
    t.put(path).bearer(admin).json(items).send().await.ok();
    let path = format!("/api/reviewing/answers?test_id={}&question_id=q2", text(&test["id"]));
    text(&t.get(path).bearer(admin).send().await.ok()["answers"][0]["marking_id"]).to_owned()
}

/// 413, 415, 400 and 422, in this order, from every call that takes a body.
#[tokio::test]
async fn every_body_is_checked_in_the_same_order() {
    let t = TestApp::new();
    let (admin, applicant) = (t.admin().await, t.applicant("anna@example.org").await);
    let runner = runner_token(&t).await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    t.start(&invite["token"], &crate::support::journey::key(1)).await.ok();
    let attempt = t.invite_row(&admin, &invite["id"]).await["attempt_id"].clone();
    let done = t.take(&admin, &test, "dan@example.org", &[("q2", "words")]).await;
    let done = t.invite_row(&admin, &done["id"]).await["submission_id"].clone();
    let person = t.get("/api/admin/applicants").bearer(&admin).send().await.ok()[0].clone();
    let question = json!({"question": {"type": "essay", "question": "Why?"}});
    let question = t.post("/api/questions").bearer(&admin).json(question).send().await.expect(201);
    let outage = json!(lose_time(&t, text(&attempt)).await);
    t.start_media();
    let wall = t.post("/api/webrtc/walls").bearer(&admin).send().await.expect(201);
    let own = t.get("/api/auth/me").bearer(&admin).send().await.ok();
    let session = json!({"title": "Hall", "starts_at": t.at(DAY), "time_zone": "UTC"});
    let session = t.post("/api/sessions").bearer(&admin).json(session).send().await.expect(201);
    let marking = own_marking(&t, &admin, &test, &own).await;
    let document = serde_json::to_value(invigil::http::openapi()).unwrap();
    let mut bodies = 0;
    for call in calls().iter().filter(|c| !c.ends_with("openapi.json")) {
        let (method, template) = call.split_once(' ').unwrap();
        let content = &document["paths"][template][method.to_lowercase()]["requestBody"]["content"];
        if !content["application/json"].is_object() {
            continue;
        }
        bodies += 1;
        let who = match who(call) {
            Some(Who::Applicant) => &applicant,
            Some(Who::Machine) => &runner,
            _ => &admin,
        };
        let id = match template {
            t if t.contains("/outages/") => &outage,
            t if t.contains("/attempts/") => &attempt,
            t if t.contains("/applicants/") => &person["id"],
            t if t.contains("/admin/roles/") => &own["id"],
            t if t.contains("/questions/") => &question["id"],
            t if t.contains("/sessions/") => &session["id"],
            _ => &test["id"],
        };
        let path = template.replace("{id}", text(id)).replace("{token}", text(&invite["token"]));
        let path = path
            .replace("{submission_id}", text(&done))
            .replace("{answer_id}", "q2")
            .replace("{question_id}", "q2")
            .replace("{marking_id}", &marking)
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
