//! Code runners on other machines as processes: their tokens, and what a kill may not lose. Where python3 is installed.

use super::{
    judging::{Client, SLOW},
    runner::{has_python, said, until},
};
use crate::support::{
    binary::{Place, Serving, finish},
    client::{As, Http},
    journey::{key, text},
};
use serde_json::{Value, json};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

#[test]
fn tokens_are_made_listed_and_revoked_with_and_without_a_server() {
    let place = Place::with_admin();
    let first = place.run(["runner", "token", "create", "judge-1"]).done();
    assert_eq!(first.trim().len(), 43);
    let serving = place.serve();
    let file = place.path().join("judge-2.token");
    place.run(["runner", "token", "create", "judge-2", "-o", file.to_str().unwrap()]).done();
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let line = place.run(["runner", "token", "create", "judge-2"]).refused();
    assert!(line.contains("already a token named judge-2"), "{line}");
    let line = place.run(["runner", "token", "create", "two words"]).refused();
    assert!(line.contains("letters, digits"), "{line}");
    let listed = place.run(["runner", "token", "list"]).done();
    assert!(
        listed.contains("judge-1") && listed.contains("not connected") && !listed.contains(first.trim()),
        "{listed}"
    );
    let revoked = place.run(["runner", "token", "revoke", "judge-1", "--rejudge"]).done();
    assert_eq!(revoked, "The token judge-1 is revoked.\n0 answers are judged again.\n");
    let line = place.run(["runner", "token", "revoke", "judge-9"]).refused();
    assert!(line.contains("no such token"), "{line}");
    serving.stop();
    let rows = place.run(["runner", "token", "list", "--json"]).json();
    assert_eq!(
        (&rows[0]["name"], &rows[0]["verdicts"], &rows[0]["runners"]),
        (&"judge-2".into(), &0.into(), &json!([]))
    );
    assert!(rows[1]["revoked_at"].is_string());
}

#[test]
fn a_runner_says_in_one_line_what_it_is_refused_for() {
    let place = Place::new();
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let token = place.write("token", "");
    let refused = |server: &str, more: &[&str]| {
        let mut command = place.command(["runner", "--server", server]);
        command.args(more).env("PATH", "/usr/bin:/bin");
        finish(command, "").refused()
    };
    let token = token.to_str().unwrap();
    for plain in ["http://tests.example.org", "http://10.1.2.3:8080"] {
        assert!(refused(plain, &["--token-file", token]).contains("must begin with https://"), "{plain}");
    }
    assert!(refused("https://127.0.0.1:9", &[]).contains("--server needs --token-file"));
    let both = ["--token-file", token, "--socket", "runner.sock"];
    assert!(refused("https://127.0.0.1:9", &both).contains("give one of the two"));
    assert!(refused("https://127.0.0.1:9", &["--token-file", token]).contains("the file is empty"));
    let line = refused("https://127.0.0.1:9", &["--token-file", "none"]);
    assert!(line.starts_with("--token-file none: No such file"), "{line}");
    for flag in ["--token-file", "--ca-file"] {
        let line = refused("", &[flag, token]);
        assert!(line.starts_with(&format!("{flag} is for --server")), "{line}");
    }
    let token = place.write("token", &key(7));
    let more = ["--token-file", token.to_str().unwrap(), "--ca-file", "/dev/null"];
    assert!(refused("https://127.0.0.1:9", &more).contains("holds no certificate"));
}

/// It is ready once the server has accepted its token.
#[test]
fn a_runner_whose_token_is_refused_does_not_log_that_it_is_ready() {
    if !has_python() {
        return;
    }
    let place = Place::with_admin();
    let serving = serve(&place, &[]);
    let token = place.run(["runner", "token", "create", "judge-1"]).done();
    let mut stranger = Remote::start(&place, "stranger", &serving.url, &key(7));
    until("the refused runner ends", || stranger.child.try_wait().unwrap().is_some());
    let log = stranger.log();
    assert!(log.contains("refuses the token") && !log.contains("is ready"), "{log}");
    let runner = Remote::start(&place, "judge-1", &serving.url, token.trim());
    runner.until_logged("invigil runner is ready");
    serving.stop();
}

/// A server whose runners are on other machines. They run as another user, who may read the place.
fn serve(place: &Place, more: &[&str]) -> Serving {
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = place.command(["serve", "--listen", "127.0.0.1:0"]);
    command.args(more).env("INVIGIL_RUNNER", "remote");
    Serving::start(command)
}

/// A runner process; killed when dropped.
struct Remote {
    child: Child,
    log: PathBuf,
}

impl Remote {
    /// With python alone.
    fn start(place: &Place, name: &str, url: &str, token: &str) -> Self {
        Self::start_with(place, name, url, token, &[])
    }

    fn start_with(place: &Place, name: &str, url: &str, token: &str, more: &[&str]) -> Self {
        let token = place.write(&format!("{name}.token"), token);
        fs::set_permissions(&token, fs::Permissions::from_mode(0o600)).unwrap();
        let log = place.path().join(format!("{name}.log"));
        let mut command: Command = place.command(["runner", "--server", url, "--token-file"]);
        command.arg(token).args(more).env("INVIGIL_RUNNER_LANGUAGES", languages(place)).env("PATH", "/usr/bin:/bin");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(fs::File::create(&log).unwrap());
        Self { child: command.spawn().unwrap(), log }
    }

    fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    fn until_logged(&self, words: &str) {
        until(&format!("{words}: {}", self.log()), || self.log().contains(words));
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn languages(place: &Place) -> PathBuf {
    let others = invigil::runner::language::languages().into_iter().filter(|l| l.name != "python");
    let table: serde_json::Map<_, _> = others.map(|language| (language.name, Value::Null)).collect();
    place.write("languages.json", &Value::Object(table).to_string())
}

impl Client {
    /// Submits the slow program; returns the id of its result.
    async fn submit(&self) -> String {
        let tests = [("2", "4"), ("3", "7"), ("4", "8")];
        self.submit_for(&tests.map(|(input, output)| json!({"input": input, "output": output}))).await
    }

    async fn submit_for(&self, tests: &[Value]) -> String {
        let admin = As::Bearer(&self.admin);
        let test = json!({"title": "Code", "questions": [{
            "type": "coding", "question": "Double it.", "points": 10, "languages": ["Python"], "time_limit_ms": 5_000,
            "tests": tests,
        }]});
        let test = self.post("tests", admin, test).await;
        let invite = json!({"test_id": test["id"], "applicant_email": "cora@example.org", "applicant_name": "Cora"});
        let invite = self.post("invites", admin, invite).await;
        let (token, holder) = (text(&invite["token"]), key(1));
        self.post(&format!("start-test/{token}"), As::Key(&holder), json!({})).await;
        let answers = json!({"answers": [{"question_id": "q1", "answer": SLOW}]});
        self.post(&format!("submit-test/{token}"), As::Key(&holder), answers).await;
        let rows = self.get("results").await;
        text(&rows["results"][0]["submission_id"]).to_owned()
    }

    /// Names of the runners that have jobs.
    async fn busy(&self) -> Vec<String> {
        let tokens = self.get("admin/runners").await;
        let has_job = |token: &&Value| {
            token["runners"].as_array().unwrap().iter().any(|runner| runner["running"].as_u64().unwrap() > 0)
        };
        tokens["tokens"].as_array().unwrap().iter().filter(has_job).map(|t| text(&t["name"]).to_owned()).collect()
    }
}

#[test]
fn a_runner_trusts_the_given_authority_alone() {
    if !has_python() {
        return;
    }
    let place = Place::with_admin();
    let serving = serve(&place, &["--tls-self-signed"]);
    assert!(serving.url.starts_with("https://"), "{}", serving.url);
    place.run(["tls", "ca", "-o", "ca.pem"]).done();
    let token = place.run(["runner", "token", "create", "judge-1"]).done();
    let start = |name: &str, more: &[&str]| Remote::start_with(&place, name, &serving.url, token.trim(), more);
    let stranger = start("stranger", &[]);
    stranger.until_logged("UnknownIssuer");
    let trusting = start("trusting", &["--ca-file", "ca.pem"]);
    trusting.until_logged("registered with the server");
    assert!(!stranger.log().contains("registered with the server"), "{}", stranger.log());
    serving.stop();
}

#[tokio::test]
async fn a_killed_runner_loses_nothing_and_a_revoked_one_stops() {
    if !has_python() {
        return;
    }
    let place = Place::with_admin();
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = place.command(["serve", "--listen", "127.0.0.1:0"]);
    command.env("INVIGIL_RUNNER", "remote").env("INVIGIL_RUNNER_LEASE_MS", "8000");
    let serving = Serving::start(command);
    assert!(said(&place).contains("no code runner of another machine"));
    let tokens = ["judge-1", "judge-2"].map(|name| place.run(["runner", "token", "create", name]).done());
    let start = |name: &str, at: usize| Remote::start(&place, name, &serving.url, tokens[at].trim());
    let mut runners = vec![("judge-1", start("judge-1", 0)), ("judge-2", start("judge-2", 1))];
    for (_, runner) in &runners {
        runner.until_logged("registered with the server");
    }
    let client = Client::sign_in(Http::new(), &serving.url).await;
    let id = client.submit().await;
    let deadline = Instant::now() + Duration::from_mins(1);
    let victim = loop {
        if let Some(name) = client.busy().await.pop() {
            break name;
        }
        assert!(Instant::now() < deadline, "no runner takes the job");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    let at = runners.iter().position(|(name, _)| *name == victim).unwrap();
    let (_, mut killed) = runners.remove(at);
    killed.child.kill().unwrap();
    killed.child.wait().unwrap();
    let result = client.judged(&id).await;
    let (other, mut runner) = runners.pop().unwrap();
    let judged = text(&result["answers"][0]["judging"]["result"]["runner"]).to_owned();
    assert!(judged.ends_with(&format!("({other})")), "{judged}");
    assert!((result["score"].as_f64().unwrap() - 66.67).abs() < 0.01, "{result}");
    let log = runner.log();
    assert!(!tokens.iter().any(|token| log.contains(token.trim())), "{log}");

    let revoked = place.run(["runner", "token", "revoke", other]).done();
    assert!(revoked.contains("It judged 1 answer of the test 'Code'."), "{revoked}");
    until("the revoked runner ends", || runner.child.try_wait().unwrap().is_some());
    assert!(runner.log().contains("refuses the token"), "{}", runner.log());
    let log = serving.stop();
    assert!(!tokens.iter().any(|token| log.contains(token.trim())), "{log}");
}

/// A submission with many slow tests delays what a candidate runs by one test, also on another machine.
#[tokio::test]
async fn a_long_job_is_interrupted_for_another_candidates() {
    if !has_python() {
        return;
    }
    let place = Place::with_admin();
    let serving = serve(&place, &[]);
    let token = place.run(["runner", "token", "create", "judge-1"]).done();
    let runner = Remote::start_with(&place, "judge-1", &serving.url, token.trim(), &["--slots", "1"]);
    runner.until_logged("registered with the server");
    let client = Client::sign_in(Http::new(), &serving.url).await;
    let admin = As::Bearer(&client.admin);
    let one = |visible: bool| json!({"input": "2", "output": "4", "visible": visible});
    let test = json!({"title": "Other", "questions": [{"type": "coding", "question": "Double it.", "points": 10,
        "languages": ["Python"], "tests": [one(true)]}]});
    let test = client.post("tests", admin, test).await;
    let invite = json!({"test_id": test["id"], "applicant_email": "dan@example.org", "applicant_name": "Dan"});
    let invite = client.post("invites", admin, invite).await;
    let (token, holder) = (text(&invite["token"]), key(2));
    client.post(&format!("start-test/{token}"), As::Key(&holder), json!({})).await;

    let id = client.submit_for(&vec![one(false); 8]).await;
    let deadline = Instant::now() + Duration::from_mins(2);
    while client.busy().await.is_empty() {
        assert!(Instant::now() < deadline, "the runner does not take the job");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let run = json!({"question_id": "q1", "language": "Python", "source": "print(2 * int(input()))", "tests": true});
    let asked = client.post(&format!("take-test/{token}/runs"), As::Key(&holder), run).await;
    let path = format!("take-test/{token}/runs/{}", text(&asked["run_id"]));
    loop {
        let run = client.get_as(&path, As::Key(&holder)).await;
        if run["state"] == "done" {
            assert_eq!(run["result"]["verdict"], "AC", "{run}");
            break;
        }
        assert!(Instant::now() < deadline, "{run}\n{}", runner.log());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let result = client.get(&format!("results/{id}")).await;
    assert_eq!(result["judging"], "waiting", "the run waited for all tests of the submission");
    // The interrupted job continues where it was.
    let result = client.judged(&id).await;
    assert!((result["score"].as_f64().unwrap() - 100.0).abs() < 0.01, "{result}");
    serving.stop();
}
