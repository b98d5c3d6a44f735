//! Roles are given and taken by the superadmin, and take effect at once (docs/behaviour/accounts.md#given-roles).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{PASSWORD, column, key, small_test, text},
    mailer::{Gate, Mood},
    media_client::Client,
};
use axum::body::Body;
use futures_util::{StreamExt, stream};
use http::{Request, StatusCode, request};
use invigil::{
    domain::{grants::MAX_GRANT_TESTS, time::SECOND, user::StaffRole},
    service::{account::admins, actor::Actor},
};
use serde_json::{Value, json};
use std::convert::Infallible;
use tokio::sync::oneshot;
use tower::ServiceExt;

const PAUL: &str = "paul@example.org";

async fn person(t: &TestApp, role: StaffRole) -> String {
    let operator = Actor::Operator.require().unwrap();
    admins::create_as(&t.app, &operator, role, PAUL, PASSWORD.into(), "Paul").await.unwrap().id.to_string()
}

async fn set(t: &TestApp, by: &str, id: &str, body: Value) -> Reply {
    t.put(format!("/api/admin/roles/{id}")).bearer(by).json(body).send().await
}

fn proctor_of(test: &Value) -> Value {
    json!({"roles": [{"role": "proctor", "tests": [test["id"]]}]})
}

#[tokio::test]
async fn roles_are_given_with_a_version_and_listed() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("T")).await;
    let id = person(&t, StaffRole::Staff).await;
    let paul = t.sign_in(PAUL).await;
    assert_eq!(t.get("/api/auth/rights").bearer(&paul).send().await.ok(), json!({"capabilities": []}));
    let given = json!({"roles": [{"role": "viewer"}, {"role": "proctor", "tests": [test["id"]]}], "version": 0});
    let first = set(&t, &ada, &id, given.clone()).await.ok();
    let roles = json!([{"role": "proctor", "tests": [test["id"]]}, {"role": "viewer"}]);
    assert_eq!((&first["roles"], &first["version"]), (&roles, &json!(1)));
    assert_eq!(t.get("/api/admin/roles").bearer(&ada).send().await.ok(), json!([first]));
    // Another window, which has read the roles before the change.
    let told = set(&t, &ada, &id, json!({"roles": [], "version": 0})).await.refused(409, "changed_meanwhile");
    assert_eq!(told["detail"], "Ada Admin has changed the roles of this person in the meantime.");
    // The same again changes nothing.
    assert_eq!(set(&t, &ada, &id, json!({"roles": roles, "version": 1})).await.ok()["version"], 1);
    let held = t.get("/api/auth/rights").bearer(&paul).send().await.ok();
    let own = json!([test["id"]]);
    let expected = json!([
        {"capability": "watch", "tests": own},
        {"capability": "intervene", "tests": own},
        {"capability": "read_tests"},
        {"capability": "read_results"},
    ]);
    assert_eq!(held["capabilities"], expected);
    let log = t.get("/api/admin/audit-log?format=jsonl").bearer(&ada).send().await.text;
    assert!(log.contains("admin.roles") && log.contains("proctor of 1 tests, viewer"), "{log}");
    t.assert_sound();
}

#[tokio::test]
async fn faults_and_administrators_are_refused() {
    let (t, ada) = TestApp::with_admin().await;
    let bob = t.second_admin().await;
    let test = t.create_test(&ada, small_test("T")).await;
    let id = person(&t, StaffRole::Staff).await;
    let tests = |tests: Value| json!({"roles": [{"role": "author", "tests": tests}]});
    set(&t, &ada, &id, tests(json!([]))).await.invalid("roles[0].tests");
    set(&t, &ada, &id, tests(json!(["nope"]))).await.invalid("roles[0].tests");
    set(&t, &ada, &id, tests(json!(["01990000-0000-7000-8000-000000000000"]))).await.invalid("roles[0].tests");
    let twice = json!({"roles": [{"role": "author"}, {"role": "author", "tests": [test["id"]]}]});
    set(&t, &ada, &id, twice).await.invalid("roles[1].role");
    set(&t, &ada, &id, json!({"roles": [{"role": "king"}]})).await.invalid("roles[0].role");
    set(&t, &bob, &id, proctor_of(&test)).await.refused(403, "superadmin_only");
    // No one has roles of their own to give or take: administrators have all.
    for who in [&ada, &bob] {
        let own = t.get("/api/auth/me").bearer(who).send().await.ok();
        set(&t, &ada, text(&own["id"]), proctor_of(&test)).await.refused(409, "has_all_roles");
    }
    let applicant = t.applicant("cora@example.org").await;
    let own = t.get("/api/auth/me").bearer(&applicant).send().await.ok();
    set(&t, &ada, text(&own["id"]), proctor_of(&test)).await.refused(404, "not_found");
}

/// Exactly as many tests as a role may have.
#[tokio::test]
async fn a_role_has_two_hundred_tests_at_most() {
    let (t, ada) = TestApp::with_admin().await;
    let id = person(&t, StaffRole::Staff).await;
    let mut ids = Vec::new();
    for n in 0..=MAX_GRANT_TESTS {
        ids.push(t.create_test(&ada, small_test(&format!("T{n}"))).await["id"].clone());
    }
    let of = |ids: &[Value]| json!({"roles": [{"role": "author", "tests": ids}]});
    set(&t, &ada, &id, of(&ids)).await.invalid("roles[0].tests");
    set(&t, &ada, &id, of(&ids[1..])).await.ok();
    let preview = t.post(format!("/api/admin/roles/{id}/preview")).bearer(&ada).json(of(&ids[1..])).send().await.ok();
    assert_eq!(preview["tests"].as_array().unwrap().len(), MAX_GRANT_TESTS);
}

#[tokio::test]
async fn a_preview_shows_what_the_person_then_sees() {
    let (t, ada) = TestApp::with_mail().await;
    let [own, other] = [t.create_test(&ada, small_test("Own")).await, t.create_test(&ada, small_test("Other")).await];
    t.take(&ada, &own, "cora@example.org", &[]).await;
    t.take(&ada, &other, "dan@example.org", &[]).await;
    t.invite(&ada, &own, "eve@example.org").await;
    let id = person(&t, StaffRole::Staff).await;
    let roles = json!({"roles": [{"role": "recruiter", "tests": [own["id"]]}]});
    let preview = t.post(format!("/api/admin/roles/{id}/preview")).bearer(&ada).json(&roles).send().await.ok();
    assert_eq!((&preview["invites"], &preview["results"]), (&json!(2), &json!(1)));
    assert_eq!(column(&preview["tests"], "title"), ["Own"]);
    // Nothing has changed by it.
    let paul = t.sign_in(PAUL).await;
    t.get("/api/results").bearer(&paul).send().await.refused(403, "forbidden");
    set(&t, &ada, &id, roles).await.ok();
    let results = t.get("/api/results").bearer(&paul).send().await.ok();
    assert_eq!((&results["pagination"]["total"], column(&results["results"], "test_title")), (&json!(1), vec!["Own"]));
    let counts = t.get("/api/invites/counts").bearer(&paul).send().await.ok();
    assert_eq!((&counts["all"], &counts["completed"]), (&json!(2), &json!(1)));
    let searched = t.get("/api/invites/counts?search=example").bearer(&paul).send().await.ok();
    assert_eq!(searched["all"], 2);
    let found = t.get("/api/results?search=dan").bearer(&paul).send().await.ok();
    assert_eq!(found["pagination"]["total"], 0);
    let file = t.get("/api/results/export?format=csv").bearer(&paul).send().await.text;
    assert!(file.contains("cora@example.org") && !file.contains("dan@example.org"), "{file}");
    let tests = t.get("/api/tests").bearer(&paul).send().await.ok();
    assert_eq!(column(&tests, "title"), ["Own"]);
}

#[tokio::test]
async fn a_role_that_is_taken_ends_open_streams_and_live_video() {
    let (t, ada) = TestApp::with_mail().await;
    let media = t.start_media();
    let test = t.create_test(&ada, small_test("T")).await;
    let id = person(&t, StaffRole::Staff).await;
    set(&t, &ada, &id, proctor_of(&test)).await.ok();
    let paul = t.sign_in(PAUL).await;
    let invite = t.invite(&ada, &test, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    let mut heard = t.get("/api/events").bearer(&paul).stream().await;
    let _cora = Client::publish(&t, media, &invite, &key(1), 1).await;
    let session = t.post(format!("/api/webrtc/start-session/{}", text(&invite["id"]))).bearer(&paul).send().await.ok();
    let signals = format!("/api/webrtc/signals/{}?session_id={}", text(&invite["id"]), text(&session["session_id"]));
    t.get(signals.clone()).bearer(&paul).send().await.ok();
    set(&t, &ada, &id, json!({"roles": []})).await.ok();
    while heard.next().await.is_some_and(|event| event.name != "reload") {}
    assert!(heard.next().await.is_none(), "the stream ends");
    t.get(signals).bearer(&paul).send().await.refused(409, "attempt_elsewhere");
    t.get("/api/admin/monitoring").bearer(&paul).send().await.refused(403, "forbidden");
    // Another role, and the session is over although it may watch again.
    set(&t, &ada, &id, proctor_of(&test)).await.ok();
    let signals = format!("/api/webrtc/signals/{}", text(&invite["id"]));
    let told = t.get(signals).bearer(&paul).send().await.ok();
    let kinds = column(&told["signals"], "type");
    assert!(kinds.contains(&"closed"), "{told}");
}

#[tokio::test]
async fn a_deleted_test_leaves_all_roles() {
    let (t, ada) = TestApp::with_admin().await;
    let [gone, stays] = [t.create_test(&ada, small_test("A")).await, t.create_test(&ada, small_test("B")).await];
    let id = person(&t, StaffRole::Staff).await;
    let both = json!([gone["id"], stays["id"]]);
    let roles = json!({"roles": [{"role": "author", "tests": [gone["id"]]}, {"role": "viewer", "tests": both}]});
    set(&t, &ada, &id, roles).await.ok();
    t.delete(format!("/api/tests/{}", text(&gone["id"]))).bearer(&ada).send().await.ok();
    let left = t.get("/api/admin/roles").bearer(&ada).send().await.ok();
    assert_eq!(left[0]["roles"], json!([{"role": "viewer", "tests": [stays["id"]]}]));
    assert_eq!(left[0]["version"], 2);
    t.delete(format!("/api/tests/{}/force", text(&stays["id"]))).bearer(&ada).send().await.ok();
    assert_eq!(t.get("/api/admin/roles").bearer(&ada).send().await.ok()[0]["roles"], json!([]));
}

#[tokio::test]
async fn roles_end_with_the_account_and_with_a_promotion() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("T")).await;
    let id = person(&t, StaffRole::Reviewer).await;
    let roles = async || t.get("/api/admin/roles").bearer(&ada).send().await.ok();
    set(&t, &ada, &id, proctor_of(&test)).await.ok();
    let change = t.put(format!("/api/admin/change-role/{id}")).bearer(&ada);
    change.json(json!({"role": "admin"})).send().await.ok();
    assert_eq!(roles().await, json!([]));
    let change = t.put(format!("/api/admin/change-role/{id}")).bearer(&ada);
    assert_eq!(change.json(json!({"role": "staff"})).send().await.ok()["role"], "staff");
    set(&t, &ada, &id, proctor_of(&test)).await.ok();
    let listed = t.get("/api/admin/list-admins?role=staff").bearer(&ada).send().await.ok();
    assert_eq!(column(&listed, "email"), [PAUL]);
    t.delete(format!("/api/admin/delete-admin/{id}")).bearer(&ada).send().await.ok();
    assert_eq!(roles().await, json!([]));
    t.assert_sound();
}

#[tokio::test]
async fn second_markers_get_no_role_that_shows_first_scores() {
    let (t, ada) = TestApp::with_admin().await;
    let test = json!({"title": "T", "questions": [{"id": "q1", "type": "essay", "question": "Why?"}]});
    let test = t.create_test(&ada, test).await;
    let own = t.get("/api/auth/me").bearer(&ada).send().await.ok();
    let id = person(&t, StaffRole::Reviewer).await;
    let items = json!({"items": [{"reviewer_id": own["id"]}, {"reviewer_id": id, "second": true}]});
    let path = format!("/api/tests/{}/assignments", text(&test["id"]));
    let assign = async || t.put(path.clone()).bearer(&ada).json(&items).send().await;
    let viewer = json!({"roles": [{"role": "viewer", "tests": [test["id"]]}]});
    set(&t, &ada, &id, viewer.clone()).await.ok();
    assign().await.invalid("items[1].reviewer_id");
    set(&t, &ada, &id, json!({"roles": []})).await.ok();
    assign().await.ok();
    // Also before there is an answer: those to come are dealt to this person.
    set(&t, &ada, &id, viewer.clone()).await.refused(409, "second_marker");
    let change = t.put(format!("/api/admin/change-role/{id}")).bearer(&ada);
    change.json(json!({"role": "admin"})).send().await.refused(409, "second_marker");
    t.take(&ada, &test, "cora@example.org", &[("q1", "because")]).await;
    t.sweep().await;
    set(&t, &ada, &id, viewer).await.refused(409, "second_marker");
    set(&t, &ada, &id, proctor_of(&test)).await.ok();
}

/// The question bank is for the whole site: a test takes no more from it by a role for some tests.
#[tokio::test]
async fn an_author_of_some_tests_takes_nothing_from_the_bank_and_copies_nothing() {
    let (t, ada) = TestApp::with_admin().await;
    let mut bank = Vec::new();
    for tags in [json!(["sql", "easy"]), json!(["sql"]), json!(["hidden"])] {
        let question = json!({"type": "multiple_choice", "question": "Which?", "options": ["canary", "other"],
            "correct_answer": "canary", "points": 1, "tags": tags});
        let body = json!({"state": "ready", "question": question});
        bank.push(t.post("/api/questions").bearer(&ada).json(body).send().await.expect(201)["id"].clone());
    }
    let pool = |tags: &[&str]| json!({"pool": {"tags": tags, "draw": 1, "points": 1}});
    let chosen = |id: &Value| json!({"pool": {"question_ids": [id], "draw": 1, "points": 1}});
    let pinned = |id: &Value| json!({"question_id": id});
    let own = json!({"question": small_test("T")["questions"][0]});
    let test =
        |items: &[&Value]| json!({"title": "T", "duration_minutes": 30, "sections": [{"title": "", "items": items}]});
    let stored = t.create_test(&ada, test(&[&own, &pool(&["SQL"])])).await;
    let id = person(&t, StaffRole::Staff).await;
    let paul = t.sign_in(PAUL).await;
    let author = |test: &Value| json!({"roles": [{"role": "author", "tests": [test["id"]]}]});
    set(&t, &ada, &id, author(&stored)).await.ok();
    let put = |draft: Value| t.put(format!("/api/tests/{}", text(&stored["id"]))).bearer(&paul).json(draft).send();
    let trial = |draft: Value| t.post("/api/trials").bearer(&paul).json(draft).send();
    for (item, field) in [
        (pinned(&bank[2]), "question_id"),
        (chosen(&bank[2]), "pool.tags"),
        (pool(&["hidden"]), "pool.tags"),
        (pool(&["easy"]), "pool.tags"),
    ] {
        let field = format!("sections[0].items[1].{field}");
        for reply in [put(test(&[&own, &item])).await, trial(test(&[&own, &item])).await] {
            reply.invalid(&field);
        }
    }
    // What the test has of the bank, and a part of it, stay the author's.
    put(test(&[&pool(&["sql"]), &own])).await.ok();
    put(test(&[&own, &pool(&["easy", "sql"])])).await.ok();
    trial(test(&[&own, &pool(&["Easy", "SQL"])])).await.expect(201);
    let generate = |form: Value| t.post("/api/tests/auto-generate").bearer(&paul).json(form).send();
    generate(json!({"topic": "Rust"})).await.refused(403, "whole_site_only");
    generate(json!({"topic": "Rust", "bank": true, "draft": true})).await.refused(403, "whole_site_only");
    assert_eq!(generate(json!({"topic": "Rust", "draft": true})).await.status, 422, "no service is set up");
    let copy = format!("/api/tests/{}/copy", text(&stored["id"]));
    t.post(&copy).bearer(&paul).json(json!({})).send().await.refused(403, "whole_site_only");
    // The control: a role for the whole site.
    set(&t, &ada, &id, json!({"roles": [{"role": "author"}]})).await.ok();
    put(test(&[&own, &pinned(&bank[2])])).await.ok();
    t.post(&copy).bearer(&paul).json(json!({})).send().await.expect(201);
    // Authors learn of no candidate.
    let seen = format!("/api/questions/{}/seen-by", text(&bank[0]));
    t.get(&seen).bearer(&paul).send().await.refused(403, "forbidden");
    t.get(&seen).bearer(&ada).send().await.ok();
}

/// Makes a call whose body is complete after `meanwhile`, a second later than its beginning.
pub(super) async fn slowly(
    t: &TestApp,
    call: request::Builder,
    body: &Value,
    meanwhile: impl Future<Output = ()>,
) -> StatusCode {
    let text = body.to_string();
    let (first, second) = text.split_at(1);
    let (first, second) = (first.to_owned(), second.to_owned());
    let (begins, begun) = oneshot::channel();
    let (ends, ended) = oneshot::channel();
    let beginning = async move {
        begins.send(()).unwrap();
        Ok::<_, Infallible>(first)
    };
    let end = async move {
        ended.await.unwrap();
        Ok::<_, Infallible>(second)
    };
    let pieces = Body::from_stream(stream::once(beginning).chain(stream::once(end)));
    let request = call.header("content-type", "application/json").body(pieces).unwrap();
    let meanwhile = async move {
        begun.await.unwrap();
        meanwhile.await;
        t.clock.advance(SECOND);
        ends.send(()).unwrap();
    };
    let (reply, ()) = tokio::join!(t.router.clone().oneshot(request), meanwhile);
    reply.unwrap().status()
}

/// The call was permitted when it began.
#[tokio::test]
async fn a_role_or_session_that_ends_while_a_body_arrives_permits_nothing() {
    let (t, ada) = TestApp::with_admin().await;
    let id = person(&t, StaffRole::Staff).await;
    let author = json!({"roles": [{"role": "author"}]});
    set(&t, &ada, &id, author.clone()).await.ok();
    let paul = t.sign_in(PAUL).await;
    let call = |method: &str, path: &str| {
        Request::builder().method(method).uri(path).header("authorization", format!("Bearer {paul}"))
    };
    let create = || call("POST", "/api/tests");
    // The control.
    assert_eq!(slowly(&t, create(), &small_test("Slow"), async {}).await, 201);
    let taken = async {
        set(&t, &ada, &id, json!({"roles": []})).await.ok();
    };
    assert_eq!(slowly(&t, create(), &small_test("Late"), taken).await, 403);
    let narrowed = async {
        let test = t.create_test(&ada, small_test("Own")).await;
        set(&t, &ada, &id, json!({"roles": [{"role": "author", "tests": [test["id"]]}]})).await.ok();
    };
    set(&t, &ada, &id, author.clone()).await.ok();
    assert_eq!(slowly(&t, create(), &small_test("Later"), narrowed).await, 403);
    let signed_out = async {
        t.delete("/api/auth/sessions").bearer(&t.sign_in(PAUL).await).send().await;
    };
    let renamed = json!({"full_name": "Mallory"});
    assert_eq!(slowly(&t, call("PUT", "/api/auth/me"), &renamed, signed_out).await, 401);
    let tests = t.get("/api/tests").bearer(&ada).send().await.ok();
    assert!(!tests.to_string().contains("Late"), "{tests}");
}

/// It waits for the mail server before it deletes anything.
#[tokio::test]
async fn a_role_that_ends_during_a_forced_deletion_leaves_the_test() {
    let (t, ada) = TestApp::with_mail().await;
    let test = t.create_test(&ada, small_test("Kept")).await;
    let fixed = json!({"admin_scheduled": true, "scheduled_date": "2026-03-03T14:00:00Z", "time_zone": "UTC"});
    t.invite_with(&ada, &test, "cora@example.org", fixed).await.expect(201);
    let id = person(&t, StaffRole::Staff).await;
    set(&t, &ada, &id, json!({"roles": [{"role": "author", "tests": [test["id"]]}]})).await.ok();
    let paul = t.sign_in(PAUL).await;
    let gate = Gate::shut();
    t.mailer.set(Mood::Waits(gate.clone()));
    let path = format!("/api/tests/{}", text(&test["id"]));
    let deleted = t.delete(format!("{path}/force")).bearer(&paul).send();
    let taken = async {
        gate.entered().await;
        set(&t, &ada, &id, json!({"roles": []})).await.ok();
        gate.release(1);
    };
    let (reply, ()) = tokio::join!(deleted, taken);
    reply.refused(403, "forbidden");
    t.get(&*path).bearer(&ada).send().await.ok();
    t.assert_sound();
}

#[tokio::test]
async fn jobs_about_a_test_are_not_shown_to_who_has_lost_the_role_for_it() {
    let (t, ada) = TestApp::with_admin().await;
    let [own, other] = [t.create_test(&ada, small_test("Own")).await, t.create_test(&ada, small_test("Other")).await];
    let id = person(&t, StaffRole::Staff).await;
    let paul = t.sign_in(PAUL).await;
    let give = |role: &str, test: &Value| set(&t, &ada, &id, json!({"roles": [{"role": role, "tests": [test["id"]]}]}));
    give("recruiter", &own).await.ok();
    let people: Vec<Value> =
        (0..30).map(|n| json!({"email": format!("c{n}@example.org"), "name": format!("C {n}")})).collect();
    let list = json!({"test_id": own["id"], "no_schedule": true, "applicants": people});
    t.post("/api/invites/bulk").bearer(&paul).json(list).send().await.ok();
    let jobs = || async { t.get("/api/jobs").bearer(&paul).send().await.ok() };
    assert_eq!(column(&jobs().await, "subject"), ["Own"]);
    give("proctor", &own).await.ok();
    assert_eq!(column(&jobs().await, "subject"), ["Own"], "the role is another one, the test is not");
    give("recruiter", &other).await.ok();
    assert_eq!(jobs().await, json!([]));
    t.assert_sound();
}
