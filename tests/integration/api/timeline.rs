//! The timeline of an attempt: everything that happened, in order, bounded, and gone with the person.

use crate::support::{
    journey::{key, list, text},
    room::Room,
};
use invigil::{
    domain::{
        AttemptId,
        time::{MINUTE, SECOND},
        timeline::{MAX_AUTOMATIC_ENTRIES, TimelineEvent, TimelineEventKind, TimelineHead, Via},
    },
    service::work::{By, timeline},
    store::Read,
};
use serde_json::{Value, json};

impl Room {
    fn id(&self) -> AttemptId {
        self.attempt.parse().unwrap()
    }

    async fn timeline(&self) -> Value {
        self.t.get(self.of_admin("timeline")).bearer(&self.admin).send().await.ok()
    }

    async fn act(&self, what: &str, body: Value) -> crate::support::call::Reply {
        self.t.post(self.of_admin(what)).bearer(&self.admin).json(body).send().await
    }
}

fn told(timeline: &Value) -> Vec<(String, String, Option<String>)> {
    let word = |v: &Value| v.as_str().map(str::to_owned);
    let rows = list(&timeline["entries"]).iter();
    rows.map(|e| (word(&e["kind"]).unwrap(), word(&e["text"]).unwrap(), word(&e["by"]))).collect()
}

fn row(kind: &str, text: &str, by: Option<&str>) -> (String, String, Option<String>) {
    (kind.into(), text.into(), by.map(str::to_owned))
}

#[tokio::test]
async fn every_step_of_an_attempt_is_on_it_in_order() {
    let r = Room::open().await;
    let t = &r.t;
    let token = text(&r.invite["token"]).to_owned();
    let ada = Some("Ada Admin");
    t.clock.advance(SECOND);
    t.post(format!("/api/take-test/{token}/resume-request")).send().await.ok();
    t.clock.advance(SECOND);
    r.act("release", json!({"reason": "new laptop"})).await.ok();
    t.clock.advance(SECOND);
    t.start(&r.invite["token"], &key(2)).await.ok();
    // The browser that lost it continues sending: noted once.
    for n in 1..4 {
        t.save(&r.invite["token"], &key(1), &[("q1", if n == 2 { "A" } else { "B" }, n)]).await.ok();
    }
    t.clock.advance(SECOND);
    let signals = json!({"signals": [{"kind": "paste", "detail": "12"}]});
    t.post(format!("/api/take-test/{token}/signals")).key(&key(2)).json(signals).send().await.ok();
    t.clock.advance(SECOND);
    r.act("add-time", json!({"minutes": 5, "reason": "fire drill"})).await.ok();
    let flag = r.act("flags", json!({"note": " Somebody else\r\nin the room "})).await.expect(201);
    assert_eq!(
        flag,
        json!({"at": t.now().to_string(), "kind": "flag", "text": "Somebody else\nin the room", "by": "Ada Admin"})
    );
    r.act("end", json!({"reason": "cheated"})).await.ok();
    t.clock.advance(SECOND);
    r.act("flags", json!({"note": "seen later"})).await.expect(201);
    let timeline = r.timeline().await;
    assert_eq!(
        told(&timeline),
        [
            row("started", "", None),
            row("resume_requested", "", None),
            row("released", "new laptop", ada),
            row("resumed", "In another browser", None),
            row("late", "From a browser that no longer held the test", None),
            row("signal", "12", None),
            row("time_added", "5 min: fire drill", ada),
            row("flag", "Somebody else\nin the room", ada),
            row("ended", "cheated", ada),
            row("flag", "seen later", ada),
        ]
    );
    assert_eq!(timeline["entries"][5]["signal"], "paste");
    assert_eq!(timeline["entries_not_kept"], 0);
    let result = t.result_of(&r.admin, &r.invite).await;
    assert_eq!(result["timeline"], timeline);
    assert_eq!(result["is_monitored"], false);
    assert_eq!(result["timeline"]["monitored"], json!([]));
    assert_eq!(list(&timeline["unmonitored"]).len(), 1);
    t.assert_sound();
}

#[tokio::test]
async fn a_test_is_monitored_while_pictures_come() {
    let r = Room::open().await;
    let (t, start) = (&r.t, r.t.now().to_string());
    assert_eq!(r.timeline().await["unmonitored"], json!([{"from": start, "to": null}]));
    t.clock.advance(10 * SECOND);
    let on = t.now().to_string();
    let mut heard = t.get("/api/events").bearer(&r.admin).stream().await;
    for _ in 0..2 {
        timeline::video_on(&t.app, r.id(), Via::WebRtc).await.unwrap();
    }
    assert_eq!(heard.next_named().await, ("video.changed".into(), r.invite["id"].clone()));
    t.clock.advance(10 * SECOND);
    let off = t.now().to_string();
    for _ in 0..2 {
        timeline::video_off(&t.app, r.id(), Via::WebRtc, "The network was lost.").await.unwrap();
    }
    let during = r.timeline().await;
    assert_eq!(during["monitored"], json!([{"from": on, "to": off}]));
    assert_eq!(during["unmonitored"], json!([{"from": start, "to": on}, {"from": off, "to": null}]));
    t.clock.advance(10 * SECOND);
    let again = t.now().to_string();
    timeline::video_on(&t.app, r.id(), Via::Stills).await.unwrap();
    timeline::note(&t.app, r.id(), TimelineEventKind::Watching, "", By::Operator).await.unwrap();
    // The time runs out: the stretch ends with the test, and nothing comes after it.
    t.clock.advance(60 * MINUTE);
    t.sweep().await;
    timeline::video_on(&t.app, r.id(), Via::WebRtc).await.unwrap();
    // An hour without a call has ended the session.
    let admin = t.sign_in("ada@example.org").await;
    let result = t.result_of(&admin, &r.invite).await;
    assert_eq!(result["is_monitored"], true);
    let end = result["submitted_at"].clone();
    assert_eq!(result["timeline"]["monitored"], json!([{"from": on, "to": off}, {"from": again, "to": end}]));
    assert_eq!(
        told(&result["timeline"]),
        [
            row("started", "", None),
            row("video_on", "Live video", None),
            row("video_off", "The network was lost.", None),
            row("video_on", "Still pictures", None),
            row("watching", "", None),
            row("ended", "The time was up.", None),
        ]
    );
}

#[tokio::test]
async fn what_comes_and_goes_leaves_room_for_what_people_do() {
    let r = Room::open().await;
    let (t, id) = (&r.t, r.id());
    let full = MAX_AUTOMATIC_ENTRIES;
    let write = t.app.store.write(move |tx| {
        tx.put(&TimelineHead { entries: full, ..TimelineHead::none(id) })?;
        Ok::<_, invigil::domain::Error>(())
    });
    write.await.unwrap();
    timeline::video_on(&t.app, id, Via::WebRtc).await.unwrap();
    r.act("flags", json!({"note": "kept"})).await.expect(201);
    let timeline = r.timeline().await;
    assert_eq!(timeline["entries_not_kept"], 1);
    assert_eq!(list(&timeline["monitored"]).len(), 1, "the stretch counts all the same");
    for _ in full + 1..1_900 {
        r.act("flags", json!({"note": "more"})).await.expect(201);
    }
    r.act("flags", json!({"note": "too much"})).await.refused(409, "timeline_full");
    r.act("end", json!({"reason": "over"})).await.ok();
    assert_eq!(told(&r.timeline().await).last(), Some(&row("ended", "over", Some("Ada Admin"))));
}

#[tokio::test]
async fn bad_flags_are_refused_and_name_the_field() {
    let r = Room::open().await;
    for bad in ["", " \n ", &"x".repeat(501), "bell\u{7}"] {
        r.act("flags", json!({"note": bad})).await.invalid("note");
    }
    r.act("flags", json!({"note": "é".repeat(500)})).await.expect(201);
    let unknown = "/api/attempts/00000000-0000-7000-8000-000000000000/timeline";
    r.t.get(unknown).bearer(&r.admin).send().await.refused(404, "not_found");
}

#[tokio::test]
async fn it_goes_with_the_person_and_with_the_test() {
    for by_person in [true, false] {
        let r = Room::open().await;
        let t = &r.t;
        timeline::video_on(&t.app, r.id(), Via::Stills).await.unwrap();
        r.act("flags", json!({"note": "n"})).await.expect(201);
        let path = if by_person {
            let people = t.get("/api/admin/applicants").bearer(&r.admin).send().await.ok();
            format!("/api/admin/applicants/{}", text(&people[0]["id"]))
        } else {
            format!("/api/tests/{}/force", text(&r.test["id"]))
        };
        assert!(t.delete(path).bearer(&r.admin).send().await.status < 300);
        let read = t.app.store.read().unwrap();
        assert_eq!(read.records::<TimelineEvent>().unwrap(), []);
        assert_eq!(read.records::<TimelineHead>().unwrap(), []);
        t.assert_sound();
    }
}
