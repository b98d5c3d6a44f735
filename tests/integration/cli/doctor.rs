//! `invigil doctor`, and `invigil check` beyond the store's own checks.

use crate::support::{
    binary::{Outcome, Place, Serving},
    small_disk::SmallDisk,
};
use serde_json::Value;
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    time::{Duration, Instant},
};

fn finding(outcome: &Outcome, topic: &str) -> Value {
    let found: Vec<Value> = serde_json::from_str(&outcome.stdout).unwrap();
    found.into_iter().find(|f| f["topic"] == topic).unwrap_or_else(|| panic!("no {topic} in {}", outcome.stdout))
}

#[test]
fn each_finding_has_a_state_and_each_problem_a_fix() {
    let place = Place::with_admin();
    let outcome = place.run(["doctor", "--json", "--public-url", "http://tests.example.org"]);
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.stderr.starts_with("error: the doctor found "), "{}", outcome.stderr);
    let of = |topic| finding(&outcome, topic);
    assert_eq!(of("data_folder")["state"], "ok");
    assert_eq!((&of("secure_context")["state"], of("secure_context")["fix"].is_string()), (&"problem".into(), true));
    assert_eq!((&of("backup")["state"], of("backup")["fix"].is_string()), (&"warning".into(), true));
    assert_eq!((&of("mail")["state"], &of("ai")["state"]), (&"note".into(), &"note".into()));
    assert_eq!(of("time_zones")["state"], "ok");

    place.run(["backup", "b"]).done();
    fs::set_permissions(place.data().join("secret.key"), fs::Permissions::from_mode(0o644)).unwrap();
    place.run(["smtp", "set", "--host", "127.0.0.1", "--port", "1", "--from-email", "t@example.org"]).done();
    let outcome = place.run(["doctor", "--json"]);
    assert_eq!(finding(&outcome, "backup")["state"], "ok");
    assert!(finding(&outcome, "data_folder")["fix"].as_str().unwrap().starts_with("chmod 600 "));
    assert!(finding(&outcome, "mail")["said"].as_str().unwrap().contains("connection refused by 127.0.0.1:1"));
    let text = place.run(["doctor"]).stdout;
    assert!(text.contains("PROBLEM  mail") && text.contains("-> "), "{text}");
}

#[test]
fn a_running_server_diagnoses_itself() {
    let place = Place::with_admin();
    place.write("file", "x");
    let url = "https://tests.example.org";
    let serving = place.serve_with(&["--public-url", url, "--tls-self-signed", "--backup-dir", "file/backups"]);
    let deadline = Instant::now() + Duration::from_secs(30);
    let outcome = loop {
        let outcome = place.run(["doctor", "--json"]);
        if finding(&outcome, "backup")["state"] == "problem" {
            break outcome;
        }
        assert!(Instant::now() < deadline, "the failed backup is not reported: {outcome:?}");
    };
    assert!(finding(&outcome, "backup")["said"].as_str().unwrap().contains("file/backups"));
    assert_eq!(finding(&outcome, "secure_context")["state"], "ok");
    let certificate = finding(&outcome, "certificate");
    assert_eq!(certificate["state"], "ok", "{certificate}");
    assert!(certificate["said"].as_str().unwrap().contains("tests.example.org"));
    assert!(serving.stop().contains("the daily backup failed"));
}

#[test]
fn the_live_video_port_is_probed() {
    let place = Place::with_admin();
    let port = |place: &Place| finding(&place.run(["doctor", "--json"]), "media_port");
    let serving = place.serve_with(&["--media-listen", "127.0.0.1:0"]);
    let line = port(&place);
    assert_eq!(line["state"], "ok", "{line}");
    assert!(line["said"].as_str().unwrap().ends_with(", over UDP and TCP."), "{line}");
    serving.stop();
    // An unreachable address.
    let serving = place.serve_with(&["--media-listen", "127.0.0.1:0", "--media-advertise", "127.0.0.1:9"]);
    assert_eq!(port(&place)["state"], "problem");
    serving.stop();
    let serving = place.serve_with(&["--media-listen", "127.0.0.1:0", "--public-url", "http://tests.example.org"]);
    let line = port(&place);
    assert!(line["fix"].as_str().unwrap().starts_with("Give --media-listen 0.0.0.0:"), "{line}");
    serving.stop();

    let taken = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let offline = finding(&place.run(["doctor", "--json", "--media-listen", &address]), "media_port");
    assert_eq!(offline["state"], "problem", "{offline}");
    // The server starts anyway and logs it.
    let serving = place.serve_with(&["--media-listen", &address]);
    let line = port(&place);
    assert!(line["said"].as_str().unwrap().contains(&address) && line["fix"].is_string(), "{line}");
    let log = serving.stop();
    let warnings = log.lines().filter(|l| l.contains("no live video") && l.contains("--media-listen")).count();
    assert_eq!(warnings, 1, "{log}");
}

#[test]
fn the_server_raises_its_open_file_limit() {
    let place = Place::with_admin();
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", "ulimit -Sn 200 && exec \"$@\"", "sh"]).arg(env!("CARGO_BIN_EXE_invigil"));
    limited.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(place.data());
    let serving = Serving::start(limited);
    let limits = fs::read_to_string(format!("/proc/{}/limits", serving.id())).unwrap();
    let line = limits.lines().find(|l| l.starts_with("Max open files")).unwrap();
    let numbers: Vec<&str> = line.split_whitespace().skip(3).take(2).collect();
    assert_eq!(numbers[0], numbers[1], "{line}");
    serving.stop();
}

#[test]
fn a_wrong_certificate_is_reported_before_the_start() {
    let place = Place::with_admin();
    let made = |cert: &str, key: &str| {
        let args = ["doctor", "--json", "--public-url", "https://x.example", "--tls-cert", cert, "--tls-key", key];
        finding(&place.run(args), "certificate")
    };
    place.serve_with(&["--tls-self-signed"]).stop();
    let tls = place.data().join("tls");
    let path = |name| tls.join(name).to_str().unwrap().to_owned();
    assert!(made("none.pem", "none.key")["said"].as_str().unwrap().contains("none.pem"));
    assert!(made(&path("server.pem"), &path("ca.key"))["said"].as_str().unwrap().contains("does not belong"));
    assert!(made(&path("server.pem"), &path("server.key"))["said"].as_str().unwrap().contains("not for x.example"));
}

#[test]
fn check_covers_pages_references_and_the_audit_log() {
    let place = Place::with_admin();
    let offline = place.run(["check", "--json"]).json();
    assert_eq!((&offline["pages_verified"], &offline["rebuilt"]), (&true.into(), &false.into()));
    assert!(place.run(["check", "--rebuild-indexes"]).done().starts_with("Rebuilt indexes and counters.\n"));
    let serving = place.serve();
    let online = place.run(["check", "--rebuild-indexes"]).done();
    assert!(online.contains("were not verified") && online.ends_with("no problems.\n"), "{online}");
    assert_eq!(place.run(["check", "--json"]).json()["pages_verified"], false);
    serving.stop();
}

#[test]
fn a_corrupt_page_is_detected() {
    let place = Place::with_admin();
    let path = place.data().join("invigil.redb");
    let mut bytes = fs::read(&path).unwrap();
    // Bytes of a record, which the file's structure does not depend on.
    let name = b"Ada Lovelace";
    let at: Vec<usize> = (0..bytes.len() - name.len()).filter(|at| bytes[*at..].starts_with(name)).collect();
    assert!(!at.is_empty());
    for at in at {
        bytes[at] = b'E';
    }
    fs::write(&path, bytes).unwrap();
    let outcome = place.run(["check"]);
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(format!("{}{}", outcome.stdout, outcome.stderr).contains("damaged"), "{outcome:?}");
}

/// A folder's mode does not restrict root, who mounts a read-only disk instead; other users are restricted by the mode.
#[test]
fn a_read_only_folder_is_detected() {
    let place = Place::with_data("disk/data");
    let disk = SmallDisk::mount(&place.path().join("disk"), 96);
    place.add_admin("ada@example.org").done();
    match &disk {
        Some(disk) => disk.make_read_only(),
        None => fs::set_permissions(place.data(), fs::Permissions::from_mode(0o500)).unwrap(),
    }
    if fs::write(place.data().join("probe"), "").is_ok() {
        eprintln!("skipped: runs as root without permission to mount, so every folder is writable");
        return;
    }
    let outcome = place.run(["doctor", "--json"]);
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    let line = finding(&outcome, "data_folder");
    assert_eq!(line["state"], "problem", "{line}");
    assert!(line["said"].as_str().unwrap().starts_with("Cannot create files in "), "{line}");
    assert!(line["fix"].as_str().unwrap().contains("read-only"), "{line}");
    if disk.is_none() {
        fs::set_permissions(place.data(), fs::Permissions::from_mode(0o700)).unwrap();
    }
}
