//! Code runners on other machines (docs/behaviour/code.md#more-machines): leases, what a runner that dies, lies or is revoked may
//! not change, and judging its verdicts again.

mod interrupting;
mod tokens;

use crate::support::{
    app::TestApp,
    call::Reply,
    fake_runner::{FakeRunner, Manner},
    journey::{key, list, text},
};
use invigil::{
    domain::time::SECOND,
    runner::{client::RunnerStatus, wire::PROTOCOL},
    service::{
        attempt::runs,
        operate::sweeper,
        scoring::judging::{queue, worker},
    },
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn tested() -> Value {
    json!({"title": "Code", "questions": [{
        "id": "q1", "type": "coding", "question": "Echo.", "points": 10, "expected_language": "Rust",
        "tests": [{"input": "1", "output": "1", "visible": true}, {"input": "canary-in", "output": "2"}],
    }]})
}

struct Site {
    t: TestApp,
    admin: String,
}

/// A runner that does what its test says.
struct Machine<'a> {
    site: &'a Site,
    token: String,
    id: String,
    session: String,
}

impl Drop for Site {
    fn drop(&mut self) {
        self.t.app.code.runner.close();
    }
}

fn registration(languages: &[&str]) -> Value {
    let offer = |name: &&str| json!({"name": name, "toolchain": format!("{name} 1.0"), "factor": 1});
    json!({"protocol": PROTOCOL, "version": VERSION, "slots": 1, "layers": ["landlock", "seccomp"],
        "warnings": ["cgroup: none here"], "languages": languages.iter().map(offer).collect::<Vec<_>>()})
}

/// The first test passes, the second does not.
fn outcome() -> Value {
    let test = |verdict: &str| json!({"verdict": verdict, "note": "", "cpu_ms": 1, "wall_ms": 1, "memory_kb": 1});
    json!({"verdict": "WA", "note": "", "compiler": "", "compile_ms": 0, "queued_ms": 0,
        "tests": [test("AC"), test("WA")], "toolchain": "rust 1.0"})
}

impl Site {
    async fn new() -> Self {
        let (t, admin) = TestApp::with_admin().await;
        Self { t, admin }
    }

    /// A token for a machine.
    async fn token(&self, name: &str) -> Value {
        let made = self.t.post("/api/admin/runners").bearer(&self.admin).json(json!({"name": name})).send().await;
        made.expect(201)
    }

    async fn machine(&self, name: &str, languages: &[&str]) -> Machine<'_> {
        let made = self.token(name).await;
        let (token, id) = (text(&made["token"]).to_owned(), text(&made["id"]).to_owned());
        let mut machine = Machine { site: self, token, id, session: String::new() };
        machine.register(languages).await;
        machine
    }

    /// Submits code in Rust; returns the row of its result.
    async fn submit(&self) -> Value {
        let test = self.t.create_test(&self.admin, tested()).await;
        let invite = self.t.take(&self.admin, &test, "canary-cora@example.org", &[("q1", "fn main() {}")]).await;
        worker::pass(&self.t.app).await.unwrap();
        self.t.result_of(&self.admin, &invite).await
    }

    async fn result(&self, row: &Value) -> Value {
        let path = format!("/api/results/{}", text(&row["submission_id"]));
        self.t.get(path).bearer(&self.admin).send().await.ok()
    }

    async fn until(&self, holds: impl Fn(&Self) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !holds(self) {
            assert!(Instant::now() < deadline, "{:?}", self.t.app.code.runner.status());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    async fn settled(&self) {
        self.until(|site| site.t.app.code.judging.count() == 0).await;
    }

    async fn advance(&self, seconds: i32) {
        self.t.clock.advance(SECOND * seconds);
        sweeper::sweep(&self.t.app).await.unwrap();
    }

    fn counts(&self) -> (u64, u64) {
        queue::counts(&self.t.app).unwrap()
    }
}

impl Machine<'_> {
    async fn call(&self, name: &str, body: Value) -> Reply {
        self.site.t.post(format!("/api/runner/{name}")).bearer(&self.token).json(body).send().await
    }

    async fn register(&mut self, languages: &[&str]) {
        let reply = self.call("register", registration(languages)).await.ok();
        assert_eq!(reply["lease_ms"], 30_000);
        text(&reply["session"]).clone_into(&mut self.session);
    }

    async fn asks(&self, wait: u64) -> Reply {
        self.call("lease", json!({"session": self.session, "wait_seconds": wait})).await
    }

    /// The next job, which must be there.
    async fn takes(&self) -> Value {
        let leased = self.asks(0).await.ok();
        assert!(leased["job"].is_object(), "{leased}");
        leased
    }

    async fn renews(&self, taken: &[&Value]) -> Value {
        let leases: Vec<_> = taken.iter().map(|l| json!({"job": l["job"]["id"], "lease": l["lease"]})).collect();
        self.call("renew", json!({"session": self.session, "leases": leases})).await.ok()["over"].clone()
    }

    async fn reports(&self, leased: &Value, outcome: Value) -> Reply {
        let (job, lease) = (&leased["job"]["id"], &leased["lease"]);
        let body = json!({"session": self.session, "job": job, "lease": lease, "outcome": outcome});
        self.call("report", body).await
    }
}

#[tokio::test]
async fn a_runner_elsewhere_judges_once_and_its_verdict_names_it() {
    let site = Site::new().await;
    let machine = site.machine("judge-2", &["rust"]).await;
    assert_eq!(machine.asks(0).await.ok()["job"], Value::Null);
    let row = site.submit().await;
    let leased = machine.takes().await;
    let job = leased["job"].to_string();
    for word in ["canary-cora", "example.org", &site.admin, &machine.token] {
        assert!(!job.contains(word), "{word} in {job}");
    }
    assert_eq!((&leased["job"]["language"], &leased["job"]["candidate"]), (&"rust".into(), &"judging".into()));
    assert_eq!(machine.renews(&[&leased]).await, json!([]));
    assert_eq!(machine.reports(&leased, outcome()).await.status, 204);
    site.settled().await;
    let result = site.result(&row).await;
    assert_eq!((&result["judging"], &result["score"]), (&"done".into(), &50.0.into()));
    let shown = format!("{VERSION} (judge-2)");
    assert_eq!(result["answers"][0]["judging"]["result"]["runner"], shown);
    machine.reports(&leased, outcome()).await.refused(409, "lease_over");
    assert_eq!(machine.renews(&[&leased]).await, json!([leased["job"]["id"]]));

    let listed = site.t.get("/api/admin/runners").bearer(&site.admin).send().await;
    assert!(!listed.text.contains(&machine.token));
    let token = list(&listed.ok()["tokens"])[0].clone();
    assert_eq!((&token["name"], &token["verdicts"]), (&"judge-2".into(), &1.into()));
    let runner = &token["runners"][0];
    assert_eq!((&runner["slots"], &runner["reported"]), (&1.into(), &1.into()));
    assert_eq!((&runner["languages"][0], &runner["layers"][1]), (&"rust (rust 1.0)".into(), &"seccomp".into()));
    let report = site.t.get("/api/admin/doctor").bearer(&site.admin).send().await.ok();
    let said = list(&report["findings"]).iter().find(|found| found["topic"] == "remote_runner").unwrap();
    assert!(text(&said["said"]).contains("judge-2 runs code, 1 at a time, in rust (rust 1.0)"), "{said}");
    let metrics = site.t.get("/metrics").send().await.text;
    assert!(metrics.contains("invigil_remote_runners 1") && metrics.contains("invigil_runner_slots 1"), "{metrics}");
    site.t.assert_sound();
}

#[tokio::test]
async fn a_runner_that_dies_loses_nothing_and_its_late_report_does_not_count() {
    let site = Site::new().await;
    let first = site.machine("judge-1", &["rust"]).await;
    let row = site.submit().await;
    let lost = first.takes().await;
    site.advance(20).await;
    // It lives, and no longer renews this job.
    assert_eq!(first.renews(&[]).await, json!([]));
    let second = site.machine("judge-2", &["rust"]).await;
    assert_eq!(second.asks(0).await.ok()["job"], Value::Null, "it is the first one's");
    site.advance(10).await;
    let leased = second.takes().await;
    assert_eq!(leased["job"], lost["job"]);
    first.reports(&lost, outcome()).await.refused(409, "lease_over");
    assert_eq!(site.counts(), (1, 0));
    assert_eq!(second.reports(&leased, outcome()).await.status, 204);
    site.settled().await;
    let result = site.result(&row).await;
    let shown = format!("{VERSION} (judge-2)");
    assert_eq!((&result["score"], &result["answers"][0]["judging"]["result"]["runner"]), (&50.0.into(), &shown.into()));
    // One that says nothing at all is forgotten.
    site.advance(31).await;
    first.asks(0).await.refused(409, "unknown_runner");
    assert_eq!(site.t.app.code.runner.status(), RunnerStatus::Off);
    site.t.assert_sound();
}

#[tokio::test]
async fn a_job_that_ends_three_runners_is_set_aside() {
    let site = Site::new().await;
    let mut machine = site.machine("judge-1", &["rust"]).await;
    let row = site.submit().await;
    for round in 0..3 {
        assert_eq!(site.counts(), (1, 0), "{round}");
        machine.takes().await;
        site.advance(31).await;
        machine.register(&["rust"]).await;
    }
    site.settled().await;
    assert_eq!(site.counts(), (0, 1));
    assert_eq!(machine.asks(0).await.ok()["job"], Value::Null);
    let result = site.result(&row).await;
    assert_eq!((&result["judging"], &result["provisional"]), (&"failed".into(), &true.into()));
    assert!(text(&result["answers"][0]["judging"]["note"]).contains("Three code runners"), "{result}");
    site.t.assert_sound();
}

#[tokio::test]
async fn a_job_whose_last_runner_is_gone_waits_in_the_stored_queue() {
    let site = Site::new().await;
    let mut machine = site.machine("judge-1", &["rust"]).await;
    let row = site.submit().await;
    machine.takes().await;
    site.advance(31).await;
    assert_eq!(site.t.app.code.judging.count(), 1, "its runner may be started again");
    site.advance(31).await;
    site.settled().await;
    let waiting = site.result(&row).await;
    assert_eq!((&waiting["judging"], site.counts()), (&"waiting".into(), (1, 0)));
    assert!(text(&waiting["answers"][0]["judging"]["note"]).contains("no other one came"), "{waiting}");
    // Another one comes later.
    machine.register(&["rust"]).await;
    site.advance(20).await;
    machine.renews(&[]).await;
    site.advance(11).await;
    worker::pass(&site.t.app).await.unwrap();
    let leased = machine.takes().await;
    machine.reports(&leased, outcome()).await;
    site.settled().await;
    assert_eq!(site.result(&row).await["judging"], "done");
}

#[tokio::test]
async fn a_stop_in_order_costs_no_try() {
    let site = Site::new().await;
    let mut machine = site.machine("judge-1", &["rust"]).await;
    site.submit().await;
    for _ in 0..4 {
        machine.takes().await;
        let left = machine.call("leave", json!({"session": machine.session})).await;
        assert_eq!(left.status, 204);
        machine.register(&["rust"]).await;
        site.advance(1).await;
    }
    assert_eq!(site.counts(), (1, 0));
    let leased = machine.takes().await;
    machine.reports(&leased, outcome()).await;
    site.settled().await;
    assert_eq!(site.counts(), (0, 0));
}

#[tokio::test]
async fn a_revoked_runner_is_refused_at_once_and_its_verdicts_are_judged_again() {
    let site = Site::new().await;
    let (bad, good) = (site.machine("judge-bad", &["rust"]).await, site.token("judge-good").await);
    let row = site.submit().await;
    let leased = bad.takes().await;
    bad.reports(&leased, outcome()).await;
    site.settled().await;
    let second = site.submit().await;
    let under_way = bad.takes().await;

    let path = format!("/api/admin/runners/{}", bad.id);
    let before = site.t.get(format!("{path}/verdicts")).bearer(&site.admin).send().await.ok();
    assert_eq!(
        before,
        json!({"answers": 1, "tests": [{"test_id": row["test_id"], "test_title": "Code", "answers": 1}]})
    );
    let waiting = async {
        let began = Instant::now();
        let reply = bad.asks(20).await;
        assert!(began.elapsed() < Duration::from_secs(15));
        reply
    };
    let revoking = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        site.t.post(format!("{path}/revoke")).bearer(&site.admin).send().await.ok()
    };
    let (waited, revoked) = tokio::join!(waiting, revoking);
    waited.refused(401, "unauthorized");
    assert_eq!(revoked, before);
    bad.reports(&under_way, outcome()).await.refused(401, "unauthorized");
    bad.call("register", registration(&["rust"])).await.refused(401, "unauthorized");

    let mut good = Machine {
        site: &site,
        token: text(&good["token"]).to_owned(),
        id: text(&good["id"]).to_owned(),
        session: String::new(),
    };
    good.register(&["rust"]).await;
    // What the revoked one had goes to another.
    site.advance(1).await;
    let again = good.takes().await;
    assert_eq!(again["job"], under_way["job"]);
    good.reports(&again, outcome()).await;
    site.settled().await;
    assert_eq!(site.result(&second).await["judging"], "done");

    let rejudge = format!("{path}/rejudge");
    assert_eq!(site.t.post(&rejudge).bearer(&site.admin).send().await.ok(), json!({"answers": 1}));
    assert_eq!(site.t.post(&rejudge).bearer(&site.admin).send().await.ok(), json!({"answers": 0}), "it waits already");
    assert_eq!(site.result(&row).await["judging"], "waiting");
    let jobs = async || site.t.get("/api/jobs").bearer(&site.admin).send().await.ok();
    let begun = jobs().await;
    assert_eq!(
        (list(&begun).len(), &begun[0]["kind"], &begun[0]["subject"]),
        (1, &json!("rejudge"), &json!("judge-bad"))
    );
    assert_eq!((&begun[0]["state"], &begun[0]["done"], &begun[0]["total"]), (&json!("running"), &json!(0), &json!(1)));
    worker::pass(&site.t.app).await.unwrap();
    let again = good.takes().await;
    good.reports(&again, outcome()).await;
    site.settled().await;
    let result = site.result(&row).await;
    let runner = &result["answers"][0]["judging"]["result"]["runner"];
    assert_eq!((&result["judging"], runner), (&"done".into(), &format!("{VERSION} (judge-good)").into()));
    let after = site.t.get(format!("{path}/verdicts")).bearer(&site.admin).send().await.ok();
    assert_eq!(after, json!({"answers": 0, "tests": []}));
    worker::pass(&site.t.app).await.unwrap();
    let ended = jobs().await;
    assert_eq!((&ended[0]["state"], &ended[0]["done"]), (&json!("done"), &json!(1)));
    site.t.assert_sound();
}

#[tokio::test]
async fn a_job_goes_only_to_a_runner_that_has_its_language_and_a_waiting_one_is_woken() {
    let site = Site::new().await;
    let lua = site.machine("judge-lua", &["lua"]).await;
    let languages = site.t.get("/api/tests/languages").bearer(&site.admin).send().await.ok();
    assert!(languages.to_string().contains("lua"), "{languages}");
    let rust = site.machine("judge-rust", &["rust", "python"]).await;
    let RunnerStatus::Ready(all) = site.t.app.code.runner.status() else { panic!("no runner") };
    let names: Vec<_> = all.languages.iter().map(|offer| offer.name.as_str()).collect();
    assert_eq!((names, all.slots), (vec!["lua", "rust", "python"], 2));
    let waiting = async {
        let began = Instant::now();
        let leased = rust.asks(20).await.ok();
        assert!(began.elapsed() < Duration::from_secs(15), "it was not woken");
        leased
    };
    let (leased, _) = tokio::join!(waiting, site.submit());
    assert_eq!(leased["job"]["language"], "rust");
    assert_eq!(lua.asks(0).await.ok()["job"], Value::Null);
    rust.reports(&leased, outcome()).await;
    site.settled().await;
    // Without one that has the language, it waits in the stored queue.
    rust.call("leave", json!({"session": rust.session})).await;
    site.submit().await;
    assert_eq!((lua.asks(0).await.ok()["job"].is_null(), site.counts()), (true, (1, 0)));
}

#[tokio::test]
async fn candidates_run_code_on_other_machines_too() {
    let site = Site::new().await;
    let machine = site.machine("judge-1", &["rust"]).await;
    let test = site.t.create_test(&site.admin, tested()).await;
    let invite = site.t.invite(&site.admin, &test, "canary-cora@example.org").await;
    site.t.start(&invite["token"], &key(1)).await.ok();
    let path = format!("/api/take-test/{}/runs", text(&invite["token"]));
    let body = json!({"question_id": "q1", "language": "Rust", "source": "fn main() {}", "tests": true});
    let asked = site.t.post(&path).key(&key(1)).json(body).send().await.expect(202);
    let path = format!("{path}/{}", text(&asked["run_id"]));
    let state = async || text(&site.t.get(&path).key(&key(1)).send().await.ok()["state"]).to_owned();
    assert_eq!(state().await, "waiting");
    let lost = machine.takes().await;
    assert_eq!(state().await, "running");
    // The machine is gone: the run waits again, and another one takes it.
    let mut other = site.machine("judge-2", &["rust"]).await;
    site.advance(31).await;
    assert_eq!(state().await, "waiting");
    other.register(&["rust"]).await;
    let leased = other.takes().await;
    assert_eq!(leased["job"], lost["job"]);
    let mut result = outcome();
    result["tests"] = json!([result["tests"][0]]);
    result["verdict"] = "AC".into();
    other.reports(&leased, result).await;
    assert_eq!(state().await, "done");
}

#[tokio::test]
async fn a_busy_runner_of_the_server_shares_its_work() {
    let site = Site::new().await;
    let own = FakeRunner::new(Manner::Idle, Manner::Idle);
    runs::connect(&site.t.app, own.socket()).unwrap();
    site.until(|site| matches!(site.t.app.code.runner.status(), RunnerStatus::Ready(_))).await;
    let machine = site.machine("judge-2", &["rust"]).await;
    site.submit().await;
    let first = own.job();
    assert_eq!(machine.asks(0).await.ok()["job"], Value::Null);
    site.submit().await;
    let leased = machine.takes().await;
    assert_ne!(leased["job"]["id"], json!(first.id));
    // A machine that is gone leaves its job to the server's own runner, once that has a slot.
    site.t.app.code.runner.cancel(first.id);
    assert_eq!(own.cancelled(), first.id);
    site.advance(31).await;
    assert_eq!(json!(own.job().id), leased["job"]["id"]);
}

#[tokio::test]
async fn a_runner_of_another_version_or_with_nonsense_is_refused() {
    let site = Site::new().await;
    let mut machine = site.machine("judge-1", &["rust"]).await;
    for (field, value) in [("version", json!("0.0.7\n")), ("protocol", json!(99))] {
        let mut other = registration(&["rust"]);
        other[field] = value;
        other["slots"] = 0.into();
        let reply = machine.call("register", other).await;
        assert_eq!((reply.status, &reply.json["code"]), (409, &"other_version".into()));
        let said = text(&reply.json["detail"]);
        assert!(said.contains(VERSION) && said.contains("same version") && !said.contains('\n'), "{said}");
        assert!(said.contains("0.0.7") || said.contains("99"), "{said}");
    }
    for (field, value) in [
        ("slots", json!(0)),
        ("slots", json!(257)),
        ("languages", json!([{"name": "", "factor": 1}])),
        ("languages", json!([{"name": "rust", "factor": u64::MAX}])),
        ("layers", json!(vec!["x"; 30])),
    ] {
        let mut bad = registration(&["rust"]);
        bad[field] = value;
        assert_eq!(machine.call("register", bad).await.status, 422, "{field}");
    }
    for _ in 0..3 {
        machine.register(&["rust"]).await;
    }
    machine.call("register", registration(&["rust"])).await.refused(429, "too_many_runners");

    // Another machine's registration is not its own.
    let other = site.machine("judge-2", &["rust"]).await;
    let stolen = json!({"session": other.session});
    machine.call("lease", stolen.clone()).await.refused(409, "unknown_runner");
    machine.call("leave", stolen).await.refused(409, "unknown_runner");

    let row = site.submit().await;
    let leased = other.takes().await;
    assert_eq!(other.reports(&leased, json!({"verdict": "AC"})).await.status, 422);
    machine.reports(&leased, outcome()).await.refused(409, "lease_over");
    // Fewer tests than it was given: no verdict, and another try.
    let mut short = outcome();
    short["tests"] = json!([]);
    assert_eq!(other.reports(&leased, short).await.status, 204);
    site.settled().await;
    let result = site.result(&row).await;
    assert_eq!((&result["judging"], site.counts()), (&"waiting".into(), (1, 0)));
    assert!(text(&result["answers"][0]["judging"]["note"]).contains("did not run all tests"), "{result}");
    site.t.assert_sound();
}
