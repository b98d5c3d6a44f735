//! Calls of the API, and what a site needs before it can be measured.

use crate::server::{PASSWORD, Server, email};
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use std::time::Duration;

/// How often a call is tried that is refused for the moment.
const TRIES: usize = 100;
const BETWEEN_TRIES: Duration = Duration::from_millis(200);
/// Starts that wait for their reply at the same time.
const STARTS_AT_ONCE: usize = 16;
/// Rows of a list, and people of one call.
const PAGE: usize = 1_000;

#[derive(Clone)]
pub struct Api {
    http: reqwest::Client,
    url: String,
    admin: String,
}

/// A running attempt.
#[derive(Clone)]
pub struct Attempt {
    pub invite: String,
    pub token: String,
    pub key: String,
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

impl Api {
    pub async fn sign_in(server: &Server, admin: usize) -> Self {
        let anonymous = Self { http: reqwest::Client::new(), url: server.url.clone(), admin: String::new() };
        let signed_in = anonymous.post("/auth/login", json!({"email": email(admin), "password": PASSWORD})).await;
        Self { admin: text(&signed_in["access_token"]).to_owned(), ..anonymous }
    }

    async fn send(&self, call: reqwest::RequestBuilder, path: &str, key: Option<&str>) -> reqwest::Response {
        let call = match key {
            Some(key) => call.header("x-attempt-key", key),
            None => call.bearer_auth(&self.admin),
        };
        for _ in 0..TRIES {
            let reply = call.try_clone().unwrap().send().await.unwrap();
            if [429, 503].contains(&reply.status().as_u16()) {
                // Too much at the same time while the site is made.
                tokio::time::sleep(BETWEEN_TRIES).await;
                continue;
            }
            let status = reply.status();
            assert!(status.is_success(), "{path}: {status} {}", reply.text().await.unwrap_or_default());
            return reply;
        }
        panic!("{path} was refused {TRIES} times");
    }

    pub async fn call(&self, method: reqwest::Method, path: &str, key: Option<&str>, body: Value) -> Value {
        let call = self.http.request(method, format!("{}/api{path}", self.url)).json(&body);
        self.send(call, path, key).await.json().await.unwrap_or_default()
    }

    pub async fn post(&self, path: &str, body: Value) -> Value {
        self.call(reqwest::Method::POST, path, None, body).await
    }

    /// The newest invites, at least as many as asked for.
    pub async fn invites(&self, count: usize) -> Vec<Value> {
        let mut rows = Vec::new();
        let mut next = Some(format!("/api/invites?limit={PAGE}"));
        while let Some(path) = next.take().filter(|_| rows.len() < count) {
            let reply = self.send(self.http.get(format!("{}{path}", self.url)), &path, None).await;
            let link = reply.headers().get("link").and_then(|link| link.to_str().ok().map(str::to_owned));
            next = link.and_then(|link| Some(link.split_once('<')?.1.split_once('>')?.0.to_owned()));
            rows.extend(reply.json::<Vec<Value>>().await.unwrap());
        }
        rows
    }

    /// Creates a test that keeps clips or none, and starts an attempt of as many candidates.
    pub async fn attempts(&self, count: usize, keeps_clips: bool) -> Vec<Attempt> {
        let question = json!({"id": "q1", "type": "essay", "question": "Why?"});
        let test = self.post("/tests", json!({"title": "T", "duration_minutes": 480, "questions": [question]})).await;
        if keeps_clips {
            let path = format!("/tests/{}/clips", text(&test["id"]));
            self.call(reqwest::Method::PUT, &path, None, json!({"keep": true, "signals": []})).await;
        }
        for from in (0..count).step_by(PAGE) {
            let person = |n| json!({"name": format!("Candidate {n}"), "email": format!("c{n}@example.org")});
            let people: Vec<Value> = (from..count.min(from + PAGE)).map(person).collect();
            let body = json!({"test_id": test["id"], "no_schedule": true, "applicants": people});
            self.post("/invites/bulk", body).await;
        }
        let rows = self.invites(count).await;
        assert!(rows.len() >= count, "{} of {count} invites", rows.len());
        let started = rows.into_iter().take(count).map(|row| self.start(row));
        stream::iter(started).buffered(STARTS_AT_ONCE).collect().await
    }

    async fn start(&self, row: Value) -> Attempt {
        let (invite, token) = (text(&row["id"]).to_owned(), text(&row["token"]).to_owned());
        let started = self.post(&format!("/start-test/{token}"), json!({})).await;
        Attempt { invite, token, key: text(&started["attempt_key"]).to_owned() }
    }

    /// The number of a metric, or the sum of those with labels; `None` if this server has none.
    pub async fn metric(&self, name: &str) -> Option<f64> {
        let reply = self.http.get(format!("{}/metrics", self.url)).send().await.unwrap();
        let text = reply.text().await.unwrap();
        let lines = text.lines().filter_map(|line| line.strip_prefix(name)?.rsplit_once(' '));
        let own = lines.filter(|(label, _)| label.is_empty() || label.starts_with('{'));
        let numbers: Vec<f64> = own.filter_map(|(_, number)| number.parse().ok()).collect();
        (!numbers.is_empty()).then(|| numbers.iter().sum())
    }
}
