//! Lost time, given back (docs/behaviour/taking.md#lost-time, #reopen).

mod reopening;
mod restarts;
mod scripted;

use crate::support::{
    app::TestApp,
    journey::{PASSWORD, key, list, text},
    room::Room,
};
use invigil::{
    domain::{
        time::{MINUTE, SECOND},
        user::StaffRole,
    },
    service::{account::admins, actor::Actor, monitor::outages::watch},
};
use serde_json::{Value, json};

/// A candidate's page.
struct Page {
    token: Value,
    key: String,
    seq: u64,
}

impl Page {
    async fn open(t: &TestApp, admin: &str, test: &Value, n: u8) -> Self {
        let invite = t.invite(admin, test, &format!("c{n}@example.org")).await;
        t.start(&invite["token"], &key(n)).await.ok();
        Self { token: invite["token"].clone(), key: key(n), seq: 0 }
    }

    fn of(r: &Room) -> Self {
        Self { token: r.invite["token"].clone(), key: key(1), seq: 0 }
    }

    async fn beat(&self, t: &TestApp) {
        self.show(t, true).await;
    }

    async fn show(&self, t: &TestApp, visible: bool) {
        let path = format!("/api/take-test/{}/presence", text(&self.token));
        let body = json!({"question": 1, "camera": "on", "visible": visible});
        t.post(path).key(&self.key).json(body).send().await.expect(204);
    }

    async fn save(&mut self, t: &TestApp, words: &str) -> Value {
        self.seq += 1;
        t.save(&self.token, &self.key, &[("q2", words, self.seq)]).await.ok()
    }
}

async fn outages(t: &TestApp, admin: &str) -> Value {
    t.get("/api/admin/outages").bearer(admin).send().await.ok()
}

async fn act(t: &TestApp, admin: &str, outage: &Value, what: &str, body: Value) -> crate::support::call::Reply {
    t.post(format!("/api/admin/outages/{}/{what}", text(&outage["id"]))).bearer(admin).json(body).send().await
}

/// Cora is cut off for about a minute.
async fn cut_off() -> (Room, Page) {
    let r = Room::open().await;
    let page = Page::of(&r);
    page.beat(&r.t).await;
    r.t.clock.advance(60 * SECOND);
    page.beat(&r.t).await;
    r.t.clock.advance(10 * SECOND);
    watch::tend(&r.t.app).await.unwrap();
    (r, page)
}

#[tokio::test]
async fn time_is_given_back_once_by_whoever_asks() {
    let (r, _) = cut_off().await;
    let found = outages(&r.t, &r.admin).await;
    let outage = &found[0];
    assert_eq!(
        (&outage["kind"], &outage["state"], &outage["affected"], &outage["stood_still"]),
        (&json!("single"), &json!("open"), &json!(1), &json!(1))
    );
    assert_eq!(outage["attempts"][0]["attempt_id"], json!(r.attempt));
    assert_eq!(outage["attempts"][0]["proposed_seconds"], 55);
    act(&r.t, &r.admin, outage, "give-back", json!({"reason": " "})).await.invalid("reason");
    let stale = json!({"reason": "fire drill", "version": 9});
    act(&r.t, &r.admin, outage, "give-back", stale).await.refused(409, "changed_meanwhile");
    let mut page = r.t.get(r.of_candidate("events")).key(&key(1)).stream().await;
    page.next().await.unwrap();
    let wanted = json!({"reason": "fire drill", "version": outage["version"]});
    let (a, b) = tokio::join!(
        act(&r.t, &r.admin, outage, "give-back", wanted.clone()),
        act(&r.t, &r.admin, outage, "give-back", json!({"reason": "me too"}))
    );
    let given = [&a, &b].iter().filter(|reply| reply.text.contains("\"outcome\":\"given\"")).count();
    assert_eq!(given, 1, "two administrators give it once");
    assert_eq!(page.next().await.unwrap().data["deadline"], "2026-03-02T09:00:55.000Z");
    act(&r.t, &r.admin, outage, "give-back", wanted).await.refused(409, "changed_meanwhile");
    let again = act(&r.t, &r.admin, outage, "give-back", json!({"reason": "once more"})).await.ok();
    assert_eq!((&again["rows"][0]["outcome"], &again["rows"][0]["seconds"]), (&json!("already"), &json!(55)));
    assert_eq!(again["outage"]["state"], "given");
    act(&r.t, &r.admin, outage, "dismiss", json!({})).await.refused(409, "already_given");
    let timeline = r.t.get(r.of_admin("timeline")).bearer(&r.admin).send().await.ok();
    let added: Vec<_> = list(&timeline["entries"]).iter().filter(|e| e["kind"] == "time_added").collect();
    assert_eq!(added.len(), 1);
    assert!(text(&added[0]["text"]).starts_with("0:55 min given back: "));
    r.t.assert_sound();
}

#[tokio::test]
async fn other_times_can_be_given_and_nothing_else() {
    let (r, _) = cut_off().await;
    let outage = outages(&r.t, &r.admin).await[0].clone();
    let ask = |id: &str, seconds: i64| json!({"reason": "r", "attempts": [{"attempt_id": id, "seconds": seconds}]});
    for bad in [ask(&r.attempt, -1), ask(&r.attempt, 28_801), ask("00000000-0000-7000-8000-000000000000", 5)] {
        act(&r.t, &r.admin, &outage, "give-back", bad).await.invalid("attempts[0]");
    }
    let none = act(&r.t, &r.admin, &outage, "give-back", ask(&r.attempt, 0)).await.ok();
    assert_eq!((&none["rows"][0]["outcome"], &none["outage"]["state"]), (&json!("nothing"), &json!("open")));
    let more = act(&r.t, &r.admin, &outage, "give-back", ask(&r.attempt, 120)).await.ok();
    assert_eq!(more["outage"]["attempts"][0]["deadline"], "2026-03-02T09:02:00.000Z");
}

/// More than one batch: the caller may be gone before the last one, and what a stop of the server leaves is proposed again.
#[tokio::test]
async fn all_of_a_hall_get_their_time_though_the_caller_is_gone() {
    const HALL: u8 = 120;
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let mut pages = Vec::new();
    for n in 1..=HALL {
        pages.push(Page::open(&t, &admin, &test, n).await);
    }
    for wait in [60, 10] {
        for page in &pages {
            page.beat(&t).await;
        }
        t.clock.advance(wait * SECOND);
    }
    watch::tend(&t.app).await.unwrap();
    let outage = outages(&t, &admin).await[0].clone();
    assert_eq!((&outage["kind"], &outage["affected"]), (&json!("hall"), &json!(HALL)));
    let asking = act(&t, &admin, &outage, "give-back", json!({"reason": "power cut", "version": outage["version"]}));
    // Dropped while the first batch waits for the writer.
    assert!(futures_util::FutureExt::now_or_never(asking).is_none());
    let found = loop {
        let found = outages(&t, &admin).await[0].clone();
        if found["state"] == "given" {
            break found;
        }
        tokio::task::yield_now().await;
    };
    let given = list(&found["attempts"]).iter().filter(|attempt| attempt["given_seconds"] == 55).count();
    assert_eq!(given, usize::from(HALL), "it is settled by the last batch");
    t.assert_sound();
}

#[tokio::test]
async fn a_dismissed_outage_gives_nothing() {
    let (r, _) = cut_off().await;
    let outage = outages(&r.t, &r.admin).await[0].clone();
    let body = json!({"version": outage["version"], "reason": "a walk"});
    for _ in 0..2 {
        let dismissed = act(&r.t, &r.admin, &outage, "dismiss", body.clone()).await.ok();
        assert_eq!((&dismissed["state"], &dismissed["reason"]), (&json!("dismissed"), &json!("a walk")));
    }
    act(&r.t, &r.admin, &outage, "give-back", json!({"reason": "r"})).await.refused(409, "dismissed");
    assert_eq!(
        r.t.door(&r.invite["token"], Some(&key(1))).await.ok()["attempt"]["deadline"],
        "2026-03-02T09:00:00.000Z"
    );
}

#[tokio::test]
async fn an_ended_attempt_is_left_to_be_reopened() {
    let (r, _) = cut_off().await;
    r.t.submit(&r.invite["token"], &key(1), &[]).await.ok();
    let outage = outages(&r.t, &r.admin).await[0].clone();
    assert_eq!(outage["attempts"][0]["status"], "ended");
    let reply = act(&r.t, &r.admin, &outage, "give-back", json!({"reason": "r"})).await.ok();
    assert_eq!((&reply["rows"][0]["outcome"], &reply["outage"]["state"]), (&json!("ended"), &json!("open")));
}

/// A blip, a hidden page and a page that never reported are no outages.
#[tokio::test]
async fn silence_alone_is_no_outage() {
    let r = Room::open().await;
    let mut page = Page::of(&r);
    r.t.clock.advance(60 * SECOND);
    page.save(&r.t, "the first sign of life").await;
    page.beat(&r.t).await;
    r.t.clock.advance(19 * SECOND);
    page.beat(&r.t).await;
    page.show(&r.t, false).await;
    r.t.clock.advance(300 * SECOND);
    page.beat(&r.t).await;
    r.t.clock.advance(10 * SECOND);
    watch::tend(&r.t.app).await.unwrap();
    assert_eq!(outages(&r.t, &r.admin).await, json!([]));
}

/// A page was silent from 27 s before its deadline on, and came back a minute after it.
async fn cut_off_at_the_end() -> Room {
    let r = Room::open().await;
    let mut page = Page::of(&r);
    r.t.clock.advance(59 * MINUTE + 33 * SECOND);
    page.save(&r.t, "so far").await;
    page.beat(&r.t).await;
    r.t.clock.advance(27 * SECOND + 15 * SECOND);
    assert_eq!(r.t.sweep().await.submitted, 1);
    r.t.clock.advance(60 * SECOND);
    let body = json!({"answers": [], "at_deadline": true});
    r.t.post(format!("/api/submit-test/{}", text(&page.token))).key(&page.key).json(body).send().await.ok();
    r.t.clock.advance(10 * SECOND);
    watch::tend(&r.t.app).await.unwrap();
    let admin = r.t.sign_in("ada@example.org").await;
    Room { admin, ..r }
}

#[tokio::test]
async fn what_comes_after_the_end_is_no_lost_time() {
    let r = cut_off_at_the_end().await;
    let found = outages(&r.t, &r.admin).await;
    let proposed = found[0]["attempts"][0]["proposed_seconds"].as_i64().unwrap();
    assert!((22..=27).contains(&proposed), "{found}");
    assert_eq!(found[0]["attempts"][0]["lost_seconds"], proposed);
    r.t.assert_sound();
}

/// A page that is asked again after the candidate has submitted.
#[tokio::test]
async fn a_submitted_test_loses_nothing() {
    let r = Room::open().await;
    let page = Page::of(&r);
    page.beat(&r.t).await;
    r.t.submit(&page.token, &page.key, &[]).await.ok();
    r.t.clock.advance(5 * MINUTE);
    r.t.submit(&page.token, &page.key, &[]).await.ok();
    r.t.clock.advance(10 * SECOND);
    watch::tend(&r.t.app).await.unwrap();
    assert_eq!(outages(&r.t, &r.admin).await, json!([]));
}

/// An outage of another test is no empty page.
#[tokio::test]
async fn a_proctor_of_one_test_gets_full_pages() {
    let (r, cora) = cut_off().await;
    let other = r.t.test_with_all_types(&r.admin).await;
    let page = Page::open(&r.t, &r.admin, &other, 7).await;
    page.beat(&r.t).await;
    for _ in 0..12 {
        cora.beat(&r.t).await;
        r.t.clock.advance(5 * SECOND);
    }
    cora.beat(&r.t).await;
    page.beat(&r.t).await;
    r.t.clock.advance(10 * SECOND);
    watch::tend(&r.t.app).await.unwrap();
    let all = outages(&r.t, &r.admin).await;
    assert_eq!(list(&all).len(), 2, "{all}");
    assert_eq!(all[1]["attempts"][0]["attempt_id"], json!(r.attempt), "another one came after it");
    let operator = Actor::Operator.require().unwrap();
    let made = admins::create_as(&r.t.app, &operator, StaffRole::Staff, "olga@example.org", PASSWORD.into(), "Olga");
    let path = format!("/api/admin/roles/{}", made.await.unwrap().id);
    let role = json!({"roles": [{"role": "proctor", "tests": [r.test["id"]]}]});
    r.t.put(path).bearer(&r.admin).json(role).send().await.ok();
    let olga = r.t.sign_in("olga@example.org").await;
    let first = r.t.get("/api/admin/outages?limit=1").bearer(&olga).send().await.ok();
    assert_eq!(first[0]["id"], all[1]["id"]);
}

#[tokio::test]
async fn what_a_person_lost_goes_with_them() {
    let (r, _) = cut_off().await;
    let people = r.t.get("/api/admin/applicants").bearer(&r.admin).send().await.ok();
    r.t.delete(format!("/api/admin/applicants/{}", text(&people[0]["id"]))).bearer(&r.admin).send().await.ok();
    assert_eq!(outages(&r.t, &r.admin).await, json!([]));
    r.t.assert_sound();
}
