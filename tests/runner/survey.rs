//! The survey of languages after a start gives way to candidates' jobs.

use crate::{
    client::job,
    site::{Layers, Site, one_at_a_time},
};
use invigil::runner::{
    job::Verdict,
    language::languages,
    wire::{Hello, MAX_FRAME, RunnerReply, RunnerRequest, Welcome, read_frame, write_frame},
};
use serde_json::{Map, Value, json};
use std::{
    os::unix::net::UnixStream,
    thread,
    time::{Duration, Instant},
};

/// A language whose probe sleeps.
const SLOW: &str = "slow";
/// Longer than the job beside it takes on a busy machine.
const PROBE_SECONDS: u64 = 8;
/// For what the tests wait for.
const TIMEOUT: Duration = Duration::from_mins(2);

/// Offers Python, and the slow language after it.
fn write_languages(site: &Site) {
    let mut table = Map::new();
    for language in languages() {
        let mut fields = Value::Null;
        if language.name == "python" {
            fields = serde_json::to_value(&language).unwrap();
            let mut slow = fields.clone();
            slow["file"] = json!("slow.py");
            slow["run"] = json!(["/usr/bin/python3", "-I", "slow.py"]);
            slow["probe"] = json!(format!("import time; time.sleep({PROBE_SECONDS}); print('hello')"));
            table.insert(SLOW.into(), slow);
        }
        table.insert(language.name, fields);
    }
    std::fs::write(site.path().join("languages.json"), Value::Object(table).to_string()).unwrap();
}

/// Whether a probe of the slow language is under way.
fn is_probed(site: &Site) -> bool {
    site.processes().into_iter().any(|pid| {
        let line = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        line.trim_end_matches('\0').ends_with("slow.py")
    })
}

fn wait_until(what: &str, site: &Site, holds: impl Fn() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < TIMEOUT, "{what}\n{}", site.log());
        thread::sleep(Duration::from_millis(5));
    }
}

/// Greeted, before languages are known.
fn connected(site: &Site) -> UnixStream {
    wait_until("the runner does not listen", site, || UnixStream::connect(site.socket()).is_ok());
    let mut stream = UnixStream::connect(site.socket()).unwrap();
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    write_frame(&mut stream, &Hello::own()).unwrap();
    stream
}

fn next(stream: &mut UnixStream) -> RunnerReply {
    read_frame(stream, MAX_FRAME).unwrap().expect("the runner is connected")
}

fn offers(welcome: &Welcome, language: &str) -> bool {
    welcome.languages.iter().any(|offer| offer.name == language)
}

#[test]
fn a_job_runs_before_the_probe_that_is_under_way() {
    let _one = one_at_a_time();
    let mut site = Site::new(Layers::All);
    write_languages(&site);
    site.spawn(1, &[]);
    let mut stream = connected(&site);
    loop {
        let RunnerReply::Welcome(welcome) = next(&mut stream) else { panic!("a greeting comes first") };
        if offers(&welcome, "python") {
            assert_eq!(welcome.survey.pending, [SLOW]);
            break;
        }
    }
    wait_until("no probe is under way", &site, || is_probed(&site));
    let job = job("python", "print(1)", "", Some("1"));
    write_frame(&mut stream, &RunnerRequest::Run { job: Box::new(job) }).unwrap();
    // What is reported, in this order.
    let mut told = Vec::new();
    while told.len() < 2 {
        match next(&mut stream) {
            RunnerReply::Done { outcome, .. } => {
                assert_eq!(outcome.verdict, Verdict::Ac, "{outcome:?}");
                told.push("job");
            }
            RunnerReply::Welcome(welcome) if welcome.survey.pending.is_empty() => {
                assert!(offers(&welcome, SLOW), "{welcome:?}\n{}", site.log());
                told.push("survey");
            }
            _ => {}
        }
    }
    assert_eq!(told, ["job", "survey"], "{}", site.log());
}
