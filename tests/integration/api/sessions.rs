//! Exam sessions: who is in them, who sees whom, check-in, the common start (docs/behaviour/sessions.md).

use crate::support::{
    app::TestApp,
    journey::{PASSWORD, column, key, list, small_test, text},
};
use invigil::{
    domain::{
        time::{HOUR, MINUTE, SECOND},
        user::StaffRole,
    },
    service::{account::admins, actor::Actor},
};
use serde_json::{Value, json};

async fn session(t: &TestApp, admin: &str, extra: Value) -> Value {
    let mut form = json!({"title": "Round one", "starts_at": t.at(HOUR), "place": "Hall 2"});
    form.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    t.post("/api/sessions").bearer(admin).json(form).send().await.expect(201)
}

fn path(session: &Value, rest: &str) -> String {
    format!("/api/sessions/{}{rest}", text(&session["id"]))
}

async fn add(t: &TestApp, admin: &str, session: &Value, invites: &[&Value]) {
    let ids: Vec<&Value> = invites.iter().map(|invite| &invite["id"]).collect();
    t.put(path(session, "/people")).bearer(admin).json(json!({"add": ids})).send().await.ok();
}

async fn people(t: &TestApp, who: &str, session: &Value) -> Value {
    t.get(path(session, "/people")).bearer(who).send().await.ok()
}

async fn states(t: &TestApp, who: &str, session: &Value) -> Vec<String> {
    let people = people(t, who, session).await;
    column(&people["people"], "state").into_iter().map(str::to_owned).collect()
}

/// An account of staff with a role; its id and session.
async fn with_role(t: &TestApp, ada: &str, email: &str, role: Value) -> (String, String) {
    let operator = Actor::Operator.require().unwrap();
    let made = admins::create_as(&t.app, &operator, StaffRole::Staff, email, PASSWORD.into(), email).await.unwrap();
    t.put(format!("/api/admin/roles/{}", made.id)).bearer(ada).json(json!({"roles": [role]})).send().await.ok();
    (made.id.to_string(), t.sign_in(email).await)
}

/// A proctor for the whole site, or for one test; the id and session.
async fn staff(t: &TestApp, ada: &str, email: &str, test: Option<&Value>) -> (String, String) {
    let role = match test {
        Some(test) => json!({"role": "proctor", "tests": [test["id"]]}),
        None => json!({"role": "proctor"}),
    };
    with_role(t, ada, email, role).await
}

#[tokio::test]
async fn a_session_is_made_changed_and_deleted() {
    let t = TestApp::new();
    let (ada, bob) = (t.admin().await, t.second_admin().await);
    let made = session(&t, &ada, json!({"capacity": 2})).await;
    assert_eq!((&made["version"], &made["people"], &made["start"]), (&json!(1), &json!(0), &json!("individual")));
    let form = json!({"title": "Round two", "starts_at": made["starts_at"], "version": 1});
    let changed = t.put(path(&made, "")).bearer(&bob).json(&form).send().await.ok();
    assert_eq!((&changed["version"], &changed["title"]), (&json!(2), &json!("Round two")));
    // Ada still has the first version open.
    let refusal = t.put(path(&made, "")).bearer(&ada).json(&form).send().await.refused(409, "changed_meanwhile");
    assert_eq!(refusal["by"], "Bob Admin");
    t.delete(path(&made, "?version=1")).bearer(&ada).send().await.refused(409, "changed_meanwhile");
    t.post("/api/sessions")
        .bearer(&ada)
        .json(json!({"title": " ", "starts_at": t.at(HOUR)}))
        .send()
        .await
        .invalid("title");
    let nobody = json!({"title": "x", "starts_at": t.at(HOUR), "lead": made["id"]});
    t.post("/api/sessions").bearer(&ada).json(nobody).send().await.invalid("lead");
    assert_eq!(list(&t.get("/api/sessions").bearer(&ada).send().await.ok()).len(), 1);
    assert_eq!(t.delete(path(&made, "?version=2")).bearer(&ada).send().await.status, 204);
    t.get(path(&made, "")).bearer(&ada).send().await.refused(404, "not_found");
    t.assert_sound();
}

#[tokio::test]
async fn a_proctor_who_lost_the_role_does_not_keep_others_from_changing_a_session() {
    let (t, ada) = TestApp::with_admin().await;
    let (peter, _) = staff(&t, &ada, "peter@staff.example", None).await;
    let proctors = json!([{"account_id": peter}]);
    let made = session(&t, &ada, json!({"proctors": proctors})).await;
    t.put(format!("/api/admin/roles/{peter}")).bearer(&ada).json(json!({"roles": []})).send().await.ok();
    let form = json!({"title": "Round two", "starts_at": made["starts_at"], "proctors": proctors});
    let changed = t.put(path(&made, "")).bearer(&ada).json(&form).send().await.ok();
    assert_eq!((&changed["title"], &changed["proctors"][0]["account_id"]), (&json!("Round two"), &json!(peter)));
    // No one else assigns the account.
    t.post("/api/sessions").bearer(&ada).json(form).send().await.invalid("proctors[0].account_id");
    t.assert_sound();
}

#[tokio::test]
async fn an_invite_belongs_to_one_session_and_capacity_holds() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let (hall, other) = (session(&t, &ada, json!({"capacity": 2})).await, session(&t, &ada, json!({})).await);
    let seated = json!({"no_schedule": true, "session_id": hall["id"]});
    let one = t.invite_with(&ada, &test, "one@example.org", seated.clone()).await.expect(201);
    add(&t, &ada, &hall, &[&one]).await;
    let two = t.invite(&ada, &test, "two@example.org").await;
    add(&t, &ada, &hall, &[&two]).await;
    // Full: neither an invite nor a line of a list is created.
    t.invite_with(&ada, &test, "three@example.org", seated).await.refused(409, "session_full");
    let bulk = json!({"test_id": test["id"], "session_id": hall["id"], "no_schedule": true,
        "applicants": [{"email": "four@example.org", "name": "Four"}]});
    let reply = t.post("/api/invites/bulk").bearer(&ada).json(bulk).send().await.ok();
    assert_eq!(reply["results"][0]["ok"], false);
    assert!(text(&reply["results"][0]["detail"]).contains("room for 2 people"));
    let sent = t.get("/api/invites?search=four").bearer(&ada).send().await.ok();
    assert_eq!(list(&sent).len(), 0, "who finds no room is not invited");
    let narrower = json!({"title": "x", "starts_at": t.at(HOUR), "capacity": 1});
    t.put(path(&hall, "")).bearer(&ada).json(narrower).send().await.refused(409, "session_full");
    // All of a call or nothing.
    let three = t.invite(&ada, &test, "five@example.org").await;
    let both = json!({"add": [three["id"], one["id"]]});
    let people_of_other = || t.put(path(&other, "/people")).bearer(&ada);
    people_of_other().json(both).send().await.refused(409, "in_other_session");
    assert_eq!(people(&t, &ada, &other).await["people"], json!([]));
    t.put(path(&hall, "/people")).bearer(&ada).json(json!({"remove": [one["id"]]})).send().await.ok();
    people_of_other().json(json!({"add": [one["id"], one["id"]]})).send().await.ok();
    assert_eq!(column(&people(&t, &ada, &other).await["people"], "applicant_email"), ["one@example.org"]);
    t.invite_with(&ada, &test, "x@example.org", json!({"session_id": test["id"]})).await.invalid("session_id");
    // Deleting the test deletes its invites, and their seats.
    t.delete(format!("/api/tests/{}/force", text(&test["id"]))).bearer(&ada).send().await.ok();
    assert_eq!(t.get(path(&hall, "")).bearer(&ada).send().await.ok()["people"], 0);
    t.assert_sound();
}

#[tokio::test]
async fn states_follow_what_happens() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let hall = session(&t, &ada, json!({"starts_at": t.at(20 * MINUTE), "ends_at": t.at(3 * HOUR)})).await;
    let one = t.invite(&ada, &test, "one@example.org").await;
    add(&t, &ada, &hall, &[&one]).await;
    assert_eq!(states(&t, &ada, &hall).await, ["expected"]);
    t.clock.advance(20 * MINUTE);
    assert_eq!(states(&t, &ada, &hall).await, ["late"]);
    let check_in = |out: bool| {
        t.post(path(&hall, "/check-in")).bearer(&ada).json(json!({"invite_id": one["id"], "out": out})).send()
    };
    let first = check_in(false).await.ok();
    assert_eq!((&first["state"], &first["checked_in_by"]), (&json!("here"), &json!("list")));
    t.clock.advance(SECOND);
    // Twice is once, also by another proctor.
    assert_eq!(check_in(false).await.ok()["checked_in_at"], first["checked_in_at"]);
    assert_eq!(check_in(true).await.ok()["state"], "late");
    check_in(false).await.ok();
    t.door(&one["token"], None).await.ok();
    assert_eq!(states(&t, &ada, &hall).await, ["ready"]);
    t.start(&one["token"], &key(1)).await.ok();
    assert_eq!(states(&t, &ada, &hall).await, ["testing"]);
    t.clock.advance(MINUTE);
    let shown = people(&t, &ada, &hall).await;
    assert_eq!(
        (&shown["counts"]["in_trouble"], &shown["people"][0]["reason"]),
        (&json!(1), &json!("The network was lost."))
    );
    t.submit(&one["token"], &key(1), &[]).await.ok();
    let shown = people(&t, &ada, &hall).await;
    assert_eq!((&shown["counts"]["done"], &shown["people"][0]["deadline"]), (&json!(1), &Value::Null));
    for hidden in [text(&one["token"]), "score", "correct_answer", "invite_url"] {
        assert!(!shown.to_string().contains(hidden), "{hidden}");
    }
    let two = t.invite(&ada, &test, "two@example.org").await;
    add(&t, &ada, &hall, &[&two]).await;
    t.clock.advance(3 * HOUR);
    let ada = t.sign_in("ada@example.org").await;
    assert_eq!(people(&t, &ada, &hall).await["counts"]["absent"], 1);
}

#[tokio::test]
async fn proctors_see_their_share_within_their_tests() {
    let (t, ada) = TestApp::with_admin().await;
    let (rust, java) = (t.create_test(&ada, small_test("Rust")).await, t.create_test(&ada, small_test("Java")).await);
    let one = t.invite(&ada, &rust, "one@example.org").await;
    let two = t.invite(&ada, &rust, "two@example.org").await;
    let three = t.invite(&ada, &java, "three@example.org").await;
    let (peter_id, peter) = staff(&t, &ada, "peter@staff.example", None).await;
    let (lena_id, lena) = staff(&t, &ada, "lena@staff.example", Some(&rust)).await;
    let (_, olga) = staff(&t, &ada, "olga@staff.example", Some(&java)).await;
    let hall = session(&t, &ada, json!({"lead": lena_id})).await;
    let form = |invites: Value| {
        json!({"title": "Round one", "starts_at": t.at(HOUR), "lead": lena_id,
            "proctors": [{"account_id": peter_id, "invites": invites}]})
    };
    let sees = async |who: &str| {
        let people = people(&t, who, &hall).await;
        let mut seen: Vec<_> =
            column(&people["people"], "applicant_email").into_iter().map(|e| e[..3].to_owned()).collect();
        seen.sort();
        seen
    };
    // No person of her tests is in it yet.
    t.get(path(&hall, "")).bearer(&olga).send().await.refused(404, "not_found");
    add(&t, &ada, &hall, &[&one, &two, &three]).await;
    t.put(path(&hall, "")).bearer(&ada).json(form(json!([two["id"]]))).send().await.ok();
    assert_eq!(sees(&peter).await, ["two"]);
    // The lead sees all of the tests that she may watch; a proctor of Java without a share sees hers.
    assert_eq!(sees(&lena).await, ["one", "two"]);
    assert_eq!(sees(&olga).await, ["thr"]);
    assert_eq!(sees(&ada).await.len(), 3);
    let check = |who: &str, invite: &Value| {
        t.post(path(&hall, "/check-in")).bearer(who).json(json!({"invite_id": invite["id"]})).send()
    };
    check(&peter, &one).await.refused(404, "not_found");
    check(&olga, &one).await.refused(404, "not_found");
    check(&peter, &two).await.ok();
    // Who does not see everyone pauses those whom they see, which does not hold those who begin.
    for who in [&peter, &lena, &olga] {
        t.post(path(&hall, "/pause")).bearer(who).json(json!({})).send().await.ok();
        assert_eq!(t.get(path(&hall, "")).bearer(&ada).send().await.ok()["paused_at"], Value::Null);
    }
    let other = json!({"invite_ids": [one["id"]]});
    t.post(path(&hall, "/pause")).bearer(&peter).json(other).send().await.refused(404, "not_found");
    t.put(path(&hall, "")).bearer(&peter).json(form(json!([]))).send().await.refused(403, "forbidden");
    t.post(path(&hall, "/start")).bearer(&peter).json(json!({})).send().await.refused(403, "forbidden");
    t.put(path(&hall, "/people"))
        .bearer(&olga)
        .json(json!({"remove": [one["id"]]}))
        .send()
        .await
        .refused(404, "not_found");
    t.delete(path(&hall, "")).bearer(&lena).send().await.refused(403, "whole_site_only");
    // A deleted person leaves the share.
    t.put(path(&hall, "/people")).bearer(&ada).json(json!({"remove": [two["id"]]})).send().await.ok();
    assert_eq!(sees(&peter).await, Vec::<String>::new());
    assert_eq!(t.get(path(&hall, "")).bearer(&ada).send().await.ok()["proctors"][0]["invites"], json!([]));
}

#[tokio::test]
async fn check_in_by_the_codes_of_the_invitation_and_of_the_room() {
    let t = TestApp::new();
    let (ada, bob) = (t.admin().await, t.second_admin().await);
    let test = t.create_test(&ada, small_test("Rust")).await;
    let (hall, other) = (session(&t, &ada, json!({})).await, session(&t, &ada, json!({})).await);
    let one = t.invite(&ada, &test, "one@example.org").await;
    let two = t.invite(&ada, &test, "two@example.org").await;
    let none = t.invite(&ada, &test, "none@example.org").await;
    add(&t, &ada, &hall, &[&one, &two]).await;
    let own = async |invite: &Value| t.get(format!("/api/take-test/{}/session", text(&invite["token"]))).send().await;
    own(&none).await.refused(404, "not_found");
    let seat = own(&one).await.ok();
    assert_eq!((&seat["place"], &seat["checked_in_at"]), (&json!("Hall 2"), &Value::Null));
    let typed = text(&seat["code"]).to_lowercase();
    let scan = |who: &str, hall: &Value, code: &str| {
        t.post(path(hall, "/check-in")).bearer(who).json(json!({"code": code})).send()
    };
    scan(&ada, &other, &typed).await.invalid("code");
    // Two proctors at once.
    let (first, second) = tokio::join!(scan(&ada, &hall, &typed), scan(&bob, &hall, &format!(" {typed} ")));
    let (first, second) = (first.ok(), second.ok());
    assert_eq!((&first["checked_in_by"], &first["checked_in_at"]), (&json!("code"), &second["checked_in_at"]));
    assert_ne!(own(&one).await.ok()["checked_in_at"], Value::Null);

    let shown = async |hall: &Value| t.get(path(hall, "/room-code")).bearer(&ada).send().await.ok();
    let room = shown(&hall).await;
    let type_in = |invite: &Value, code: &Value| {
        t.post(format!("/api/take-test/{}/check-in", text(&invite["token"]))).json(json!({"code": code})).send()
    };
    let wrong = type_in(&two, &shown(&other).await["code"]).await.refused(403, "wrong_code");
    t.clock.advance(2 * MINUTE);
    // A stale one, and a right one without a session: the same reply.
    let stale = type_in(&two, &room["code"]).await.refused(403, "wrong_code");
    let without = type_in(&none, &shown(&hall).await["code"]).await.refused(403, "wrong_code");
    assert!(wrong["detail"] == stale["detail"] && stale["detail"] == without["detail"]);
    let room = shown(&hall).await;
    t.clock.advance(30 * SECOND);
    let here = type_in(&two, &room["code"]).await.ok();
    // Twice is once, here on a keyboard with Arabic digits.
    let arabic = |c: char| char::from_u32(u32::from(c) + 0x630).unwrap();
    let code: String = text(&shown(&hall).await["code"]).chars().map(arabic).collect();
    assert_eq!(type_in(&two, &json!(code)).await.ok()["checked_in_at"], here["checked_in_at"]);
    let mut last = 0;
    for _ in 0..10 {
        last = type_in(&two, &json!("000000")).await.status;
    }
    assert_eq!(last, 429);
    let by = column(&people(&t, &ada, &hall).await["people"], "checked_in_by").join(",");
    assert!(by == "code,projector" || by == "projector,code", "{by}");
    t.assert_sound();
}

#[tokio::test]
async fn all_begin_together_at_a_moment_that_can_move() {
    let t = TestApp::new();
    let (ada, bob) = (t.admin().await, t.second_admin().await);
    let test = t.create_test(&ada, small_test("Rust")).await;
    let hall = session(&t, &ada, json!({"start": "together"})).await;
    let one = t.invite(&ada, &test, "one@example.org").await;
    let two = t.invite(&ada, &test, "two@example.org").await;
    add(&t, &ada, &hall, &[&one, &two]).await;
    let refusal = t.start(&one["token"], &key(1)).await.refused(409, "not_started_yet");
    assert_eq!(refusal["params"], Value::Null);
    assert_eq!(t.door(&one["token"], None).await.ok()["blocked_code"], "not_started_yet");
    let begin = |who: &str, body: Value| t.post(path(&hall, "/start")).bearer(who).json(body).send();
    let set = begin(&ada, json!({"at": t.at(10 * MINUTE), "version": 2})).await.ok();
    let door = t.door(&one["token"], None).await.ok();
    assert_eq!(door["blocked_params"]["begins_at"], set["begins_at"]);
    begin(&bob, json!({"at": t.at(MINUTE), "version": 2})).await.refused(409, "changed_meanwhile");
    begin(&bob, json!({"at": t.at(MINUTE), "version": set["version"]})).await.ok();
    // One second before, it moves again.
    t.clock.advance(MINUTE - SECOND);
    t.start(&one["token"], &key(1)).await.refused(409, "not_started_yet");
    begin(&ada, json!({"at": t.at(5 * SECOND)})).await.ok();
    t.clock.advance(SECOND);
    t.start(&one["token"], &key(1)).await.refused(409, "not_started_yet");
    t.clock.advance(4 * SECOND);
    let started = t.start(&one["token"], &key(1)).await.ok();
    begin(&ada, json!({"at": t.at(HOUR)})).await.refused(409, "already_begun");
    // Pressed again: it has begun.
    begin(&bob, json!({})).await.ok();
    // The other page was offline, and has its full time.
    t.clock.advance(5 * MINUTE);
    let late = t.start(&two["token"], &key(2)).await.ok();
    let length = |started: &Value| {
        let at = |name: &str| text(&started[name]).parse::<jiff::Timestamp>().unwrap();
        at("deadline").duration_since(at("started_at"))
    };
    assert_eq!(length(&late), length(&started));
    // In a session where each begins alone, there is no common start.
    let alone = session(&t, &ada, json!({})).await;
    t.post(path(&alone, "/start")).bearer(&ada).json(json!({})).send().await.invalid("start");
}

#[tokio::test]
async fn a_waiting_page_hears_of_the_start_and_of_its_check_in() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let hall = session(&t, &ada, json!({"start": "together"})).await;
    let (one, out) = (t.invite(&ada, &test, "one@example.org").await, t.invite(&ada, &test, "out@example.org").await);
    add(&t, &ada, &hall, &[&one]).await;
    let stream = |invite: &Value| format!("/api/take-test/{}/session/events", text(&invite["token"]));
    t.get(stream(&out)).send().await.refused(404, "not_found");
    let mut heard = t.get(stream(&one)).stream().await;
    let first = heard.next().await.unwrap();
    assert_eq!(
        (first.name.as_str(), &first.data),
        ("start", &json!({"start": "together", "begins_at": null, "waiting_room": false}))
    );
    // Set, moved, and set again by the second of two people: each page hears each of them.
    for minutes in [20, 10] {
        let at = t.at(MINUTE * minutes);
        t.post(path(&hall, "/start")).bearer(&ada).json(json!({"at": at})).send().await.ok();
        let event = heard.next().await.unwrap();
        assert_eq!((event.name.as_str(), &event.data["begins_at"]), ("start", &json!(at)));
    }
    // Put off: the start that was set is not that of another day.
    let later = json!({"title": "Round one", "starts_at": t.at(25 * HOUR), "start": "together"});
    t.put(path(&hall, "")).bearer(&ada).json(later).send().await.ok();
    assert_eq!(heard.next().await.unwrap().data["begins_at"], Value::Null);
    // Checked in twice is one change.
    for _ in 0..2 {
        t.post(path(&hall, "/check-in")).bearer(&ada).json(json!({"invite_id": one["id"]})).send().await.ok();
    }
    assert_eq!(heard.next().await.unwrap().name, "seat.changed");
    // Who is moved hears of the start of the session of now: the stream of the one before ends at once.
    let annex = session(&t, &ada, json!({"start": "together"})).await;
    t.put(path(&hall, "/people")).bearer(&ada).json(json!({"remove": [one["id"]]})).send().await.ok();
    assert_eq!(heard.next().await.unwrap().name, "seat.changed");
    assert_eq!(heard.next().await.unwrap().name, "closed");
    t.get(stream(&one)).send().await.refused(404, "not_found");
    add(&t, &ada, &annex, &[&one]).await;
    let mut heard = t.get(stream(&one)).stream().await;
    heard.next().await.unwrap();
    let at = t.at(MINUTE);
    t.post(path(&annex, "/start")).bearer(&ada).json(json!({"at": at})).send().await.ok();
    assert_eq!(heard.next().await.unwrap().data["begins_at"], json!(at));
}

#[tokio::test]
async fn those_who_invite_choose_among_open_sessions_of_their_tests() {
    let (t, ada) = TestApp::with_admin().await;
    let (rust, java) = (t.create_test(&ada, small_test("Rust")).await, t.create_test(&ada, small_test("Java")).await);
    let recruiter =
        with_role(&t, &ada, "rene@example.org", json!({"role": "recruiter", "tests": [rust["id"]]})).await.1;
    let empty = session(&t, &ada, json!({"title": "Empty", "capacity": 2})).await;
    let of_java = session(&t, &ada, json!({"title": "Java round"})).await;
    session(&t, &ada, json!({"title": "Over", "ends_at": t.at(2 * HOUR)})).await;
    let seated = |session: &Value| json!({"no_schedule": true, "session_id": session["id"]});
    t.invite_with(&ada, &java, "jo@example.org", seated(&of_java)).await.expect(201);
    let offered = t.get("/api/sessions/choices").bearer(&recruiter).send().await.ok();
    assert_eq!(column(&offered, "title"), ["Over", "Empty"]);
    assert_eq!(column(&t.get("/api/sessions/choices").bearer(&ada).send().await.ok(), "title").len(), 3);
    // A recruiter may not see sessions themselves, nor use another one's by its id.
    t.get("/api/sessions").bearer(&recruiter).send().await.refused(403, "forbidden");
    t.invite_with(&recruiter, &rust, "one@example.org", seated(&of_java)).await.invalid("session_id");
    t.invite_with(&recruiter, &rust, "one@example.org", seated(&empty)).await.expect(201);
    let list = json!({"test_id": rust["id"], "no_schedule": true, "session_id": of_java["id"],
        "applicants": [{"name": "Two", "email": "two@example.org"}]});
    t.post("/api/invites/bulk").bearer(&recruiter).json(&list).send().await.invalid("session_id");
    t.clock.advance(3 * HOUR);
    let recruiter = t.sign_in("rene@example.org").await;
    let offered = t.get("/api/sessions/choices").bearer(&recruiter).send().await.ok();
    assert_eq!((column(&offered, "title"), &offered[0]["room"]), (vec!["Empty"], &json!(1)));
}

/// Sessions of other tests in between, the later ones first.
#[tokio::test]
async fn pages_of_one_test_are_full_or_the_last() {
    let (t, ada) = TestApp::with_admin().await;
    let (rust, java) = (t.create_test(&ada, small_test("Rust")).await, t.create_test(&ada, small_test("Java")).await);
    for (place, test) in [&rust, &java, &rust, &java, &java].into_iter().enumerate() {
        let hours = i32::try_from(place).unwrap() + 1;
        let round =
            session(&t, &ada, json!({"title": format!("Round {place}"), "starts_at": t.at(hours * HOUR)})).await;
        let invite = t.invite(&ada, test, &format!("c{place}@example.org")).await;
        add(&t, &ada, &round, &[&invite]).await;
    }
    let lena = staff(&t, &ada, "lena@staff.example", Some(&rust)).await.1;
    let (mut path, mut titles) = ("/api/sessions?limit=1".to_owned(), Vec::new());
    loop {
        let page = t.get(&path).bearer(&lena).send().await;
        let next =
            page.headers.get("link").map(|link| link.to_str().unwrap().split(['<', '>']).nth(1).unwrap().to_owned());
        let rows = page.ok();
        assert!(list(&rows).len() == 1 || next.is_none(), "{rows}");
        titles.extend(column(&rows, "title").into_iter().map(str::to_owned));
        match next {
            Some(next) => path = next,
            None => break,
        }
    }
    assert_eq!(titles, ["Round 2", "Round 0"]);
    t.assert_sound();
}

/// Many sessions of another test do not hide the one of this.
#[tokio::test]
async fn a_session_is_offered_behind_many_of_other_tests() {
    let (t, ada) = TestApp::with_admin().await;
    let (rust, java) = (t.create_test(&ada, small_test("Rust")).await, t.create_test(&ada, small_test("Java")).await);
    let recruiter =
        with_role(&t, &ada, "rene@example.org", json!({"role": "recruiter", "tests": [rust["id"]]})).await.1;
    let own = session(&t, &ada, json!({"title": "Own"})).await;
    let invite = t.invite(&ada, &rust, "own@example.org").await;
    add(&t, &ada, &own, &[&invite]).await;
    for n in 0..201 {
        let later = session(&t, &ada, json!({"title": "Other", "starts_at": t.at(2 * HOUR)})).await;
        let invite = t.invite(&ada, &java, &format!("c{n}@example.org")).await;
        add(&t, &ada, &later, &[&invite]).await;
    }
    let offered = t.get("/api/sessions/choices").bearer(&recruiter).send().await.ok();
    assert_eq!(column(&offered, "title"), ["Own"]);
}

#[tokio::test]
async fn candidates_wait_until_they_are_let_in() {
    let dir = tempfile::tempdir().unwrap();
    let t = TestApp::on_disk(dir.path());
    let ada = t.admin().await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let hall = session(&t, &ada, json!({"waiting_room": true})).await;
    let mut invites = Vec::new();
    for n in 0..4 {
        let invite = t.invite(&ada, &test, &format!("p{n}@example.org")).await;
        add(&t, &ada, &hall, &[&invite]).await;
        invites.push(invite);
    }
    let door = t.door(&invites[0]["token"], None).await.ok();
    assert_eq!((&door["can_start"], &door["blocked_code"]), (&json!(false), &json!("not_admitted")));
    t.start(&invites[0]["token"], &key(1)).await.refused(409, "not_admitted");
    let own = |n: usize| t.get(format!("/api/take-test/{}/session", text(&invites[n]["token"]))).send();
    assert_eq!(own(0).await.ok()["waits"], true);
    own(1).await.ok();
    let check_in = t.post(path(&hall, "/check-in")).bearer(&ada).json(json!({"invite_id": invites[2]["id"]}));
    check_in.send().await.ok();
    // The last one has not come.
    let waits = |seen: &Value| -> Vec<bool> { list(&seen["people"]).iter().map(|one| one["waits"] == true).collect() };
    assert_eq!(waits(&people(&t, &ada, &hall).await), [true, true, true, false]);
    // One by one, and all who wait; twice is once.
    let admit = |body: Value| t.post(path(&hall, "/admit")).bearer(&ada).json(body).send();
    let one = json!({"invites": [invites[0]["id"]]});
    assert_eq!(admit(one.clone()).await.ok(), json!({"changed": 1, "unchanged": 0}));
    assert_eq!(admit(one).await.ok(), json!({"changed": 0, "unchanged": 1}));
    t.start(&invites[0]["token"], &key(1)).await.ok();
    t.start(&invites[1]["token"], &key(2)).await.refused(409, "not_admitted");
    assert_eq!(admit(json!({"all": true})).await.ok()["changed"], 2);
    assert_eq!(own(1).await.ok()["waits"], false);
    t.start(&invites[3]["token"], &key(4)).await.refused(409, "not_admitted");
    admit(json!({})).await.invalid("invites");
    let stranger = t.invite(&ada, &test, "x@example.org").await;
    admit(json!({"invites": [stranger["id"]]})).await.refused(404, "not_found");
    // Who is in stays so.
    t.app.store.close().await;
    drop(t);
    let t = TestApp::on_disk(dir.path());
    t.start(&invites[1]["token"], &key(2)).await.ok();
    t.start(&invites[3]["token"], &key(4)).await.refused(409, "not_admitted");
    let plain = session(&t, &ada, json!({})).await;
    t.post(path(&plain, "/admit")).bearer(&ada).json(json!({"all": true})).send().await.invalid("waiting_room");
    t.assert_sound();
}
