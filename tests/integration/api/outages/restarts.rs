//! Outages of the server.

use super::{Page, act, outages};
use crate::support::{
    app::TestApp,
    journey::{key, text},
};
use invigil::{
    app::Config,
    domain::{
        Instant,
        attempt::Attempt,
        time::{MINUTE, SECOND},
    },
    service::{
        monitor::outages::watch,
        operate::{lifecycle, sweeper::Swept},
    },
    store::{Read, Table},
};
use serde_json::{Value, json};
use std::path::Path;

fn at(time: &str) -> Instant {
    Instant::parse(&format!("2026-03-02T{time}Z")).unwrap()
}

fn waiting() -> Config {
    Config { deadline_wait: 10 * MINUTE, ..Config::default() }
}

/// Two candidates take a test of an hour from 08:00; the server is killed at 08:59:30, its last heartbeat was at 08:59:25.
async fn killed(dir: &Path) -> (Page, Page) {
    let t = TestApp::on_disk(dir);
    let admin = t.admin().await;
    let test = t.test_with_all_types(&admin).await;
    let (still, typing) = (Page::open(&t, &admin, &test, 1).await, Page::open(&t, &admin, &test, 2).await);
    t.clock.set("2026-03-02T08:59:25Z");
    watch::tend(&t.app).await.unwrap();
    t.clock.set("2026-03-02T08:59:30Z");
    watch::tend(&t.app).await.unwrap();
    t.app.store.close().await;
    (still, typing)
}

async fn restarted(dir: &Path, time: &str, config: Config) -> (TestApp, String) {
    let t = TestApp::restarted(dir, at(time), config);
    lifecycle::recover(&t.app).await.unwrap();
    let admin = t.sign_in("ada@example.org").await;
    (t, admin)
}

#[tokio::test]
async fn an_outage_of_the_server_is_proposed_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let (still, mut typing) = killed(dir.path()).await;
    let (t, admin) = restarted(dir.path(), "08:59:50", waiting()).await;
    let outage = outages(&t, &admin).await[0].clone();
    assert_eq!(
        (&outage["kind"], &outage["duration_seconds"], &outage["affected"]),
        (&json!("server"), &json!(20), &json!(2))
    );
    assert_eq!(outage["attempts"][0]["back"], false);
    still.beat(&t).await;
    typing.save(&t, "typed meanwhile").await;
    t.clock.advance(10 * SECOND);
    watch::tend(&t.app).await.unwrap();
    let outage = outages(&t, &admin).await[0].clone();
    assert_eq!(
        (&outage["typed_on"], &outage["stood_still"], &outage["proposed_seconds"]),
        (&json!(1), &json!(1), &json!(20))
    );
    let reply = act(&t, &admin, &outage, "give-back", json!({"reason": "power cut"})).await.ok();
    let outcomes: Vec<&Value> = reply["rows"].as_array().unwrap().iter().map(|row| &row["outcome"]).collect();
    assert_eq!(outcomes.iter().filter(|o| **o == "given").count(), 1);
    assert_eq!(t.door(&still.token, Some(&key(1))).await.ok()["attempt"]["deadline"], "2026-03-02T09:00:20.000Z");
    assert_eq!(t.door(&typing.token, Some(&key(2))).await.ok()["attempt"]["deadline"], "2026-03-02T09:00:00.000Z");
    watch::start(&t.app, watch::ran_until(&t.app).unwrap()).await.unwrap();
    assert_eq!(outages(&t, &admin).await.as_array().unwrap().len(), 1, "a blip is no outage");
    t.assert_sound();
}

/// The last save is looked for in the answers: one that cannot be read neither hides the outage nor stops the start.
#[tokio::test]
async fn a_damaged_answer_hides_no_outage() {
    let dir = tempfile::tempdir().unwrap();
    killed(dir.path()).await;
    let t = TestApp::restarted(dir.path(), at("08:59:31"), waiting());
    for attempt in t.app.store.read().unwrap().records::<Attempt>().unwrap() {
        let row = [attempt.id.0.as_bytes().as_slice(), b"q1"].concat();
        t.app.store.write(move |tx| tx.raw_put(Table("answers"), &row, &[2, 0xff])).await.unwrap();
    }
    t.app.store.close().await;
    let (t, admin) = restarted(dir.path(), "08:59:50", waiting()).await;
    assert_eq!(outages(&t, &admin).await[0]["affected"], 2);
}

/// A save after the last heartbeat shows that the server still ran; that the next heartbeat did not come, how long at most.
#[tokio::test]
async fn saves_narrow_the_end_of_the_server_down() {
    let dir = tempfile::tempdir().unwrap();
    let t = TestApp::on_disk(dir.path());
    let admin = t.admin().await;
    let test = t.test_with_all_types(&admin).await;
    let mut page = Page::open(&t, &admin, &test, 1).await;
    t.clock.set("2026-03-02T08:20:00Z");
    watch::tend(&t.app).await.unwrap();
    t.clock.set("2026-03-02T08:20:08Z");
    page.save(&t, "the server still runs").await;
    t.app.store.close().await;
    drop(t);
    let (t, admin) = restarted(dir.path(), "08:20:30", Config::default()).await;
    let outage = outages(&t, &admin).await[0].clone();
    assert_eq!(
        (&outage["from"], &outage["duration_seconds"]),
        (&json!("2026-03-02T08:20:09.000Z"), &json!(21)),
        "between the save at :08 and the heartbeat of :10"
    );
}

#[tokio::test]
async fn an_orderly_stop_is_known_to_the_second() {
    let dir = tempfile::tempdir().unwrap();
    let t = TestApp::on_disk(dir.path());
    let admin = t.admin().await;
    let test = t.test_with_all_types(&admin).await;
    Page::open(&t, &admin, &test, 1).await;
    t.clock.set("2026-03-02T08:10:00Z");
    watch::stop(&t.app).await.unwrap();
    t.app.store.close().await;
    drop(t);
    let (t, admin) = restarted(dir.path(), "08:14:10", Config::default()).await;
    let outage = outages(&t, &admin).await[0].clone();
    assert_eq!((&outage["from"], &outage["duration_seconds"]), (&json!("2026-03-02T08:10:00.000Z"), &json!(250)));
}

/// The deadline passed while the server was down: nothing is submitted for ten minutes, and what arrives counts once time
/// is given back.
#[tokio::test]
async fn attempts_wait_for_an_administrator_after_a_start() {
    let dir = tempfile::tempdir().unwrap();
    let (mut still, _typing) = killed(dir.path()).await;
    let (t, admin) = restarted(dir.path(), "09:05:00", waiting()).await;
    assert_eq!(t.sweep().await, Swept::default());
    let late = still.save(&t, "the last words").await;
    assert_eq!((&late["late"], &late["submitted"]), (&json!(true), &json!(false)));
    t.submit(&still.token, &key(1), &[]).await.refused(503, "unavailable");
    t.clock.advance(MINUTE);
    let outage = outages(&t, &admin).await[0].clone();
    let attempt = |n: usize| outage["attempts"][n]["attempt_id"].clone();
    let rows: Vec<Value> = (0..2).map(|n| json!({"attempt_id": attempt(n), "seconds": 330})).collect();
    let reply = act(&t, &admin, &outage, "give-back", json!({"reason": "power cut", "attempts": rows})).await.ok();
    assert_eq!(reply["rows"][0]["outcome"], "given");
    let door = t.door(&still.token, Some(&key(1))).await.ok();
    assert_eq!(door["attempt"]["deadline"], "2026-03-02T09:06:30.000Z", "the half minute that was left begins now");
    assert_eq!(door["attempt"]["answers"][0]["answer"], "the last words");
    still.seq += 5;
    assert_eq!(still.save(&t, "the very last words").await["late"], false);
    let done = t.submit(&still.token, &key(1), &[]).await.ok();
    assert_eq!(
        (&done["submitted_by"], &done["late"], &done["answers_stored"]),
        (&json!("candidate"), &json!(false), &json!(1))
    );
    t.assert_sound();
}

/// A process may begin the work of a server long after its own start: attempts wait from then on.
#[tokio::test]
async fn attempts_wait_from_the_time_at_which_the_work_begins() {
    let dir = tempfile::tempdir().unwrap();
    killed(dir.path()).await;
    let t = TestApp::restarted(dir.path(), at("08:59:31"), waiting());
    assert_eq!(t.app.leading_since(), at("08:59:31"));
    t.clock.set("2026-03-02T09:05:00Z");
    lifecycle::recover(&t.app).await.unwrap();
    assert_eq!(t.app.leading_since(), at("09:05:00"));
    let admin = t.sign_in("ada@example.org").await;
    assert_eq!(outages(&t, &admin).await[0]["duration_seconds"], 330);
    // Ten minutes after the start of the process, and seven after that of the work.
    t.clock.set("2026-03-02T09:12:00Z");
    assert_eq!(t.sweep().await.submitted, 0);
    t.clock.set("2026-03-02T09:15:00Z");
    assert_eq!(t.sweep().await.submitted, 2);
    t.assert_sound();
}

/// A second start while they wait takes nothing of what was left.
#[tokio::test]
async fn attempts_that_wait_keep_what_was_left_over_another_start() {
    let dir = tempfile::tempdir().unwrap();
    let (mut still, _typing) = killed(dir.path()).await;
    let (t, _) = restarted(dir.path(), "09:05:00", waiting()).await;
    t.app.store.close().await;
    let (t, admin) = restarted(dir.path(), "09:08:00", waiting()).await;
    assert_eq!(still.save(&t, "the last words").await["late"], true);
    let outage = outages(&t, &admin).await.as_array().unwrap().last().unwrap().clone();
    let rows = json!([{"attempt_id": outage["attempts"][0]["attempt_id"], "seconds": 330}]);
    act(&t, &admin, &outage, "give-back", json!({"reason": "power cut", "attempts": rows})).await.ok();
    let door = t.door(&still.token, Some(&key(1))).await.ok();
    assert_eq!(door["attempt"]["deadline"], "2026-03-02T09:08:30.000Z", "the half minute that was left begins now");
    t.assert_sound();
}

/// As time that is given back, so that it begins now and counts what was typed.
#[tokio::test]
async fn time_that_is_added_to_an_attempt_that_waits_begins_now() {
    let dir = tempfile::tempdir().unwrap();
    let (mut still, _typing) = killed(dir.path()).await;
    let (t, admin) = restarted(dir.path(), "09:05:00", waiting()).await;
    still.save(&t, "the last words").await;
    t.clock.advance(MINUTE);
    let outage = outages(&t, &admin).await[0].clone();
    let path = format!("/api/attempts/{}/add-time", text(&outage["attempts"][0]["attempt_id"]));
    t.post(path).bearer(&admin).json(json!({"minutes": 2, "reason": "power cut"})).send().await.ok();
    let door = t.door(&still.token, Some(&key(1))).await.ok();
    assert_eq!(door["attempt"]["deadline"], "2026-03-02T09:03:00.000Z");
    assert_eq!(door["attempt"]["answers"][0]["answer"], "the last words");
    t.assert_sound();
}

/// Up to 15 s after a deadline its page may still send what was typed before: that counts, and ends nothing.
#[tokio::test]
async fn attempts_that_ran_out_a_moment_before_the_start_wait_as_well() {
    let dir = tempfile::tempdir().unwrap();
    let (mut still, _typing) = killed(dir.path()).await;
    let (t, admin) = restarted(dir.path(), "09:00:10", waiting()).await;
    assert_eq!(still.save(&t, "typed in time").await["late"], false);
    t.submit(&still.token, &key(1), &[]).await.refused(503, "unavailable");
    t.clock.advance(MINUTE);
    assert_eq!(t.sweep().await.submitted, 0);
    t.clock.advance(9 * MINUTE);
    assert_eq!(t.sweep().await.submitted, 2);
    // No one loses time after the end.
    let outage = outages(&t, &admin).await[0].clone();
    for attempt in outage["attempts"].as_array().unwrap() {
        assert_eq!((&attempt["status"], &attempt["lost_seconds"]), (&json!("reopenable"), &json!(30)), "{outage}");
    }
    t.assert_sound();
}

#[tokio::test]
async fn without_an_administrator_they_are_submitted_after_the_wait() {
    let dir = tempfile::tempdir().unwrap();
    let (still, _typing) = killed(dir.path()).await;
    let (t, admin) = restarted(dir.path(), "09:05:00", waiting()).await;
    t.clock.advance(10 * MINUTE - SECOND);
    assert_eq!(t.sweep().await.submitted, 0);
    t.clock.advance(SECOND);
    assert_eq!(t.sweep().await.submitted, 2);
    assert_eq!(t.submit(&still.token, &key(1), &[]).await.ok()["submitted_by"], "deadline");
    let outage = outages(&t, &admin).await[0].clone();
    assert_eq!(text(&outage["attempts"][0]["status"]), "reopenable");
    t.assert_sound();
}
