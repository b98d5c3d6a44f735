//! Announcements, and questions of candidates to their proctors (docs/behaviour/sessions.md#announcements).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{PASSWORD, column, key, list, small_test, text},
};
use futures_util::future::join_all;
use invigil::{
    domain::{
        TestId,
        asked_question::{AskedQuestion, GivenAnswer},
        time::{HOUR, MINUTE},
        user::StaffRole,
    },
    service::{account::admins, actor::Actor},
    store::Read,
};
use serde_json::{Value, json};

struct Hall {
    t: TestApp,
    ada: String,
    bob: String,
    session: Value,
    /// In the session; their tests run.
    one: Value,
    two: Value,
    /// In the session; the test has not begun.
    late: Value,
}

async fn hall() -> Hall {
    let t = TestApp::new();
    let (ada, bob) = (t.admin().await, t.second_admin().await);
    let test = t.create_test(&ada, small_test("Rust")).await;
    let form = json!({"title": "Hall", "starts_at": t.at(HOUR)});
    let session = t.post("/api/sessions").bearer(&ada).json(form).send().await.expect(201);
    let mut invites = Vec::new();
    for (n, email) in ["one@example.org", "two@example.org", "late@example.org"].into_iter().enumerate() {
        let seated = json!({"no_schedule": true, "session_id": session["id"]});
        let invite = t.invite_with(&ada, &test, email, seated).await.expect(201);
        if n < 2 {
            t.start(&invite["token"], &key(u8::try_from(n).unwrap())).await.ok();
        }
        invites.push(invite);
    }
    let [one, two, late] = invites.try_into().unwrap();
    Hall { t, ada, bob, session, one, two, late }
}

impl Hall {
    fn path(&self, rest: &str) -> String {
        format!("/api/sessions/{}/{rest}", text(&self.session["id"]))
    }

    async fn announce(&self, text: &str) -> Value {
        let call = self.t.post(self.path("announce")).bearer(&self.ada).json(json!({"text": text}));
        call.send().await.expect(201)
    }

    async fn messages(&self, invite: &Value, n: u8) -> Value {
        let path = format!("/api/take-test/{}/messages", text(&invite["token"]));
        self.t.get(path).key(&key(n)).send().await.ok()
    }

    async fn ask(&self, invite: &Value, n: u8, body: Value) -> Value {
        let path = format!("/api/take-test/{}/questions", text(&invite["token"]));
        self.t.post(path).key(&key(n)).json(body).send().await.expect(201)
    }

    async fn queue(&self) -> Value {
        self.t.get(self.path("questions")).bearer(&self.ada).send().await.ok()
    }
}

fn asked(question: &Value, rest: &str) -> String {
    format!("/api/questions-asked/{}/{rest}", text(&question["id"]))
}

#[tokio::test]
async fn an_announcement_reaches_all_also_those_who_begin_later() {
    let hall = hall().await;
    let path = format!("/api/take-test/{}/events", text(&hall.one["token"]));
    let mut heard = hall.t.get(&path).key(&key(0)).stream().await;
    heard.next().await.unwrap();
    let said = hall.announce("The hall closes at six.").await;
    let event = heard.next().await.unwrap();
    assert_eq!((event.name.as_str(), &event.data["text"]), ("announcement", &said["text"]));
    let read = hall.messages(&hall.two, 1).await;
    assert_eq!((column(&read, "kind"), column(&read, "text")), (vec!["announcement"], vec!["The hall closes at six."]));
    // Confirmed twice is once.
    for _ in 0..2 {
        let id = text(&said["id"]);
        let seen = format!("/api/take-test/{}/messages/{id}/seen", text(&hall.one["token"]));
        assert_eq!(hall.t.post(seen).key(&key(0)).json(json!({})).send().await.status, 204);
    }
    let listed = hall.t.get(hall.path("announcements")).bearer(&hall.bob).send().await.ok();
    assert_eq!((&listed[0]["confirmed"], list(&listed[0]["missing"]).len()), (&json!(1), 1));
    assert!(hall.messages(&hall.one, 0).await[0]["seen_at"].is_string());
    // Before the test, and once it has begun.
    let own = format!("/api/take-test/{}/session", text(&hall.late["token"]));
    assert_eq!(column(&hall.t.get(own).send().await.ok()["announcements"], "text").len(), 1);
    hall.t.start(&hall.late["token"], &key(2)).await.ok();
    assert_eq!(column(&hall.messages(&hall.late, 2).await, "kind"), ["announcement"]);
    for body in [json!({"text": " "}), json!({"text": "\u{200b}\u{2060}"}), json!({"text": "x".repeat(1_001)})] {
        hall.t.post(hall.path("announce")).bearer(&hall.ada).json(body).send().await.invalid("text");
    }
    hall.t.assert_sound();
    // With its session.
    assert_eq!(
        hall.t.delete(format!("/api/sessions/{}", text(&hall.session["id"]))).bearer(&hall.ada).send().await.status,
        204
    );
    hall.t.assert_sound();
}

#[tokio::test]
async fn a_question_is_claimed_by_one_proctor_and_answered_once() {
    let hall = hall().await;
    let body = json!({"text": "May I use a calculator?", "client_id": "c-1"});
    let question = hall.ask(&hall.one, 0, body.clone()).await;
    assert_eq!(hall.ask(&hall.one, 0, body).await["id"], question["id"], "a repeated call asks once");
    hall.ask(&hall.two, 1, json!({"text": "Second"})).await;
    let queue = hall.queue().await;
    assert_eq!(column(&queue, "text"), ["May I use a calculator?", "Second"]);
    assert_eq!(column(&hall.t.get("/api/questions-asked").bearer(&hall.bob).send().await.ok(), "text").len(), 2);
    let claim = |who: &str| hall.t.post(asked(&question, "claim")).bearer(who).send();
    claim(&hall.ada).await.ok();
    assert_eq!(claim(&hall.ada).await.ok()["claimed_by"], "Ada Admin");
    let refusal = claim(&hall.bob).await.refused(409, "already_claimed");
    assert_eq!((&refusal["by"], refusal["at"].is_string()), (&json!("Ada Admin"), true));
    let answer = |who: &str| hall.t.post(asked(&question, "answer")).bearer(who).json(json!({"text": "Yes."})).send();
    answer(&hall.bob).await.refused(409, "already_claimed");
    let path = format!("/api/take-test/{}/events", text(&hall.one["token"]));
    let mut heard = hall.t.get(&path).key(&key(0)).stream().await;
    heard.next().await.unwrap();
    answer(&hall.ada).await.ok();
    let event = heard.next().await.unwrap();
    assert_eq!((event.name.as_str(), &event.data["text"]), ("answer", &json!("Yes.")));
    let refusal = answer(&hall.bob).await.refused(409, "already_answered");
    assert_eq!(refusal["by"], "Ada Admin");
    assert_eq!(column(&hall.messages(&hall.one, 0).await, "kind"), ["answer"]);
    assert_eq!(list(&hall.messages(&hall.two, 1).await).len(), 0, "answered in private");
    let queue = hall.queue().await;
    assert_eq!(column(&queue, "text"), ["Second", "May I use a calculator?"], "those that wait go first");
    assert_eq!((&queue[1]["answer"]["to"], &queue[1]["answer"]["by"]), (&json!("one"), &json!("Ada Admin")));
    hall.t.assert_sound();
}

#[tokio::test]
async fn of_twelve_answers_at_once_one_is_given() {
    let hall = hall().await;
    let question = hall.ask(&hall.one, 0, json!({"text": "May I?"})).await;
    let answer = |n: usize| {
        let who = if n.is_multiple_of(2) { &hall.ada } else { &hall.bob };
        hall.t.post(asked(&question, "answer")).bearer(who).json(json!({"text": format!("Answer {n}.")})).send()
    };
    let replies = join_all((0..12).map(answer)).await;
    let (given, refused): (Vec<Reply>, Vec<Reply>) = replies.into_iter().partition(|reply| reply.status == 200);
    assert_eq!(given.len(), 1);
    for reply in refused {
        reply.refused(409, "already_answered");
    }
    let read = hall.messages(&hall.one, 0).await;
    assert_eq!(column(&read, "text"), [text(&given[0].json["answer"]["text"])]);
    hall.t.assert_sound();
}

#[tokio::test]
async fn an_answer_to_all_is_an_announcement_and_an_old_claim_is_taken_over() {
    let hall = hall().await;
    let question = hall.ask(&hall.one, 0, json!({"text": "When is the break?"})).await;
    hall.t.post(asked(&question, "claim")).bearer(&hall.ada).send().await.ok();
    hall.t.clock.advance(5 * MINUTE);
    let body = json!({"text": "The break is at four.", "to": "all"});
    hall.t.post(asked(&question, "answer")).bearer(&hall.bob).json(&body).send().await.ok();
    for (invite, n) in [(&hall.one, 0), (&hall.two, 1)] {
        assert_eq!(column(&hall.messages(invite, n).await, "text"), ["The break is at four."]);
    }
    // Outside of a session there are no others.
    let test = hall.t.create_test(&hall.ada, small_test("Alone")).await;
    let alone = hall.t.invite(&hall.ada, &test, "alone@example.org").await;
    hall.t.start(&alone["token"], &key(7)).await.ok();
    let question = hall.ask(&alone, 7, json!({"text": "Hello?"})).await;
    hall.t.post(asked(&question, "answer")).bearer(&hall.ada).json(&body).send().await.invalid("to");
    let of_test = format!("/api/questions-asked?test_id={}", text(&test["id"]));
    assert_eq!(column(&hall.t.get(of_test).bearer(&hall.ada).send().await.ok(), "text"), ["Hello?"]);
    hall.t.assert_sound();
}

#[tokio::test]
async fn questions_are_bounded_and_end_with_the_test() {
    let hall = hall().await;
    let path = format!("/api/take-test/{}/questions", text(&hall.one["token"]));
    for n in 0..5 {
        hall.ask(&hall.one, 0, json!({"text": format!("Question {n}")})).await;
    }
    let more = |body: Value| hall.t.post(&path).key(&key(0)).json(body).send();
    more(json!({"text": "One more"})).await.refused(409, "too_many");
    more(json!({"text": ""})).await.invalid("text");
    more(json!({"text": "\u{feff} \u{ad}"})).await.invalid("text");
    more(json!({"text": "x".repeat(1_001)})).await.invalid("text");
    more(json!({"text": "x", "client_id": "x".repeat(65)})).await.invalid("client_id");
    assert_eq!(list(&hall.t.get(&path).key(&key(0)).send().await.ok()).len(), 5);
    hall.t.get(&path).key(&key(5)).send().await.refused(409, "attempt_elsewhere");
    hall.t.submit(&hall.one["token"], &key(0), &[("q1", "B")]).await.ok();
    more(json!({"text": "After"})).await.refused(409, "finished");
    // Erasing the person deletes what was asked.
    let people = hall.t.get("/api/admin/applicants").bearer(&hall.ada).send().await.ok();
    let one = list(&people).iter().find(|row| row["email"] == "one@example.org").unwrap();
    let erase = format!("/api/admin/applicants/{}", text(&one["id"]));
    assert!(matches!(hall.t.delete(erase).bearer(&hall.ada).send().await.status, 200 | 204));
    assert_eq!(list(&hall.queue().await).len(), 0);
    hall.t.assert_sound();
}

#[tokio::test]
async fn a_question_of_an_ended_test_waits_no_longer() {
    let hall = hall().await;
    let question = hall.ask(&hall.one, 0, json!({"text": "Am I late?"})).await;
    hall.ask(&hall.two, 1, json!({"text": "And I?"})).await;
    hall.t.submit(&hall.one["token"], &key(0), &[("q1", "B")]).await.ok();
    let queue = hall.queue().await;
    assert_eq!(column(&queue, "text"), ["And I?", "Am I late?"]);
    assert_eq!((&queue[0]["is_over"], &queue[1]["is_over"]), (&json!(false), &json!(true)));
    hall.t.post(asked(&question, "claim")).bearer(&hall.ada).send().await.refused(409, "finished");
    let answer = hall.t.post(asked(&question, "answer")).bearer(&hall.ada).json(json!({"text": "Yes."}));
    answer.send().await.refused(409, "finished");
    hall.t.assert_sound();
}

#[tokio::test]
async fn who_looks_after_a_part_answers_its_people_and_not_the_whole_session() {
    let hall = hall().await;
    let operator = Actor::Operator.require().unwrap();
    let made = admins::create_as(&hall.t.app, &operator, StaffRole::Staff, "pia@example.org", PASSWORD.into(), "Pia");
    let made = made.await.unwrap();
    let roles = json!({"roles": [{"role": "proctor"}]});
    hall.t.put(format!("/api/admin/roles/{}", made.id)).bearer(&hall.ada).json(roles).send().await.ok();
    let pia = hall.t.sign_in("pia@example.org").await;
    let share = json!({"title": "Hall", "starts_at": hall.t.at(HOUR),
        "proctors": [{"account_id": made.id.to_string(), "invites": [hall.one["id"]]}]});
    hall.t.put(format!("/api/sessions/{}", text(&hall.session["id"]))).bearer(&hall.ada).json(share).send().await.ok();
    let question = hall.ask(&hall.one, 0, json!({"text": "May I?"})).await;
    let answer = |body: Value| hall.t.post(asked(&question, "answer")).bearer(&pia).json(body).send();
    hall.t.post(hall.path("announce")).bearer(&pia).json(json!({"text": "x"})).send().await.refused(403, "forbidden");
    answer(json!({"text": "To all of you.", "to": "all"})).await.refused(403, "forbidden");
    let given = answer(json!({"text": "You may."})).await.ok();
    assert_eq!(given["may_answer_all"], false);
    assert_eq!(list(&hall.messages(&hall.two, 1).await).len(), 0);
    // Those of others are neither listed, also beside those of other tests, nor taken from who looks after them.
    let other = hall.ask(&hall.two, 1, json!({"text": "When is the break?"})).await;
    for path in [hall.path("questions"), "/api/questions-asked".into()] {
        let seen = |who: &str| hall.t.get(&path).bearer(who).send();
        assert_eq!(column(&seen(&pia).await.ok(), "text"), ["May I?"], "{path}");
        let (part, all) = (seen(&pia).await.ok(), seen(&hall.ada).await.ok());
        assert_eq!(column(&all, "text"), ["When is the break?", "May I?"], "{path}");
        // An answer to all is offered to those who may give it.
        assert_eq!((&part[0]["may_answer_all"], &all[0]["may_answer_all"]), (&json!(false), &json!(true)), "{path}");
    }
    for (call, body) in [("claim", json!({})), ("answer", json!({"text": "At four."}))] {
        hall.t.post(asked(&other, call)).bearer(&pia).json(body).send().await.refused(404, "not_found");
    }
    hall.t.assert_sound();
}

/// Nothing that waits is lost behind what was asked since, here or in a test that was made later.
#[tokio::test]
async fn a_question_that_waits_is_listed_behind_many_that_are_newer() {
    let hall = hall().await;
    let (t, ada) = (&hall.t, &hall.ada);
    let waits = hall.ask(&hall.one, 0, json!({"text": "May I?"})).await;
    let later = t.create_test(ada, small_test("Java")).await;
    let test: TestId = text(&later["id"]).parse().unwrap();
    let model: AskedQuestion = t.app.store.read().unwrap().records().unwrap().remove(0);
    let at = model.asked_at.plus(MINUTE);
    let newer = |test_id| {
        let answer = Some(GivenAnswer { text: "Yes.".into(), to_all: false, by: None, at });
        AskedQuestion { id: t.app.new_id(), test_id, asked_at: at, answer, client_id: String::new(), ..model.clone() }
    };
    let many: Vec<AskedQuestion> = (0..500).flat_map(|_| [newer(model.test_id), newer(test)]).collect();
    t.app.store.write(move |tx| many.iter().try_for_each(|question| tx.put(question))).await.unwrap();
    for path in [hall.path("questions"), "/api/questions-asked".into()] {
        let seen = t.get(&path).bearer(ada).send().await.ok();
        assert_eq!((&seen[0]["id"], list(&seen).len()), (&waits["id"], 501), "{path}");
    }
}

/// A proctor who presses again after a lost reply has announced it once.
#[tokio::test]
async fn a_repeated_announcement_is_one() {
    let hall = hall().await;
    let announce = |key: &'static str, text: &'static str| {
        let call = hall.t.post(hall.path("announce")).bearer(&hall.ada).header("Idempotency-Key", key);
        call.json(json!({"text": text})).send()
    };
    let (first, again) = tokio::join!(announce("k1", "Five minutes left."), announce("k1", "Five minutes left."));
    assert_eq!(first.expect(201)["id"], again.expect(201)["id"]);
    announce("k1", "Ten minutes left.").await.refused(422, "invalid");
    announce("k2", "Five minutes left.").await.expect(201);
    let listed = hall.t.get(hall.path("announcements")).bearer(&hall.ada).send().await.ok();
    assert_eq!(column(&listed, "text"), ["Five minutes left."; 2]);
}

#[tokio::test]
async fn a_test_or_a_selection_hears_it_without_a_session() {
    let hall = hall().await;
    let (t, ada) = (&hall.t, &hall.ada);
    let test = hall.one["test_id"].clone();
    let say = |body: Value, once: &str| {
        t.post("/api/announcements").bearer(ada).header("Idempotency-Key", once).json(body).send()
    };
    let to_test = json!({"text": "Fire drill at ten.", "test_id": test});
    let sent = say(to_test.clone(), "a").await.expect(201);
    assert_eq!((&sent["sent"], &sent["unsent"]), (&json!(2), &json!(0)));
    // Sent again after a lost reply: it is said once.
    assert_eq!(say(to_test, "a").await.expect(201)["id"], sent["id"]);
    assert_eq!(column(&hall.messages(&hall.one, 0).await, "text"), ["Fire drill at ten."]);
    // A selection, and one whose test does not run.
    let some = json!({"text": "Speak lower.", "invites": [hall.two["id"], hall.late["id"]]});
    let sent = say(some, "b").await.expect(201);
    assert_eq!((&sent["sent"], &sent["unsent"]), (&json!(1), &json!(1)));
    assert_eq!(list(&hall.messages(&hall.one, 0).await).len(), 1);
    assert_eq!(hall.messages(&hall.two, 1).await[1]["kind"], "announcement");
    // A correction stays with its question.
    let correction = json!({"text": "Read 8 for 3.", "test_id": test, "question_id": "q1"});
    assert_eq!(say(correction, "c").await.expect(201)["sent"], 2);
    assert_eq!(hall.messages(&hall.one, 0).await[1]["question_id"], "q1");
    let unknown = json!({"text": "x", "test_id": test, "question_id": "q99"});
    assert_eq!(say(unknown, "d").await.expect(201)["sent"], 0);
    say(json!({"text": "x"}), "e").await.invalid("invites");
    say(json!({"text": "x", "test_id": test, "invites": [hall.one["id"]]}), "f").await.invalid("test_id");
    t.assert_sound();
}

#[tokio::test]
async fn a_claim_that_is_withdrawn_leaves_the_question_to_others() {
    let hall = hall().await;
    let question = hall.ask(&hall.one, 0, json!({"text": "May I?"})).await;
    let claim = |who: &str, body: Value| hall.t.post(asked(&question, "claim")).bearer(who).json(body).send();
    claim(&hall.ada, json!({})).await.ok();
    claim(&hall.bob, json!({"withdraw": true})).await.refused(409, "already_claimed");
    for _ in 0..2 {
        assert_eq!(claim(&hall.ada, json!({"withdraw": true})).await.ok()["claimed_by"], Value::Null);
    }
    assert_eq!(claim(&hall.bob, json!({})).await.ok()["claimed_by"], "Bob Admin");
    let answer = hall.t.post(asked(&question, "answer")).bearer(&hall.bob).json(json!({"text": "You may."}));
    answer.send().await.ok();
    claim(&hall.bob, json!({"withdraw": true})).await.refused(409, "already_answered");
    hall.t.assert_sound();
}

#[tokio::test]
async fn an_answer_to_all_reaches_who_asked_and_left_the_session() {
    let hall = hall().await;
    let question = hall.ask(&hall.one, 0, json!({"text": "When is the break?"})).await;
    let out = json!({"remove": [hall.one["id"]]});
    hall.t.put(hall.path("people")).bearer(&hall.ada).json(out).send().await.ok();
    let body = json!({"text": "At four.", "to": "all"});
    hall.t.post(asked(&question, "answer")).bearer(&hall.ada).json(body).send().await.ok();
    for (invite, n, kind) in [(&hall.one, 0, "answer"), (&hall.two, 1, "announcement")] {
        let read = hall.messages(invite, n).await;
        assert_eq!((column(&read, "kind"), column(&read, "text")), (vec![kind], vec!["At four."]));
    }
    hall.t.assert_sound();
}

#[tokio::test]
async fn who_is_moved_during_the_test_hears_what_is_said_to_the_session_of_now() {
    let hall = hall().await;
    let form = json!({"title": "Annex", "starts_at": hall.t.at(HOUR)});
    let annex = hall.t.post("/api/sessions").bearer(&hall.ada).json(form).send().await.expect(201);
    let stream = format!("/api/take-test/{}/events", text(&hall.one["token"]));
    let one = &hall.one["id"];
    for (session, moved) in [(&hall.session, json!({"remove": [one]})), (&annex, json!({"add": [one]}))] {
        let mut heard = hall.t.get(&stream).key(&key(0)).stream().await;
        heard.next().await.unwrap();
        let people = format!("/api/sessions/{}/people", text(&session["id"]));
        hall.t.put(people).bearer(&hall.ada).json(moved).send().await.ok();
        assert_eq!(heard.next().await.unwrap().name, "reload");
    }
    let mut heard = hall.t.get(&stream).key(&key(0)).stream().await;
    heard.next().await.unwrap();
    hall.announce("To the hall.").await;
    let announce = hall.t.post(format!("/api/sessions/{}/announce", text(&annex["id"]))).bearer(&hall.ada);
    announce.json(json!({"text": "To the annex."})).send().await.expect(201);
    let event = heard.next().await.unwrap();
    assert_eq!((event.name.as_str(), &event.data["text"]), ("announcement", &json!("To the annex.")));
}

#[tokio::test]
async fn who_is_moved_during_the_test_brings_the_questions_that_wait() {
    let hall = hall().await;
    let (t, ada, one) = (&hall.t, &hall.ada, &hall.one["id"]);
    let answered = hall.ask(&hall.one, 0, json!({"text": "May I?"})).await;
    t.post(asked(&answered, "answer")).bearer(ada).json(json!({"text": "You may."})).send().await.ok();
    let question = hall.ask(&hall.one, 0, json!({"text": "When is the break?"})).await;
    let form = json!({"title": "Annex", "starts_at": t.at(HOUR)});
    let annex = t.post("/api/sessions").bearer(ada).json(form).send().await.expect(201);
    let there = |rest: &str| format!("/api/sessions/{}/{rest}", text(&annex["id"]));
    t.put(hall.path("people")).bearer(ada).json(json!({"remove": [one]})).send().await.ok();
    assert_eq!(
        column(&hall.queue().await, "text"),
        ["When is the break?", "May I?"],
        "until it is looked after elsewhere"
    );
    t.put(there("people")).bearer(ada).json(json!({"add": [one]})).send().await.ok();
    assert_eq!(column(&hall.queue().await, "text"), ["May I?"]);
    let queue = t.get(there("questions")).bearer(ada).send().await.ok();
    assert_eq!(column(&queue, "text"), ["When is the break?"]);
    let body = json!({"text": "At four.", "to": "all"});
    t.post(asked(&question, "answer")).bearer(ada).json(body).send().await.ok();
    let said = t.get(there("announcements")).bearer(ada).send().await.ok();
    assert_eq!(column(&said, "text"), ["At four."]);
    t.assert_sound();
}
