//! Sections with their own time, and one-way ones (docs/behaviour/tests.md#timed-sections).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{column, key, list, text},
};
use invigil::{
    app::Config,
    domain::{
        AttemptId, Instant,
        section_clock::SectionClock,
        time::{HOUR, MINUTE, SECOND, SignedDuration},
    },
    store::Read,
};
use serde_json::{Value, json};

fn essay(id: &str) -> Value {
    json!({"question": {"id": id, "type": "essay", "question": format!("Question {id}?"), "points": 2}})
}

/// An hour: two questions in ten minutes, a one-way section without a time, and a one-way one of twenty minutes.
pub(super) fn timed() -> Value {
    json!({"title": "Timed", "duration_minutes": 60, "sections": [
        {"title": "Reading", "time_minutes": 10, "items": [essay("a1"), essay("a2")]},
        {"title": "Listening", "one_way": true, "items": [essay("b1")]},
        {"title": "Writing", "time_minutes": 20, "one_way": true, "items": [essay("c1"), essay("c2")]},
    ]})
}

/// Saves with claims of sections, each with the time since the start.
pub(super) async fn save(
    t: &TestApp,
    token: &Value,
    entries: &[(&str, &str, u64)],
    claims: &[(u32, SignedDuration)],
) -> Reply {
    let answers: Vec<Value> =
        entries.iter().map(|(q, a, s)| json!({"question_id": q, "answer": a, "seq": s})).collect();
    let entered: Vec<Value> = claims
        .iter()
        .map(|(section, after)| json!({"section": section, "after_ms": i64::try_from(after.as_millis()).unwrap()}))
        .collect();
    let body = json!({"answers": answers, "entered": entered});
    t.put(format!("/api/take-test/{}/answers", text(token))).key(&key(1)).json(body).send().await
}

struct Taken {
    admin: String,
    test: Value,
    invite: Value,
    started: Instant,
}

impl Taken {
    async fn of(t: &TestApp, extra: Value) -> Self {
        let admin = t.admin().await;
        let test = t.create_test(&admin, timed()).await;
        let invite = t.invite_with(&admin, &test, "cora@example.org", extra).await.expect(201);
        t.start(&invite["token"], &key(1)).await.ok();
        Self { admin, test, invite, started: t.now() }
    }

    fn token(&self) -> &Value {
        &self.invite["token"]
    }

    /// Enters a section now.
    async fn enter(&self, t: &TestApp, section: u32) -> Value {
        save(t, self.token(), &[], &[(section, t.now().since(self.started))]).await.ok()
    }

    async fn save(&self, t: &TestApp, entries: &[(&str, &str, u64)]) -> Value {
        t.save(self.token(), &key(1), entries).await.ok()
    }

    async fn act(&self, t: &TestApp, admin: &str, what: &str, body: Value) -> Reply {
        let row = t.invite_row(admin, &self.invite["id"]).await;
        t.post(format!("/api/attempts/{}/{what}", text(&row["attempt_id"]))).bearer(admin).json(body).send().await
    }
}

fn at(at: Instant) -> Value {
    json!(at.to_string())
}

#[tokio::test]
async fn candidates_see_titles_and_rules() {
    let t = TestApp::new();
    let taken = Taken::of(&t, json!({})).await;
    let door = t.door(taken.token(), Some(&key(1))).await.ok();
    let attempt = &door["attempt"];
    assert_eq!(attempt["entered"], json!([]));
    let expected = json!([
        {"title": "Reading", "questions": 2, "time_minutes": 10},
        {"title": "Listening", "questions": 1, "one_way": true},
        {"title": "Writing", "questions": 2, "time_minutes": 20, "one_way": true},
    ]);
    assert_eq!(attempt["sections"], expected);
    let sections = &taken.test["sections"];
    assert_eq!((&sections[0]["time_minutes"], &sections[0]["one_way"]), (&json!(10), &json!(false)));
    assert_eq!((&sections[1]["time_minutes"], &sections[1]["one_way"]), (&Value::Null, &json!(true)));

    // Titles alone: nothing is entered. Without sections the page gets nothing.
    let titled = json!({"title": "Titled", "sections": [{"title": "Only", "items": [essay("a1")]}]});
    let plain = json!({"title": "Plain", "sections": [{"items": [essay("a1")]}]});
    for (body, sections) in [(titled, json!([{"title": "Only", "questions": 1}])), (plain, Value::Null)] {
        let test = t.create_test(&taken.admin, body).await;
        let invite = t.invite(&taken.admin, &test, &format!("{}@example.org", text(&test["title"]))).await;
        let started = t.start(&invite["token"], &key(2)).await.ok();
        assert_eq!((&started["sections"], &started["entered"]), (&sections, &Value::Null));
        let saved = t.save(&invite["token"], &key(2), &[("a1", "words", 1)]).await.ok();
        assert_eq!((&saved["entered"], &saved["closed"], &saved["late"]), (&Value::Null, &Value::Null, &json!(false)));
    }
    t.assert_sound();
}

#[tokio::test]
async fn a_section_ends_by_its_own_clock() {
    let t = TestApp::new();
    let taken = Taken::of(&t, json!({})).await;
    // Neither entered nor the next one: what comes is kept, and does not count.
    let early = taken.save(&t, &[("b1", "early", 1)]).await;
    assert_eq!((&early["closed"], &early["late"], &early["entered"]), (&json!(["b1"]), &json!(false), &json!([])));
    t.clock.advance(2 * MINUTE);
    let begun = t.now();
    let entered = taken.enter(&t, 1).await;
    let expected = json!([{"entered_at": at(begun), "ends_at": at(begun.plus(10 * MINUTE))}]);
    assert_eq!(entered["entered"], expected);
    // Entered once, however often it is asked for.
    t.clock.advance(MINUTE);
    assert_eq!(taken.enter(&t, 1).await["entered"], expected);
    assert_eq!(taken.enter(&t, 3).await["entered"], expected, "the second one comes first");
    taken.save(&t, &[("a1", "in time", 2)]).await;
    t.clock.advance(9 * MINUTE + 14 * SECOND);
    let last = taken.save(&t, &[("a1", "within the grace", 3)]).await;
    assert!(last["closed"].is_null(), "{last}");
    t.clock.advance(SECOND);
    let late = taken.save(&t, &[("a1", "too late", 4), ("a2", "too late", 5)]).await;
    assert_eq!((&late["closed"], &late["late"]), (&json!(["a1", "a2"]), &json!(false)));
    assert_eq!(list(&late["acked"]).len(), 2, "{late}");
    assert_eq!(late["submitted"], false);

    let done = t.submit(taken.token(), &key(1), &[("a1", "too late")]).await.ok();
    assert_eq!(done["late"], true);
    let result = t.result_of(&taken.admin, &taken.invite).await;
    assert_eq!(result["answers"][0]["answer"], "within the grace");
    let late = list(&result["late_answers"]);
    assert_eq!(late.len(), 3);
    assert!(text(&late[0]["reason"]).contains("section"), "{}", late[0]);
    let kinds = result["timeline"]["entries"].to_string();
    assert!(kinds.contains("Section 1 of 3"), "{result}");
    t.assert_sound();
}

#[tokio::test]
async fn a_one_way_section_stays_closed_for_every_tab_and_browser() {
    let t = TestApp::new();
    let taken = Taken::of(&t, json!({})).await;
    taken.enter(&t, 1).await;
    taken.enter(&t, 2).await;
    taken.save(&t, &[("a1", "back in the first", 1), ("b1", "heard", 2)]).await;
    t.clock.advance(MINUTE);
    taken.enter(&t, 3).await;
    t.clock.advance(14 * SECOND);
    // On its way when the other tab went on.
    let saved = taken.save(&t, &[("b1", "heard well", 3)]).await;
    assert!(saved["closed"].is_null(), "{saved}");
    t.clock.advance(SECOND);
    let saved = taken.save(&t, &[("b1", "changed afterwards", 4), ("a1", "still open", 5)]).await;
    assert_eq!(saved["closed"], json!(["b1"]));

    // Another browser takes over: the sections are the server's.
    taken.act(&t, &taken.admin, "release", json!({"reason": "r"})).await.ok();
    let resumed = t.start(taken.token(), &key(2)).await.ok();
    assert_eq!(list(&resumed["entered"]).len(), 3);
    let other = t.save(taken.token(), &key(2), &[("b1", "from elsewhere", 6)]).await.ok();
    assert_eq!(other["closed"], json!(["b1"]));
    // The first browser enters nothing any more.
    let old = taken.save(&t, &[("c1", "old", 7)]).await;
    assert_eq!(old["late"], true);
    t.submit(taken.token(), &key(2), &[]).await.ok();
    let result = t.result_of(&taken.admin, &taken.invite).await;
    let answers = column(&result["answers"], "answer");
    assert_eq!(answers, ["still open", "", "heard well", "", ""]);
    t.assert_sound();
}

/// Offline the page enters by its own clock; the server takes that no earlier than it heard from the page.
#[tokio::test]
async fn an_entry_offline_is_between_the_last_contact_and_now() {
    let t = TestApp::new();
    let taken = Taken::of(&t, json!({})).await;
    let beat = async || {
        let path = format!("/api/take-test/{}/presence", text(taken.token()));
        let body = json!({"question": 1, "camera": "on", "visible": true});
        t.post(path).key(&key(1)).json(body).send().await.expect(204);
    };
    taken.enter(&t, 1).await;
    t.clock.advance(4 * MINUTE);
    beat().await;
    let heard = t.now();
    // Two sections begun offline: the first claim is from before the heartbeat, the second from after it.
    t.clock.advance(9 * MINUTE);
    let claims = [(2, 3 * MINUTE), (3, 6 * MINUTE)];
    let entries = [("b1", "typed offline", 2), ("c1", "typed offline", 3), ("a1", "typed offline", 1)];
    let reply = save(&t, taken.token(), &entries, &claims).await.ok();
    let third = taken.started.plus(6 * MINUTE);
    assert_eq!(reply["entered"][1]["entered_at"], at(heard));
    assert_eq!(reply["entered"][2], json!({"entered_at": at(third), "ends_at": at(third.plus(20 * MINUTE))}));
    // The first section had ended by its own time, three minutes ago; the one-way section was left just now.
    assert_eq!(reply["closed"], json!(["a1"]));
    // A claim from the future is now.
    let other = t.invite(&taken.admin, &taken.test, "dan@example.org").await;
    t.start(&other["token"], &key(1)).await.ok();
    let reply = save(&t, &other["token"], &[], &[(1, 50 * MINUTE)]).await.ok();
    assert_eq!(reply["entered"][0]["entered_at"], at(t.now()));
    t.assert_sound();
}

#[tokio::test]
async fn agreed_time_lengthens_each_section_and_added_time_the_current_one() {
    let t = TestApp::new();
    let taken = Taken::of(&t, json!({"extra_percent": 25})).await;
    let minutes = |attempt: &Value| {
        attempt["sections"].as_array().unwrap().iter().map(|s| s["time_minutes"].clone()).collect::<Vec<_>>()
    };
    let attempt = t.door(taken.token(), Some(&key(1))).await.ok()["attempt"].clone();
    assert_eq!(minutes(&attempt), [json!(13), Value::Null, json!(25)]);
    taken.enter(&t, 1).await;
    t.clock.advance(13 * MINUTE + 20 * SECOND);
    assert_eq!(taken.save(&t, &[("a1", "too late", 1)]).await["closed"], json!(["a1"]));
    let mut stream = t.get(format!("/api/take-test/{}/events", text(taken.token()))).key(&key(1)).stream().await;
    assert_eq!(stream.next().await.unwrap().name, "attempt.changed");
    taken.act(&t, &taken.admin, "add-time", json!({"minutes": 5, "reason": "r"})).await.ok();
    let names = [stream.next().await.unwrap().name, stream.next().await.unwrap().name];
    assert!(names.contains(&"sections.changed".to_owned()), "{names:?}");
    let attempt = t.door(taken.token(), Some(&key(1))).await.ok()["attempt"].clone();
    assert_eq!(attempt["entered"][0]["ends_at"], at(taken.started.plus(18 * MINUTE)));
    assert_eq!(attempt["deadline"], at(taken.started.plus(80 * MINUTE)));
    // With the added time it was not too late.
    assert_eq!(attempt["answers"][0]["answer"], "too late");
    taken.save(&t, &[("a1", "continues", 2)]).await;
    t.submit(taken.token(), &key(1), &[]).await.ok();
    let result = t.result_of(&taken.admin, &taken.invite).await;
    assert_eq!((list(&result["late_answers"]).len(), &result["answers"][0]["answer"]), (0, &json!("continues")));
    t.assert_sound();
}

#[tokio::test]
async fn no_section_outlasts_the_test_and_a_reopened_one_goes_on() {
    let t = TestApp::new();
    let taken = Taken::of(&t, json!({})).await;
    taken.enter(&t, 1).await;
    taken.enter(&t, 2).await;
    t.clock.advance(50 * MINUTE);
    let entered = taken.enter(&t, 3).await;
    assert_eq!(entered["entered"][2]["ends_at"], at(taken.started.plus(HOUR)));
    taken.save(&t, &[("c1", "one", 1)]).await;
    t.clock.advance(10 * MINUTE + 15 * SECOND);
    assert_eq!(t.sweep().await.submitted, 1);
    // What the page sends after the end counts once the test continues, but not for a section that was over before.
    let late = taken.save(&t, &[("c1", "on the screen", 2), ("a1", "long over", 3), ("b1", "left", 4)]).await;
    assert_eq!((&late["late"], &late["submitted"]), (&json!(true), &json!(true)));
    t.clock.advance(HOUR);
    let admin = t.sign_in("ada@example.org").await;
    taken.act(&t, &admin, "reopen", json!({"minutes": 5, "reason": "r"})).await.ok();
    let attempt = t.door(taken.token(), Some(&key(1))).await.ok()["attempt"].clone();
    assert_eq!(attempt["entered"][2]["ends_at"], at(t.now().plus(5 * MINUTE)));
    assert_eq!(column(&attempt["answers"], "answer"), ["on the screen"]);
    let saved = taken.save(&t, &[("c1", "two", 5), ("b1", "not any more", 6)]).await;
    assert_eq!(saved["closed"], json!(["b1"]));
    t.submit(taken.token(), &key(1), &[]).await.ok();
    let result = t.result_of(&admin, &taken.invite).await;
    assert_eq!(column(&result["answers"], "answer"), ["", "", "", "two", ""]);
    let mut late = column(&result["late_answers"], "answer");
    late.sort_unstable();
    assert_eq!(late, ["left", "long over", "not any more"]);
    t.assert_sound();
}

#[tokio::test]
async fn a_restart_and_an_erasure_keep_no_other_state() {
    let folder = tempfile::tempdir().unwrap();
    let (taken, now) = {
        let t = TestApp::on_disk(folder.path());
        let taken = Taken::of(&t, json!({})).await;
        taken.enter(&t, 1).await;
        taken.enter(&t, 2).await;
        taken.enter(&t, 3).await;
        t.clock.advance(MINUTE);
        (taken, t.now())
    };
    let t = TestApp::restarted(folder.path(), now, Config::default());
    let door = t.door(taken.token(), Some(&key(1))).await.ok();
    assert_eq!(list(&door["attempt"]["entered"]).len(), 3);
    assert_eq!(taken.save(&t, &[("b1", "left before", 1), ("c1", "open", 2)]).await["closed"], json!(["b1"]));
    let row = t.invite_row(&taken.admin, &taken.invite["id"]).await;
    let id: AttemptId = text(&row["attempt_id"]).parse().unwrap();
    assert!(t.app.store.read().unwrap().get::<SectionClock>(id).unwrap().is_some());
    t.submit(taken.token(), &key(1), &[]).await.ok();
    let path = format!("/api/tests/{}/force", text(&taken.test["id"]));
    t.delete(path).bearer(&taken.admin).send().await.ok();
    assert!(t.app.store.read().unwrap().get::<SectionClock>(id).unwrap().is_none());
    t.assert_sound();
}

#[tokio::test]
async fn bad_times_are_refused_and_rules_are_not_lost_by_a_list() {
    let (t, admin) = TestApp::with_admin().await;
    for minutes in [json!(0), json!(-5), json!(481)] {
        let body = json!({"title": "T", "sections": [{"time_minutes": minutes, "items": [essay("a")]}]});
        t.post("/api/tests").bearer(&admin).json(body).send().await.invalid("sections[0].time_minutes");
    }
    let test = t.create_test(&admin, timed()).await;
    let path = format!("/api/tests/{}", text(&test["id"]));
    let list = json!({"title": "List", "questions": [{"type": "essay", "question": "Why?"}]});
    t.put(&*path).bearer(&admin).json(list).send().await.refused(409, "has_sections");
    let copy = t.post(format!("{path}/copy")).bearer(&admin).json(json!({})).send().await.expect(201);
    assert_eq!(copy["sections"], test["sections"]);
}

#[tokio::test]
async fn a_trial_has_its_sections() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, timed()).await;
    let trial = t.post(format!("/api/tests/{}/trial", text(&test["id"]))).bearer(&admin).send().await.expect(201);
    let draft = t.post("/api/trials").bearer(&admin).json(timed()).send().await.expect(201);
    for trial in [trial, draft] {
        let started = t.start(&trial["token"], &key(1)).await.ok();
        assert_eq!(column(&started["sections"], "title"), ["Reading", "Listening", "Writing"]);
        let saved = save(&t, &trial["token"], &[("a1", "tried", 1)], &[(1, SECOND)]).await.ok();
        assert_eq!((list(&saved["entered"]).len(), &saved["closed"]), (1, &Value::Null));
        t.submit(&trial["token"], &key(1), &[]).await.ok();
    }
    t.assert_sound();
}

/// For callers that know nothing of entries.
#[tokio::test]
async fn an_answer_enters_the_next_section() {
    let t = TestApp::new();
    let taken = Taken::of(&t, json!({})).await;
    t.clock.advance(MINUTE);
    let begun = t.now();
    let first = taken.save(&t, &[("a1", "", 1), ("a2", "two", 2)]).await;
    let expected = json!([{"entered_at": at(begun), "ends_at": at(begun.plus(10 * MINUTE))}]);
    assert_eq!((&first["entered"], &first["closed"]), (&expected, &Value::Null));
    assert_eq!(taken.save(&t, &[("a1", "one", 3)]).await["entered"], expected);
    assert_eq!(taken.save(&t, &[("c1", "early", 4)]).await["closed"], json!(["c1"]), "one after the other");
    let both = taken.save(&t, &[("c2", "", 5), ("b1", "three", 6), ("c1", "four", 7)]).await;
    assert_eq!((list(&both["entered"]).len(), &both["closed"]), (3, &Value::Null));
    t.submit(taken.token(), &key(1), &[]).await.ok();
    let result = t.result_of(&taken.admin, &taken.invite).await;
    let given: Vec<_> = list(&result["answers"]).iter().map(|answer| text(&answer["answer"])).collect();
    assert_eq!(given, ["one", "two", "three", "four", ""]);
    t.assert_sound();
}
