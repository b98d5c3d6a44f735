//! When submitted code is judged: once after a restart, and with `serve --judge-after-attempts` once no attempt of its test
//! runs.

use super::{Site, tested};
use crate::support::{
    app::TestApp,
    fake_runner::{FakeRunner, Manner},
    journey::{key, list, text},
};
use invigil::{
    app::Config,
    domain::time::{HOUR, MINUTE},
    service::scoring::judging::worker,
};
use serde_json::{Value, json};

const CODE: &str = "fn main() {}";

fn late() -> Config {
    Config { judge_after_attempts: true, ..Config::default() }
}

async fn site(config: Config) -> Site {
    let t = TestApp::with_config(config);
    let admin = t.admin().await;
    Site { t, admin }
}

/// Two attempts of a test begin; the first is submitted. Returns the invites, that one first.
async fn one_of_two_ended(site: &Site) -> [Value; 2] {
    let test = json!({"duration_minutes": 60, "title": "Code", "questions": tested()["questions"]});
    let test = site.t.create_test(&site.admin, test).await;
    let invites = [
        site.t.invite(&site.admin, &test, "cora@example.org").await,
        site.t.invite(&site.admin, &test, "dan@example.org").await,
    ];
    for (invite, number) in invites.iter().zip(1..) {
        site.t.start(&invite["token"], &key(number)).await.ok();
        site.t.save(&invite["token"], &key(number), &[("q1", CODE, 1)]).await.ok();
    }
    site.t.submit(&invites[0]["token"], &key(1), &[("q1", CODE)]).await.ok();
    invites
}

/// Whether a pass of the worker sends anything.
async fn sends(site: &Site) -> bool {
    assert!(worker::pass(&site.t.app).await.unwrap(), "code waits");
    site.t.app.code.judging.count() > 0
}

async fn note(site: &Site, invite: &Value) -> String {
    let result = site.t.result_of(&site.admin, invite).await;
    assert_eq!(result["judging"], "waiting");
    result["answers"][0]["judging"]["note"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn submitted_code_is_judged_once_no_attempt_of_its_test_runs() {
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    // The control: by default it is judged at once.
    let control = site(Config::default()).await;
    control.connect(&runner).await;
    one_of_two_ended(&control).await;
    assert!(sends(&control).await);
    drop(control);

    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    let site = site(late()).await;
    site.connect(&runner).await;
    let [first, second] = one_of_two_ended(&site).await;
    assert!(!sends(&site).await);
    // It is said, and it is no fault.
    let waits = "Hidden tests are run once no attempt of this test runs any more.";
    assert_eq!(note(&site, &first).await, waits);
    site.t.clock.advance(30 * MINUTE);
    assert!(!sends(&site).await);
    assert_eq!(site.t.overview(&site.admin).await["stuck_judgings"], 0);
    let report = site.t.get("/api/admin/doctor").bearer(&site.admin).send().await.ok();
    let said = list(&report["findings"]).iter().find(|finding| finding["topic"] == "judging").unwrap();
    assert_eq!(said["said"], "Submitted answers that are judged once no attempt of their test runs any more: 1.");

    // What an administrator asks for waits as well, or is refused.
    let row = site.t.result_of(&site.admin, &first).await;
    assert_eq!(site.rejudge(&row, json!({})).await.ok()["answers"], 1);
    assert!(!sends(&site).await);
    let reviewed = site.t.get(format!("/api/admin/scoring/{}?all=true", text(&row["submission_id"])));
    let reviewed = reviewed.bearer(&site.admin).send().await.ok();
    assert_eq!(reviewed["answers"][0]["judging"]["note"], waits);
    let dry_run = format!("/api/tests/{}/rejudge/dry-run", text(&row["test_id"]));
    site.t.post(dry_run).bearer(&site.admin).json(json!({})).send().await.refused(409, "attempts_run");
    let copy = format!("/api/admin/scoring/{}/answer/q1/try", text(&row["submission_id"]));
    let copy = site.t.post(copy).bearer(&site.admin).json(json!({"source": CODE})).send().await;
    copy.refused(409, "attempts_run");

    // A candidate's own run has the visible test alone, and goes on; and so does another test.
    let path = format!("/api/take-test/{}/runs", text(&second["token"]));
    let body = json!({"question_id": "q1", "language": "Rust", "source": CODE, "tests": true});
    site.t.post(path).key(&key(2)).json(body).send().await.expect(202);
    assert_eq!(runner.job().tests.len(), 1);
    site.take(tested(), CODE).await;
    site.judge().await;
    assert_eq!((runner.job().tests.len(), site.counts()), (3, (1, 0)));

    site.t.submit(&second["token"], &key(2), &[("q1", CODE)]).await.ok();
    // Those that have waited for this alone are not late.
    assert_eq!(site.t.overview(&site.admin).await["stuck_judgings"], 0);
    judges_both(&site, [first, second]).await;
}

async fn judges_both(site: &Site, invites: [Value; 2]) {
    site.judge().await;
    assert_eq!(site.counts(), (0, 0));
    for invite in invites {
        assert_eq!(site.t.result_of(&site.admin, &invite).await["score"], 25.0);
    }
    site.t.assert_sound();
}

/// The last attempt may end by its time, after a restart.
#[tokio::test]
async fn a_restart_judges_no_code_before_the_last_attempt_ends() {
    let dir = tempfile::tempdir().unwrap();
    let t = TestApp::on_disk(dir.path());
    let admin = t.admin().await;
    let site = Site { t, admin };
    let [first, second] = one_of_two_ended(&site).await;
    let (now, admin) = (site.t.app.now(), site.admin.clone());
    site.t.app.store.close().await;
    drop(site);

    let mut site = Site { t: TestApp::restarted(dir.path(), now.plus(MINUTE), late()), admin };
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    assert!(!sends(&site).await);
    assert!(note(&site, &first).await.contains("no attempt of this test runs"));
    site.t.clock.advance(HOUR);
    assert_eq!(site.t.sweep().await.submitted, 1);
    site.admin = site.t.sign_in("ada@example.org").await;
    judges_both(&site, [first, second]).await;
}

#[tokio::test]
async fn a_restart_judges_what_was_under_way_once() {
    let dir = tempfile::tempdir().unwrap();
    let idle = FakeRunner::new(Manner::Idle, Manner::Idle);
    let t = TestApp::on_disk(dir.path());
    let admin = t.admin().await;
    let site = Site { t, admin };
    site.connect(&idle).await;
    let row = site.take(tested(), CODE).await;
    worker::pass(&site.t.app).await.unwrap();
    idle.job();
    site.t.app.store.close().await;
    let admin = site.admin.clone();
    drop(site);

    let t = TestApp::on_disk(dir.path());
    t.clock.advance(MINUTE);
    let site = Site { t, admin };
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    site.judge().await;
    assert_eq!(site.result(&row).await["score"], 25.0);
    worker::pass(&site.t.app).await.unwrap();
    assert_eq!((site.t.app.code.judging.count(), site.counts()), (0, (0, 0)));
    site.t.assert_sound();
}
