//! Pauses of running tests (docs/behaviour/taking.md#pause).

use crate::support::{
    app::TestApp,
    journey::{key, small_test, text},
};
use invigil::{
    domain::{
        Instant,
        audit::AuditEntry,
        time::{HOUR, MINUTE, SECOND, SignedDuration},
    },
    service::operate::sweeper,
    store::Read,
};
use serde_json::{Value, json};

struct Running {
    t: TestApp,
    ada: String,
    invite: Value,
    attempt: String,
}

/// A test of 60 minutes that has just begun.
async fn running() -> Running {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let invite = t.invite(&ada, &test, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    let attempt = text(&t.invite_row(&ada, &invite["id"]).await["attempt_id"]).to_owned();
    Running { t, ada, invite, attempt }
}

impl Running {
    async fn wish(&self, what: &str) -> Value {
        let call = self.t.post(format!("/api/attempts/{}/{what}", self.attempt));
        call.bearer(&self.ada).json(json!({})).send().await.ok()
    }

    /// The attempt as its page has it.
    async fn seen(&self) -> Value {
        self.t.start(&self.invite["token"], &key(1)).await.ok()
    }

    async fn deadline(&self) -> Instant {
        Instant::parse(text(&self.seen().await["deadline"])).unwrap()
    }

    async fn save(&self, answer: &str, seq: u64) -> Value {
        self.t.save(&self.invite["token"], &key(1), &[("q1", answer, seq)]).await.ok()
    }

    fn later(&self, by: SignedDuration) {
        self.t.clock.advance(by);
    }
}

#[tokio::test]
async fn a_pause_of_seven_minutes_gives_exactly_seven_minutes_back() {
    let run = running().await;
    let before = run.deadline().await;
    run.later(10 * MINUTE);
    run.wish("pause").await;
    let seen = run.seen().await;
    assert_eq!(seen["paused_since"], json!(run.t.at(SignedDuration::ZERO)));
    assert_eq!(Instant::parse(text(&seen["deadline"])), Some(before), "it moves when the pause ends");
    run.later(3 * MINUTE);
    // A second proctor at once, and a page that was reloaded: still one pause.
    run.wish("pause").await;
    run.later(4 * MINUTE);
    run.wish("resume").await;
    run.wish("resume").await;
    assert_eq!(run.deadline().await, before.plus(7 * MINUTE));
    assert!(run.seen().await.get("paused_since").is_none());
    // Paused twice, and time added meanwhile.
    run.wish("pause").await;
    let add = json!({"minutes": 5, "reason": "r"});
    run.t.post(format!("/api/attempts/{}/add-time", run.attempt)).bearer(&run.ada).json(add).send().await.ok();
    run.later(90 * SECOND);
    run.wish("resume").await;
    assert_eq!(run.deadline().await, before.plus(12 * MINUTE + 90 * SECOND));
    run.t.assert_sound();
}

#[tokio::test]
async fn nothing_ends_in_a_pause_and_answers_are_kept() {
    let run = running().await;
    run.save("A", 1).await;
    run.wish("pause").await;
    run.later(5 * HOUR);
    sweeper::sweep(&run.t.app).await.unwrap();
    let saved = run.save("B", 2).await;
    assert_eq!((&saved["late"], &saved["submitted"]), (&json!(false), &json!(false)));
    assert!(saved["paused_since"].is_string());
    // A page whose clock ran on asks to end: its test goes on.
    let body = json!({"answers": [], "at_deadline": true});
    let submit = run.t.post(format!("/api/submit-test/{}", text(&run.invite["token"]))).key(&key(1)).json(body);
    submit.send().await.refused(409, "not_over");
    let run = Running { ada: run.t.sign_in("ada@example.org").await, ..run };
    run.wish("resume").await;
    run.later(run.deadline().await.since(run.t.now()) - SECOND);
    sweeper::sweep(&run.t.app).await.unwrap();
    assert_eq!(run.save("A", 3).await["late"], false);
    run.later(MINUTE);
    sweeper::sweep(&run.t.app).await.unwrap();
    let ada = run.t.sign_in("ada@example.org").await;
    assert_eq!(run.t.invite_row(&ada, &run.invite["id"]).await["status"], "completed");
    run.t.assert_sound();
}

#[tokio::test]
async fn a_paused_test_can_be_submitted_and_an_ended_one_not_paused() {
    let run = running().await;
    run.wish("pause").await;
    run.later(MINUTE);
    run.t.submit(&run.invite["token"], &key(1), &[("q1", "B")]).await.ok();
    for what in ["pause", "resume"] {
        let call = run.t.post(format!("/api/attempts/{}/{what}", run.attempt)).bearer(&run.ada).json(json!({}));
        call.send().await.refused(409, "finished");
    }
    let long = json!({"reason": "x".repeat(501)});
    run.t
        .post(format!("/api/attempts/{}/pause", run.attempt))
        .bearer(&run.ada)
        .json(long)
        .send()
        .await
        .invalid("reason");
    run.t.assert_sound();
}

#[tokio::test]
async fn the_page_hears_of_pause_and_resume() {
    let run = running().await;
    let path = format!("/api/take-test/{}/events", text(&run.invite["token"]));
    let mut heard = run.t.get(&path).key(&key(1)).stream().await;
    assert_eq!(heard.next().await.unwrap().data["paused_since"], json!(null));
    let before = run.deadline().await;
    let at = run.t.at(SignedDuration::ZERO);
    for (what, paused, since, deadline) in
        [("pause", true, json!(at), before), ("resume", false, json!(null), before.plus(7 * MINUTE))]
    {
        run.wish(what).await;
        let event = heard.next().await.unwrap();
        assert_eq!((event.name.as_str(), &event.data["paused"]), ("pause", &json!(paused)));
        assert_eq!((&event.data["paused_since"], &event.data["deadline"]), (&since, &json!(deadline.to_string())));
        assert_eq!(heard.next().await.unwrap().name, "attempt.changed");
        run.later(7 * MINUTE);
    }
}

/// Two sections of 10 minutes that are left for good; the first one has been entered. Returns invite and attempt.
async fn divided(t: &TestApp, ada: &str) -> (Value, String) {
    let question = |id: &str| json!({"id": id, "type": "essay", "question": "?", "points": 1});
    let section = |title: &str, id: &str| json!({"title": title, "time_minutes": 10, "one_way": true, "items": [{"question": question(id)}]});
    let form = json!({"title": "Two", "duration_minutes": 30, "test_type": "mixed",
        "sections": [section("One", "a"), section("Two", "b")]});
    let made = t.post("/api/tests").bearer(ada).json(&form).send().await.expect(201);
    let invite = t.invite(ada, &made, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    let enter = json!({"answers": [], "entered": [{"section": 1, "after_ms": 0}]});
    let path = format!("/api/take-test/{}/answers", text(&invite["token"]));
    t.put(path).key(&key(1)).json(enter).send().await.ok();
    let attempt = text(&t.invite_row(ada, &invite["id"]).await["attempt_id"]).to_owned();
    (invite, attempt)
}

#[tokio::test]
async fn sections_get_the_time_of_a_pause_back_too() {
    let (t, ada) = TestApp::with_admin().await;
    let (invite, attempt) = divided(&t, &ada).await;
    let begun = t.start(&invite["token"], &key(1)).await.ok();
    let end = |seen: &Value| Instant::parse(text(&seen["entered"][0]["ends_at"])).unwrap();
    let wish = |what: &str| t.post(format!("/api/attempts/{attempt}/{what}")).bearer(&ada).json(json!({})).send();
    t.clock.advance(MINUTE);
    wish("pause").await.ok();
    t.clock.advance(7 * MINUTE);
    wish("resume").await.ok();
    let seen = t.start(&invite["token"], &key(1)).await.ok();
    assert_eq!(end(&seen), end(&begun).plus(7 * MINUTE));
    t.assert_sound();
}

/// The clock stands still in a pause, but who has left a section for good does not write in it meanwhile.
#[tokio::test]
async fn a_section_that_was_left_stays_closed_in_a_pause() {
    let (t, ada) = TestApp::with_admin().await;
    let (invite, attempt) = divided(&t, &ada).await;
    let save = async |question: &str, seq: u64| {
        let text = format!("x{seq}");
        t.save(&invite["token"], &key(1), &[(question, text.as_str(), seq)]).await
    };
    assert_eq!(save("b", 1).await.ok()["entered"].as_array().map(Vec::len), Some(2));
    t.post(format!("/api/attempts/{attempt}/pause")).bearer(&ada).json(json!({})).send().await.ok();
    t.clock.advance(14 * SECOND);
    assert_eq!(save("a", 2).await.ok().get("closed"), None, "it was on its way");
    t.clock.advance(SECOND);
    assert_eq!(save("a", 3).await.ok()["closed"], json!(["a"]));
    t.post(format!("/api/attempts/{attempt}/resume")).bearer(&ada).json(json!({})).send().await.ok();
    assert_eq!(save("a", 4).await.ok()["closed"], json!(["a"]));
    t.assert_sound();
}

/// A session of three, two of whom have begun: the session, the test and the invites. The key of invite `n` is `key(n)`, from 0.
async fn hall(t: &TestApp, ada: &str) -> (Value, Value, Vec<Value>) {
    let test = t.create_test(ada, small_test("Rust")).await;
    let form = json!({"title": "Hall", "starts_at": t.at(HOUR)});
    let hall = t.post("/api/sessions").bearer(ada).json(form).send().await.expect(201);
    let mut invites = Vec::new();
    for n in 0..3 {
        let seated = json!({"no_schedule": true, "session_id": hall["id"]});
        let invite = t.invite_with(ada, &test, &format!("p{n}@example.org"), seated).await.expect(201);
        if n < 2 {
            t.start(&invite["token"], &key(n)).await.ok();
        }
        invites.push(invite);
    }
    (hall, test, invites)
}

#[tokio::test]
async fn a_session_is_paused_and_continued_as_one() {
    let (t, ada) = TestApp::with_admin().await;
    let (hall, test, _) = hall(&t, &ada).await;
    let outside = t.invite(&ada, &test, "out@example.org").await;
    let before = text(&t.start(&outside["token"], &key(9)).await.ok()["deadline"]).to_owned();
    let all = |what: &str| t.post(format!("/api/sessions/{}/{what}", text(&hall["id"]))).bearer(&ada).json(json!({}));
    assert_eq!(all("pause").send().await.ok(), json!({"changed": 2, "unchanged": 1, "refused": 0}));
    assert_eq!(all("pause").send().await.ok()["changed"], 0);
    let people = t.get(format!("/api/sessions/{}/people", text(&hall["id"]))).bearer(&ada).send().await.ok();
    let paused = people["people"].as_array().unwrap().iter().filter(|person| person["paused_since"].is_string());
    assert_eq!(paused.count(), 2);
    t.clock.advance(7 * MINUTE);
    assert_eq!(all("resume").send().await.ok()["changed"], 2);
    let seen = t.start(&outside["token"], &key(9)).await.ok();
    assert_eq!(text(&seen["deadline"]), before, "not of the session");
    t.assert_sound();
}

#[tokio::test]
async fn some_of_a_session_are_paused_and_continued() {
    let (t, ada) = TestApp::with_admin().await;
    let (hall, test, invites) = hall(&t, &ada).await;
    let wish = |what: &str, ids: Value| {
        let call = t.post(format!("/api/sessions/{}/{what}", text(&hall["id"]))).bearer(&ada);
        call.json(json!({"invite_ids": ids})).send()
    };
    let paused = async || {
        let people = t.get(format!("/api/sessions/{}/people", text(&hall["id"]))).bearer(&ada).send().await.ok();
        let people = people["people"].as_array().unwrap().clone();
        let paused = people.into_iter().filter(|person| person["paused_since"].is_string());
        paused.map(|person| person["invite_id"].clone()).collect::<Vec<_>>()
    };
    let (first, second, waiting) = (&invites[0]["id"], &invites[1]["id"], &invites[2]["id"]);
    let counted = wish("pause", json!([first, waiting, first])).await.ok();
    assert_eq!(counted, json!({"changed": 1, "unchanged": 1, "refused": 0}), "twice the same person is one");
    assert_eq!(paused().await, std::slice::from_ref(first));
    assert_eq!(wish("pause", json!([])).await.ok(), json!({"changed": 0, "unchanged": 0, "refused": 0}), "no one");
    assert_eq!(wish("pause", json!([second])).await.ok()["changed"], 1);
    assert_eq!(wish("resume", json!([first])).await.ok()["changed"], 1);
    assert_eq!(paused().await, std::slice::from_ref(second));
    let outside = t.invite(&ada, &test, "out@example.org").await;
    wish("pause", json!([first, outside["id"]])).await.refused(404, "not_found");
    assert_eq!(paused().await, std::slice::from_ref(second), "all or none are known");
    wish("pause", json!(["x"])).await.invalid("invite_ids");
    t.assert_sound();
}

#[tokio::test]
async fn who_begins_while_everyone_is_paused_begins_paused() {
    let (t, ada) = TestApp::with_admin().await;
    let (hall, _, invites) = hall(&t, &ada).await;
    let path = format!("/api/sessions/{}", text(&hall["id"]));
    let all = |what: &str| t.post(format!("{path}/{what}")).bearer(&ada).json(json!({})).send();
    let session = async || t.get(&path).bearer(&ada).send().await.ok();
    assert_eq!(session().await["paused_at"], Value::Null);
    let at = t.at(SignedDuration::ZERO);
    assert_eq!(all("pause").await.ok(), json!({"changed": 2, "unchanged": 1, "refused": 0}));
    let held = session().await;
    assert_eq!((&held["paused_at"], &held["paused_by"]), (&json!(at), &json!("Ada Admin")));
    assert_eq!(held["version"], hall["version"], "what is being edited stays current");
    // One is continued alone, and stays so.
    let alone = text(&t.invite_row(&ada, &invites[0]["id"]).await["attempt_id"]).to_owned();
    t.post(format!("/api/attempts/{alone}/resume")).bearer(&ada).json(json!({})).send().await.ok();
    t.clock.advance(MINUTE);
    all("pause").await.ok();
    assert_eq!(session().await["paused_at"], json!(at), "the first pause stays");
    t.post(format!("/api/attempts/{alone}/resume")).bearer(&ada).json(json!({})).send().await.ok();
    let begun = t.start(&invites[2]["token"], &key(2)).await.ok();
    assert_eq!(begun["paused_since"], json!(t.at(SignedDuration::ZERO)));
    assert!(t.start(&invites[0]["token"], &key(0)).await.ok().get("paused_since").is_none());
    t.clock.advance(10 * MINUTE);
    assert_eq!(all("resume").await.ok(), json!({"changed": 2, "unchanged": 1, "refused": 0}));
    let seen = t.start(&invites[2]["token"], &key(2)).await.ok();
    let deadline = |seen: &Value| Instant::parse(text(&seen["deadline"])).unwrap();
    assert_eq!(deadline(&seen), deadline(&begun).plus(10 * MINUTE), "no time ran");
    assert_eq!((&session().await["paused_at"], &session().await["paused_by"]), (&Value::Null, &Value::Null));
    t.assert_sound();
}

#[tokio::test]
async fn a_pause_of_some_does_not_hold_those_who_begin() {
    let (t, ada) = TestApp::with_admin().await;
    let (hall, _, invites) = hall(&t, &ada).await;
    let some = json!({"invite_ids": [invites[0]["id"], invites[1]["id"]]});
    let path = format!("/api/sessions/{}/pause", text(&hall["id"]));
    assert_eq!(t.post(path).bearer(&ada).json(some).send().await.ok()["changed"], 2);
    assert!(t.start(&invites[2]["token"], &key(2)).await.ok().get("paused_since").is_none());
    t.assert_sound();
}

/// The deadline of a running test as its page has it, and whether it is paused.
async fn clock_of(t: &TestApp, invite: &Value, n: u8) -> (Instant, bool) {
    let seen = t.start(&invite["token"], &key(n)).await.ok();
    (Instant::parse(text(&seen["deadline"])).unwrap(), seen.get("paused_since").is_some())
}

#[tokio::test]
async fn who_is_moved_into_a_session_that_is_paused_is_paused_and_who_leaves_it_continues() {
    let (t, ada) = TestApp::with_admin().await;
    let (hall, test, invites) = hall(&t, &ada).await;
    let path = format!("/api/sessions/{}", text(&hall["id"]));
    let wish = |what: &str| t.post(format!("{path}/{what}")).bearer(&ada).json(json!({})).send();
    let moved = |change: Value| t.put(format!("{path}/people")).bearer(&ada).json(change).send();
    let outside = t.invite(&ada, &test, "out@example.org").await;
    let waiting = t.invite(&ada, &test, "later@example.org").await;
    t.start(&outside["token"], &key(9)).await.ok();
    let (before, _) = clock_of(&t, &outside, 9).await;
    wish("pause").await.ok();
    t.clock.advance(MINUTE);
    moved(json!({"add": [outside["id"], waiting["id"]]})).await.ok();
    assert_eq!(clock_of(&t, &outside, 9).await, (before, true));
    t.clock.advance(7 * MINUTE);
    // Twice is once.
    moved(json!({"add": [outside["id"]]})).await.ok();
    moved(json!({"remove": [outside["id"], waiting["id"]]})).await.ok();
    assert_eq!(clock_of(&t, &outside, 9).await, (before.plus(7 * MINUTE), false));
    assert!(clock_of(&t, &invites[0], 0).await.1, "the others stay paused");
    wish("resume").await.ok();
    // Paused alone, outside of any pause of everyone: this stays with the test.
    moved(json!({"add": [outside["id"]]})).await.ok();
    assert!(!clock_of(&t, &outside, 9).await.1);
    let alone = text(&t.invite_row(&ada, &outside["id"]).await["attempt_id"]).to_owned();
    t.post(format!("/api/attempts/{alone}/pause")).bearer(&ada).json(json!({})).send().await.ok();
    moved(json!({"remove": [outside["id"]]})).await.ok();
    assert!(clock_of(&t, &outside, 9).await.1);
    t.assert_sound();
}

#[tokio::test]
async fn a_test_that_is_reopened_while_everyone_is_paused_is_paused() {
    let (t, ada) = TestApp::with_admin().await;
    let (hall, _, invites) = hall(&t, &ada).await;
    let attempt = text(&t.invite_row(&ada, &invites[0]["id"]).await["attempt_id"]).to_owned();
    t.clock.advance(HOUR + 15 * SECOND);
    assert_eq!(t.sweep().await.submitted, 2);
    let ada = t.sign_in("ada@example.org").await;
    let wish = |what: &str| {
        let call = t.post(format!("/api/sessions/{}/{what}", text(&hall["id"])));
        call.bearer(&ada).json(json!({})).send()
    };
    wish("pause").await.ok();
    let again = json!({"minutes": 20, "reason": "power cut"});
    t.post(format!("/api/attempts/{attempt}/reopen")).bearer(&ada).json(again).send().await.ok();
    let until = t.now().plus(20 * MINUTE);
    assert_eq!(clock_of(&t, &invites[0], 0).await, (until, true));
    t.clock.advance(30 * MINUTE);
    assert_eq!(t.sweep().await.submitted, 0);
    assert_eq!(wish("resume").await.ok()["changed"], 1);
    assert_eq!(clock_of(&t, &invites[0], 0).await, (until.plus(30 * MINUTE), false));
    t.assert_sound();
}

#[tokio::test]
async fn who_is_paused_continues_when_the_session_is_deleted() {
    let (t, ada) = TestApp::with_admin().await;
    let (hall, _, invites) = hall(&t, &ada).await;
    let path = format!("/api/sessions/{}", text(&hall["id"]));
    let before = [clock_of(&t, &invites[0], 0).await.0, clock_of(&t, &invites[1], 1).await.0];
    let one = json!({"invite_ids": [invites[0]["id"]]});
    t.post(format!("{path}/pause")).bearer(&ada).json(one).send().await.ok();
    t.clock.advance(2 * MINUTE);
    t.post(format!("{path}/pause")).bearer(&ada).json(json!({})).send().await.ok();
    t.clock.advance(5 * MINUTE + SECOND);
    t.delete(format!("{path}?version=999")).bearer(&ada).send().await.refused(409, "changed_meanwhile");
    assert!(clock_of(&t, &invites[0], 0).await.1, "all of it or nothing");
    t.delete(&path).bearer(&ada).send().await.expect(204);
    assert_eq!(clock_of(&t, &invites[0], 0).await, (before[0].plus(7 * MINUTE + SECOND), false));
    assert_eq!(clock_of(&t, &invites[1], 1).await, (before[1].plus(5 * MINUTE + SECOND), false));
    let log: Vec<AuditEntry> = t.app.store.read().unwrap().records().unwrap();
    let last: Vec<_> = log.iter().rev().take(3).map(|entry| (entry.action.as_str(), entry.note.as_str())).collect();
    let continued = ("attempt.resume", "The exam session was deleted");
    assert_eq!(last, [("exam_session.delete", "2 continued"), continued, continued]);
    t.assert_sound();
}
