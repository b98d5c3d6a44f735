//! The socket: who may connect, versions, garbage, fairness, cancelling.

use crate::{
    client::{Client, job},
    site::{Layers, Site},
};
use invigil::runner::{
    job::{Job, Verdict},
    wire::{Hello, MAX_FRAME, PROTOCOL, RunnerReply, RunnerRequest, read_frame, write_frame},
};
use nix::unistd::getuid;
use std::{
    io::Write,
    os::unix::{fs::PermissionsExt, net::UnixStream, process::CommandExt},
    process::Command,
    thread,
    time::{Duration, Instant},
};

/// Reads until the connection is closed, and returns the reason.
fn closing(stream: &mut UnixStream) -> Option<String> {
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let mut reason = None;
    while let Ok(Some(reply)) = read_frame::<RunnerReply>(stream, MAX_FRAME) {
        if let RunnerReply::Closing { reason: why } = reply {
            reason = Some(why);
        }
    }
    reason
}

#[test]
fn another_version_and_garbage_are_refused_and_harm_nobody_else() {
    let mut site = Site::new(Layers::All);
    site.write_languages(&["python"]);
    let mut client = site.start();
    let connect = || UnixStream::connect(site.socket()).unwrap();

    let mut other = connect();
    write_frame(&mut other, &Hello { protocol: PROTOCOL + 1, version: "9.9.9".into() }).unwrap();
    assert!(closing(&mut other).unwrap().contains("use the same version"));

    for garbage in [&b"GET / HTTP/1.1\r\n\r\n"[..], &[0xff; 64], b"\0\0\0\x02{}", b"\0\0\0\x04null", b"\0\0\x10\0[[[["]
    {
        let mut other = connect();
        other.write_all(garbage).unwrap();
        other.shutdown(std::net::Shutdown::Write).unwrap();
        assert!(closing(&mut other).unwrap().contains("refused"), "{garbage:?}");
    }

    let mut other = connect();
    write_frame(&mut other, &Hello::own()).unwrap();
    write_frame(&mut other, &serde_json::json!({ "type": "run", "job": 7 })).unwrap();
    assert!(closing(&mut other).unwrap().contains("refused"));

    assert_eq!(client.run(job("python", "print(1)", "", Some("1"))).verdict, Verdict::Ac);
}

/// One that ended the connection would take all other jobs with it, and come again.
#[test]
fn a_job_that_cannot_be_read_is_refused_alone() {
    let mut site = Site::new(Layers::All);
    site.write_languages(&["python"]);
    site.start();
    let mut stream = UnixStream::connect(site.socket()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    write_frame(&mut stream, &Hello::own()).unwrap();
    let mut unreadable =
        serde_json::to_value(RunnerRequest::Run { job: Box::new(job("python", "", "", None)) }).unwrap();
    unreadable["job"]["limits"]["cpu_ms"] = serde_json::Value::Null;
    write_frame(&mut stream, &unreadable).unwrap();
    let good = job("python", "print(1)", "", Some("1"));
    let (refused, judged) = (unreadable["job"]["id"].as_str().unwrap().to_owned(), good.id);
    write_frame(&mut stream, &RunnerRequest::Run { job: Box::new(good) }).unwrap();
    let mut seen = Vec::new();
    while seen.len() < 2 {
        match read_frame::<RunnerReply>(&mut stream, MAX_FRAME).unwrap().unwrap() {
            RunnerReply::Refused { id, reason, is_busy } => {
                assert!(!is_busy && reason.contains("cannot be read"), "{reason}");
                seen.push(id.to_string());
            }
            RunnerReply::Done { id, outcome } => {
                assert_eq!(outcome.verdict, Verdict::Ac, "{outcome:?}");
                seen.push(id.to_string());
            }
            _ => {}
        }
    }
    assert_eq!(seen, [refused, judged.to_string()]);
}

#[test]
fn only_the_owner_and_root_may_connect() {
    let mut site = Site::new(Layers::All);
    site.write_languages(&["python"]);
    let _client = site.start();
    assert_eq!(std::fs::metadata(site.socket()).unwrap().permissions().mode() & 0o777, 0o600);
    if !getuid().is_root() {
        return;
    }
    // Also where the file lets another user pass.
    std::fs::set_permissions(site.socket(), std::fs::Permissions::from_mode(0o666)).unwrap();
    let connects = "import socket, sys\ns = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.settimeout(5)\nprint('closed' if s.recv(1) == b'' else 'open')";
    let mut other = Command::new("/usr/bin/python3");
    let output = other.args(["-c", connects]).arg(site.socket()).uid(site.uid.as_raw() + 1_000_000).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "closed\n", "{}", String::from_utf8_lossy(&output.stderr));
    // A thread of the runner writes the log; the end of the process waits for it.
    site.stop_runner();
    assert!(site.log().contains("another user"));
}

fn sleeping(candidate: &str) -> Job {
    Job { candidate: candidate.into(), ..job("python", "import time\ntime.sleep(.1)\nprint('done')", "", Some("done")) }
}

#[test]
fn a_candidate_with_many_jobs_delays_others_by_one() {
    let mut site = Site::new(Layers::All);
    site.write_languages(&["python"]);
    let mut client = site.start();
    for _ in 0..12 {
        client.send(sleeping("many"));
    }
    let other = sleeping("other");
    let wanted = other.id;
    client.send(other);
    let mut done = Vec::new();
    let mut place = None;
    while done.len() < 13 {
        match client.reply() {
            RunnerReply::Queued { id, place: queued } if id == wanted => place = Some(queued),
            RunnerReply::Done { id, outcome } => {
                assert_eq!(outcome.verdict, Verdict::Ac, "{outcome:?}");
                done.push(id);
            }
            _ => {}
        }
    }
    let after = done.iter().position(|id| *id == wanted).unwrap();
    assert!(place.unwrap() <= 1 && after <= 3, "at place {place:?}, done after {after} others");
}

/// A program that takes long on each of many tests delays the others by one test, and has all its verdicts in the end.
#[test]
fn a_long_job_is_interrupted_for_another_candidates() {
    let mut site = Site::new(Layers::All);
    site.write_languages(&["python"]);
    let mut client = site.start();
    let long = || {
        let mut long = sleeping("many");
        long.source = "import time\ntime.sleep(.6)\nprint('done')".into();
        long.tests = vec![long.tests[0].clone(); 6];
        long
    };
    let (first, quick) = (long(), sleeping("other"));
    let (long_id, quick_id) = (first.id, quick.id);
    client.send(first);
    while client.reply() != (RunnerReply::Started { id: long_id }) {}
    client.send(quick);
    let mut told = Vec::new();
    loop {
        match client.reply() {
            RunnerReply::Started { id } => told.push(("started", id)),
            RunnerReply::Paused { id } => told.push(("paused", id)),
            RunnerReply::Done { id, outcome } => {
                assert_eq!(outcome.verdict, Verdict::Ac, "{outcome:?}");
                told.push(("done", id));
                if id == long_id {
                    assert_eq!(outcome.tests.len(), 6);
                    break;
                }
            }
            _ => {}
        }
    }
    let expected =
        [("paused", long_id), ("started", quick_id), ("done", quick_id), ("started", long_id), ("done", long_id)];
    assert_eq!(told, expected);

    // One that is cancelled while it waits leaves no folder and has no outcome.
    let (second, quick) = (long(), sleeping("other"));
    let (long_id, quick_id) = (second.id, quick.id);
    client.send(second);
    while client.reply() != (RunnerReply::Started { id: long_id }) {}
    client.send(quick);
    while client.reply() != (RunnerReply::Paused { id: long_id }) {}
    write_frame(&mut client.stream, &RunnerRequest::Cancel { id: long_id }).unwrap();
    loop {
        match client.reply() {
            RunnerReply::Done { id, .. } => {
                assert_eq!(id, quick_id);
                break;
            }
            RunnerReply::Started { id } => assert_eq!(id, quick_id),
            _ => {}
        }
    }
    let last = client.run(sleeping("other"));
    assert_eq!(last.verdict, Verdict::Ac);
}

#[test]
fn a_cancelled_job_and_those_of_a_closed_connection_end_at_once() {
    let mut site = Site::new(Layers::All);
    site.write_languages(&["python"]);
    let mut client = site.start();
    let known = site.processes();
    let endless = || {
        let mut endless = job("python", "while True: pass", "", None);
        endless.limits.cpu_ms = 60_000;
        endless
    };
    let wait_for = |what: &str, holds: &dyn Fn() -> bool| {
        let began = Instant::now();
        while !holds() {
            assert!(began.elapsed() < Duration::from_secs(20), "{what}");
            thread::sleep(Duration::from_millis(5));
        }
    };
    let running = endless();
    let id = running.id;
    client.send(running);
    wait_for("it runs", &|| !site.others(&known).is_empty());
    write_frame(&mut client.stream, &RunnerRequest::Cancel { id }).unwrap();
    wait_for("it is cancelled", &|| site.others(&known).is_empty());
    assert_eq!(client.run(job("python", "print(1)", "", Some("1"))).verdict, Verdict::Ac);

    let mut other = Client::connect(&site.socket()).unwrap();
    other.send(endless());
    other.send(endless());
    wait_for("it runs", &|| !site.others(&known).is_empty());
    drop(other);
    wait_for("the connection is closed", &|| site.others(&known).is_empty());
    assert_eq!(client.run(job("python", "print(2)", "", Some("2"))).verdict, Verdict::Ac);
}

#[test]
fn more_jobs_than_may_wait_are_refused_as_busy() {
    let mut site = Site::new(Layers::All);
    site.write_languages(&["python"]);
    let mut client = site.start();
    let mut writing = client.stream.try_clone().unwrap();
    // Replies are read meanwhile: a server that does not read is disconnected.
    let sending = thread::spawn(move || {
        for _ in 0..1_010 {
            write_frame(&mut writing, &RunnerRequest::Run { job: Box::new(sleeping("many")) }).unwrap();
        }
    });
    let mut refused = 0;
    let mut queued = 0;
    while refused + queued < 1_010 {
        match client.reply() {
            RunnerReply::Refused { is_busy: true, .. } => refused += 1,
            RunnerReply::Refused { reason, .. } => panic!("{reason}"),
            RunnerReply::Queued { .. } => queued += 1,
            _ => {}
        }
    }
    sending.join().unwrap();
    assert!(refused > 0 && queued >= 1_000, "{queued} were queued");
}
