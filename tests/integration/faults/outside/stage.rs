//! A real server with two administrators and a crowd of candidates, beside a misbehaving external party.

use super::{
    crowd::{BOUND, Crowd, Times},
    uses::Use,
};
use crate::{
    faults::{
        load::{Exam, sign_in_as},
        oracle::Oracle,
    },
    support::{
        binary::{Place, Serving},
        client::{As, Http},
        journey::text,
    },
};
use reqwest::Method;
use serde_json::{Value, json};
use std::{
    fs::File,
    net::{IpAddr, Ipv4Addr},
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::task::JoinSet;

/// Maximum time from the signal to the exit of the process.
const STOP: Duration = Duration::from_secs(10);
/// Duration of a measured cell.
const LONG: Duration = Duration::from_secs(3);
/// Source address of administrators and browsers, so that their limits do not affect the candidates.
pub const ELSEWHERE: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

pub struct Stage {
    pub place: Place,
    pub serving: Serving,
    pub crowd: Crowd,
    pub exam: Arc<Exam>,
    pub admins: [String; 2],
    /// Client for everything except the candidates.
    pub http: Http,
    people: Arc<AtomicUsize>,
}

impl Stage {
    pub async fn set(sabotage: Option<&str>) -> Self {
        let place = Place::with_admin();
        let mut command = place.command(["serve", "--listen", "127.0.0.1:0", "--log-level", "warn"]);
        if let Some(sabotage) = sabotage {
            command.env("INVIGIL_SABOTAGE", sabotage);
        }
        Self::with(place, command).await
    }

    /// Uses the server that `command` starts in `place`, which has the administrator ada@example.org.
    pub async fn with(place: Place, command: Command) -> Self {
        place.add_admin("grace@example.org").done();
        let serving = Serving::start(command);
        let oracle = Oracle::new(File::create(place.path().join("acknowledged")).unwrap());
        let exam = Arc::new(Exam::set_up(&serving.url, oracle).await);
        let mut admins = Vec::new();
        for email in ["ada@example.org", "grace@example.org"] {
            admins.push(sign_in_as(&exam.http, &serving.url, email).await);
        }
        let crowd = Crowd::sit_down(exam.clone(), &serving.url, &admins[0]).await;
        let (http, people) = (Http::from(ELSEWHERE), Arc::default());
        Self { place, serving, crowd, exam, admins: admins.try_into().unwrap(), http, people }
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.serving.url)
    }

    /// Changes a setting, as the first administrator.
    pub async fn put(&self, path: &str, body: Value) {
        self.http.ok(Method::PUT, &self.url(path), As::Bearer(&self.admins[0]), Some(&body)).await;
    }

    /// Points the mail settings at a server.
    pub async fn mail_goes_to(&self, host: &str, port: u16) {
        let settings = json!({"smtpHost": host, "smtpPort": port, "smtpTls": "none", "fromEmail": "jobs@example.org",
            "fromName": "Jobs"});
        self.put("/api/admin/email-settings", settings).await;
    }

    /// Points the AI settings at a server.
    pub async fn ai_is_at(&self, host: &str, port: u16) {
        let settings = json!({"provider": "openai", "baseUrl": format!("http://{host}:{port}/v1"), "model": "small-1",
            "apiKey": "k"});
        self.put("/api/admin/ai-settings", settings).await;
    }

    /// Creates an invite and returns it.
    pub async fn invite(&self) -> Value {
        let (url, body) = (self.url("/api/invites"), self.invitation());
        self.http.ok(Method::POST, &url, As::Bearer(&self.admins[0]), Some(&body)).await
    }

    /// Body of an invite for a new person.
    pub fn invitation(&self) -> Value {
        let n = self.people.fetch_add(1, Ordering::Relaxed);
        json!({"test_id": self.exam.test["id"], "applicant_name": format!("Person {n}"),
            "applicant_email": format!("p{n}@example.org"), "no_schedule": true})
    }

    /// Makes one administrator's call in the background; any reply except 500 is accepted.
    pub fn call(&self, calls: &mut JoinSet<()>, admin: usize, path: &str, body: Value) {
        let (http, url, token) = (self.http.clone(), self.url(path), self.admins[admin % 2].clone());
        calls.spawn(async move {
            if let Ok(answer) = http.ask(Method::POST, &url, As::Bearer(&token), Some(&body)).await {
                assert_ne!(answer.status, 500, "{url}: {answer:?}");
            }
        });
    }

    /// Starts the calls of one cell: `one` builds a new call, `same` is the path for two administrators at once.
    pub fn calls(&self, of: Use, one: impl Fn() -> (String, Value), same: &str) -> JoinSet<()> {
        let mut calls = JoinSet::new();
        for n in 0..of.times() {
            let (path, body) = if of == Use::Same { (same.to_owned(), json!({})) } else { one() };
            self.call(&mut calls, n, &path, body);
        }
        calls
    }

    /// Path that resends the invite's mail.
    pub fn resend(invite: &Value) -> String {
        format!("/api/invites/{}/retry-email", text(&invite["id"]))
    }

    /// Save times of one cell after its calls were started; panics if a candidate makes no progress.
    pub async fn holds(&self, cell: &str) -> Times {
        let begun = Instant::now();
        loop {
            if let Err(wrong) = self.crowd.gets_on(BOUND).await {
                panic!("{cell}: {wrong}");
            }
            if !super::is_long() || begun.elapsed() > LONG {
                return self.time(cell);
            }
        }
    }

    /// Like [`Self::holds`], if progress was checked already.
    pub fn time(&self, cell: &str) -> Times {
        let times = self.crowd.times();
        assert!(times.worst() < BOUND, "{cell}: {times}");
        if super::is_long() {
            eprintln!("{cell:45} {times}, {} MiB", self.peak());
        }
        times
    }

    /// Peak memory of the server so far, in MiB.
    fn peak(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.serving.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or_default() / 1024
    }

    /// Stops the server under load: cleanly, in time and without a panic; no acknowledged answer is lost, and the
    /// database is consistent.
    pub async fn stops(self, cell: &str) {
        let Self { place, mut serving, crowd, .. } = self;
        let begun = Instant::now();
        serving.signal("-TERM");
        while serving.poll().is_none() {
            assert!(begun.elapsed() < STOP, "{cell}: the server does not stop");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let took = begun.elapsed();
        if super::is_long() {
            eprintln!("{cell:45} stopped in {took:.1?}");
        }
        let (log, exam) = (serving.stopped(), crowd.leave().await);
        let panics: Vec<&str> = log.lines().filter(|line| line.contains("panicked")).collect();
        assert!(panics.is_empty(), "{cell}: {} panics, {:?}", panics.len(), panics.first());
        assert!(place.run(["check"]).done().ends_with("no problems.\n"));
        let serving = place.serve();
        assert_eq!(exam.missing(&serving.url).await, Vec::<String>::new(), "{cell}");
    }
}
