//! `invigil rehearse` against the real server: a go, planted faults, and what is left afterwards.

use super::judging::Client;
use crate::support::{
    binary::{Outcome, Place, Serving, finish},
    client::{As, Http},
    journey::{list, text},
    small_disk::SmallDisk,
};
use jiff::Timestamp;
use rustls::pki_types::{CertificateDer, pem::PemObject};
use serde_json::{Value, json};
use std::{
    io::{Read, Write},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream, UdpSocket},
    path::Path,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicU16, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

/// A server with an administrator, a backup and a token of a proctor.
fn place() -> Place {
    let place = Place::with_admin();
    place.run(["backup", "b"]).done();
    place.run(["token", "create", "hall", "--owner", "ada@example.org", "--role", "proctor", "-o", "token"]).done();
    place
}

/// Waits for the API in a test without a runtime.
fn on_runtime<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

struct Hall {
    place: Place,
    serving: Serving,
    http: Http,
    session: String,
}

impl Hall {
    fn open(place: Place, serving: Serving, http: Http) -> Self {
        let made = on_runtime(async {
            let client = Client::sign_in(http.clone(), &serving.url).await;
            let form = json!({"title": "Round one", "starts_at": "2030-01-01T10:00:00Z"});
            client.post("sessions", As::Bearer(&client.admin), form).await
        });
        Self { place, serving, http, session: text(&made["id"]).to_owned() }
    }

    fn plain(args: &[&str]) -> Self {
        let place = place();
        let serving = place.serve_with(args);
        Self::open(place, serving, Http::new())
    }

    fn started(place: Place, command: Command) -> Self {
        let serving = Serving::start(command);
        Self::open(place, serving, Http::new())
    }

    fn command(&self, args: &[&str]) -> Command {
        let url = self.serving.url.clone();
        let mut all = vec!["rehearse", "--token-file", "token", "--session", &self.session, "--json"];
        all.extend(["--candidates", "3", "--cameras", "2"]);
        if !args.contains(&"--seconds") {
            all.extend(["--seconds", "8"]);
        }
        if !args.contains(&"--server") {
            all.extend(["--server", &url]);
        }
        all.extend(args);
        self.place.command(all)
    }

    fn rehearse(&self, args: &[&str]) -> (Outcome, Value) {
        let outcome = finish(self.command(args), "");
        let report = serde_json::from_str(&outcome.stdout).unwrap_or_else(|e| panic!("{e}: {outcome:?}"));
        (outcome, report)
    }

    async fn shown(&self) -> Value {
        let client = Client::sign_in(self.http.clone(), &self.serving.url).await;
        client.get(&format!("sessions/{}/rehearsal", self.session)).await
    }

    /// All that the rehearsal made is gone, and the data are whole.
    fn assert_removed(&self) {
        let folder = self.place.data().join("rehearsal");
        assert!(!folder.exists(), "{:?}", folder.read_dir().unwrap().collect::<Vec<_>>());
        let client = on_runtime(Client::sign_in(self.http.clone(), &self.serving.url));
        let left = on_runtime(async {
            let mut left = Vec::new();
            for path in ["tests", "invites", "results"] {
                left.push(client.get(path).await);
            }
            left
        });
        assert!(list(&left[0]).is_empty() && list(&left[1]).is_empty(), "{left:?}");
        assert_eq!(left[2]["results"], json!([]));
        self.place.run(["check"]).done();
    }
}

fn mark<'a>(report: &'a Value, measure: &str) -> &'a str {
    let found = list(&report["findings"]).iter().find(|found| found["measure"] == measure);
    text(&found.unwrap_or_else(|| panic!("no {measure} in {report:#}"))["mark"])
}

/// The fault is found. A machine that is busy with other tests may besides find itself to be the limit.
#[track_caller]
fn assert_found(found: &(Outcome, Value), measure: &str) {
    let (outcome, report) = found;
    assert_eq!(mark(report, measure), "fault", "{report:#}");
    assert!(outcome.code == Some(1) || report["verdict"] == "undecided", "{outcome:?}");
}

#[test]
fn a_server_in_order_is_go_and_nothing_is_left() {
    let hall = Hall::plain(&["--media-listen", "127.0.0.1:0"]);
    // Beside other tests, this machine may be too slow to judge.
    let (outcome, report) =
        (0..5).map(|_| hall.rehearse(&[])).find(|(_, report)| report["verdict"] != "undecided").expect("a verdict");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""), "{report:#}");
    assert_eq!((&report["verdict"], &report["posted"], &report["removed"]), (&"go".into(), &true.into(), &true.into()));
    for measure in ["clock", "page_p99", "start_p99", "save_p99", "reconnect_p99", "submit_p99", "lost", "sync"] {
        assert_ne!(mark(&report, measure), "fault", "{report:#}");
    }
    assert_eq!((mark(&report, "camera"), mark(&report, "udp"), mark(&report, "backup")), ("ok", "ok", "ok"));
    hall.assert_removed();
    let shown = on_runtime(hall.shown());
    assert_eq!((&shown["running"], &shown["last"]["verdict"]), (&Value::Null, &"go".into()));
    assert_eq!((&shown["last"]["candidates"], &shown["last"]["by"]), (&3.into(), &"Ada Lovelace".into()));
    assert_eq!(shown["last"]["findings"], report["findings"]);
    hall.serving.stop();
}

#[test]
fn tls_with_the_own_authority_is_accepted_and_a_wrong_name_is_found() {
    let place = place();
    let mut command = place.command(["serve", "--listen", "0.0.0.0:0", "--tls-self-signed", "--media-listen", "off"]);
    command.args(["--public-url", "https://localhost"]);
    let mut serving = Serving::start(command);
    place.run(["tls", "ca", "-o", "ca.pem"]).done();
    let ca = CertificateDer::from_pem_file(place.path().join("ca.pem")).unwrap();
    let port = serving.port();
    serving.url = format!("https://localhost:{port}");
    let hall = Hall::open(place, serving, Http::trusting(&ca));
    let (_, report) = hall.rehearse(&["--ca-file", "ca.pem"]);
    assert_eq!((mark(&report, "certificate"), &report["removed"]), ("ok", &true.into()), "{report:#}");
    assert_eq!(mark(&report, "camera"), "unknown", "live video is off");
    hall.assert_removed();

    let elsewhere = format!("https://127.0.0.2:{port}");
    let (outcome, report) = hall.rehearse(&["--ca-file", "ca.pem", "--server", &elsewhere]);
    assert_eq!((outcome.code, mark(&report, "certificate")), (Some(1), "fault"), "{report:#}");
    assert_eq!((&report["removed"], &report["posted"]), (&Value::Null, &false.into()), "no token was sent there");
    let (outcome, _) = hall.rehearse(&[]);
    assert_eq!(outcome.code, Some(1), "an authority that this machine does not trust");
}

#[test]
fn a_slow_disk_is_found() {
    let place = place();
    let mut command = place.command(["serve", "--listen", "127.0.0.1:0", "--media-listen", "off"]);
    command.env("INVIGIL_SLOW_SYNC_MS", "250");
    let hall = Hall::started(place, command);
    assert_found(&hall.rehearse(&[]), "sync");
    hall.assert_removed();
}

#[test]
fn a_clock_that_is_five_minutes_ahead_is_found() {
    let place = place();
    let mut command = place.command(["serve", "--listen", "127.0.0.1:0", "--media-listen", "off"]);
    command.env("INVIGIL_CLOCK", (Timestamp::now() + jiff::SignedDuration::from_mins(5)).to_string());
    let hall = Hall::started(place, command);
    assert_found(&hall.rehearse(&[]), "clock");
}

#[test]
fn few_open_files_are_found() {
    let place = place();
    let binary = place.command(["serve"]).get_program().to_owned();
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n 256 && exec \"$0\" serve --listen 127.0.0.1:0 --media-listen off"]).arg(binary);
    command.env_clear().env("INVIGIL_DATA", place.data()).env("INVIGIL_RUNNER", "off").current_dir(place.path());
    let hall = Hall::started(place, command);
    assert_found(&hall.rehearse(&[]), "files");
}

#[test]
fn an_old_backup_and_none_are_found() {
    let place = Place::with_admin();
    place.run(["token", "create", "hall", "--owner", "ada@example.org", "--role", "proctor", "-o", "token"]).done();
    let serving = place.serve_with(&["--media-listen", "off"]);
    let hall = Hall::open(place, serving, Http::new());
    assert_found(&hall.rehearse(&[]), "backup");
    hall.place.run(["backup", "b"]).done();
    // Three days later.
    let place = Place::with_data(hall.place.data());
    let mut command = place.command(["serve", "--listen", "127.0.0.1:0", "--media-listen", "off"]);
    hall.serving.stop();
    command.env("INVIGIL_CLOCK", (Timestamp::now() + jiff::SignedDuration::from_hours(72)).to_string());
    std::fs::copy(hall.place.path().join("token"), place.path().join("token")).unwrap();
    let later = Hall { serving: Serving::start(command), place, http: hall.http, session: hall.session };
    assert_found(&later.rehearse(&[]), "backup");
}

#[test]
fn a_disk_that_is_nearly_full_is_found() {
    let place = Place::new();
    let Some(_disk) = SmallDisk::mount(place.data(), 300) else {
        eprintln!("skipped: this process may not mount");
        return;
    };
    place.add_admin("ada@example.org").done();
    place.run(["token", "create", "hall", "--owner", "ada@example.org", "--role", "proctor", "-o", "token"]).done();
    let serving = place.serve_with(&["--media-listen", "off"]);
    let hall = Hall::open(place, serving, Http::new());
    assert_found(&hall.rehearse(&[]), "disk");
    hall.serving.stop();
}

fn copy(mut from: TcpStream, mut to: TcpStream) {
    let mut buffer = [0; 4096];
    while let Ok(count) = from.read(&mut buffer) {
        if count == 0 || to.write_all(&buffer[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}

/// Forwards TCP to the port, once it is known.
fn forward_tcp(listener: &TcpListener, port: &AtomicU16) {
    for stream in listener.incoming().map_while(Result::ok) {
        let Ok(other) = TcpStream::connect(("127.0.0.1", port.load(Relaxed))) else { continue };
        let (there, back) = ((stream.try_clone().unwrap(), other.try_clone().unwrap()), (other, stream));
        thread::spawn(|| copy(there.0, there.1));
        thread::spawn(|| copy(back.0, back.1));
    }
}

/// A server whose pages reach its live video at another port of this machine.
fn behind(relay: SocketAddr) -> (Hall, Arc<AtomicU16>) {
    let hall = Hall::plain(&["--media-listen", "127.0.0.1:0", "--media-advertise", &relay.to_string()]);
    let said = on_runtime(async {
        let client = Client::sign_in(hall.http.clone(), &hall.serving.url).await;
        client.get(&format!("sessions/{}/rehearsal/server", hall.session)).await
    });
    let port = u16::try_from(said["media_port"].as_u64().unwrap()).unwrap();
    (hall, Arc::new(AtomicU16::new(port)))
}

#[test]
fn a_network_without_udp_is_found_and_may_be_accepted() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (hall, port) = behind(listener.local_addr().unwrap());
    thread::spawn(move || forward_tcp(&listener, &port));
    let found = hall.rehearse(&["--seconds", "14"]);
    assert_found(&found, "udp");
    assert_eq!(mark(&found.1, "camera"), "ok", "over TCP");
    let (_, accepted) = hall.rehearse(&["--seconds", "14", "--accept-tcp-video"]);
    assert_eq!(mark(&accepted, "udp"), "warning");
    hall.assert_removed();
}

/// Forwards UDP of several clients, without packets of media that are lost.
fn forward_udp(relay: &UdpSocket, port: u16, mut is_lost: impl FnMut(&[u8]) -> bool) {
    let mut clients = Vec::<(SocketAddr, Arc<UdpSocket>)>::new();
    let mut buffer = [0; 2_048];
    while let Ok((count, from)) = relay.recv_from(&mut buffer) {
        let known = clients.iter().find(|(client, _)| *client == from).map(|(_, socket)| socket.clone());
        let socket = known.unwrap_or_else(|| {
            let socket = Arc::new(UdpSocket::bind("127.0.0.1:0").unwrap());
            socket.connect(("127.0.0.1", port)).unwrap();
            let (back, relay) = (socket.clone(), relay.try_clone().unwrap());
            thread::spawn(move || {
                let mut buffer = [0; 2_048];
                while let Ok(count) = back.recv(&mut buffer) {
                    let _ = relay.send_to(&buffer[..count], from);
                }
            });
            clients.push((from, socket.clone()));
            socket
        });
        // RTP and RTCP begin so (RFC 7983).
        let is_media = (128..192).contains(&buffer[0]);
        if !is_media || !is_lost(&buffer[..count]) {
            let _ = socket.send(&buffer[..count]);
        }
    }
}

fn assert_loss_is_found(is_lost: impl FnMut(&[u8]) -> bool + Send + 'static) {
    let relay = UdpSocket::bind("127.0.0.1:0").unwrap();
    let (hall, port) = behind(relay.local_addr().unwrap());
    let port = port.load(Relaxed);
    thread::spawn(move || forward_udp(&relay, port, is_lost));
    assert_found(&hall.rehearse(&["--seconds", "20"]), "loss");
}

#[test]
fn lost_packets_are_found() {
    let mut seed = 7_u64;
    assert_loss_is_found(move |_| {
        // Not each 20th, which may always be one of the same stream.
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33).is_multiple_of(20)
    });
}

/// A queue that overflows loses large packets in a row. Sound passes, and pictures come when they are sent again.
#[test]
fn bursts_that_are_repaired_are_found() {
    let mut large = 0_u32;
    assert_loss_is_found(move |packet| {
        large += u32::from(packet.len() > 300);
        packet.len() > 300 && large % 40 < 4
    });
}

#[test]
fn nothing_is_left_of_a_server_that_is_killed_during_a_rehearsal() {
    let mut hall = Hall::plain(&["--media-listen", "off"]);
    let mut playing = hall.command(&["--seconds", "40"]).stdout(std::process::Stdio::null()).spawn().unwrap();
    let folder = hall.place.data().join("rehearsal");
    until("a rehearsal runs", || has_files(&folder));
    hall.serving.kill();
    assert!(has_files(&folder));
    let serving = hall.place.serve_with(&["--media-listen", "off"]);
    playing.kill().unwrap();
    playing.wait().unwrap();
    let hall = Hall { serving, ..hall };
    hall.assert_removed();
    assert_eq!(on_runtime(hall.shown()), json!({"running": null, "last": null}));
}

#[test]
fn a_rehearsal_that_is_interrupted_is_removed_and_is_no_outcome() {
    let hall = Hall::plain(&["--media-listen", "off"]);
    let mut command = hall.command(&["--seconds", "60"]);
    let playing = command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    let folder = hall.place.data().join("rehearsal");
    until("a rehearsal runs", || has_files(&folder));
    let killed = Command::new("kill").args(["-INT", &playing.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = playing.wait_with_output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &report["verdict"]), (Some(3), &"undecided".into()), "{report:#}");
    assert_eq!((&report["removed"], &report["posted"]), (&true.into(), &false.into()));
    hall.assert_removed();
    assert_eq!(on_runtime(hall.shown())["last"], Value::Null);
}

#[test]
fn a_server_that_did_not_agree_is_no_verdict() {
    let hall = Hall::plain(&["--media-listen", "off"]);
    hall.place.write("other", "inv_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    hall.place.run(["token", "create", "v", "--owner", "ada@example.org", "--role", "viewer", "-o", "viewer"]).done();
    let url = hall.serving.url.clone();
    for (token, candidates, session, words) in [
        ("other", "3", hall.session.as_str(), "API token does not exist"),
        ("viewer", "3", hall.session.as_str(), "does not hold the rehearsal"),
        ("missing", "3", hall.session.as_str(), "--token-file missing"),
        ("token", "2001", hall.session.as_str(), "--candidates is a number from 1 to 2000"),
        ("token", "0", hall.session.as_str(), "--candidates is a number from 1 to 2000"),
        ("token", "3", "not an id", "--session is the id of an exam session"),
        ("token", "3", "0192b4a0-0000-7000-8000-000000000001", "does not hold the rehearsal"),
    ] {
        let args =
            ["rehearse", "--server", &url, "--token-file", token, "--session", session, "--candidates", candidates];
        let outcome = hall.place.run(args);
        assert_eq!(outcome.code, Some(3), "{outcome:?}");
        assert!(outcome.stderr.to_lowercase().contains(&words.to_lowercase()), "{words}: {outcome:?}");
    }
    assert!(!hall.place.data().join("rehearsal").exists());
}

fn has_files(folder: &Path) -> bool {
    folder.read_dir().is_ok_and(|mut files| files.next().is_some())
}

#[track_caller]
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = std::time::Instant::now() + Duration::from_secs(30);
    while !is_so() {
        assert!(std::time::Instant::now() < deadline, "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}
