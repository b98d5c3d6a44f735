//! A played candidate: opens the page, starts, types, saves, loses the connection, comes back, and submits.

use super::{
    api::{CallError, Clients, PlayedLink, send},
    camera::{self, CameraResult, CameraSwitch},
    measures::CallMeasures,
    progress::Progress,
};
use crate::domain::{Instant as WallTime, time::SignedDuration};
use reqwest::{Client, Method, RequestBuilder};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, SystemTime},
};
use tokio::{
    task::JoinHandle,
    time::{Instant, sleep, sleep_until},
};
use tokio_util::sync::CancellationToken;

/// The page saves this long after a key press, at most.
const SAVE_EVERY: Duration = Duration::from_secs(2);
/// Tries of one call. The page never gives up; here a call that needs longer is an error.
const TRIES: u32 = 4;
const RETRY: Duration = Duration::from_millis(500);
/// Characters that are typed between two saves.
const TYPED: &str = "and so on, ";
const MAX_TEXT: usize = 4_000;

/// When a candidate does something.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    pub open: Instant,
    pub start: Instant,
    /// Time at which the connection is lost, if it is.
    pub lose: Option<Instant>,
    pub submit: Instant,
    /// Before the first save, so that not all save at once.
    pub delay: Duration,
}

/// One candidate's measures.
#[derive(Debug, Default)]
pub struct Played {
    pub calls: CallMeasures,
    /// How far the server's clock is ahead, and how long the call took that said so.
    pub clock: Option<(SignedDuration, Duration)>,
    pub camera: Option<CameraResult>,
}

#[derive(Deserialize)]
struct Page {
    server_time: String,
    #[serde(default)]
    attempt: Option<Attempt>,
}

#[derive(Deserialize)]
struct Attempt {
    answers: Vec<Kept>,
}

#[derive(Deserialize)]
struct Kept {
    question_id: String,
    answer: String,
    seq: u64,
}

#[derive(Deserialize)]
struct Started {
    attempt_key: String,
    test: StartedTest,
    #[serde(default)]
    next_seq: u64,
}

#[derive(Deserialize)]
struct StartedTest {
    questions: Vec<Question>,
}

#[derive(Deserialize)]
struct Question {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    options: Option<Vec<Value>>,
}

#[derive(Deserialize)]
struct Saved {
    acked_seq: u64,
}

struct Candidate {
    clients: Arc<Clients>,
    client: Client,
    link: PlayedLink,
    key: String,
    played: Played,
    /// Answers that the server acknowledged, by question.
    acked: HashMap<String, (u64, String)>,
    stop: CancellationToken,
}

/// Plays one candidate to the end of its schedule, or until `stop`.
pub async fn play(
    clients: Arc<Clients>,
    link: PlayedLink,
    schedule: Schedule,
    camera: Option<CameraSwitch>,
    (progress, stop): (Arc<Progress>, CancellationToken),
) -> Played {
    let client = match clients.client() {
        Ok(client) => client,
        Err(words) => {
            let mut played = Played::default();
            played.calls.failed = 1;
            played.calls.error(words);
            return played;
        }
    };
    let (key, played, acked) = (String::new(), Played::default(), HashMap::new());
    let mut candidate = Candidate { clients, client, link, key, played, acked, stop };
    // An error ends the part of this candidate, and is counted.
    let _ = candidate.run(schedule, camera, &progress).await;
    candidate.played
}

/// A call failed for good, and is counted.
struct Lost;

impl Candidate {
    fn at(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("{}/api/{path}", self.clients.base);
        let request = self.client.request(method, url);
        if self.key.is_empty() { request } else { request.header("X-Attempt-Key", &self.key) }
    }

    /// Makes a call until it succeeds. Returns its reply, and the time that the candidate waited.
    async fn call<T: serde::de::DeserializeOwned>(
        &mut self,
        name: &str,
        request: impl Fn(&Self) -> RequestBuilder,
    ) -> Result<(T, Duration), Lost> {
        let began = Instant::now();
        let mut tries = 0;
        loop {
            match send(request(self)).await {
                Ok(reply) => {
                    self.played.calls.retried += u64::from(tries > 0);
                    return Ok((reply, began.elapsed()));
                }
                // The rehearsal was stopped, and its links with it.
                Err(_) if self.stop.is_cancelled() => return Err(Lost),
                Err(error) => {
                    tries += 1;
                    self.played.calls.error(format!("{name}: {}", error.words()));
                    if tries == TRIES || matches!(error, CallError::Refused(..)) {
                        self.played.calls.failed += 1;
                        return Err(Lost);
                    }
                    sleep(RETRY).await;
                }
            }
        }
    }

    async fn wait(&self, until: Instant) -> Result<(), Lost> {
        tokio::select! {
            () = sleep_until(until) => Ok(()),
            () = self.stop.cancelled() => Err(Lost),
        }
    }

    async fn run(&mut self, schedule: Schedule, camera: Option<CameraSwitch>, progress: &Progress) -> Result<(), Lost> {
        self.wait(schedule.open).await?;
        self.open().await?;
        progress.step();
        self.wait(schedule.start).await?;
        let path = format!("start-test/{}", self.link.token);
        let (started, took): (Started, _) = self.call("start", |c| c.at(Method::POST, &path).json(&json!({}))).await?;
        self.played.calls.start.push(took);
        self.key = started.attempt_key;
        progress.step();
        let mut stream = self.listen();
        let camera = camera.map(|switch| {
            let publisher = camera::Publisher {
                client: self.client.clone(),
                base: self.clients.base.clone(),
                invite: self.link.invite_id.clone(),
                key: self.key.clone(),
            };
            tokio::spawn(camera::send(publisher, switch, schedule.submit))
        });
        let typed = self.type_until(&schedule, &started.test.questions, started.next_seq.max(1), &mut stream, progress);
        let typed = typed.await;
        if let Some(camera) = camera {
            if typed.is_err() {
                camera.abort();
            }
            // It ends with the schedule.
            self.played.camera = camera.await.ok();
        }
        stream.abort();
        typed?;
        self.verify().await?;
        let path = format!("submit-test/{}", self.link.token);
        let body = json!({ "answers": [], "time_spent": [] });
        let (_, took): (Value, _) = self.call("submit", |c| c.at(Method::POST, &path).json(&body)).await?;
        self.played.calls.submit.push(took);
        progress.step();
        Ok(())
    }

    async fn open(&mut self) -> Result<(), Lost> {
        let path = format!("take-test/{}", self.link.token);
        let sent_at = WallTime::from(SystemTime::now());
        let (page, took): (Page, _) = self.call("page", |c| c.at(Method::GET, &path)).await?;
        self.played.calls.page.push(took);
        let middle = sent_at.plus(SignedDuration::try_from(took / 2).unwrap_or_default());
        self.played.clock = WallTime::parse(&page.server_time).map(|now| (now.since(middle), took));
        Ok(())
    }

    /// Holds the event stream of the page open, as each browser does.
    fn listen(&self) -> JoinHandle<()> {
        let request = self.at(Method::GET, &format!("take-test/{}/events", self.link.token));
        tokio::spawn(async move {
            let Ok(mut stream) = request.send().await else { return };
            while let Ok(Some(_)) = stream.chunk().await {}
        })
    }

    async fn type_until(
        &mut self,
        schedule: &Schedule,
        questions: &[Question],
        mut seq: u64,
        stream: &mut JoinHandle<()>,
        progress: &Progress,
    ) -> Result<(), Lost> {
        let mut lose = schedule.lose;
        let mut next = Instant::now() + schedule.delay;
        let mut round = 0;
        while next < schedule.submit {
            self.wait(next).await?;
            if lose.is_some_and(|at| at <= Instant::now()) {
                lose = None;
                stream.abort();
                self.reconnect().await?;
                *stream = self.listen();
            }
            let Some(question) = questions.get(round % questions.len().max(1)) else { return Ok(()) };
            let answer = answer(question, round);
            self.save(question, &answer, seq).await?;
            progress.saved();
            (round, seq) = (round + 1, seq + 1);
            next = (next + SAVE_EVERY).max(Instant::now());
        }
        self.wait(schedule.submit).await
    }

    async fn save(&mut self, question: &Question, answer: &str, seq: u64) -> Result<(), Lost> {
        let path = format!("take-test/{}/answers", self.link.token);
        let body = json!({
            "answers": [{ "question_id": question.id, "answer": answer, "seq": seq }],
            "time_spent": [{ "question_id": question.id, "seconds": seq }],
        });
        let (saved, took): (Saved, _) = self.call("save", |c| c.at(Method::PUT, &path).json(&body)).await?;
        self.played.calls.save.push(took);
        if saved.acked_seq >= seq {
            self.acked.insert(question.id.clone(), (seq, answer.to_owned()));
        }
        Ok(())
    }

    /// New connections, as after a switch that was off; then the page reads its test again.
    async fn reconnect(&mut self) -> Result<(), Lost> {
        match self.clients.client() {
            Ok(client) => self.client = client,
            Err(words) => self.played.calls.error(words),
        }
        let began = Instant::now();
        self.verify().await?;
        self.played.calls.reconnect.push(began.elapsed());
        Ok(())
    }

    /// Compares the answers that the server returns with those that it acknowledged.
    async fn verify(&mut self) -> Result<(), Lost> {
        let path = format!("take-test/{}", self.link.token);
        let (page, _): (Page, _) = self.call("page", |c| c.at(Method::GET, &path)).await?;
        let kept: HashMap<String, (u64, String)> = page
            .attempt
            .into_iter()
            .flat_map(|attempt| attempt.answers)
            .map(|kept| (kept.question_id, (kept.seq, kept.answer)))
            .collect();
        let is_lost = |(question, (seq, answer)): &(&String, &(u64, String))| {
            kept.get(*question).is_none_or(|(at, text)| at < seq || at == seq && text != answer)
        };
        self.played.calls.lost += self.acked.iter().filter(is_lost).count() as u64;
        Ok(())
    }
}

/// An answer that a candidate may have at this point.
fn answer(question: &Question, round: usize) -> String {
    match &question.options {
        Some(options) if !options.is_empty() => {
            let chosen = &options[round % options.len()];
            chosen.as_str().or_else(|| chosen["id"].as_str()).unwrap_or_default().to_owned()
        }
        _ if question.kind == "short_text" => format!("here {round}"),
        _ => {
            let text = TYPED.repeat(round + 1);
            text.chars().take(MAX_TEXT).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_fit_their_questions_and_change() {
        let choice =
            Question { id: "q1".into(), kind: "multiple_choice".into(), options: Some(vec![json!("21"), json!("23")]) };
        assert_eq!((answer(&choice, 0), answer(&choice, 1)), ("21".to_owned(), "23".to_owned()));
        let essay = Question { id: "q2".into(), kind: "essay".into(), options: None };
        assert!(answer(&essay, 3).len() > answer(&essay, 0).len());
        assert_eq!(answer(&essay, 10_000).chars().count(), MAX_TEXT);
    }
}
