//! kill -9 at a random moment, while four candidates and their proctor ask, answer, announce, confirm, pause, continue and
//! save at once: what was acknowledged is there, what was not is there or not, and nothing is half there.

use super::{
    exam_day::{instant, kinds, two_sections},
    rounds,
    site::{Call, Site, Who, at},
};
use crate::support::{
    client::Http,
    journey::{key, list, text},
};
use invigil::domain::time::{HOUR, MINUTE, SignedDuration};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tokio::{task::JoinSet, time::sleep};

const SEATS: u8 = 4;
/// Rounds of a candidate: an attempt has at most 50 pauses.
const ROUNDS: usize = 40;
/// Minimum and maximum number of acknowledgements before the kill.
const BEFORE: (usize, usize) = (20, 160);

/// A candidate in a session of their own.
#[derive(Clone)]
struct Seat {
    token: String,
    holder: Who,
    ada: Who,
    session: String,
    attempt: String,
}

/// What the server has acknowledged to a seat, by id where there is one.
#[derive(Default)]
struct Noted {
    asked: BTreeMap<String, String>,
    answered: BTreeMap<String, String>,
    announced: BTreeMap<String, String>,
    confirmed: BTreeSet<String>,
    paused: usize,
    continued: usize,
    /// The number of the last save.
    saved: usize,
}

impl Seat {
    async fn set_up(site: &Site, test: &Value, n: u8) -> Self {
        let (ada, holder) = (site.ada.clone(), Who::Key(key(n)));
        let post = async |path: &str, who: &Who, body: Value| site.ok(&Call::post(path, who, body)).await;
        let form = json!({"title": format!("Hall {n}"), "starts_at": at(HOUR)});
        let session = text(&post("/api/sessions", &ada, form).await["id"]).to_owned();
        let form = json!({"test_id": test["id"], "applicant_name": format!("Candidate {n}"), "no_schedule": true,
            "applicant_email": format!("c{n}@example.org"), "session_id": session});
        let invite = post("/api/invites", &ada, form).await;
        let token = text(&invite["token"]).to_owned();
        post(&format!("/api/start-test/{token}"), &holder, json!({})).await;
        let rows = site.ok(&Call::get("/api/invites?limit=1000", &ada)).await;
        let row = list(&rows).iter().find(|row| row["id"] == invite["id"]).unwrap();
        let attempt = text(&row["attempt_id"]).to_owned();
        let seat = Self { token, holder, ada, session, attempt };
        let entered = json!({"answers": [], "entered": [{"section": 1, "after_ms": 0}]});
        site.ok(&Call::put(seat.own("answers"), &seat.holder, entered)).await;
        seat
    }

    fn own(&self, what: &str) -> String {
        format!("/api/take-test/{}/{what}", self.token)
    }

    fn of_session(&self, what: &str) -> String {
        format!("/api/sessions/{}/{what}", self.session)
    }

    fn of_attempt(&self, what: &str) -> String {
        format!("/api/attempts/{}/{what}", self.attempt)
    }

    /// Goes on until the server dies.
    async fn live(&self, line: &Line) -> Noted {
        let mut noted = Noted::default();
        for n in 1..=ROUNDS {
            if self.round(n, &mut noted, line).await.is_none() {
                break;
            }
        }
        noted
    }

    async fn round(&self, n: usize, noted: &mut Noted, line: &Line) -> Option<()> {
        let (question, answer) = (format!("Question {n}?"), format!("Answer {n}."));
        let words = format!("Announcement {n}.");
        let body = json!({"text": question, "client_id": format!("c{n}")});
        let asked = line.call(Call::post(self.own("questions"), &self.holder, body)).await?;
        let id = text(&asked["id"]).to_owned();
        noted.asked.insert(id.clone(), question);
        line.call(Call::post(self.of_attempt("pause"), &self.ada, json!({}))).await?;
        noted.paused += 1;
        line.call(Call::post(format!("/api/questions-asked/{id}/answer"), &self.ada, json!({"text": answer}))).await?;
        noted.answered.insert(id, answer);
        line.call(Call::post(self.of_attempt("resume"), &self.ada, json!({}))).await?;
        noted.continued += 1;
        let said = line.call(Call::post(self.of_session("announce"), &self.ada, json!({"text": words}))).await?;
        let id = text(&said["id"]).to_owned();
        noted.announced.insert(id.clone(), words);
        line.call(Call::post(self.own(&format!("messages/{id}/seen")), &self.holder, json!({}))).await?;
        noted.confirmed.insert(id);
        let body = json!({"answers": [{"question_id": "a1", "answer": format!("words {n}"), "seq": n}]});
        line.call(Call::put(self.own("answers"), &self.holder, body)).await?;
        noted.saved = n;
        Some(())
    }

    /// What contradicts what was acknowledged, or itself.
    async fn wrong(&self, site: &Site, noted: &Noted, log: &[Value]) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut require = |is_so: bool, what: String| {
            if !is_so {
                wrong.push(format!("{}: {what}", self.token));
            }
        };
        let questions = site.ok(&Call::get(self.of_session("questions"), &self.ada)).await;
        let announcements = site.ok(&Call::get(self.of_session("announcements"), &self.ada)).await;
        let messages = site.ok(&Call::get(self.own("messages"), &self.holder)).await;
        for (all, pointer, rows) in [
            (&noted.asked, "/text", &questions),
            (&noted.answered, "/answer/text", &questions),
            (&noted.announced, "/text", &announcements),
        ] {
            for (id, words) in all {
                let row = list(rows).iter().find(|row| row["id"] == json!(id));
                let is_there = row.and_then(|row| row.pointer(pointer)).is_some_and(|there| there == words.as_str());
                require(is_there, format!("{words} is gone"));
            }
        }
        for id in &noted.confirmed {
            let row = list(&announcements).iter().find(|row| row["id"] == json!(id));
            require(row.is_some_and(|row| row["confirmed"] == 1), format!("{id} is not confirmed"));
            let own = list(&messages).iter().find(|row| row["id"] == json!(id));
            require(own.is_some_and(|row| row["seen_at"].is_string()), format!("{id} is not seen"));
        }
        // An answer and its message are one; so are an announcement and what the page reads.
        let words = |rows: &Value, pointer: &str| -> BTreeSet<String> {
            list(rows).iter().filter_map(|row| row.pointer(pointer)?.as_str().map(str::to_owned)).collect()
        };
        let said = &words(&questions, "/answer/text") | &words(&announcements, "/text");
        require(said == words(&messages, "/text"), format!("{messages} beside {questions} and {announcements}"));
        let answered = words(&questions, "/answer/text").len();

        let page = site.ok(&Call::get(format!("/api/take-test/{}", self.token), &self.holder)).await["attempt"].clone();
        let timeline = site.ok(&Call::get(self.of_attempt("timeline"), &self.ada)).await;
        let counts = kinds(&timeline);
        let count = |kind: &str| counts.get(kind).copied().unwrap_or_default();
        let (paused, continued) = (count("paused"), count("continued"));
        for (kind, there, noted) in [("pauses", paused, noted.paused), ("ends of pauses", continued, noted.continued)] {
            require((noted..=noted + 1).contains(&there), format!("{there} {kind}, and {noted} were acknowledged"));
        }
        require(paused == continued + usize::from(page["paused_since"].is_string()), format!("{counts:?} and {page}"));
        let given = instant(&page["deadline"]).since(instant(&page["started_at"])) - 60 * MINUTE;
        require(given == time_in_pauses(&timeline), format!("{given} were given back: {timeline}"));
        let saved = page["answers"][0]["seq"].as_u64().unwrap_or_default();
        require(saved >= noted.saved as u64, format!("save {} is gone, {saved} is there", noted.saved));
        let is_whole = saved == 0 || page["answers"][0]["answer"] == json!(format!("words {saved}"));
        require(is_whole, format!("{}", page["answers"]));
        require(list(&page["entered"]).len() == 1, format!("{}", page["entered"]));
        for (action, count) in [("attempt.pause", paused), ("attempt.resume", continued), ("attempt.answer", answered)]
        {
            let is_one = |entry: &&Value| entry["action"] == action && entry["target"] == json!(self.attempt);
            let logged = log.iter().filter(is_one).count();
            require(logged == count, format!("{action} was done {count} times, and logged {logged} times"));
        }
        wrong
    }
}

/// The way to the server until it dies.
#[derive(Clone)]
struct Line {
    http: Http,
    url: String,
    acknowledged: Arc<AtomicUsize>,
}

impl Line {
    /// The reply to a call that is acknowledged; `None` if the server died.
    async fn call(&self, call: Call) -> Option<Value> {
        loop {
            let answer = call.try_at(&self.http, &self.url).await?;
            match answer.status {
                200..300 => {
                    self.acknowledged.fetch_add(1, Relaxed);
                    return Some(answer.json);
                }
                status => assert!(matches!(status, 429 | 503), "{answer:?}"),
            }
            sleep(Duration::from_millis(10)).await;
        }
    }
}

/// The sum of all pauses that are over.
fn time_in_pauses(timeline: &Value) -> SignedDuration {
    let (mut since, mut sum) = (None, SignedDuration::ZERO);
    for entry in list(&timeline["entries"]) {
        match entry["kind"].as_str() {
            Some("paused") => since = Some(instant(&entry["at"])),
            Some("continued") => {
                let begun = since.take().unwrap();
                sum += instant(&entry["at"]).since(begun);
            }
            _ => {}
        }
    }
    sum
}

/// Kills the server once in the middle of all; returns what is wrong afterwards.
async fn wrong_after_a_kill(environment: &[(&str, &str)]) -> Vec<String> {
    let mut site = Site::new(false, &[]).await;
    let test = site.ok(&Call::post("/api/tests", &site.ada, two_sections())).await;
    let mut seats = Vec::new();
    for n in 1..=SEATS {
        seats.push(Seat::set_up(&site, &test, n).await);
    }
    site.kill();
    site.start_with(environment);
    let line = Line { http: site.http.clone(), url: site.url().to_owned(), acknowledged: Arc::default() };
    let mut lives = JoinSet::new();
    for (place, seat) in seats.iter().cloned().enumerate() {
        let line = line.clone();
        lives.spawn(async move { (place, seat.live(&line).await) });
    }
    let nanos = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().subsec_nanos() as usize;
    let enough = BEFORE.0 + nanos % (BEFORE.1 - BEFORE.0);
    while line.acknowledged.load(Relaxed) < enough {
        if let Some(ended) = lives.try_join_next() {
            panic!("a candidate came to an end before the kill: {:?}", ended.map(|(place, _)| place));
        }
        sleep(Duration::from_millis(1)).await;
    }
    site.kill();
    let ended = lives.join_all().await;
    site.start_with(environment);
    site.check();
    let log: Vec<Value> = site.audit_log().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut wrong = Vec::new();
    for (place, noted) in ended {
        wrong.extend(seats[place].wrong(&site, &noted, &log).await);
    }
    eprintln!("killed after {} acknowledgements: {} are wrong", line.acknowledged.load(Relaxed), wrong.len());
    wrong
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_exam_day_survives_a_kill_at_any_moment() {
    for _ in 0..rounds() {
        assert_eq!(wrong_after_a_kill(&[]).await, Vec::<String>::new());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_exam_day_on_a_store_that_does_not_sync_is_detected() {
    assert_ne!(wrong_after_a_kill(&[("INVIGIL_SABOTAGE", "no-sync")]).await, Vec::<String>::new());
}
