//! A proctor's share of an exam session on the monitoring pages (docs/behaviour/sessions.md#sessions-5).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{PASSWORD, column, key, list, small_test, text},
    media_client::eventually,
};
use invigil::{
    domain::{time::HOUR, user::StaffRole},
    service::{account::admins, actor::Actor},
};
use serde_json::{Value, json};

/// Two people take a test in a session. A proctor for the whole site looks after the first.
struct Hall {
    t: TestApp,
    ada: String,
    peter_id: Value,
    peter: String,
    session: Value,
    own: Value,
    other: Value,
}

impl Hall {
    async fn open() -> Self {
        let t = TestApp::new();
        t.start_media();
        let ada = t.admin().await;
        let operator = Actor::Operator.require().unwrap();
        let email = "peter@staff.example";
        let made = admins::create_as(&t.app, &operator, StaffRole::Staff, email, PASSWORD.into(), email).await.unwrap();
        let peter_id = json!(made.id.to_string());
        let roles = json!({"roles": [{"role": "proctor"}]});
        t.put(format!("/api/admin/roles/{}", made.id)).bearer(&ada).json(roles).send().await.ok();
        let peter = t.sign_in(email).await;
        let test = t.create_test(&ada, small_test("Rust")).await;
        let form = json!({"title": "Hall", "starts_at": t.at(HOUR)});
        let session = t.post("/api/sessions").bearer(&ada).json(form).send().await.expect(201);
        let mut invites = Vec::new();
        for n in [1, 2] {
            let seated = json!({"no_schedule": true, "session_id": session["id"]});
            let invite = t.invite_with(&ada, &test, &format!("c{n}@example.org"), seated).await.expect(201);
            t.start(&invite["token"], &key(n)).await.ok();
            invites.push(t.invite_row(&ada, &invite["id"]).await);
            invites.last_mut().unwrap()["token"] = invite["token"].clone();
        }
        let [own, other] = invites.try_into().unwrap();
        let hall = Self { t, ada, peter_id, peter, session, own, other };
        hall.share(&[&hall.own]).await;
        hall
    }

    async fn share(&self, invites: &[&Value]) {
        let ids: Vec<&Value> = invites.iter().map(|invite| &invite["id"]).collect();
        self.change(&self.ada, json!([{"account_id": self.peter_id, "invites": ids}])).await.ok();
    }

    async fn change(&self, who: &str, proctors: Value) -> Reply {
        let form = json!({"title": "Hall", "starts_at": self.t.at(HOUR), "proctors": proctors});
        self.t.put(format!("/api/sessions/{}", text(&self.session["id"]))).bearer(who).json(form).send().await
    }

    /// An administrator who looks after the first person alone.
    async fn admin_with_share(&self) -> String {
        let operator = Actor::Operator.require().unwrap();
        let email = "bob@staff.example";
        let made = admins::create_as(&self.t.app, &operator, StaffRole::Admin, email, PASSWORD.into(), email).await;
        let share = json!([{"account_id": made.unwrap().id.to_string(), "invites": [self.own["id"]]}]);
        self.change(&self.ada, share).await.ok();
        self.t.sign_in(email).await
    }

    async fn seated(&self, who: &str) -> Value {
        self.t.get(format!("/api/sessions/{}/people", text(&self.session["id"]))).bearer(who).send().await.ok()
    }

    async fn listed(&self, who: &str) -> usize {
        list(&self.t.get("/api/admin/monitoring").bearer(who).send().await.ok()).len()
    }
}

fn attempt(invite: &Value, rest: &str) -> String {
    format!("/api/attempts/{}/{rest}", text(&invite["attempt_id"]))
}

#[tokio::test]
async fn the_list_shows_the_share_alone() {
    let hall = Hall::open().await;
    let rows = hall.t.get("/api/admin/monitoring").bearer(&hall.peter).send().await.ok();
    assert_eq!(column(&rows, "applicant_email"), ["c1@example.org"]);
    assert_eq!(hall.listed(&hall.ada).await, 2, "who has no share sees all");
    hall.share(&[&hall.own, &hall.other]).await;
    assert_eq!(hall.listed(&hall.peter).await, 2);
    hall.share(&[]).await;
    assert_eq!(hall.listed(&hall.peter).await, 0);
}

#[tokio::test]
async fn who_comes_after_the_shares_were_given_is_in_none() {
    let hall = Hall::open().await;
    let test = json!({"id": hall.own["test_id"]});
    let seated = json!({"no_schedule": true, "session_id": hall.session["id"]});
    let late = hall.t.invite_with(&hall.ada, &test, "late@example.org", seated).await.expect(201);
    hall.t.start(&late["token"], &key(3)).await.ok();
    assert_eq!((hall.listed(&hall.ada).await, hall.listed(&hall.peter).await), (3, 1));
    let seen = hall.seated(&hall.ada).await;
    assert_eq!(seen["session"]["proctors"][0]["invites"], json!([hall.own["id"]]));
    assert_eq!(list(&seen["people"]).len(), 3);
    assert_eq!(list(&hall.seated(&hall.peter).await["people"]).len(), 1);
}

#[tokio::test]
async fn who_of_another_share_sits_where_is_not_said_to_who_would_move_them() {
    let hall = Hall::open().await;
    let form = json!({"title": "Side room", "starts_at": hall.t.at(HOUR)});
    let room = hall.t.post("/api/sessions").bearer(&hall.peter).json(form).send().await.expect(201);
    let path = format!("/api/sessions/{}/people", text(&room["id"]));
    let add = |invite: &Value| hall.t.put(path.as_str()).bearer(&hall.peter).json(json!({"add": [invite["id"]]}));
    add(&hall.other).send().await.refused(404, "not_found");
    add(&hall.own).send().await.refused(409, "in_other_session");
}

#[tokio::test]
async fn an_admin_is_not_locked_out_by_a_share() {
    let hall = Hall::open().await;
    let bob = hall.admin_with_share().await;
    let seen = hall.seated(&bob).await;
    assert_eq!((list(&seen["people"]).len(), &seen["session"]["may_change"]), (1, &json!(true)));
    // To share the others out again, and to see everyone.
    hall.change(&bob, json!([{"account_id": hall.peter_id, "invites": [hall.own["id"]]}])).await.ok();
    assert_eq!(list(&hall.seated(&bob).await["people"]).len(), 2);
    // A role as a proctor alone changes nothing.
    assert_eq!(hall.seated(&hall.peter).await["session"]["may_change"], json!(false));
    hall.change(&hall.peter, json!([])).await.refused(403, "forbidden");
}

#[tokio::test]
async fn nothing_of_others_is_read_or_acted_on() {
    let hall = Hall::open().await;
    let get = |path: String| hall.t.get(path).bearer(&hall.peter).send();
    let post = |path: String, body: Value| hall.t.post(path).bearer(&hall.peter).json(body).send();
    for read in ["timeline", "messages"] {
        get(attempt(&hall.own, read)).await.ok();
        get(attempt(&hall.other, read)).await.refused(404, "not_found");
    }
    get(attempt(&hall.own, "still")).await.refused(404, "no_still");
    get(attempt(&hall.other, "still")).await.refused(404, "not_found");
    let acts = [
        ("messages", json!({"text": "Please sit down."})),
        ("flags", json!({"note": "Looks around."})),
        ("pause", json!({"reason": "Fire alarm"})),
        ("resume", json!({"reason": "All is well"})),
        ("add-time", json!({"minutes": 5, "reason": "Fire alarm"})),
        ("release", json!({"reason": "Broken laptop"})),
        ("end", json!({"reason": "Left the room"})),
    ];
    for (act, body) in acts {
        post(attempt(&hall.other, act), body.clone()).await.refused(404, "not_found");
        assert!(post(attempt(&hall.own, act), body).await.status < 300, "{act}");
    }
}

#[tokio::test]
async fn an_ended_test_is_seen_by_who_reads_its_results() {
    let hall = Hall::open().await;
    let bob = hall.admin_with_share().await;
    let timeline = || hall.t.get(attempt(&hall.other, "timeline")).bearer(&bob).send();
    timeline().await.refused(404, "not_found");
    // Who invites goes on hearing of all invitations, and of no answer of others.
    let mut heard = hall.t.get("/api/events").bearer(&bob).stream().await;
    hall.t.save(&hall.other["token"], &key(2), &[("q1", "B", 1)]).await.ok();
    hall.t.submit(&hall.other["token"], &key(2), &[]).await.ok();
    assert_eq!(heard.next_named().await, ("invite.changed".to_owned(), hall.other["id"].clone()));
    timeline().await.ok();
}

#[tokio::test]
async fn streams_leave_out_others_and_follow_the_share() {
    let hall = Hall::open().await;
    let mut heard = hall.t.get("/api/events").bearer(&hall.peter).stream().await;
    hall.t.save(&hall.other["token"], &key(2), &[("q1", "B", 1)]).await.ok();
    hall.t.save(&hall.own["token"], &key(1), &[("q1", "B", 1)]).await.ok();
    assert_eq!(heard.next_named().await, ("answers.saved".to_owned(), hall.own["id"].clone()));
    hall.share(&[&hall.other]).await;
    let mut names = Vec::new();
    while names.last().is_none_or(|name| name != "share.changed") {
        names.push(heard.next().await.unwrap().name);
    }
    hall.t.submit(&hall.own["token"], &key(1), &[]).await.ok();
    hall.t.save(&hall.other["token"], &key(2), &[("q1", "A", 2)]).await.ok();
    assert_eq!(heard.next_named().await, ("answers.saved".to_owned(), hall.other["id"].clone()));
}

#[tokio::test]
async fn video_is_of_the_share_alone() {
    let hall = Hall::open().await;
    let watch = |invite: &Value| {
        hall.t.post(format!("/api/webrtc/start-session/{}", text(&invite["id"]))).bearer(&hall.peter).send()
    };
    let signals =
        |invite: &Value| hall.t.get(format!("/api/webrtc/signals/{}", text(&invite["id"]))).bearer(&hall.peter).send();
    watch(&hall.own).await.ok();
    signals(&hall.own).await.ok();
    watch(&hall.other).await.refused(404, "not_found");
    signals(&hall.other).await.refused(404, "not_found");
    let wall = hall.t.post("/api/webrtc/walls").bearer(&hall.peter).send().await.expect(201);
    let shown = hall
        .t
        .put(format!("/api/webrtc/walls/{}", text(&wall["session_id"])))
        .bearer(&hall.peter)
        .json(json!({"invite_ids": [hall.other["id"], hall.own["id"]]}))
        .send()
        .await
        .ok();
    let mids: Vec<&Value> = shown["mids"].as_object().unwrap().values().collect();
    assert_eq!(mids, [&hall.own["id"]]);
    // What is open ends with the share.
    hall.share(&[&hall.other]).await;
    let closed = async || {
        let path = format!("/api/webrtc/walls/{}", text(&wall["session_id"]));
        let reply = hall.t.put(path).bearer(&hall.peter).json(json!({"invite_ids": []})).send().await;
        (reply.status == 404).then_some(())
    };
    eventually("the end of the wall", closed).await;
    watch(&hall.own).await.refused(404, "not_found");
    watch(&hall.other).await.ok();
}

/// Who watches one test reads no ids of another one's people in the shares, and leaves them there.
#[tokio::test]
async fn shares_name_no_people_of_other_tests() {
    let hall = Hall::open().await;
    let (t, ada) = (&hall.t, &hall.ada);
    let seated = json!({"no_schedule": true, "session_id": hall.session["id"]});
    let elsewhere = t.create_test(ada, small_test("Go")).await;
    let foreign = t.invite_with(ada, &elsewhere, "go@example.org", seated).await.expect(201);
    hall.share(&[&hall.own, &foreign]).await;
    let (operator, email) = (Actor::Operator.require().unwrap(), "paula@staff.example");
    let made = admins::create_as(&t.app, &operator, StaffRole::Staff, email, PASSWORD.into(), "Paula").await.unwrap();
    let roles = json!({"roles": [{"role": "proctor", "tests": [hall.own["test_id"]]}]});
    t.put(format!("/api/admin/roles/{}", made.id)).bearer(ada).json(roles).send().await.ok();
    let paula = t.sign_in(email).await;
    let shares = async |who: &str| hall.seated(who).await["session"]["proctors"].clone();
    assert_eq!(shares(&paula).await[0]["invites"], json!([hall.own["id"]]));
    let listed = t.get("/api/sessions").bearer(&paula).send().await;
    assert!(listed.status == 200 && !listed.text.contains(text(&foreign["id"])), "{}", listed.text);
    // As its lead, she changes it as her page shows it.
    let led = |proctors: Value| {
        let form = json!({"title": "Hall", "starts_at": t.at(HOUR), "proctors": proctors, "lead": made.id.to_string()});
        t.put(format!("/api/sessions/{}", text(&hall.session["id"]))).json(form)
    };
    led(json!([{"account_id": hall.peter_id, "invites": [hall.own["id"], foreign["id"]]}]))
        .bearer(ada)
        .send()
        .await
        .ok();
    let moved = json!([{"account_id": hall.peter_id, "invites": [hall.other["id"]]}]);
    let changed = led(moved).bearer(&paula).send().await.ok();
    assert_eq!(changed["proctors"][0]["invites"], json!([hall.other["id"]]));
    assert_eq!(shares(ada).await[0]["invites"], json!([hall.other["id"], foreign["id"]]));
    // Who has a share reads no other one.
    let two = json!([
        {"account_id": hall.peter_id, "invites": [hall.own["id"]]},
        {"account_id": made.id.to_string(), "invites": [hall.other["id"]]},
    ]);
    hall.change(ada, two).await.ok();
    let own = shares(&hall.peter).await;
    assert_eq!((&own[0]["invites"], &own[1]["invites"]), (&json!([hall.own["id"]]), &json!([])));
    t.assert_sound();
}

/// A proctor of one test sees a session in which people take it. Of what concerns everyone there, the proctor does nothing
/// while others take another test, unless assigned to the session.
#[tokio::test]
async fn a_proctor_of_one_test_does_not_act_on_people_of_others() {
    let hall = Hall::open().await;
    let t = &hall.t;
    hall.change(&hall.ada, json!([])).await.ok();
    let own_test = json!({"roles": [{"role": "proctor", "tests": [hall.own["test_id"]]}]});
    t.put(format!("/api/admin/roles/{}", text(&hall.peter_id))).bearer(&hall.ada).json(own_test).send().await.ok();
    let peter = t.sign_in("peter@staff.example").await;
    let call = |path: &str| format!("/api/sessions/{}{path}", text(&hall.session["id"]));
    let may_change = async || t.get(call("")).bearer(&peter).send().await.ok()["may_change"].clone();
    let announce = async || t.post(call("/announce")).bearer(&peter).json(json!({"text": "Ten minutes"})).send().await;
    assert_eq!(may_change().await, true, "all of its people take his test");
    announce().await.expect(201);
    let other = t.create_test(&hall.ada, small_test("Go")).await;
    let seated = json!({"no_schedule": true, "session_id": hall.session["id"]});
    t.invite_with(&hall.ada, &other, "c3@example.org", seated).await.expect(201);
    assert_eq!(may_change().await, false);
    announce().await.refused(403, "forbidden");
    t.post(call("/start")).bearer(&peter).json(json!({})).send().await.refused(403, "forbidden");
    hall.change(&peter, json!([])).await.refused(403, "forbidden");
    t.delete(call("")).bearer(&peter).send().await.refused(403, "forbidden");
    let paused = t.post(call("/pause")).bearer(&peter).json(json!({})).send().await.ok();
    assert_eq!(paused["changed"], 2, "those of his test");
    hall.change(&hall.ada, json!([{"account_id": hall.peter_id}])).await.ok();
    assert_eq!(may_change().await, true);
    announce().await.expect(201);
    t.assert_sound();
}
