//! One candidate of the load: opens the page, starts, saves, submits.

use crate::{AnyError, http::Connection, measure::Measured};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Instant};

pub struct Candidate {
    token: String,
    headers: String,
    connection: Connection,
    seq: u64,
}

/// A few seconds of a candidate's typing.
const ANSWER: &str = "An index that is kept in order lets a range be read without a sort, at the price of a page split now \
                      and then; a hash gives one row in one step, and no order at all. For a list by time I take the former.";

impl Candidate {
    pub async fn new(address: SocketAddr, token: String) -> Result<Self, AnyError> {
        let key = BASE64_URL_SAFE_NO_PAD.encode(token.as_bytes().get(..32).ok_or("a short token")?);
        let headers = format!("X-Attempt-Key: {key}\r\n");
        Ok(Self { token, headers, connection: Connection::open(address).await?, seq: 0 })
    }

    async fn ask(&mut self, method: &str, path: &str, body: &[u8], into: &mut Measured) -> Result<u16, AnyError> {
        let sent = Instant::now();
        let reply = self.connection.ask(method, path, &self.headers, body).await?;
        match reply.status {
            200..300 => into.add(sent.elapsed()),
            429 | 503 => into.refused += 1,
            _ => into.failed += 1,
        }
        Ok(reply.status)
    }

    /// Loads the page shell and its first API call.
    pub async fn open(&mut self, into: &mut Measured) -> Result<(), AnyError> {
        let sent = Instant::now();
        let page = format!("/take-test/{}", self.token);
        let shell = self.connection.ask("GET", &page, "Accept: text/html\r\n", b"").await?;
        let view = self.connection.ask("GET", &format!("/api{page}"), &self.headers, b"").await?;
        if shell.status == 200 && view.status == 200 {
            into.add(sent.elapsed());
        } else {
            into.failed += 1;
        }
        Ok(())
    }

    pub async fn start(&mut self, into: &mut Measured) -> Result<(), AnyError> {
        let path = format!("/api/start-test/{}", self.token);
        loop {
            match self.ask("POST", &path, b"", into).await? {
                200 => return Ok(()),
                429 | 503 => {}
                status => return Err(format!("a start was answered by {status}").into()),
            }
        }
    }

    pub async fn save(&mut self, into: &mut Measured) -> Result<(), AnyError> {
        self.seq += 1;
        let (seq, question) = (self.seq, self.seq % 10);
        let body = format!(r#"{{"answers":[{{"question_id":"q{question}","answer":"{seq} {ANSWER}","seq":{seq}}}]}}"#);
        let path = format!("/api/take-test/{}/answers", self.token);
        self.ask("PUT", &path, body.as_bytes(), into).await.map(drop)
    }

    /// Saves these answers at once.
    pub async fn save_all(&mut self, answers: &[u8], into: &mut Measured) -> Result<(), AnyError> {
        let path = format!("/api/take-test/{}/answers", self.token);
        self.ask("PUT", &path, answers, into).await.map(drop)
    }

    /// Submits with these answers.
    pub async fn submit_all(&mut self, answers: &[u8], into: &mut Measured) -> Result<(), AnyError> {
        let path = format!("/api/submit-test/{}", self.token);
        self.ask("POST", &path, answers, into).await.map(drop)
    }

    /// Whether code can be run by now.
    pub async fn can_run(&mut self) -> Result<bool, AnyError> {
        let path = format!("/api/take-test/{}/runs", self.token);
        let reply = self.connection.ask("GET", &path, &self.headers, b"").await?;
        let body: Value = serde_json::from_slice(&reply.body)?;
        Ok(body["languages"].as_array().is_some_and(|languages| languages.iter().any(|name| name == "Python")))
    }

    /// Queues a run.
    pub async fn run_code(&mut self, question: &str, language: &str, source: &str) -> Result<(), AnyError> {
        let body = json!({"question_id": question, "language": language, "source": source});
        let mut asked = Measured::default();
        let path = format!("/api/take-test/{}/runs", self.token);
        match self.ask("POST", &path, body.to_string().as_bytes(), &mut asked).await? {
            202 => Ok(()),
            status => Err(format!("a run was answered by {status}").into()),
        }
    }

    pub async fn submit(&mut self, into: &mut Measured) -> Result<(), AnyError> {
        let path = format!("/api/submit-test/{}", self.token);
        while matches!(self.ask("POST", &path, br#"{"answers":[]}"#, into).await?, 429 | 503) {}
        Ok(())
    }
}

/// Connects a candidate for each link.
pub async fn arrive(address: SocketAddr, links: Vec<String>) -> Result<Vec<Candidate>, AnyError> {
    let mut there = Vec::with_capacity(links.len());
    for link in links {
        there.push(Candidate::new(address, link).await?);
    }
    Ok(there)
}

/// As [`arrive`], and starts each attempt; records the latency of the starts in `into`.
pub async fn seat(address: SocketAddr, links: Vec<String>, into: &mut Measured) -> Result<Vec<Candidate>, AnyError> {
    let mut seated = arrive(address, links).await?;
    for candidate in &mut seated {
        candidate.start(into).await?;
    }
    Ok(seated)
}
