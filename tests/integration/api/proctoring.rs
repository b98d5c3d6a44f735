//! Messages, screenshots, presence, stills and the list of the monitoring pages.

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{key, list, small_test, text},
    room::Room,
};
use invigil::{
    domain::{
        message::ProctorMessage,
        screenshot::{Screenshot, ScreenshotPicture},
        time::{DAY, MINUTE, SECOND, SignedDuration},
    },
    service::{monitor::outages::watch, operate::sweeper, work::timeline},
    store::Read,
};
use serde_json::{Value, json};

const JPEG: &[u8] = b"\xFF\xD8\xFF\xE0 a small picture";
const PNG: &[u8] = b"\x89PNG\r\n\x1A\n a small picture";

impl Room {
    async fn message(&self, words: &str) -> Reply {
        self.t.post(self.of_admin("messages")).bearer(&self.admin).json(json!({"text": words})).send().await
    }
    async fn messages(&self) -> Value {
        self.t.get(self.of_admin("messages")).bearer(&self.admin).send().await.ok()
    }
    async fn shoot(&self, kind: &str, bytes: &[u8]) -> Reply {
        self.t.post(self.of_admin("screenshots")).bearer(&self.admin).body(kind, bytes).send().await
    }
    async fn present(&self, body: Value) -> Reply {
        self.t.post(self.of_candidate("presence")).key(&key(1)).json(body).send().await
    }
    async fn still(&self, bytes: &[u8]) -> Reply {
        self.t.put(self.of_candidate("still")).key(&key(1)).body("image/jpeg", bytes).send().await
    }
    async fn rows(&self) -> Value {
        self.t.get("/api/admin/monitoring").bearer(&self.admin).send().await.ok()
    }
    async fn video(&self) -> Value {
        self.rows().await[0]["video"].clone()
    }
    async fn tend(&self) {
        sweeper::sweep_video(&self.t.app).await.unwrap();
    }
}

fn present(question: u32, camera: &str) -> Value {
    json!({"question": question, "camera": camera, "visible": true})
}

fn offline(reason: &str, since: &str) -> Value {
    json!({"state": "offline", "via": null, "reason": reason, "since": since})
}

#[tokio::test]
async fn a_message_is_pushed_kept_and_seen_once() {
    let r = Room::open().await;
    let t = &r.t;
    let mut page = t.get(r.of_candidate("events")).key(&key(1)).stream().await;
    assert_eq!(page.next().await.unwrap().name, "attempt.changed", "how it stands");
    let sent = r.message(" Please\r\nsit up ").await.expect(201);
    let at = t.now().to_string();
    let expected =
        json!({"id": sent["id"], "kind": "message", "text": "Please\nsit up", "sent_at": at, "seen_at": null});
    let heard = page.next().await.unwrap();
    assert_eq!(heard.name, "message");
    assert_eq!(
        heard.data,
        json!({"invite_id": r.invite["id"], "id": sent["id"], "text": "Please\nsit up", "sent_at": at})
    );
    let seen = r.of_candidate(&format!("messages/{}/seen", text(&sent["id"])));
    assert_eq!(t.get(r.of_candidate("messages")).key(&key(1)).send().await.ok(), json!([expected]));
    assert_eq!(r.messages().await[0]["seen_at"], Value::Null);
    for _ in 0..2 {
        t.clock.advance(SECOND);
        t.post(&seen).key(&key(1)).send().await.expect(204);
    }
    let first = t.at(-SECOND);
    assert_eq!(
        r.messages().await,
        json!([{"id": sent["id"], "kind": "message", "text": "Please\nsit up", "sent_at": at, "sent_by": "Ada Admin",
            "seen_at": first}])
    );
    let timeline = t.get(r.of_admin("timeline")).bearer(&r.admin).send().await.ok();
    assert_eq!(timeline["entries"][1]["message_id"], sent["id"]);
    // Another browser, another attempt's message, no such message.
    t.get(r.of_candidate("messages")).key(&key(2)).send().await.refused(409, "attempt_elsewhere");
    t.post(&seen).key(&key(2)).send().await.refused(409, "attempt_elsewhere");
    let unknown = r.of_candidate("messages/00000000-0000-7000-8000-000000000000/seen");
    t.post(unknown).key(&key(1)).send().await.refused(404, "not_found");
    for bad in ["", " \n", &"x".repeat(1_001), "\u{1b}[2J"] {
        r.message(bad).await.invalid("text");
    }
    t.submit(&r.invite["token"], &key(1), &[]).await.ok();
    r.message("too late").await.refused(409, "finished");
    assert_eq!(t.result_of(&r.admin, &r.invite).await["messages"], r.messages().await);
    t.assert_sound();
}

#[tokio::test]
async fn screenshots_are_kept_with_the_attempt_and_go_with_the_person() {
    let r = Room::open().await;
    let t = &r.t;
    let jpeg = r.shoot("image/jpeg", JPEG).await.expect(201);
    t.clock.advance(SECOND);
    let png = r.shoot("image/png", PNG).await.expect(201);
    assert_eq!(
        png,
        json!({"id": png["id"], "taken_at": t.now().to_string(), "taken_by": "Ada Admin", "bytes": PNG.len()})
    );
    for (shot, bytes, kind) in [(&jpeg, JPEG, "image/jpeg"), (&png, PNG, "image/png")] {
        let path = r.of_admin(&format!("screenshots/{}", text(&shot["id"])));
        let reply = t.get(path).bearer(&r.admin).send().await;
        let head = (reply.header("content-type"), reply.header("content-disposition"));
        assert_eq!((reply.status, &*reply.bytes, head), (200, bytes, (kind, "inline")));
    }
    r.shoot("image/jpeg", b"<svg onload=alert(1)>").await.refused(415, "not_an_image");
    r.shoot("image/svg+xml", JPEG).await.refused(415, "wrong_media");
    r.shoot("image/jpeg", &vec![0xFF; (1 << 20) + 1]).await.refused(413, "too_large");
    for nowhere in ["x", "00000000-0000-7000-8000-000000000000"] {
        let path = r.of_admin(&format!("screenshots/{nowhere}"));
        t.get(path).bearer(&r.admin).send().await.refused(404, "not_found");
    }
    t.submit(&r.invite["token"], &key(1), &[]).await.ok();
    let result = t.result_of(&r.admin, &r.invite).await;
    assert_eq!(result["screenshots"], json!([jpeg, png]));
    assert_eq!(result["timeline"]["entries"][1]["screenshot_id"], jpeg["id"]);
    r.message("x").await.refused(409, "finished");
    let people = t.get("/api/admin/applicants").bearer(&r.admin).send().await.ok();
    t.delete(format!("/api/admin/applicants/{}", text(&people[0]["id"]))).bearer(&r.admin).send().await.ok();
    let read = t.app.store.read().unwrap();
    assert_eq!(read.records::<Screenshot>().unwrap(), []);
    assert_eq!(read.records::<ScreenshotPicture>().unwrap(), []);
    assert_eq!(read.records::<ProctorMessage>().unwrap(), []);
    t.assert_sound();
}

#[tokio::test]
async fn two_hundred_screenshots_are_the_most() {
    let r = Room::open().await;
    for _ in 0..200 {
        r.shoot("image/png", PNG).await.expect(201);
    }
    r.shoot("image/png", PNG).await.refused(409, "too_many");
}

#[tokio::test]
async fn the_video_state_says_in_words_why_nothing_is_seen() {
    let r = Room::open().await;
    let t = &r.t;
    let start = t.now().to_string();
    assert_eq!(r.video().await["state"], "connecting", "the page has a moment to report");
    t.clock.advance(45 * SECOND);
    assert_eq!(r.video().await, offline("No contact with the candidate's browser yet.", &start));
    let words = [
        ("denied", "The camera was denied."),
        ("missing", "No camera was found."),
        ("lost", "The camera has stopped."),
        ("off", "The candidate chose to continue without a camera."),
        ("unsupported", "This browser cannot use the camera here."),
        ("muted", "The camera is muted: by its lid, a key or the system."),
        ("unplugged", "The camera was unplugged."),
        ("busy", "Another program uses the camera."),
    ];
    for (camera, reason) in words {
        r.present(present(2, camera)).await.expect(204);
        let since = t.now().to_string();
        t.clock.advance(15 * SECOND);
        r.present(present(3, camera)).await.expect(204);
        assert_eq!(r.video().await, offline(reason, &since));
    }
    assert_eq!(r.rows().await[0]["question"], 3);
    r.present(present(3, "on")).await.expect(204);
    assert_eq!(r.video().await["state"], "connecting");
    let heard = t.now().to_string();
    t.clock.advance(45 * SECOND);
    assert_eq!(r.video().await, offline("The network was lost.", &heard));
    // A beacon carries the key in its body.
    let gone = json!({"question": 3, "camera": "on", "visible": false, "leaving": true, "attempt_key": key(1)});
    t.post(r.of_candidate("presence")).json(gone).send().await.expect(204);
    assert_eq!(r.video().await, offline("The page was closed.", &t.now().to_string()));
    for bad in [0, 4] {
        r.present(present(bad, "on")).await.invalid("question");
    }
    r.present(json!({"question": 1, "camera": "perhaps", "visible": true})).await.invalid("camera");
    let stranger = t.post(r.of_candidate("presence")).key(&key(2)).json(present(1, "on"));
    stranger.send().await.refused(409, "attempt_elsewhere");
    let later = t.invite_with(
        &r.admin,
        &r.test,
        "dan@example.org",
        json!({"scheduled_date": t.at(DAY), "admin_scheduled": true, "no_schedule": false}),
    );
    let later = later.await.expect(201);
    let rows = r.rows().await;
    let waiting = list(&rows).iter().find(|row| row["invite_id"] == later["id"]).unwrap();
    assert_eq!(waiting["video"]["reason"], "Not started yet.");
    assert_eq!((&waiting["ready"], &waiting["attempt_id"]), (&json!(false), &Value::Null));
    let too_early = format!("/api/take-test/{}/presence", text(&later["token"]));
    t.post(too_early).key(&key(1)).json(present(1, "on")).send().await.refused(409, "not_started");
}

#[tokio::test]
async fn camera_and_connection_are_two_facts() {
    let r = Room::open().await;
    let t = &r.t;
    let row = async || r.rows().await[0].clone();
    let first = row().await;
    assert_eq!((&first["connection"]["state"], &first["camera"]), (&json!("waiting"), &Value::Null));
    let mut heard = t.get("/api/events").bearer(&r.admin).stream().await;
    // Who works without a camera is there, however long.
    for _ in 0..20 {
        r.present(json!({"question": 2, "camera": "muted", "visible": true, "microphone": "on",
            "camera_name": " OBS Virtual Camera ", "microphone_name": "Headset"}))
            .await
            .expect(204);
        t.clock.advance(20 * SECOND);
    }
    assert_eq!(heard.next_named().await.0, "video.changed");
    let seen = row().await;
    assert_eq!(seen["connection"], json!({"state": "connected", "heard_at": t.at(-20 * SECOND)}));
    let reason = "The camera is muted: by its lid, a key or the system.";
    assert_eq!(
        seen["camera"],
        json!({"state": "muted", "reason": reason, "since": t.at(-400 * SECOND), "name": "OBS Virtual Camera", "is_virtual": true})
    );
    assert_eq!(seen["microphone"], json!({"state": "on", "reason": null, "name": "Headset"}));
    assert_eq!(seen["video"]["reason"], reason);
    // A picture that arrives can be black, which is news.
    let seen_path = format!("/api/attempts/{}/seen", text(&seen["attempt_id"]));
    t.post(&seen_path).bearer(&r.admin).send().await.expect(204);
    assert_eq!(row().await["seen"], true);
    r.still(JPEG).await.expect(204);
    r.present(present(2, "black")).await.expect(204);
    let black = row().await;
    assert_eq!((&black["video"]["state"], &black["video"]["reason"]), (&json!("live"), &Value::Null));
    assert_eq!(black["camera"]["reason"], "The camera sends a black picture.");
    assert_eq!((&black["seen"], &black["microphone"]), (&json!(false), &Value::Null));
    // The heartbeats stop, the answers do not.
    t.clock.advance(2 * MINUTE);
    t.save(&r.invite["token"], &key(1), &[("q1", "B", 1)]).await.ok();
    assert_eq!(row().await["connection"], json!({"state": "connected", "heard_at": t.at(SignedDuration::ZERO)}));
    t.clock.advance(45 * SECOND);
    let lost = row().await;
    assert_eq!(
        (&lost["connection"]["state"], &lost["video"]["reason"]),
        (&json!("lost"), &json!("The network was lost."))
    );
    assert_eq!(lost["camera"]["state"], "black", "what was known last");
    for (field, bad) in [("camera_name", "x".repeat(121)), ("microphone_name", "a\nb".into())] {
        let mut body = present(1, "on");
        body[field] = bad.into();
        r.present(body).await.invalid(field);
    }
    let mut body = present(1, "on");
    body["microphone"] = "loud".into();
    r.present(body).await.invalid("microphone");
}

#[tokio::test]
async fn admins_pages_are_told_of_changes_and_of_silence() {
    let r = Room::open().await;
    let t = &r.t;
    let mut heard = t.get("/api/events").bearer(&r.admin).stream().await;
    let changed = ("video.changed".to_owned(), r.invite["id"].clone());
    r.present(present(1, "on")).await.expect(204);
    assert_eq!(heard.next_named().await, changed);
    r.present(present(2, "on")).await.expect(204);
    r.present(present(2, "lost")).await.expect(204);
    assert_eq!(heard.next_named().await, changed);
    t.clock.advance(45 * SECOND);
    r.tend().await;
    r.tend().await;
    assert_eq!(heard.next_named().await, changed, "silence is told of");
    r.message("mark").await.expect(201);
    assert_eq!(heard.next_named().await.0, "attempt.changed", "and told of once");
}

#[tokio::test]
async fn stills_stand_in_for_live_video() {
    let r = Room::open().await;
    let t = &r.t;
    let latest = || t.get(r.of_admin("still")).bearer(&r.admin).send();
    latest().await.refused(404, "no_still");
    r.still(PNG).await.refused(415, "not_an_image");
    let big = [JPEG, &*vec![0; 64 << 10]].concat();
    r.still(&big).await.refused(413, "too_large");
    t.put(r.of_candidate("still")).key(&key(2)).body("image/jpeg", JPEG).send().await.refused(409, "attempt_elsewhere");
    let begun = t.now().to_string();
    r.present(present(1, "on")).await.expect(204);
    r.still(JPEG).await.expect(204);
    assert_eq!(r.video().await, json!({"state": "live", "via": "stills", "reason": null, "since": begun}));
    t.clock.advance(2 * SECOND);
    r.still(b"\xFF\xD8\xFF too soon").await.expect(204);
    let shown = latest().await;
    assert_eq!(
        (&*shown.bytes, shown.header("content-type"), shown.header("x-taken-at")),
        (JPEG, "image/jpeg", &*begun)
    );
    t.clock.advance(14 * SECOND);
    r.tend().await;
    latest().await.refused(404, "no_still");
    assert_eq!(r.video().await["reason"], "The camera is on, but no picture arrives.");
    let dark = t.now().to_string();
    t.clock.advance(4 * SECOND);
    r.still(JPEG).await.expect(204);
    let again = t.now().to_string();
    t.clock.advance(SECOND);
    t.submit(&r.invite["token"], &key(1), &[]).await.ok();
    latest().await.refused(404, "no_still");
    r.still(JPEG).await.refused(409, "finished");
    let result = t.result_of(&r.admin, &r.invite).await;
    assert_eq!(result["is_monitored"], true);
    assert_eq!(
        result["timeline"]["monitored"],
        json!([{"from": begun, "to": dark}, {"from": again, "to": result["submitted_at"]}])
    );
}

#[tokio::test]
async fn the_list_counts_what_was_done() {
    let r = Room::open().await;
    let t = &r.t;
    let (started, token) = (t.now().to_string(), &r.invite["token"]);
    t.clock.advance(SECOND);
    t.save(token, &key(1), &[("q1", "B", 1), ("q2", "words", 2)]).await.ok();
    let row = r.rows().await[0].clone();
    assert_eq!(
        row,
        json!({
            "invite_id": r.invite["id"], "attempt_id": r.attempt, "applicant_name": "Cora Candidate",
            "applicant_email": "cora@example.org", "test_id": r.test["id"], "test_title": "Backend engineer", "ready": true,
            "scheduled_date": null, "started_at": started, "deadline": t.at(60 * MINUTE - SECOND),
            "server_time": t.now().to_string(), "paused_since": null, "question": null, "question_count": 3, "answered_count": 2,
            "break_until": null, "agreed": null, "language": null,
            "last_saved_at": t.now().to_string(), "signal_count": 0, "flag_count": 0, "resume_requested_at": null, "seen": false,
            "video": {"state": "connecting", "via": null, "reason": row["video"]["reason"], "since": started},
            "connection": {"state": "connected", "heard_at": t.now().to_string()}, "camera": null, "microphone": null,
        })
    );
    t.clock.advance(SECOND);
    t.save(token, &key(1), &[("q2", " ", 3), ("q3", "code", 4), ("q1", "A", 5), ("q1", "C", 2)]).await.ok();
    let signals = json!({"signals": [{"kind": "blur"}, {"kind": "tab_hidden"}]});
    t.post(r.of_candidate("signals")).key(&key(1)).json(signals).send().await.ok();
    t.post(r.of_admin("flags")).bearer(&r.admin).json(json!({"note": "n"})).send().await.expect(201);
    t.post(r.of_candidate("resume-request")).send().await.ok();
    let row = r.rows().await[0].clone();
    let counts = ["answered_count", "signal_count", "flag_count"].map(|f| row[f].clone());
    assert_eq!(counts, [2, 2, 1]);
    assert_eq!(
        (&row["last_saved_at"], &row["resume_requested_at"]),
        (&json!(t.now().to_string()), &json!(t.now().to_string()))
    );
    t.submit(token, &key(1), &[]).await.ok();
    assert_eq!(r.rows().await, json!([]));
}

#[tokio::test]
async fn counts_and_stretches_outlive_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let r = Room::in_app(TestApp::on_disk(dir.path())).await;
    let start = r.t.now().to_string();
    r.still(JPEG).await.expect(204);
    r.t.clock.advance(3 * SECOND);
    r.t.save(&r.invite["token"], &key(1), &[("q2", "words", 1)]).await.ok();
    let heard = r.t.now().to_string();
    // The candidate reads; the server's own heartbeat shows how long it ran.
    r.t.clock.advance(20 * SECOND);
    watch::tend(&r.t.app).await.unwrap();
    let ran_until = r.t.now().to_string();
    r.t.clock.advance(3 * SECOND);
    r.t.app.store.close().await;
    let Room { t, admin, test, invite, attempt } = r;
    let now = t.now();
    drop(t);
    let t = TestApp::on_disk(dir.path());
    t.clock.set(&now.plus(MINUTE).to_string());
    for _ in 0..2 {
        timeline::end_interrupted(&t.app, watch::ran_until(&t.app).unwrap()).await.unwrap();
    }
    let r = Room { t, admin, test, invite, attempt };
    let row = r.rows().await[0].clone();
    assert_eq!((&row["answered_count"], &row["last_saved_at"]), (&json!(1), &json!(heard)));
    r.t.save(&r.invite["token"], &key(1), &[("q3", "code", 2)]).await.ok();
    assert_eq!(r.rows().await[0]["answered_count"], 2);
    let timeline = r.t.get(r.of_admin("timeline")).bearer(&r.admin).send().await.ok();
    assert_eq!(timeline["monitored"], json!([{"from": start, "to": ran_until}]));
    let last = list(&timeline["entries"]).last().unwrap();
    assert_eq!((&last["kind"], &last["text"]), (&json!("video_off"), &json!("The server was restarted.")));
    // Of an attempt that this process has not counted yet, the first save counts all.
    r.t.app.store.close().await;
}

#[tokio::test]
async fn the_full_screen_is_a_choice_of_the_test_and_kept_by_the_attempt() {
    let (t, admin) = TestApp::with_admin().await;
    let plain = t.create_test(&admin, small_test("Plain")).await;
    assert_eq!(plain["require_fullscreen"], false);
    let mut input = small_test("Full");
    input["require_fullscreen"] = true.into();
    let test = t.create_test(&admin, input.clone()).await;
    let path = format!("/api/tests/{}", text(&test["id"]));
    assert_eq!(t.get(&path).bearer(&admin).send().await.ok()["require_fullscreen"], true);
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    assert_eq!(t.door(&invite["token"], None).await.ok()["test"]["require_fullscreen"], true);
    assert_eq!(t.start(&invite["token"], &key(1)).await.ok()["test"]["require_fullscreen"], true);
    // Left out of the whole, it is off; the running attempt keeps its snapshot.
    t.put(&path).bearer(&admin).json(small_test("Full")).send().await.ok();
    assert_eq!(t.get(&path).bearer(&admin).send().await.ok()["require_fullscreen"], false);
    assert_eq!(t.door(&invite["token"], Some(&key(1))).await.ok()["test"]["require_fullscreen"], true);
    input["require_fullscreen"] = "yes".into();
    t.put(&path).bearer(&admin).json(input).send().await.invalid("require_fullscreen");
}

#[tokio::test]
async fn what_a_proctor_has_seen_is_seen_by_all_until_the_next_event() {
    let r = Room::open().await;
    let other = r.t.second_admin().await;
    r.present(json!({"question": 1, "camera": "denied", "visible": true})).await.expect(204);
    assert_eq!(r.rows().await[0]["seen"], false);
    let seen = async || r.t.post(r.of_admin("seen")).bearer(&other).send().await;
    seen().await.expect(204);
    assert_eq!(r.rows().await[0]["seen"], true);
    r.t.clock.advance(MINUTE / 4);
    r.present(json!({"question": 2, "camera": "denied", "visible": true})).await.expect(204);
    assert_eq!(r.rows().await[0]["seen"], true, "moving on is no event");
    r.present(json!({"question": 2, "camera": "lost", "visible": true})).await.expect(204);
    assert_eq!(r.rows().await[0]["seen"], false);
    seen().await.expect(204);
    r.t.post(r.of_candidate("resume-request")).send().await;
    let signals = json!({"signals": [{"kind": "tab_hidden"}]});
    r.t.post(r.of_candidate("signals")).key(&key(1)).json(signals).send().await;
    assert_eq!(r.rows().await[0]["seen"], false);
    r.t.post(r.of_admin("end")).bearer(&r.admin).json(json!({"reason": "stop"})).send().await.ok();
    seen().await.refused(409, "finished");
}

#[tokio::test]
async fn two_proctors_who_mean_the_same_minutes_add_them_once() {
    let r = Room::open().await;
    let bob = r.t.second_admin().await;
    let add = |who: &str, seen_at: &Value| {
        let body = json!({"minutes": 10, "reason": "fire drill", "seen_at": seen_at});
        r.t.post(r.of_admin("add-time")).bearer(who).json(body).send()
    };
    let before = r.rows().await[0].clone();
    r.t.clock.advance(SECOND);
    let added = add(&r.admin, &before["server_time"]).await.ok();
    // Both had the list open, and Ada's reply may be lost.
    for who in [&bob, &r.admin] {
        let refusal = add(who, &before["server_time"]).await.refused(409, "changed_meanwhile");
        assert_eq!((&refusal["by"], &refusal["at"]), (&json!("Ada Admin"), &json!(r.t.now().to_string())));
    }
    let after = r.rows().await[0].clone();
    assert_eq!(after["deadline"], added["invite"]["deadline"], "refused, it adds nothing");
    r.t.clock.advance(SECOND);
    add(&bob, &after["server_time"]).await.ok();
    // Without it, time is added to any.
    add(&bob, &Value::Null).await.ok();
    r.t.assert_sound();
}
