//! The states of an exam day: a waiting room, a common start, a running test with one-way sections, a pause, questions,
//! announcements, and a clip that is being stored.

use super::{
    rounds,
    site::{Call, Parts, Sight, Site, Who, at, now},
};
use crate::support::{
    app::TestApp,
    clip::keep_clip,
    journey::{key, list, text},
};
use invigil::{
    app::Config,
    domain::{
        AttemptId, ClipId, Instant,
        clip::{Clip, ClipPart},
        time::{HOUR, MINUTE, SECOND, SignedDuration},
    },
};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    path::Path,
    time::{Duration, Instant as Moment},
};

/// How long answers of a section count that was left: they may be on their way; and a second more.
const GRACE: SignedDuration = SignedDuration::from_secs(16);
/// How long the server is down during a pause.
const DOWN: Duration = Duration::from_secs(2);

/// People of the hall, in the order of its list.
const PEOPLE: [&str; 6] = ["Anna", "Ben", "Cara", "Dana", "Emil", "Finn"];

/// An hour: a section of ten minutes and one of twenty, of which the first one stays closed once it is left.
pub fn two_sections() -> Value {
    let section = |title: &str, minutes: u32, id: &str| {
        let question = json!({"id": id, "type": "essay", "question": "Why?", "points": 1});
        json!({"title": title, "time_minutes": minutes, "one_way": true, "items": [{"question": question}]})
    };
    json!({"title": "Rust", "duration_minutes": 60, "sections": [section("Reading", 10, "a1"), section("Writing", 20, "b1")]})
}

/// The numbers of what people and candidates did, by the timeline.
pub fn kinds(timeline: &Value) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for entry in timeline["entries"].as_array().into_iter().flatten() {
        if let Some(kind @ ("started" | "section" | "paused" | "continued" | "flag" | "message" | "clip")) =
            entry["kind"].as_str()
        {
            *counts.entry(kind).or_default() += 1;
        }
    }
    counts
}

/// An instant of a reply.
pub fn instant(value: &Value) -> Instant {
    Instant::parse(text(value)).unwrap()
}

struct ExamDay {
    ada: Who,
    /// Of the session with the waiting room, and of the one that begins together.
    hall: String,
    together: String,
    invites: BTreeMap<&'static str, Value>,
}

impl ExamDay {
    async fn set_up(site: &Site) -> Self {
        let ada = site.ada.clone();
        let post = async |path: &str, body: Value| site.ok(&Call::post(path, &ada, body)).await;
        let test = post("/api/tests", two_sections()).await;
        let form = json!({"title": "Hall", "starts_at": at(HOUR), "waiting_room": true});
        let hall = text(&post("/api/sessions", form).await["id"]).to_owned();
        let form = json!({"title": "Together", "starts_at": at(HOUR), "start": "together"});
        let together = text(&post("/api/sessions", form).await["id"]).to_owned();
        let mut invites = BTreeMap::new();
        for name in PEOPLE.into_iter().chain(["Gus"]) {
            let session = if name == "Gus" { &together } else { &hall };
            let breaks = (name == "Finn").then(|| json!({"count": 2, "minutes": 5}));
            let form = json!({"test_id": test["id"], "applicant_name": name, "no_schedule": true,
                "applicant_email": format!("{name}@example.org"), "session_id": session, "breaks": breaks});
            invites.insert(name, post("/api/invites", form).await);
        }
        Self { ada, hall, together, invites }
    }

    fn key_of(name: &str) -> Who {
        Who::Key(key(name.as_bytes()[0]))
    }

    /// A path of the candidate's calls.
    fn own(&self, name: &str, tail: &str) -> String {
        format!("/api/take-test/{}{tail}", text(&self.invites[name]["token"]))
    }

    async fn act(&self, site: &Site, path: &str, body: Value) -> Value {
        site.ok(&Call::post(path, &self.ada, body)).await
    }

    async fn in_hall(&self, site: &Site, what: &str, body: Value) -> Value {
        self.act(site, &format!("/api/sessions/{}/{what}", self.hall), body).await
    }

    fn people(&self, parts: Parts) -> Sight {
        Call::get(format!("/api/sessions/{}/people", self.hall), &self.ada).shows(parts)
    }

    fn page(&self, name: &str, parts: Parts) -> Sight {
        Call::get(self.own(name, ""), &Self::key_of(name)).shows(parts)
    }

    async fn attempt(&self, site: &Site, name: &str) -> Value {
        site.ok(&Call::get(self.own(name, ""), &Self::key_of(name))).await["attempt"].clone()
    }

    async fn save(&self, site: &Site, body: Value) -> Value {
        site.ok(&Call::put(self.own("Emil", "/answers"), &Self::key_of("Emil"), body)).await
    }

    /// Through all states.
    async fn pass(&self, site: &mut Site) {
        self.waiting_and_start(site).await;
        self.sections(site).await;
        self.rest(site).await;
        self.pause(site).await;
        self.questions(site).await;
        self.announcement(site).await;
        self.clip(site).await;
    }

    async fn waiting_and_start(&self, site: &mut Site) {
        for name in ["Anna", "Ben"] {
            self.in_hall(site, "check-in", json!({"invite_id": self.invites[name]["id"]})).await;
        }
        // Cara waits by her open page alone, which asks again after a restart.
        let own = |name: &str, parts: Parts| Call::get(self.own(name, "/session"), &Who::Anyone).shows(parts);
        let seen = vec![
            own("Anna", &["/waits", "/checked_in_at"]),
            own("Cara", &["/waits", "/checked_in_at"]),
            self.people(&["/people/0/applicant_name", "/people/0/waits", "/people/0/checked_in_at"]),
            self.people(&["/people/1/applicant_name", "/people/1/waits", "/people/1/checked_in_at"]),
            self.people(&["/people/2/applicant_name", "/people/2/waits", "/people/2/admitted_at"]),
        ];
        site.reached("waiting", seen).await;

        self.in_hall(site, "admit", json!({"invites": [self.invites["Dana"]["id"]]})).await;
        let seen = vec![
            self.people(&["/people/3/admitted_at", "/people/3/waits"]),
            self.page("Dana", &["/can_start", "/blocked_code"]),
        ];
        site.reached("let in", seen).await;

        let path = format!("/api/sessions/{}/start", self.together);
        for (state, minutes) in [("common start set", 10), ("common start moved", 20)] {
            site.left(&["common start set"]);
            self.act(site, &path, json!({"at": at(MINUTE * minutes)})).await;
            let seen = vec![
                own("Gus", &["/start", "/begins_at"]),
                self.page("Gus", &["/can_start", "/blocked_code", "/blocked_params/begins_at"]),
            ];
            site.reached(state, seen).await;
        }
    }

    async fn sections(&self, site: &mut Site) {
        for name in ["Emil", "Finn"] {
            self.in_hall(site, "admit", json!({"invites": [self.invites[name]["id"]]})).await;
            let path = format!("/api/start-test/{}", text(&self.invites[name]["token"]));
            site.ok(&Call::post(path, &Self::key_of(name), json!({}))).await;
        }
        let running = &["/attempt/started_at", "/attempt/deadline", "/attempt/entered", "/attempt/answers"];
        site.reached("begun", vec![self.page("Emil", running), self.page("Finn", running)]).await;
        let steps = [("in a section", 1, "a1"), ("section left", 2, "b1")];
        for (state, section, question) in steps {
            site.left(&["begun", "in a section"]);
            let body = json!({"answers": [{"question_id": question, "answer": "words", "seq": section}],
                "entered": [{"section": section, "after_ms": 3_600_000}]});
            let saved = self.save(site, body).await;
            assert_eq!(list(&saved["entered"]).len(), section, "{saved}");
            // A page that asks for the first section again changes nothing.
            let again = json!({"answers": [], "entered": [{"section": 1, "after_ms": 0}]});
            let again = Call::put(self.own("Emil", "/answers"), &Self::key_of("Emil"), again);
            site.reached(state, vec![again.shows(&["/entered", "/deadline"]), self.page("Emil", running)]).await;
        }
    }

    async fn take_break(&self, site: &Site, begin: bool) -> Value {
        site.ok(&Call::post(self.own("Finn", "/break"), &Self::key_of("Finn"), json!({"begin": begin}))).await
    }

    /// A break counts with its whole length from its beginning; ended early, with what was taken of it.
    async fn rest(&self, site: &mut Site) {
        let before = instant(&self.attempt(site, "Finn").await["deadline"]);
        let begun = self.take_break(site, true).await;
        assert_eq!(instant(&begun["deadline"]), before.plus(5 * MINUTE));
        let seen = vec![
            self.page(
                "Finn",
                &["/attempt/paused_since", "/attempt/break_until", "/attempt/deadline", "/attempt/breaks"],
            ),
            self.people(&["/people/5/paused_since", "/people/5/break_until"]),
        ];
        site.reached("break begun", seen).await;
        let ended = self.take_break(site, false).await;
        let taken = instant(&ended["server_time"]).since(instant(&begun["paused_since"]));
        assert_eq!(instant(&ended["deadline"]), before.plus(taken), "to the millisecond");
        site.left(&["break begun"]);
        site.reached("break ended", vec![self.page("Finn", &["/attempt/breaks", "/attempt/break_until"])]).await;
    }

    /// The first section stays left, some kills later: what is typed in it after the grace period does not count.
    async fn first_section_stays_left(&self, site: &Site) {
        let left = instant(&self.attempt(site, "Emil").await["entered"][1]["entered_at"]);
        let is_over = |attempt: &Value| instant(&attempt["server_time"]) > left.plus(GRACE);
        while !is_over(&self.attempt(site, "Emil").await) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let body = json!({"answers": [{"question_id": "a1", "answer": "too late", "seq": 9}]});
        assert_eq!(self.save(site, body).await["closed"], json!(["a1"]));
        assert_eq!(self.attempt(site, "Emil").await["answers"][0]["answer"], "words");
    }

    /// Exactly what the pause took is given back, although the server was down for a part of it.
    async fn pause(&self, site: &mut Site) {
        let before = self.attempt(site, "Emil").await;
        let asked = Moment::now();
        self.in_hall(site, "pause", json!({})).await;
        let paused = Moment::now();
        let seen = vec![
            self.page("Emil", &["/attempt/paused_since", "/attempt/deadline", "/attempt/entered"]),
            self.people(&["/people/4/paused_since", "/people/5/paused_since"]),
        ];
        site.left(&["section left"]);
        site.reached("paused", seen).await;
        let since = instant(&self.attempt(site, "Emil").await["paused_since"]);
        site.kill();
        tokio::time::sleep(DOWN).await;
        site.start();
        let resuming = Moment::now();
        self.in_hall(site, "resume", json!({})).await;
        let resumed = Moment::now();
        site.left(&["paused"]);
        let seen = vec![
            self.page("Emil", &["/attempt/paused_since", "/attempt/deadline", "/attempt/entered"]),
            self.page("Emil", &["/attempt/answers", "/attempt/next_seq", "/attempt/head"]),
            self.people(&["/people/4/deadline", "/people/5/deadline", "/people/4/paused_since"]),
        ];
        site.reached("continued", seen).await;

        let after = self.attempt(site, "Emil").await;
        let given = instant(&after["deadline"]).since(instant(&before["deadline"]));
        let timeline = site.ok(&Call::get(self.timeline_path(site).await, &self.ada)).await;
        let ended = list(&timeline["entries"]).iter().find(|entry| entry["kind"] == "continued").unwrap();
        assert_eq!(given, instant(&ended["at"]).since(since), "to the millisecond");
        let length = |time: Duration| SignedDuration::try_from(time).unwrap();
        let (least, most) = (length(resuming - paused) - SECOND, length(resumed - asked) + SECOND);
        assert!((least..=most).contains(&given), "{given} is not between {least} and {most}");
        let end = |attempt: &Value| instant(&attempt["entered"][1]["ends_at"]);
        assert_eq!(end(&after).since(end(&before)), given, "the section gets it, too");
        assert_eq!(after["entered"][1]["entered_at"], before["entered"][1]["entered_at"]);
        let left = |attempt: &Value| instant(&attempt["deadline"]).since(instant(&attempt["server_time"]));
        let ran = length((paused - asked) + resuming.elapsed()) + SECOND;
        let used = left(&before) - left(&after);
        assert!((-SECOND..=ran).contains(&used), "{used} of the time were used, in {ran}");
    }

    async fn questions(&self, site: &mut Site) {
        let (emil, path) = (Self::key_of("Emil"), self.own("Emil", "/questions"));
        let ask = |n: u32| {
            let body = json!({"text": format!("Question {n}?"), "client_id": format!("c{n}")});
            Call::post(path.clone(), &emil, body)
        };
        let mut ids = Vec::new();
        for n in 0..3 {
            ids.push(text(&site.ok(&ask(n)).await["id"]).to_owned());
        }
        let own =
            Call::get(path.clone(), &emil).shows(&["/0/text", "/0/asked_at", "/1/text", "/2/text", "/0/answered_at"]);
        // A page that repeats its call asks once.
        site.reached("asked", vec![own, ask(0).shows(&["/id", "/asked_at"])]).await;

        let listed = |parts: Parts| Call::get(format!("/api/sessions/{}/questions", self.hall), &self.ada).shows(parts);
        self.act(site, &format!("/api/questions-asked/{}/claim", ids[1]), json!({})).await;
        site.reached("claimed", vec![listed(&["/1/id", "/1/text", "/1/claimed_by", "/1/claimed_at"])]).await;

        let answer = format!("/api/questions-asked/{}/answer", ids[2]);
        self.act(site, &answer, json!({"text": "Both."})).await;
        let seen = vec![
            listed(&["/2/id", "/2/answer/text", "/2/answer/by", "/2/answer/at"]),
            Call::get(self.own("Emil", "/messages"), &emil).shows(&["/0/text", "/0/kind", "/0/sent_at"]),
            Call::post(answer, &self.ada, json!({"text": "Neither."})).shows(&[]),
        ];
        site.reached("answered", seen).await;
    }

    async fn announcement(&self, site: &mut Site) {
        let said = self.in_hall(site, "announce", json!({"text": "Ten minutes are left."})).await;
        let listed =
            |parts: Parts| Call::get(format!("/api/sessions/{}/announcements", self.hall), &self.ada).shows(parts);
        let messages = |parts: Parts| Call::get(self.own("Emil", "/messages"), &Self::key_of("Emil")).shows(parts);
        let seen = vec![
            listed(&["/0/id", "/0/text", "/0/sent_at", "/0/sent_by"]),
            messages(&["/1/id", "/1/text"]),
            Call::get(self.own("Anna", "/session"), &Who::Anyone).shows(&["/announcements"]),
        ];
        site.reached("announced", seen).await;
        let path = self.own("Emil", &format!("/messages/{}/seen", text(&said["id"])));
        site.ok(&Call::post(path, &Self::key_of("Emil"), json!({}))).await;
        site.reached("confirmed", vec![listed(&["/0/confirmed", "/0/missing"]), messages(&["/1/seen_at"])]).await;
    }

    async fn timeline_path(&self, site: &Site) -> String {
        let rows = site.ok(&Call::get("/api/invites?limit=1000", &self.ada)).await;
        let emil = list(&rows).iter().find(|row| row["id"] == self.invites["Emil"]["id"]).unwrap();
        format!("/api/attempts/{}/timeline", text(&emil["attempt_id"]))
    }

    /// The server is killed between two parts of a clip. What is whole stays; the flag stays; of the half there is nothing.
    async fn clip(&self, site: &mut Site) {
        let path = self.timeline_path(site).await;
        let of_attempt = path.strip_suffix("/timeline").unwrap();
        self.act(site, &format!("{of_attempt}/flags"), json!({"note": "looks away"})).await;
        site.kill();
        let [whole, half] = store_clips(site.place.data(), of_attempt.rsplit('/').next().unwrap()).await;
        site.start();
        let clip = |id: &str| Call::get(format!("{of_attempt}/clips/{id}"), &self.ada);
        assert_eq!((site.status(&clip(&whole)).await, site.status(&clip(&half)).await), (200, 404));
        let timeline = Call::get(path.as_str(), &self.ada);
        let counts = json!(kinds(&site.ok(&timeline).await));
        assert_eq!((&counts["flag"], &counts["clip"]), (&json!(1), &Value::Null), "{counts}");
        assert_eq!((&counts["paused"], &counts["continued"], &counts["section"]), (&json!(1), &json!(1), &json!(2)));
        let seen = vec![clip(&whole).shows(&[]), timeline.shows_by(|timeline| json!(kinds(timeline)))];
        site.reached("a clip half stored", seen).await;
    }
}

/// Stores a whole clip, and what the server stores of one in three parts until it is killed after the first; their ids.
async fn store_clips(data: &Path, attempt: &str) -> [String; 2] {
    let t = TestApp::restarted(data, now(), Config::default());
    let whole = keep_clip(&t, attempt, b"webm").await;
    let (id, attempt_id): (ClipId, AttemptId) = (t.app.new_id(), attempt.parse().unwrap());
    let (from, bytes, parts) = (t.now(), 700_000, 3);
    let clip = Clip { id, attempt_id, from, to: from, marks: Vec::new(), bytes, parts, is_whole: false };
    t.app.store.write(move |tx| tx.put(&clip)).await.unwrap();
    let part = ClipPart { attempt_id, clip_id: id, number: 0, bytes: vec![7; 256 * 1024] };
    t.app.store.write(move |tx| tx.put(&part)).await.unwrap();
    t.app.store.close().await;
    [whole, id.to_string()]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_state_of_an_exam_day_survives_a_kill() {
    for _ in 0..rounds() {
        let mut site = Site::new(true, &[]).await;
        let day = ExamDay::set_up(&site).await;
        day.pass(&mut site).await;
        day.first_section_stays_left(&site).await;
        site.stop();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_exam_day_that_is_lost_is_detected() {
    let mut site = Site::new(false, &[]).await;
    let day = ExamDay::set_up(&site).await;
    let before = site.copy();
    day.pass(&mut site).await;
    site.assert_lost_without_all_since(&before).await;
}
