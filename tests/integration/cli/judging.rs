//! Judging by the real runner, and by a server that is killed meanwhile. Where python3 is installed.

use super::runner::{has_python, said, serve, until};
use crate::support::{
    binary::Place,
    client::{As, Http},
    journey::{key, list, text},
};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Takes a second of CPU time for each test.
pub(super) const SLOW: &str = "import time\nwhile time.process_time() < 1:\n    pass\nprint(2 * int(input()))\n";

pub(super) struct Client {
    http: Http,
    url: String,
    pub admin: String,
}

impl Client {
    pub async fn sign_in(http: Http, url: &str) -> Self {
        let body = json!({"email": "ada@example.org", "password": "correct horse"});
        let url = format!("{url}/api");
        let reply = http.ok(Method::POST, &format!("{url}/auth/login"), As::Anonymous, Some(&body)).await;
        Self { http, url, admin: text(&reply["access_token"]).to_owned() }
    }

    pub async fn post(&self, path: &str, who: As<'_>, body: Value) -> Value {
        self.http.ok(Method::POST, &format!("{}/{path}", self.url), who, Some(&body)).await
    }

    pub async fn get(&self, path: &str) -> Value {
        self.get_as(path, As::Bearer(&self.admin)).await
    }

    pub async fn get_as(&self, path: &str, who: As<'_>) -> Value {
        self.http.ok(Method::GET, &format!("{}/{path}", self.url), who, None).await
    }

    pub async fn judged(&self, id: &str) -> Value {
        let deadline = Instant::now() + Duration::from_mins(2);
        loop {
            let result = self.get(&format!("results/{id}")).await;
            if result["judging"] == "done" {
                return result;
            }
            assert!(Instant::now() < deadline, "{result}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

#[tokio::test]
async fn code_is_judged_once_though_the_server_is_killed() {
    if !has_python() {
        return;
    }
    let place = Place::with_admin();
    let mut serving = serve(&place);
    let client = Client::sign_in(Http::new(), &serving.url).await;
    let admin = As::Bearer(&client.admin);
    let test = json!({"title": "Code", "questions": [{
        "type": "coding", "question": "Double it.", "points": 10, "languages": ["Python"], "time_limit_ms": 5_000,
        "tests": [{"input": "2\n", "output": "4\n"}, {"input": "3\n", "output": "7\n"}],
    }]});
    let test = client.post("tests", admin, test).await;
    let invite = json!({"test_id": test["id"], "applicant_email": "cora@example.org", "applicant_name": "Cora"});
    let invite = client.post("invites", admin, invite).await;
    let (token, holder) = (text(&invite["token"]), key(1));
    client.post(&format!("start-test/{token}"), As::Key(&holder), json!({})).await;
    until("code runs", || said(&place).contains("python (Python 3"));
    let answers = json!({"answers": [{"question_id": "q1", "answer": SLOW}]});
    let reply = client.post(&format!("submit-test/{token}"), As::Key(&holder), answers).await;
    assert_eq!((&reply["judging"], &reply["provisional"]), (&"waiting".into(), &true.into()));
    // The program runs, or is about to.
    tokio::time::sleep(Duration::from_millis(500)).await;
    serving.kill();

    let serving = serve(&place);
    let client = Client::sign_in(client.http, &serving.url).await;
    let rows = client.get("results").await;
    let result = client.judged(text(&rows["results"][0]["submission_id"])).await;
    assert_eq!((&result["score"], &result["provisional"]), (&50.0.into(), &false.into()));
    let judged = &result["answers"][0]["judging"]["result"];
    let verdicts: Vec<_> = list(&judged["tests"]).iter().map(|test| text(&test["verdict"])).collect();
    assert_eq!(verdicts, ["AC", "WA"]);
    assert_eq!(judged["tests"][1]["content"]["stdout"], "6\n");
    assert!(text(&judged["toolchain"]).contains("Python 3"), "{judged}");
    serving.stop();
    let log = place.run(["audit", "export"]).stdout;
    assert_eq!(log.lines().filter(|line| line.contains("submission.judge")).count(), 1, "{log}");
    place.run(["check"]).done();
}
