//! The runner that a server starts: it comes, it comes again, and it goes with the server. Where python3 is installed.

use crate::support::binary::{Place, Serving};
use serde_json::Value;
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    time::{Duration, Instant},
};

/// Probes on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(2);

pub(super) fn has_python() -> bool {
    let found = Path::new("/usr/bin/python3").exists();
    if !found {
        eprintln!("skipped: /usr/bin/python3 is not installed");
    }
    found
}

/// A server that starts a runner with one language.
pub(super) fn serve(place: &Place) -> Serving {
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let mut table = serde_json::Map::new();
    for language in invigil::runner::language::languages().into_iter().filter(|l| l.name != "python") {
        table.insert(language.name, Value::Null);
    }
    let languages = place.write("languages.json", &Value::Object(table).to_string());
    let mut command = place.command(["serve", "--listen", "127.0.0.1:0"]);
    command.env("INVIGIL_RUNNER", "auto").env("INVIGIL_RUNNER_LANGUAGES", languages).env("PATH", "/usr/bin:/bin");
    Serving::start(command)
}

fn finding(place: &Place) -> Value {
    let outcome = place.run(["doctor", "--json"]);
    let found: Vec<Value> = serde_json::from_str(&outcome.stdout).unwrap();
    found.into_iter().find(|f| f["topic"] == "code_runner").unwrap()
}

pub(super) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + TIMEOUT;
    while !holds() {
        assert!(Instant::now() < deadline, "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

pub(super) fn said(place: &Place) -> String {
    finding(place)["said"].as_str().unwrap().to_owned()
}

/// Processes that listen on the socket of this place.
fn runners(place: &Place) -> Vec<i32> {
    let socket = place.data().join("runner.sock").display().to_string();
    let is_runner = |pid: &i32| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        line.contains("runner --lifeline") && line.contains(&socket)
    };
    let pids = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    pids.filter(is_runner).collect()
}

#[test]
fn the_child_comes_again_and_ends_with_the_server() {
    if !has_python() {
        return;
    }
    let place = Place::with_admin();
    let mut serving = serve(&place);
    until("code runs", || said(&place).contains("python (Python 3"));
    let layers = said(&place);
    assert!(layers.contains("landlock") && layers.contains("seccomp"), "{layers}");

    // Its environment has nothing of the server's.
    let [runner] = runners(&place)[..] else { panic!("one runner") };
    let environment = fs::read(format!("/proc/{runner}/environ")).unwrap();
    assert!(!String::from_utf8_lossy(&environment).contains("INVIGIL_DATA"));

    nix::sys::signal::kill(nix::unistd::Pid::from_raw(runner), nix::sys::signal::Signal::SIGKILL).unwrap();
    until("another one", || runners(&place).first().is_some_and(|other| *other != runner));
    until("code runs again", || said(&place).contains("Candidates can run code"));

    serving.kill();
    until("it ends with a server that is killed", || runners(&place).is_empty());

    // The socket that is left behind is no obstacle.
    let serving = serve(&place);
    until("code runs after a crash", || said(&place).contains("Candidates can run code"));
    let log = serving.stop();
    assert!(runners(&place).is_empty(), "{log}");
    let of_runner = |line: &&str| line.contains(" runner: ");
    assert!(log.lines().any(|line| of_runner(&line) && line.contains(" INFO runner: invigil::cli::runner")), "{log}");
    // A warning stays one.
    let has_warning = |line: &str| line.contains(" WARN invigil::") || line.contains(" WARN runner: invigil::");
    assert!(log.lines().filter(of_runner).filter(|l| has_warning(l)).all(|l| l.contains(" WARN runner: ")), "{log}");
    assert!(!place.data().join("runner.sock").exists(), "it is removed at a stop");
}

#[test]
fn a_socket_or_off_starts_no_child() {
    let place = Place::with_admin();
    let serving = place.serve_with(&["--runner", "off"]);
    assert!(said(&place).contains("off"));
    assert!(runners(&place).is_empty());
    serving.stop();

    let mut command = place.command(["serve", "--listen", "127.0.0.1:0", "--runner-socket", "elsewhere.sock"]);
    command.env_remove("INVIGIL_RUNNER");
    let serving = Serving::start(command);
    until("told", || said(&place).contains("cannot be reached"));
    assert!(finding(&place)["fix"].as_str().unwrap().contains("elsewhere.sock"));
    assert!(runners(&place).is_empty());
    serving.stop();

    let line = place.run(["serve", "--runner", "maybe"]).refused();
    assert!(line.contains("'maybe'"), "{line}");
}

#[test]
fn a_socket_that_cannot_be_used_is_named() {
    let place = Place::new();
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let refused = |socket: &Path| {
        let line = place.run([Path::new("runner"), Path::new("--socket"), socket]).refused();
        // Root finds out before it drops its privileges, others later.
        assert!(line.starts_with(&format!("cannot listen on {}: ", socket.display())), "{line}");
        line
    };
    let line = refused(&place.path().join("none/runner.sock"));
    assert!(line.contains("No such file"), "{line}");
    refused(&place.write("file", ""));
}
