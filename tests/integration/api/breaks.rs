//! Agreed breaks, and what else is agreed beside extra time (docs/behaviour/taking.md#breaks, #accommodations).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{column, key, list, small_test, text},
};
use invigil::{
    domain::{
        Instant,
        pause::MAX_PAUSES,
        time::{HOUR, MINUTE, SECOND, SignedDuration},
    },
    service::operate::sweeper,
};
use serde_json::{Value, json};

struct Running {
    t: TestApp,
    ada: String,
    invite: Value,
    attempt: String,
}

/// A test of 60 minutes that has just begun, with these agreements.
async fn running_on(t: TestApp, agreed: Value) -> Running {
    let ada = t.admin().await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let invite = t.invite_with(&ada, &test, "cora@example.org", agreed).await.expect(201);
    t.start(&invite["token"], &key(1)).await.ok();
    let attempt = text(&t.invite_row(&ada, &invite["id"]).await["attempt_id"]).to_owned();
    Running { t, ada, invite, attempt }
}

async fn running(agreed: Value) -> Running {
    running_on(TestApp::new(), agreed).await
}

async fn take(t: &TestApp, invite: &Value, begin: bool) -> Reply {
    let path = format!("/api/take-test/{}/break", text(&invite["token"]));
    t.post(path).key(&key(1)).json(json!({"begin": begin})).send().await
}

fn breaks(count: u32, minutes: u32) -> Value {
    json!({"breaks": {"count": count, "minutes": minutes}})
}

impl Running {
    async fn begin(&self) -> Value {
        take(&self.t, &self.invite, true).await.ok()
    }

    async fn end(&self) -> Value {
        take(&self.t, &self.invite, false).await.ok()
    }

    async fn seen(&self) -> Value {
        self.t.start(&self.invite["token"], &key(1)).await.ok()
    }

    async fn deadline(&self) -> Instant {
        Instant::parse(text(&self.seen().await["deadline"])).unwrap()
    }

    fn later(&self, by: SignedDuration) {
        self.t.clock.advance(by);
    }
}

#[tokio::test]
async fn a_break_gives_back_exactly_what_was_taken() {
    let run = running(breaks(2, 10)).await;
    let before = run.deadline().await;
    assert_eq!(run.seen().await["breaks"], json!({"count": 2, "next_seconds": 600}));
    run.later(10 * MINUTE);
    let taken = run.begin().await;
    assert_eq!(taken["paused_since"], json!(run.t.at(SignedDuration::ZERO)));
    assert_eq!(taken["break_until"], json!(run.t.at(10 * MINUTE)));
    assert_eq!(taken["breaks"]["count"], 1);
    // Pressed twice, and a page that was reloaded: one break.
    run.later(MINUTE);
    assert_eq!(run.begin().await["break_until"], taken["break_until"]);
    let seen = run.seen().await;
    assert_eq!((&seen["paused_since"], &seen["break_until"]), (&taken["paused_since"], &taken["break_until"]));
    // Ended early, twice.
    run.later(3 * MINUTE + 7 * SECOND);
    let ended = run.end().await;
    assert!(ended.get("paused_since").is_none() && ended.get("break_until").is_none());
    run.end().await;
    assert_eq!(run.deadline().await, before.plus(4 * MINUTE + 7 * SECOND));
    // The second one ends by itself.
    run.begin().await;
    run.later(10 * MINUTE);
    assert!(run.seen().await.get("paused_since").is_none());
    assert_eq!(run.deadline().await, before.plus(14 * MINUTE + 7 * SECOND));
    assert_eq!(run.seen().await["breaks"], json!({"count": 0, "next_seconds": 0}));
    take(&run.t, &run.invite, true).await.refused(409, "no_break_left");
    run.t.assert_sound();
}

#[tokio::test]
async fn a_repeat_that_arrives_after_the_break_takes_no_second_one() {
    let run = running(breaks(2, 10)).await;
    let path = format!("/api/take-test/{}/break", text(&run.invite["token"]));
    let send = async |begin: bool, left: u32| {
        run.t.post(&path).key(&key(1)).json(json!({"begin": begin, "left": left})).send().await.ok()
    };
    send(true, 2).await;
    run.later(4 * MINUTE);
    send(false, 1).await;
    let late = send(true, 2).await;
    assert_eq!((late.get("break_until"), &late["breaks"]["count"]), (None, &json!(1)));
    let second = send(true, 1).await;
    assert_eq!(second["breaks"]["count"], 0);
    // The end of the first one, repeated.
    assert_eq!(send(false, 1).await["break_until"], second["break_until"]);
    run.t.assert_sound();
}

#[tokio::test]
async fn minutes_in_sum_are_kept_for_the_next_break() {
    let run = running(json!({"breaks": {"count": 3, "minutes": 10, "in_sum": true}})).await;
    run.begin().await;
    run.later(4 * MINUTE);
    assert_eq!(run.end().await["breaks"], json!({"count": 2, "next_seconds": 360}));
    run.begin().await;
    run.later(6 * MINUTE);
    take(&run.t, &run.invite, true).await.refused(409, "no_break_left");
    run.t.assert_sound();
}

#[tokio::test]
async fn nothing_ends_in_a_break_and_the_sweeper_waits_for_its_time() {
    let run = running(breaks(1, 480)).await;
    run.later(59 * MINUTE);
    run.begin().await;
    let saved = run.t.save(&run.invite["token"], &key(1), &[("q1", "A", 1)]).await.ok();
    assert_eq!((&saved["late"], saved["break_until"].is_string()), (&json!(false), true));
    let body = json!({"answers": [], "at_deadline": true});
    let submit = run.t.post(format!("/api/submit-test/{}", text(&run.invite["token"]))).key(&key(1)).json(body);
    submit.send().await.refused(409, "not_over");
    run.later(8 * HOUR + 30 * SECOND);
    sweeper::sweep(&run.t.app).await.unwrap();
    assert_eq!(run.t.save(&run.invite["token"], &key(1), &[("q1", "B", 2)]).await.ok()["submitted"], false);
    run.later(MINUTE);
    sweeper::sweep(&run.t.app).await.unwrap();
    let ada = run.t.sign_in("ada@example.org").await;
    assert_eq!(run.t.invite_row(&ada, &run.invite["id"]).await["status"], "completed");
    run.t.assert_sound();
}

#[tokio::test]
async fn a_proctors_pause_ends_a_break_and_continuing_does_not() {
    let run = running(json!({"breaks": {"count": 2, "minutes": 10, "in_sum": true}})).await;
    let before = run.deadline().await;
    let wish = |what: &str| {
        let call = run.t.post(format!("/api/attempts/{}/{what}", run.attempt));
        call.bearer(&run.ada).json(json!({})).send()
    };
    run.begin().await;
    run.later(2 * MINUTE);
    wish("resume").await.ok();
    assert!(run.seen().await["break_until"].is_string(), "only the candidate ends it");
    wish("pause").await.ok();
    take(&run.t, &run.invite, true).await.refused(409, "in_pause");
    run.later(3 * MINUTE);
    assert!(run.end().await["paused_since"].is_string(), "a proctor's pause is not the candidate's to end");
    wish("resume").await.ok();
    assert_eq!(run.deadline().await, before.plus(5 * MINUTE));
    assert_eq!(run.seen().await["breaks"], json!({"count": 1, "next_seconds": 480}));
    run.t.assert_sound();
}

#[tokio::test]
async fn sections_get_the_time_of_a_break_back_too() {
    let (t, ada) = TestApp::with_admin().await;
    let question = |id: &str| json!({"id": id, "type": "essay", "question": "?", "points": 1});
    let section = |title: &str, id: &str| json!({"title": title, "time_minutes": 10, "one_way": true, "items": [{"question": question(id)}]});
    let form = json!({"title": "Two", "duration_minutes": 30, "test_type": "mixed",
        "sections": [section("One", "a"), section("Two", "b")]});
    let made = t.post("/api/tests").bearer(&ada).json(&form).send().await.expect(201);
    let invite = t.invite_with(&ada, &made, "cora@example.org", breaks(2, 10)).await.expect(201);
    t.start(&invite["token"], &key(1)).await.ok();
    let enter = |number: u32| {
        let body = json!({"answers": [], "entered": [{"section": number, "after_ms": 0}]});
        t.put(format!("/api/take-test/{}/answers", text(&invite["token"]))).key(&key(1)).json(body).send()
    };
    enter(1).await.ok();
    let end = |seen: &Value, section: usize| Instant::parse(text(&seen["entered"][section]["ends_at"])).unwrap();
    let first = end(&t.start(&invite["token"], &key(1)).await.ok(), 0);
    t.clock.advance(MINUTE);
    let taken = take(&t, &invite, true).await.ok();
    assert_eq!(end(&taken, 0), first.plus(10 * MINUTE));
    t.clock.advance(3 * MINUTE);
    assert_eq!(end(&take(&t, &invite, false).await.ok(), 0), first.plus(3 * MINUTE));
    // The second section has been entered, and there is no way back: its clock alone is moved.
    enter(2).await.ok();
    let seen = t.start(&invite["token"], &key(1)).await.ok();
    let second = end(&seen, 1);
    take(&t, &invite, true).await.ok();
    t.clock.advance(10 * MINUTE);
    assert_eq!(end(&t.start(&invite["token"], &key(1)).await.ok(), 1), second.plus(10 * MINUTE));
    let late = t.save(&invite["token"], &key(1), &[("b", "words", 5)]).await.ok();
    assert_eq!(late["late"], false);
    t.assert_sound();
}

#[tokio::test]
async fn a_break_ends_by_itself_while_the_server_is_down() {
    let dir = tempfile::tempdir().unwrap();
    let run = running_on(TestApp::on_disk(dir.path()), breaks(1, 10)).await;
    let before = run.deadline().await;
    run.begin().await;
    run.t.app.store.close().await;
    let invite = run.invite.clone();
    drop(run);
    let t = TestApp::on_disk(dir.path());
    t.clock.advance(4 * MINUTE);
    assert!(t.start(&invite["token"], &key(1)).await.ok()["break_until"].is_string());
    t.clock.advance(7 * MINUTE);
    let seen = t.start(&invite["token"], &key(1)).await.ok();
    assert!(seen.get("break_until").is_none());
    assert_eq!(Instant::parse(text(&seen["deadline"])), Some(before.plus(10 * MINUTE)));
    t.assert_sound();
}

#[tokio::test]
async fn proctors_timeline_and_page_know_of_a_break() {
    let run = running(breaks(1, 10)).await;
    let path = format!("/api/take-test/{}/events", text(&run.invite["token"]));
    let mut heard = run.t.get(&path).key(&key(1)).stream().await;
    heard.next().await.unwrap();
    let taken = run.begin().await;
    let event = heard.next().await.unwrap();
    assert_eq!((event.name.as_str(), &event.data["break_until"]), ("pause", &taken["break_until"]));
    let rows = run.t.get("/api/admin/monitoring").bearer(&run.ada).send().await.ok();
    assert_eq!(rows[0]["break_until"], taken["break_until"]);
    assert_eq!(rows[0]["agreed"]["breaks"], json!({"count": 1, "minutes": 10, "in_sum": false}));
    run.later(MINUTE);
    run.end().await;
    let of = format!("/api/attempts/{}/timeline", run.attempt);
    let timeline = run.t.get(of).bearer(&run.ada).send().await.ok();
    let kinds = column(&timeline["entries"], "kind");
    assert!(kinds.ends_with(&["break_begun", "break_ended"]), "{kinds:?}");
    // The end of the test in a break ends it.
    run.t.submit(&run.invite["token"], &key(1), &[("q1", "B")]).await.ok();
    take(&run.t, &run.invite, true).await.refused(409, "finished");
    run.t.assert_sound();
}

#[tokio::test]
async fn without_a_camera_by_agreement_nothing_counts_as_unmonitored() {
    let run = running(json!({"no_camera": true, "helper": " Sign language interpreter ", "larger_type": true})).await;
    let door = run.t.door(&run.invite["token"], Some(&key(1))).await.ok();
    assert_eq!((&door["invite"]["no_camera"], &door["invite"]["larger_type"]), (&json!(true), &json!(true)));
    let signals = json!({"signals": [{"kind": "camera_denied"}, {"kind": "proceeded_without_monitoring"}, {"kind": "tab_hidden"}]});
    let path = format!("/api/take-test/{}/signals", text(&run.invite["token"]));
    run.t.post(path).key(&key(1)).json(signals).send().await.ok();
    let presence = json!({"question": 1, "camera": "denied", "visible": true});
    let path = format!("/api/take-test/{}/presence", text(&run.invite["token"]));
    run.t.post(path).key(&key(1)).json(presence).send().await;
    let rows = run.t.get("/api/admin/monitoring").bearer(&run.ada).send().await.ok();
    assert_eq!(rows[0]["agreed"]["helper"], "Sign language interpreter");
    assert_eq!((&rows[0]["camera"], &rows[0]["video"]["reason"]), (&json!(null), &json!("No camera by agreement.")));
    run.later(MINUTE);
    run.t.submit(&run.invite["token"], &key(1), &[("q1", "B")]).await.ok();
    let result = run.t.result_of(&run.ada, &run.invite).await;
    assert_eq!((&result["no_camera"], &result["timeline"]["unmonitored"]), (&json!(true), &json!([])));
    assert_eq!(column(&result["signals"], "kind"), ["tab_hidden"]);
    run.t.assert_sound();
}

#[tokio::test]
async fn what_was_agreed_is_offered_at_the_next_invitation() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let last = |who: &str| t.get("/api/invites/agreed?email=Cora@example.org").bearer(who).send();
    assert_eq!(last(&ada).await.ok(), json!({}));
    let agreed = json!({"extra_percent": 25, "breaks": {"count": 2, "minutes": 5}, "no_camera": true});
    let invite = t.invite_with(&ada, &test, "cora@example.org", agreed).await.expect(201);
    assert_eq!(invite["agreed"]["no_camera"], true);
    let found = last(&ada).await.ok();
    assert_eq!((&found["extra_percent"], &found["agreed"]["breaks"]["count"]), (&json!(25), &json!(2)));
    // In a list too, each person by the own invitation.
    let lines = "Nia, nia@example.org\nCora, CORA@example.org\n";
    let call = t.post("/api/invites/bulk/preview").bearer(&ada).body("text/plain", lines);
    let people = call.send().await.ok()["people"].clone();
    assert_eq!((&people[0]["last_agreed"], &people[1]["last_agreed"]), (&Value::Null, &found));
    let bulk = json!({"test_id": test["id"], "no_schedule": true, "larger_type": true, "applicants": [
        {"email": "a@example.org", "name": "A"},
        {"email": "b@example.org", "name": "B", "breaks": {"count": 0, "minutes": 5}},
        {"email": "c@example.org", "name": "C", "helper": "Reader"}]});
    let reply = t.post("/api/invites/bulk").bearer(&ada).json(bulk).send().await.ok();
    assert_eq!(list(&reply["results"]).iter().map(|line| line["ok"] == true).collect::<Vec<_>>(), [true, false, true]);
    let rows = t.get("/api/invites?search=c@example.org").bearer(&ada).send().await.ok();
    assert_eq!(list(&rows)[0]["agreed"]["helper"], "Reader");
    for (bad, field) in [
        (json!({"breaks": {"count": 21, "minutes": 5}}), "breaks.count"),
        (json!({"breaks": {"count": 1, "minutes": 481}}), "breaks.minutes"),
        (json!({"helper": "x".repeat(201)}), "helper"),
    ] {
        t.invite_with(&ada, &test, "d@example.org", bad).await.invalid(field);
    }
    t.assert_sound();
}

/// A pause of a whole session goes on with the others where one is refused.
#[tokio::test]
async fn a_pause_that_is_refused_leaves_the_break() {
    let run = running(breaks(1, 10)).await;
    let form = json!({"title": "Hall", "starts_at": run.t.at(HOUR)});
    let hall = run.t.post("/api/sessions").bearer(&run.ada).json(form).send().await.expect(201);
    let of_hall = |rest: &str| format!("/api/sessions/{}/{rest}", text(&hall["id"]));
    let add = json!({"add": [run.invite["id"]]});
    run.t.put(of_hall("people")).bearer(&run.ada).json(add).send().await.ok();
    let all = |what: &str| run.t.post(of_hall(what)).bearer(&run.ada).json(json!({})).send();
    for _ in 0..MAX_PAUSES {
        assert_eq!(all("pause").await.ok()["changed"], 1);
        run.later(SECOND);
        assert_eq!(all("resume").await.ok()["changed"], 1);
    }
    let taken = run.begin().await;
    run.later(MINUTE);
    assert_eq!(all("pause").await.ok()["refused"], 1);
    assert_eq!(run.seen().await["break_until"], taken["break_until"]);
    run.t.assert_sound();
}
