//! Orders as tracking systems send them, by the requests that they document; and return addresses (docs/api.md#orders).

use super::webhooks::{send, server};
use crate::support::{
    app::{PUBLIC_URL, TestApp},
    call::Reply,
    journey::{column, key, list, small_test, text},
    receiver::{Received, Receiver},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use invigil::{
    domain::time::DAY,
    service::{scoring::repairs::job, webhook::deliver::Sender},
};
use serde_json::{Value, json};
use standardwebhooks::Webhook;

/// A token as the user name of HTTP Basic, with a blank password.
struct Program<'t> {
    t: &'t TestApp,
    basic: String,
}

impl<'t> Program<'t> {
    async fn new(t: &'t TestApp, admin: &str, name: &str) -> Self {
        let form = json!({"name": name, "role": "recruiter"});
        let made = t.post("/api/tokens").bearer(admin).json(form).send().await.expect(201);
        Self { t, basic: format!("Basic {}", STANDARD.encode(format!("{}:", text(&made["token"])))) }
    }

    async fn get(&self, path: &str) -> Reply {
        self.t.get(format!("/api/{path}")).header("authorization", &self.basic).send().await
    }

    async fn post(&self, path: &str, body: Value) -> Reply {
        self.t.post(format!("/api/{path}")).header("authorization", &self.basic).json(body).send().await
    }
}

/// As <https://developers.greenhouse.io/assessment.html> shows it.
fn send_test(test: &Value, url: &str) -> Value {
    json!({
        "partner_test_id": test["id"],
        "candidate": {
            "first_name": "Harry",
            "last_name": "Potter",
            // A signed link, as stores of documents make them.
            "resume_url": format!("https://hogwarts.com/resume?signature={}", "a1".repeat(3_000)),
            "phone_number": "123-456-7890",
            "email": "hpotter@hogwarts.edu",
            "greenhouse_profile_url": "https://app.greenhouse.io/people/17681532?application_id=26234709"
        },
        "url": url
    })
}

#[tokio::test]
async fn greenhouse_sends_a_test_and_asks_for_its_score() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    let program = Program::new(&t, &ada, "Greenhouse").await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let tests = program.get("greenhouse/list_tests").await.ok();
    assert_eq!(tests, json!([{"partner_test_id": test["id"], "partner_test_name": "Rust"}]));
    let url = format!("http://{}/take_home_tests/12345", receiver.address);
    let sent = program.post("greenhouse/send_test", send_test(&test, &url)).await.ok();
    let again = program.post("greenhouse/send_test", send_test(&test, &url)).await.ok();
    assert_eq!(sent, again, "a repeated request is one order");
    let invites = t.get("/api/invites").bearer(&ada).send().await.ok();
    let id = text(&sent["partner_interview_id"]).to_owned();
    assert_eq!(list(&invites).len(), 1);
    assert_eq!(
        (&invites[0]["applicant_name"], &invites[0]["ordered"]),
        (&json!("Harry Potter"), &json!({"by": "Greenhouse", "external_id": id}))
    );
    let path = format!("greenhouse/test_status?partner_interview_id={id}");
    let status = async || program.get(&path).await.ok();
    assert_eq!(status().await, json!({"partner_status": "sent"}));
    let (token, key) = (&invites[0]["token"], key(1));
    t.start(token, &key).await.ok();
    assert_eq!(status().await, json!({"partner_status": "started"}));
    t.submit(token, &key, &[("q1", "B")]).await.ok();
    let complete = status().await;
    assert_eq!((&complete["partner_status"], &complete["partner_score"]), (&json!("complete"), &json!(100.0)));
    assert!(complete["metadata"].as_object().unwrap().values().all(|value| !value.is_object() && !value.is_array()));
    let report = text(&complete["partner_profile_url"]);
    let shared = report.strip_prefix(&format!("{PUBLIC_URL}/shared/")).unwrap();
    let seen = t.get(format!("/api/shares/{shared}")).send().await.ok();
    assert!(seen.to_string().contains("Harry Potter") && !seen.to_string().contains("\"answer\":\"B\""), "{seen}");
    assert_eq!(status().await["partner_profile_url"], *report, "the link stays");
    send(&t).await;
    let calls = receiver.take();
    assert_eq!(calls.len(), 1);
    assert_eq!((calls[0].method.as_str(), calls[0].uri.path()), ("PATCH", "/take_home_tests/12345"));
    assert_eq!(calls[0].json(), json!({"partner_interview_id": id, "partner_status": "complete"}));
    program.get("greenhouse/test_status?partner_interview_id=nothing").await.refused(404, "not_found");
    let fault = json!({
        "api_call": "test_status",
        "errors": ["partner_status is 'complete' but partner_profile url is missing"],
        "partner_test_id": 12345, "partner_test_name": "Rust", "partner_interview_id": 299_506,
        "candidate_email": "hpotter@hogwarts.edu"
    });
    program.post("greenhouse/response_error", fault).await.expect(204);
    let seen = t.get("/api/admin/notifications").bearer(&ada).send().await.ok()["notifications"][0].to_string();
    assert!(
        seen.contains("Greenhouse could not use the reply to 'test_status'") && !seen.contains("hpotter@"),
        "{seen}"
    );
    t.assert_sound();
}

/// As <https://developers.ashbyhq.com/reference/assessmentstart> describes it.
fn start(test: &Value, application: &str) -> Value {
    json!({
        "assessment_type_id": test["id"],
        "candidate": {
            "ashby_id": "5f1d5c4e-0c6b-4a3d-9a55-5ed6ac2a2b4e",
            "first_name": "Ada",
            "last_name": "Byron",
            "email": "byron@example.org",
            "ashby_profile_url": "https://app.ashbyhq.com/candidates/5f1d5c4e"
        },
        "application": {"ashby_id": application, "status": "Active"},
        "job": {"ashby_id": "4d3a", "name": "Engineer", "ashby_job_url": "https://app.ashbyhq.com/jobs/4d3a"}
    })
}

#[tokio::test]
async fn ashby_starts_a_test_once_and_cancels_it() {
    let (t, ada) = TestApp::with_admin().await;
    let program = Program::new(&t, &ada, "Ashby").await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let tests = program.post("ashby/assessment.list", json!({})).await.ok();
    let expected = json!({"assessment_type_id": test["id"], "name": "Rust", "description": ""});
    assert_eq!(tests, json!({"success": true, "results": [expected]}));
    let begin = async |application| program.post("ashby/assessment.start", start(&test, application)).await;
    let first = begin("app-1").await.ok();
    assert_eq!(first, begin("app-1").await.ok());
    let id = text(&first["results"]["assessment_id"]).to_owned();
    assert_eq!(id, format!("ashby:app-1:{}", text(&test["id"])));
    let cancelled = program.post("ashby/assessment.cancel", json!({"assessment_id": id})).await.ok();
    assert_eq!(cancelled, json!({"success": true, "results": {"assessment_id": id}}));
    let anew = begin("app-1").await.ok();
    assert_eq!(text(&anew["results"]["assessment_id"]), format!("{id}:2"), "after it was cancelled, it is sent again");
    let odd = text(&begin("no id / of ours").await.ok()["results"]["assessment_id"]).to_owned();
    assert!(odd.starts_with("ashby:") && odd.len() == "ashby:".len() + 32, "{odd}");
    let mut unknown = start(&test, "app-2");
    unknown["assessment_type_id"] = json!("nothing");
    let refused = program.post("ashby/assessment.start", unknown).await.refused(422, "invalid");
    assert_eq!(refused["message"], refused["detail"], "Ashby shows it");
    program.post("ashby/assessment.cancel", json!({"assessment_id": "x"})).await.refused(404, "not_found");
}

#[tokio::test]
async fn only_a_token_of_the_api_signs_in_by_its_name() {
    let (t, ada) = TestApp::with_admin().await;
    for pair in ["ada@example.org:password", &format!("{ada}:"), ":", "inv_x:"] {
        let basic = format!("Basic {}", STANDARD.encode(pair));
        let reply = t.get("/api/greenhouse/list_tests").header("authorization", &basic).send().await;
        reply.refused(401, "unauthorized");
    }
    t.get("/api/greenhouse/list_tests").header("authorization", "Basic ====").send().await.refused(401, "unauthorized");
}

/// Programs wait to be asked before they sign in. On a call of the page, a browser would ask its user.
#[tokio::test]
async fn only_calls_of_tracking_systems_ask_for_basic() {
    let t = TestApp::new();
    let asked = |reply: Reply| -> Vec<String> {
        assert_eq!(reply.status, 401);
        reply.headers.get_all("www-authenticate").iter().map(|value| value.to_str().unwrap().to_owned()).collect()
    };
    let both = ["Bearer", "Basic realm=\"Invigil\""];
    assert_eq!(asked(t.get("/api/greenhouse/list_tests").send().await), both);
    assert_eq!(asked(t.post("/api/ashby/assessment.list").json(json!({})).send().await), both);
    assert_eq!(asked(t.get("/api/webhooks").send().await), ["Bearer"]);
}

#[tokio::test]
async fn a_null_of_a_tracking_system_is_absent() {
    let (t, ada) = TestApp::with_admin().await;
    let program = Program::new(&t, &ada, "Systems").await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let mut sent = send_test(&test, "");
    sent["candidate"]["first_name"] = Value::Null;
    sent["candidate"]["greenhouse_profile_url"] = Value::Null;
    program.post("greenhouse/send_test", sent).await.ok();
    let mut begun = start(&test, "app-1");
    begun["candidate"]["last_name"] = Value::Null;
    program.post("ashby/assessment.start", begun).await.ok();
    let mut names: Vec<String> = list(&t.get("/api/invites").bearer(&ada).send().await.ok())
        .iter()
        .map(|invite| text(&invite["applicant_name"]).to_owned())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["Ada", "Potter"]);
    let fault = json!({"api_call": null, "errors": ["it has no name"]});
    program.post("greenhouse/response_error", fault).await.expect(204);
    let fault = json!({"api_call": "test_status", "errors": null});
    program.post("greenhouse/response_error", fault).await.expect(204);
}

/// Administrators without a permission to read results get the notification too.
#[tokio::test]
async fn what_a_program_reports_is_noted_without_its_links() {
    let t = server();
    let ada = t.admin().await;
    let program = Program::new(&t, &ada, "Systems").await;
    let fault = json!({"api_call": "PATCH https://example.org/S3cret", "errors": [
        "the url 'https://tests.example.org/shared/S3cret' is not allowed,\nalso",
        r#"{"url":"https:\/\/tests.example.org\/shared\/S3cret"}"#,
        "tests.example.org/shared/S3cret. It is https%3A%2F%2Ftests.example.org%2Fshared%2FS3cret",
    ]});
    program.post("greenhouse/response_error", fault).await.expect(204);
    let seen = t.get("/api/admin/notifications").bearer(&ada).send().await.ok()["notifications"][0].to_string();
    assert!(!seen.contains("S3cret"), "{seen}");
    assert!(
        seen.contains("the url 'https://…' is not allowed, also; ") && seen.contains("/shared/…. It is "),
        "{seen}"
    );
}

/// It looks like a link that is completed when it is sent.
const NAME: &str = "Ann /shared/…/ Lee";

fn order(id: &str, test: &Value, address: &str) -> Value {
    json!({"external_id": id, "test_id": test["id"], "applicant_name": NAME, "applicant_email":
        format!("{}@example.org", id.replace(':', ".")), "no_schedule": true, "return_address": address})
}

#[tokio::test]
async fn scores_go_to_the_return_address_of_their_order_and_again_after_a_repair() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let place =
        async |id: &str, address: &str| t.post("/api/orders").bearer(&ada).json(order(id, &test, address)).send().await;
    let address = |n: u32| format!("http://{}/results/{n}?key=a", receiver.address);
    let (one, two) = (place("a:1", &address(1)).await.expect(201), place("a:2", &address(2)).await.expect(201));
    let shown = format!("http://{}/results/…", receiver.address);
    assert_eq!(one["return_address"], shown, "the rest may be a secret");
    for bad in [
        "http://8.8.8.8/",
        "https://169.254.169.254/",
        "ftp://example.org",
        &format!("https://e.org/{}", "x".repeat(2_000)),
    ] {
        place("a:3", bad).await.invalid("return_address");
    }
    place("a:4", &format!("HTTP://{}?a", receiver.address)).await.expect(201);
    let hooks = t.get("/api/webhooks").bearer(&ada).send().await.ok();
    assert_eq!(list(&hooks).len(), 1, "one receiver for an origin, however it is spelt");
    assert_eq!((&hooks[0]["of_orders"], &hooks[0]["created_by"]), (&json!(true), &json!("Ada Admin")));
    let path = format!("/api/webhooks/{}", text(&hooks[0]["id"]));
    let change = json!({"name": "Tracking", "url": hooks[0]["url"], "events": ["result.scored"], "new_secret": true,
        "headers": [{"name": "authorization", "value": "Bearer theirs"}]});
    let secret = t.put(&path).bearer(&ada).json(change).send().await.ok()["secret"].clone();
    let moved = json!({"name": "Tracking", "url": "https://elsewhere.example.org", "events": ["result.scored"]});
    t.put(&path).bearer(&ada).json(moved).send().await.invalid("url");
    for (n, placed) in [(1, &one), (2, &two)] {
        t.start(&placed["invite"]["token"], &key(n)).await.ok();
        t.submit(&placed["invite"]["token"], &key(n), &[("q1", if n == 1 { "A" } else { "B" })]).await.ok();
    }
    // An invite without an order sends nothing.
    t.take(&ada, &test, "cora@example.org", &[("q1", "B")]).await;
    send(&t).await;
    let calls = receiver.take();
    let mut paths: Vec<_> = calls.iter().map(|one| one.uri.to_string()).collect();
    paths.sort_unstable();
    assert_eq!(paths, ["/results/1?key=a", "/results/2?key=a"]);
    for call in &calls {
        let seconds = call.header("webhook-timestamp").parse().unwrap();
        let signature = Webhook::new(text(&secret)).unwrap().sign(call.header("webhook-id"), seconds, &call.body);
        assert_eq!(call.header("webhook-signature"), signature.unwrap());
        assert_eq!(call.header("authorization"), "Bearer theirs");
        assert_eq!(call.json()["data"]["applicant"]["name"], NAME);
        let report = call.json()["data"]["result"]["report"].clone();
        assert!(
            text(&report).starts_with(&format!("{PUBLIC_URL}/shared/")) && !text(&report).contains('…'),
            "{report}"
        );
    }
    let repair = json!({"question_id": "q1", "action": "full_marks", "reason": "unclear"});
    let repairs = format!("/api/tests/{}/repairs", text(&test["id"]));
    t.post(repairs).bearer(&ada).json(repair).send().await.expect(201);
    job::pass(&t.app).await.unwrap();
    send(&t).await;
    let again: Vec<Value> = receiver.take().iter().map(Received::json).collect();
    assert_eq!(again.len(), 1, "only the score that has changed");
    assert_eq!(
        (&again[0]["data"]["external_id"], &again[0]["data"]["result"]["score"]),
        (&json!("a:1"), &json!(100.0))
    );
    let deliveries = t.get(format!("{path}/deliveries")).bearer(&ada).send().await.ok();
    assert_eq!(column(&deliveries, "url"), [shown.as_str(); 3]);
    // What is stored opens no report.
    let report = text(&again[0]["data"]["result"]["report"]);
    let stored = text(&deliveries[0]["body"]);
    let (base, secret) = report.split_at(format!("{PUBLIC_URL}/shared/").len());
    assert!(stored.contains(&format!("{base}…")) && !stored.contains(secret), "{stored}");
    t.assert_sound();
}

#[tokio::test]
async fn the_link_of_a_result_is_made_anew_when_it_has_expired_and_not_when_it_was_revoked() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let mut form = order("a:1", &test, "");
    form["closes_at"] = json!("2027-01-01T00:00:00Z");
    let placed = t.post("/api/orders").bearer(&ada).json(form).send().await.expect(201);
    let result = async |by: &str| t.get("/api/orders/a:1/result").bearer(by).send().await.ok();
    assert_eq!(result(&ada).await["is_final"], json!(false));
    t.start(&placed["invite"]["token"], &key(1)).await.ok();
    t.submit(&placed["invite"]["token"], &key(1), &[("q1", "B")]).await.ok();
    let first = result(&ada).await;
    assert_eq!((&first["is_final"], &first["score"]), (&json!(true), &json!(100.0)));
    t.clock.advance(DAY * 91);
    let ada = t.sign_in("ada@example.org").await;
    let second = result(&ada).await;
    assert!(second["report"].is_string() && second["report"] != first["report"]);
    let shares = t.get(format!("/api/shares?test_id={}", text(&test["id"]))).bearer(&ada).send().await.ok();
    let id = text(&list(&shares["shares"])[0]["id"]).to_owned();
    t.delete(format!("/api/shares/{id}")).bearer(&ada).send().await;
    assert_eq!(result(&ada).await["report"], Value::Null);
}

/// A receiver has the addresses of all orders of its origin, of which anyone who may invite names one.
#[tokio::test]
async fn an_address_that_refuses_or_is_gone_keeps_no_other_from_its_score() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    receiver.answer(|one| match one.uri.path() {
        "/gone" => 410,
        "/odd" => 404,
        _ => 204,
    });
    let mut sender = Sender::default();
    for (n, path) in (1..).zip(["gone", "odd", "odd", "odd", "odd", "odd", "fine"]) {
        let form = order(&format!("a:{n}"), &test, &format!("http://{}/{path}", receiver.address));
        let placed = t.post("/api/orders").bearer(&ada).json(form).send().await.expect(201);
        t.start(&placed["invite"]["token"], &key(n)).await.ok();
        t.submit(&placed["invite"]["token"], &key(n), &[("q1", "B")]).await.ok();
        sender.send_due(&t.app).await.unwrap();
        assert_eq!(column_of_paths(&receiver.take()), [format!("/{path}")]);
    }
    let hooks = t.get("/api/webhooks").bearer(&ada).send().await.ok();
    assert_eq!((&hooks[0]["enabled"], &hooks[0]["delivered"]), (&json!(true), &json!(1)));
    let path = format!("/api/webhooks/{}/deliveries", text(&hooks[0]["id"]));
    let sent = t.get(path).bearer(&ada).send().await.ok();
    assert_eq!(sent[6]["last_try"]["status"], 410, "as it was answered; it is tried again like the others");
    assert_eq!(sent[6]["state"], "waiting");
    t.assert_sound();
}

fn column_of_paths(calls: &[Received]) -> Vec<String> {
    calls.iter().map(|one| one.uri.path().to_owned()).collect()
}

#[tokio::test]
async fn an_order_that_is_gone_at_its_receiver_switches_nothing_off() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    let url = format!("http://{}/notes/{{external_key}}", receiver.address);
    let form = json!({"name": "Notes", "url": url, "events": ["invite.sent"], "only_orders": "n:"});
    t.post("/api/webhooks").bearer(&ada).json(form).send().await.expect(201);
    let test = t.create_test(&ada, small_test("Rust")).await;
    t.post("/api/orders").bearer(&ada).json(order("n:1", &test, "")).send().await.expect(201);
    receiver.answer(|_| 410);
    send(&t).await;
    assert_eq!(column_of_paths(&receiver.take()), ["/notes/1"]);
    let hooks = t.get("/api/webhooks").bearer(&ada).send().await.ok();
    assert_eq!((&hooks[0]["enabled"], &hooks[0]["waiting"]), (&json!(true), &json!(1)));
}
