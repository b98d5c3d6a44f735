//! `invigil runner` and its doctor: privileges, refusals, start and stop.

use crate::{
    client::{Client, job},
    site::{Layers, Site, binary, has_namespaces, one_at_a_time},
};
use invigil::runner::job::Verdict;
use nix::{
    sys::signal::{Signal, kill},
    unistd::{Pid, getuid},
};
use serde_json::Value;
use std::{
    fs,
    os::unix::fs::MetadataExt,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The control of every test here: on a machine with Landlock nothing may be skipped.
#[test]
fn the_doctor_reports_layers_and_languages() {
    let site = Site::new(Layers::All);
    let output = site.invigil(&["runner", "doctor", "--json"]).output().unwrap();
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = String::from_utf8(site.invigil(&["runner", "doctor"]).output().unwrap().stdout).unwrap();
    let namespaces = has_namespaces().then_some("namespaces");
    for layer in ["rlimits", "landlock", "seccomp", "watch", "self-check"].into_iter().chain(namespaces) {
        let row = found["layers"].as_array().unwrap().iter().find(|row| row["name"] == layer).unwrap();
        assert_eq!(row["holds"], true, "{row}");
        assert!(text.lines().any(|line| line.starts_with("ok") && line.contains(layer)), "{text}");
    }
    let python = found["languages"].as_array().unwrap().iter().find(|row| row["name"] == "python").unwrap();
    assert!(python["works"] == true && python["version"].as_str().unwrap().starts_with("Python 3"), "{python}");
    assert!(output.status.success());
}

#[test]
fn namespaces_that_are_required_and_missing_are_a_problem() {
    let _one = one_at_a_time();
    let site = Site::new(Layers::Base);
    let output = site.invigil(&["runner", "doctor", "--sandbox", "require"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("PROBLEM  namespaces") && text.contains("max_user_namespaces"), "{text}");
    let refused = site.invigil(&["runner", "--sandbox", "require"]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("namespaces"), "{refused:?}");
}

#[test]
fn a_table_of_languages_that_is_wrong_is_named() {
    let site = Site::new(Layers::All);
    fs::write(site.path().join("languages.json"), r#"{ "python": { "sped": 2 } }"#).unwrap();
    let refused = site.invigil(&["runner", "doctor"]).output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.status.code() == Some(1) && said.contains("languages.json") && said.contains("sped"), "{said}");
}

#[test]
fn it_stops_in_order_and_replaces_only_a_stale_socket() {
    let mut site = Site::new(Layers::All);
    site.write_languages(&["python"]);
    drop(site.start());
    let second = site.invigil(&["runner"]).stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(second.status.code() == Some(1) && said.contains("cannot listen on"), "{said}");
    site.kill_runner();
    assert!(site.socket().exists(), "stale");
    let mut client = site.start();
    let known = site.processes();
    let mut endless = job("python", "while True: pass", "", None);
    endless.limits.cpu_ms = 60_000;
    client.send(endless);
    let began = Instant::now();
    while site.others(&known).is_empty() {
        assert!(began.elapsed() < Duration::from_secs(20));
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(site.stop_runner(), Some(0), "{}", site.log());
    assert!(!site.socket().exists());
    let mut left: Vec<_> = fs::read_dir(site.jobs()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["lock", "survey.json"]);
    assert!(site.processes().is_empty() || !getuid().is_root(), "{:?}", site.processes());
}

/// Root drops its privileges before it opens anything.
#[test]
fn root_becomes_another_user_first() {
    if !getuid().is_root() {
        eprintln!("not run: needs root");
        return;
    }
    let folder = tempfile::Builder::new().prefix("runner-root-").tempdir_in("/var/tmp").unwrap();
    let socket = folder.path().join("runner.sock");
    let languages = folder.path().join("languages.json");
    fs::write(&languages, "{}").unwrap();
    fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = Command::new(binary());
    command.env_clear().args(["runner", "--socket"]).arg(&socket).arg("--languages").arg(&languages);
    let mut runner = command.stdin(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    let mut client = loop {
        if let Ok(client) = Client::connect(&socket) {
            break client;
        }
        assert!(began.elapsed() < Duration::from_mins(1));
        thread::sleep(Duration::from_millis(20));
    };
    let uid = fs::metadata(format!("/proc/{}", runner.id())).unwrap().uid();
    let status = fs::read_to_string(format!("/proc/{}/status", runner.id())).unwrap();
    let groups = status.lines().find_map(|line| line.strip_prefix("Groups:")).unwrap().trim().to_owned();
    let capabilities = status.lines().find_map(|line| line.strip_prefix("CapPrm:")).unwrap().trim().to_owned();
    let outcome = client.run(job("python", "import os\nprint(os.getuid())", "", None));
    kill(Pid::from_raw(runner.id().cast_signed()), Signal::SIGTERM).unwrap();
    runner.wait().unwrap();
    assert_ne!(uid, 0);
    assert_eq!((groups.as_str(), capabilities.as_str()), ("", "0000000000000000"));
    assert_eq!(outcome.verdict, Verdict::Ac, "{outcome:?}");
    assert_ne!(outcome.tests[0].output.as_ref().unwrap().stdout.trim(), "0");
}
