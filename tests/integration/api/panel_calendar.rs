//! Slots around the busy times of a panel's calendar (docs/behaviour/invites.md#busy-times), read from a real server.

use super::webhooks::server;
use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{list, small_test, text},
};
use axum::{
    Router,
    http::{StatusCode, Uri},
};
use invigil::domain::{
    Instant,
    time::{DAY, HOUR, MINUTE, SignedDuration},
};
use serde_json::{Value, json};
use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    net::TcpListener,
    sync::mpsc::{UnboundedReceiver, unbounded_channel},
    task::JoinHandle,
};

/// Serves one calendar. Stops when dropped.
struct Calendar {
    address: SocketAddr,
    reply: Arc<Mutex<(u16, String)>>,
    read: UnboundedReceiver<String>,
    task: JoinHandle<()>,
}

impl Drop for Calendar {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Calendar {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let reply = Arc::new(Mutex::new((200, calendar(""))));
        let (sent, read) = unbounded_channel();
        let shared = reply.clone();
        let answer = async move |uri: Uri| {
            sent.send(uri.to_string()).unwrap();
            let (status, body) = shared.lock().unwrap().clone();
            (StatusCode::from_u16(status).unwrap(), [("location", "https://example.org/elsewhere")], body)
        };
        let task = tokio::spawn(async move { axum::serve(listener, Router::new().fallback(answer)).await.unwrap() });
        Self { address, reply, read, task }
    }

    fn url(&self) -> String {
        format!("http://{}/private-planted-token/busy.ics?key=planted-key", self.address)
    }

    fn reply(&self, status: u16, body: impl Into<String>) {
        *self.reply.lock().unwrap() = (status, body.into());
    }

    /// Waits until it is read.
    async fn is_read(&mut self) -> String {
        tokio::time::timeout(Duration::from_secs(20), self.read.recv()).await.expect("it is read").unwrap()
    }
}

fn calendar(events: &str) -> String {
    format!("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{events}END:VCALENDAR\r\n")
}

fn event(from: Instant, length: SignedDuration) -> String {
    let shown = |at: Instant| at.timestamp().strftime("%Y%m%dT%H%M%SZ").to_string();
    let (start, end) = (shown(from), shown(from.plus(length)));
    format!("BEGIN:VEVENT\r\nUID:{start}\r\nSUMMARY:Planted title\r\nDTSTART:{start}\r\nDTEND:{end}\r\nEND:VEVENT\r\n")
}

/// A test, and a candidate who chooses a time for it.
struct Site {
    t: TestApp,
    admin: String,
    test: Value,
    invite: Value,
}

impl Site {
    async fn new(t: TestApp) -> Self {
        let admin = t.admin().await;
        let test = t.create_test(&admin, small_test("Compilers")).await;
        let invite = t.invite_with(&admin, &test, "cora@example.org", json!({"no_schedule": false})).await.expect(201);
        Self { t, admin, test, invite }
    }

    fn path(&self) -> String {
        format!("/api/tests/{}/panel-calendar", text(&self.test["id"]))
    }

    async fn set(&self, body: Value) -> Reply {
        self.t.put(self.path()).bearer(&self.admin).json(body).send().await
    }

    async fn check(&self) -> Value {
        self.t.post(format!("{}/check", self.path())).bearer(&self.admin).send().await.ok()
    }

    async fn page(&self) -> Value {
        self.t.get(format!("/api/invites/token/{}", text(&self.invite["token"]))).send().await.ok()
    }

    async fn schedule(&self, at: Instant) -> Reply {
        let path = format!("/api/invites/token/{}/schedule", text(&self.invite["token"]));
        self.t.post(path).json(json!({"scheduled_date": at.to_string()})).send().await
    }

    /// Noon, in so many days.
    fn noon(&self, days: i32) -> Instant {
        Instant::of_period(self.t.now().period(DAY), DAY).plus(days * DAY + 12 * HOUR)
    }
}

#[tokio::test]
async fn a_slot_in_a_busy_time_is_not_offered_and_refused() {
    let (s, mut panel) = (Site::new(server()).await, Calendar::start().await);
    let minutes = i32::try_from(s.test["duration_minutes"].as_i64().unwrap()).unwrap();
    let (length, busy) = (minutes * MINUTE, s.noon(3));
    panel.reply(200, calendar(&(event(busy, HOUR) + &event(s.noon(30), HOUR))));
    assert_eq!(s.page().await["invite"]["taken"], Value::Null, "a test without a calendar");
    let set = s.set(json!({"address": panel.url(), "version": 0, "time_zone": "Europe/Berlin"})).await.ok();
    assert_eq!((&set["version"], &set["read_at"], &set["in_use"]), (&json!(1), &Value::Null, &json!(false)));
    let checked = s.check().await;
    assert!(panel.is_read().await.contains("planted-key"));
    assert_eq!((&checked["in_use"], &checked["busy_times"]), (&json!(true), &json!(1)), "{checked}");
    assert_eq!((&checked["failure"], &checked["unread"]), (&Value::Null, &json!([])));

    let page = s.page().await;
    let taken = list(&page["invite"]["taken"]);
    let from = Instant::parse(text(&taken[0]["from"])).unwrap();
    assert_eq!(taken.len(), 1, "the link ends before the other one: {page}");
    assert_eq!((from > busy.plus(-length), &taken[0]["to"]), (true, &json!(busy.plus(HOUR).to_string())));
    for hidden in ["Planted", "planted"] {
        assert!(!page.to_string().contains(hidden) && !checked.to_string().contains(hidden), "{hidden}");
    }
    for inside in [busy, busy.plus(HOUR - MINUTE), busy.plus(MINUTE - length)] {
        s.schedule(inside).await.refused(409, "slot_taken");
    }
    for outside in [busy.plus(-length), busy.plus(HOUR)] {
        s.schedule(outside).await.ok();
    }
    // What was chosen stays when the panel becomes busy then, and is confirmed again.
    panel.reply(200, calendar(&event(busy.plus(HOUR), HOUR)));
    s.check().await;
    s.schedule(busy.plus(HOUR)).await.ok();
    s.schedule(busy.plus(HOUR + 30 * MINUTE)).await.refused(409, "slot_taken");
    s.schedule(busy.plus(MINUTE)).await.refused(409, "slot_taken");

    assert_eq!(s.set(json!({"address": null, "version": 1})).await.ok()["origin"], Value::Null);
    s.schedule(busy.plus(HOUR + 30 * MINUTE)).await.ok();
    s.t.assert_sound();
}

#[tokio::test]
async fn a_page_never_waits_and_has_the_calendar_read_again() {
    let (s, mut panel) = (Site::new(server()).await, Calendar::start().await);
    panel.reply(200, calendar(&event(s.noon(3), HOUR)));
    s.set(json!({"address": panel.url()})).await.ok();
    assert_eq!(s.page().await["invite"]["taken"], Value::Null, "before the first reading");
    panel.is_read().await;
    s.check().await;
    panel.is_read().await;
    for _ in 0..5 {
        assert_eq!(list(&s.page().await["invite"]["taken"]).len(), 1);
    }
    assert!(panel.read.try_recv().is_err(), "what is fresh is not read again");
    s.t.clock.advance(11 * MINUTE);
    panel.reply(200, calendar(""));
    for _ in 0..5 {
        s.page().await;
    }
    panel.is_read().await;
    s.check().await;
    assert_eq!(s.page().await["invite"]["taken"], Value::Null);
}

#[tokio::test]
async fn a_calendar_that_cannot_be_read_blocks_no_one() {
    let (mut s, panel) = (Site::new(server()).await, Calendar::start().await);
    panel.reply(200, calendar(&event(s.noon(3), HOUR)));
    s.set(json!({"address": panel.url()})).await.ok();
    let good = s.check().await;
    let huge = calendar(&"X-PAD:0123456789012345678901234567890123456789\r\n".repeat(100_000));
    for (status, body, reason, words) in [
        (500, String::new(), "status", json!("500")),
        (302, String::new(), "status", json!("302")),
        (200, "<html>Sign in</html>".into(), "not_a_calendar", Value::Null),
        (200, calendar("")[..20].to_owned(), "cut", Value::Null),
        (200, huge, "too_large", Value::Null),
        (200, calendar(&"A\n".repeat(200_001)), "too_large", Value::Null),
    ] {
        panel.reply(status, body);
        let state = s.check().await;
        assert_eq!((&state["failure"]["reason"], &state["failure"]["words"]), (&json!(reason), &words));
        assert_eq!((&state["in_use"], &state["read_at"]), (&json!(true), &good["read_at"]), "the last one counts");
    }
    s.schedule(s.noon(3)).await.refused(409, "slot_taken");
    s.t.clock.advance(HOUR);
    s.admin = s.t.sign_in("ada@example.org").await;
    assert_eq!(s.check().await["in_use"], false);
    s.schedule(s.noon(3)).await.ok();
    let unread = "BEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=Mars/North:20300101T100000\r\nEND:VEVENT\r\n";
    panel.reply(200, calendar(unread));
    let state = s.check().await;
    assert_eq!((&state["unread"], &state["failure"]), (&json!([{"reason": "zone", "count": 1}]), &Value::Null));
}

#[tokio::test]
async fn a_silent_server_delays_no_candidate() {
    let s = Site::new(server()).await;
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/busy.ics", silent.local_addr().unwrap());
    s.set(json!({"address": url})).await.ok();
    let began = std::time::Instant::now();
    for _ in 0..3 {
        s.page().await;
    }
    s.schedule(s.noon(3)).await.ok();
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    let asked = tokio::time::timeout(Duration::from_secs(20), silent.accept()).await;
    let _held = asked.expect("it was asked").unwrap();
    let second = tokio::time::timeout(Duration::ZERO, silent.accept()).await;
    assert!(second.is_err(), "one reading at a time");
}

#[tokio::test]
async fn an_address_is_checked_and_never_shown() {
    let (s, panel) = (Site::new(server()).await, Calendar::start().await);
    for bad in [
        "calendar",
        "ftp://example.org/x.ics",
        "https://a:b@example.org/x.ics",
        "https://10.0.0.1/x.ics",
        "https://169.254.169.254/",
    ] {
        s.set(json!({"address": bad})).await.invalid("address");
    }
    s.set(json!({"address": format!("https://example.org/{}", "a".repeat(2_000))})).await.invalid("address");
    s.set(json!({"address": panel.url(), "time_zone": "Mars/North"})).await.invalid("time_zone");
    let set = s.set(json!({"address": "webcal://calendar.example.org/planted.ics", "version": 0})).await.ok();
    assert_eq!(set["origin"], "https://calendar.example.org");
    s.set(json!({"address": panel.url(), "version": 0})).await.refused(409, "changed_meanwhile");
    s.set(json!({"address": panel.url(), "version": 1})).await.ok();
    let shown = s.t.get(s.path()).bearer(&s.admin).send().await.ok();
    assert_eq!(shown["origin"], format!("http://{}", panel.address));
    let path = format!("/api/tests/{}", text(&s.test["id"]));
    let exported = s.t.get(format!("{path}/export?format=json")).bearer(&s.admin).send().await.ok();
    assert!(!shown.to_string().contains("planted") && !exported.to_string().contains("planted"));
    // A server whose operator has allowed no network.
    let strict = Site::new(TestApp::new()).await;
    strict.set(json!({"address": panel.url()})).await.invalid("address");
    s.t.delete(format!("{path}/force")).bearer(&s.admin).send().await.ok();
    s.t.get(s.path()).bearer(&s.admin).send().await.refused(404, "not_found");
    // The check of the data finds a calendar that was left.
    s.t.assert_intact();
}
