//! Load of candidates who save continuously on the real binary, across its crashes.

use super::oracle::{Candidate, Oracle};
use crate::support::{
    client::{As, Http},
    journey::{PASSWORD, key, list, text},
};
use reqwest::Method;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::{sync::watch, task::JoinSet};

/// Current URL of the server; `None` while it is down.
pub type Address = watch::Receiver<Option<String>>;

pub const QUESTIONS: usize = 100;

pub struct Exam {
    pub http: Http,
    pub oracle: Oracle,
    pub test: Value,
}

pub async fn sign_in(http: &Http, url: &str) -> String {
    sign_in_as(http, url, "ada@example.org").await
}

pub async fn sign_in_as(http: &Http, url: &str, email: &str) -> String {
    let (path, login) = (format!("{url}/api/auth/login"), json!({"email": email, "password": PASSWORD}));
    loop {
        let answer = http.ask(Method::POST, &path, As::Anonymous, Some(&login)).await.unwrap();
        match answer.status {
            200 => return text(&answer.json["access_token"]).to_owned(),
            // A session must be stored, and the disk may be failing.
            status => assert_eq!(status, 503, "{answer:?}"),
        }
    }
}

impl Exam {
    /// Creates a test of essays on a server with the administrator of [`crate::support::binary::Place::with_admin`].
    pub async fn set_up(url: &str, oracle: Oracle) -> Self {
        Self::set_up_with(Http::new(), url, oracle).await
    }

    /// Like [`Self::set_up`], with a given client, for example one that trusts the server's authority.
    pub async fn set_up_with(http: Http, url: &str, oracle: Oracle) -> Self {
        let admin = sign_in(&http, url).await;
        let question = |n| json!({"id": format!("q{n}"), "type": "essay", "question": "Why?"});
        let questions: Vec<Value> = (0..QUESTIONS).map(question).collect();
        let test = json!({"title": "Under fire", "duration_minutes": 480, "questions": questions});
        let test = http.ok(Method::POST, &format!("{url}/api/tests"), As::Bearer(&admin), Some(&test)).await;
        Self { http, oracle, test }
    }

    /// Invites a new candidate and returns the link's token.
    pub async fn invite(&self, url: &str, admin: &str, n: usize) -> String {
        let invite = json!({"test_id": self.test["id"], "applicant_name": format!("Candidate {n}"),
            "applicant_email": format!("c{n}@example.org"), "no_schedule": true});
        let url = format!("{url}/api/invites");
        let reply = self.http.ok(Method::POST, &url, As::Bearer(admin), Some(&invite)).await;
        text(&reply["token"]).to_owned()
    }

    /// Retries on overload and server errors, like the page does.
    async fn retry(&self, at: &mut Address, method: Method, path: &str, key: &str, body: Option<&Value>) -> Value {
        loop {
            let url = at.wait_for(Option::is_some).await.unwrap().clone().unwrap();
            match self.http.ask(method.clone(), &format!("{url}{path}"), As::Key(key), body).await {
                Ok(answer) if answer.status < 300 => return answer.json,
                Ok(answer) => assert!(matches!(answer.status, 429 | 503), "{path}: {answer:?}"),
                // The server died during the call; its next address follows soon.
                Err(_) => tokio::task::yield_now().await,
            }
        }
    }

    /// Takes one attempt from start to submit.
    async fn sit(&self, mut at: Address, token: &str, saves: u64) {
        let key = key_of(token);
        self.retry(&mut at, Method::POST, &format!("/api/start-test/{token}"), &key, None).await;
        for seq in 1..=saves {
            let question = format!("q{}", usize::try_from(seq).unwrap() % QUESTIONS);
            let answer = format!("{token} {question} {seq}");
            self.oracle.sending(token, &question, seq, &answer);
            let body = json!({"answers": [{"question_id": question, "answer": answer, "seq": seq}]});
            let path = format!("/api/take-test/{token}/answers");
            let reply = self.retry(&mut at, Method::PUT, &path, &key, Some(&body)).await;
            assert_eq!(reply["acked_seq"], seq, "{reply}");
            self.oracle.acknowledged(token, &question, seq);
        }
        self.retry(&mut at, Method::POST, &format!("/api/submit-test/{token}"), &key, Some(&json!({"answers": []})))
            .await;
        self.oracle.submitted(token);
    }

    /// Describes every acknowledged answer that is missing.
    pub async fn missing(&self, url: &str) -> Vec<String> {
        let admin = sign_in(&self.http, url).await;
        let mut missing = Vec::new();
        let submissions = self.submissions(url, &admin).await;
        for (token, candidate) in self.oracle.candidates() {
            let running =
                if candidate.submitted { Running::Submitted } else { self.running_answers(url, &token).await };
            let stored = match running {
                Running::Answers(answers) => Some(answers),
                Running::Gone => None,
                Running::Submitted => match submissions.get(&token) {
                    Some(submission) => Some(self.submitted_answers(url, &admin, submission).await),
                    None => None,
                },
            };
            missing.extend(compare(&token, &candidate, stored));
        }
        missing
    }

    async fn running_answers(&self, url: &str, token: &str) -> Running {
        let door = format!("{url}/api/take-test/{token}");
        let answer = self.http.ask(Method::GET, &door, As::Key(&key_of(token)), None).await.unwrap();
        match answer.status {
            // The submit succeeded, but its reply was lost.
            410 => Running::Submitted,
            _ if answer.json["attempt"].is_object() => {
                Running::Answers(pairs(&answer.json["attempt"]["answers"], "question_id"))
            }
            _ => Running::Gone,
        }
    }

    /// Submission ids by the invite's token.
    async fn submissions(&self, url: &str, admin: &str) -> BTreeMap<String, String> {
        let invites = format!("{url}/api/invites?limit=1000&status_filter=completed");
        let rows = self.http.ok(Method::GET, &invites, As::Bearer(admin), None).await;
        assert!(list(&rows).len() < 1000, "more candidates than one page holds");
        let of = |row: &Value| (text(&row["token"]).to_owned(), text(&row["submission_id"]).to_owned());
        list(&rows).iter().map(of).collect()
    }

    async fn submitted_answers(&self, url: &str, admin: &str, submission: &str) -> Vec<(String, String)> {
        let result = format!("{url}/api/results/{submission}");
        let result = self.http.ok(Method::GET, &result, As::Bearer(admin), None).await;
        pairs(&result["answers"], "id")
    }
}

/// State of an attempt whose submit was not acknowledged, according to the take page.
enum Running {
    Answers(Vec<(String, String)>),
    Submitted,
    Gone,
}

/// The attempt key used for a link.
pub fn key_of(token: &str) -> String {
    key(token.as_bytes()[0])
}

fn pairs(answers: &Value, id: &str) -> Vec<(String, String)> {
    list(answers).iter().map(|a| (text(&a[id]).to_owned(), text(&a["answer"]).to_owned())).collect()
}

fn compare(token: &str, candidate: &Candidate, stored: Option<Vec<(String, String)>>) -> Vec<String> {
    let Some(stored) = stored else { return vec![format!("{token}: the attempt is gone")] };
    let text = |question: &str| stored.iter().find(|(q, text)| q == question && !text.is_empty());
    let disagrees = |(question, known): (&String, &super::oracle::Known)| {
        let wrong = known.disagrees(text(question).map(|(_, text)| text.as_str()))?;
        Some(format!("{token} {question}: {wrong}"))
    };
    candidate.questions.iter().filter_map(disagrees).collect()
}

/// Runs candidates, `concurrent` of them concurrently, each with `saves` saves and a submit, until all links are used.
pub fn begin(exam: &Arc<Exam>, at: &Address, links: Vec<String>, concurrent: usize, saves: u64) -> JoinSet<()> {
    let links = Arc::new(Mutex::new(links));
    let mut seats = JoinSet::new();
    for _ in 0..concurrent {
        let (exam, at, links) = (exam.clone(), at.clone(), links.clone());
        seats.spawn(async move {
            loop {
                let next = links.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let Some(token) = next else { return };
                exam.sit(at.clone(), &token, saves).await;
            }
        });
    }
    seats
}
