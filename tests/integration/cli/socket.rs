//! The command socket.

use crate::support::binary::{Place, Serving, finish};
use nix::poll::{PollFd, PollFlags, poll};
use std::{
    io::{Read, Write},
    os::fd::AsFd,
    os::unix::{fs::FileTypeExt, fs::PermissionsExt, net::UnixStream},
    path::PathBuf,
    thread,
    time::{Duration, Instant},
};

#[test]
fn the_socket_is_private_and_removed_with_the_server() {
    let place = Place::with_admin();
    let serving = place.serve();
    let socket = place.data().join("invigil.sock");
    let meta = socket.metadata().unwrap();
    assert!(meta.file_type().is_socket());
    assert_eq!(meta.permissions().mode() & 0o777, 0o600);
    serving.stop();
    assert!(!socket.exists());
}

#[test]
fn a_stale_socket_is_harmless() {
    let place = Place::with_admin();
    let mut serving = place.serve();
    serving.kill();
    assert!(place.data().join("invigil.sock").exists());
    assert_eq!(place.run(["admin", "list", "--json"]).json().as_array().unwrap().len(), 1);
    let serving = place.serve();
    assert_eq!(place.run(["admin", "list", "--json"]).json().as_array().unwrap().len(), 1);
    serving.stop();
}

#[test]
fn a_path_longer_than_a_socket_address_works() {
    let long: PathBuf = std::iter::repeat_n("a-rather-long-name-of-a-folder", 10).collect();
    assert!(long.as_os_str().len() > 108);
    let place = Place::with_data(long);
    place.add_admin("ada@example.org").done();
    let serving = place.serve();
    assert!(place.run(["admin", "list"]).done().contains("ada@example.org"));
    serving.stop();
}

fn talk(place: &Place, sent: &[u8]) -> Vec<u8> {
    let mut stream = UnixStream::connect(place.data().join("invigil.sock")).unwrap();
    stream.write_all(sent).unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let mut answer = Vec::new();
    // A connection closed with unread bytes ends in a reset.
    let _ = stream.read_to_end(&mut answer);
    answer
}

fn sized(json: &str) -> Vec<u8> {
    [&u32::try_from(json.len()).unwrap().to_be_bytes(), json.as_bytes()].concat()
}

#[test]
fn invalid_requests_and_other_versions_are_refused() {
    let place = Place::with_admin();
    let serving = place.serve();
    assert!(talk(&place, &[0xff; 64]).is_empty(), "a length above the limit ends the connection");
    assert!(talk(&place, &[0, 0, 0, 9, 1]).is_empty());
    let answer = talk(&place, &sized("nonsense"));
    assert!(String::from_utf8_lossy(&answer).contains("does not know this command"));
    let answer = talk(&place, &sized(r#"{"version": "0.0.0", "op": {"Check": {"json": false}}}"#));
    assert!(String::from_utf8_lossy(&answer).contains("0.0.0"), "{answer:?}");
    assert!(place.run(["admin", "list"]).done().contains("ada@example.org"));
    serving.stop();
}

/// More data than a socket buffers, so that the server waits for a client that does not read.
fn with_much_data() -> Place {
    let place = Place::with_admin();
    let question = format!(r#"{{"type": "essay", "question": "{}"}}"#, "why? ".repeat(3_600));
    let questions = vec![question; 60].join(", ");
    place.write("t.json", &format!(r#"{{"title": "T", "questions": [{questions}]}}"#));
    // A frame is at most one record, and the client reads it whole.
    for _ in 0..4 {
        place.run(["test", "import", "t.json"]).done();
    }
    place
}

fn serve(place: &Place, stall: Duration) -> Serving {
    let mut command = place.command(["serve", "--listen", "127.0.0.1:0"]);
    command.env("INVIGIL_COMMAND_STALL_MS", stall.as_millis().to_string());
    Serving::start(command)
}

/// Requests a backup without reading it.
fn ask_for_backup(place: &Place) -> UnixStream {
    let mut stream = UnixStream::connect(place.data().join("invigil.sock")).unwrap();
    let version = concat!(env!("CARGO_PKG_VERSION"), "+2");
    let op = format!(r#"{{"version": "{version}", "op": {{"Backup": {{"Write": {{"passphrase": null}}}}}}}}"#);
    stream.write_all(&sized(&op)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

/// Waits until the backup has started.
fn begun(mut stream: UnixStream) -> UnixStream {
    stream.read_exact(&mut [0; 5]).unwrap();
    stream
}

#[test]
fn a_command_whose_output_is_not_read_is_ended() {
    let place = with_much_data();
    let serving = serve(&place, Duration::from_millis(300));
    let mut unread = begun(ask_for_backup(&place));
    assert!(hangs_up(&unread), "it still waits");
    let mut rest = Vec::new();
    let _ = unread.read_to_end(&mut rest);
    assert!(rest.len() < 4 * 60 * 18_000, "it was all sent: {}", rest.len());
    assert!(serving.stop().contains("was not read for"));
}

/// Whether the server closes the connection within 20 s, with sent bytes still unread.
fn hangs_up(stream: &UnixStream) -> bool {
    let mut polled = [PollFd::new(stream.as_fd(), PollFlags::empty())];
    poll(&mut polled, 20_000u16).unwrap() > 0
}

#[test]
fn the_client_reports_why_its_command_was_ended() {
    let place = with_much_data();
    let serving = serve(&place, Duration::from_millis(300));
    let mut command = place.command(["backup", "-"]);
    command.env("INVIGIL_COMMAND_STALL_MS", "300").stdout(std::process::Stdio::piped());
    let mut child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
    let mut output = child.stdout.take().unwrap();
    output.read_exact(&mut [0; 16]).unwrap();
    // Like a pager that is not scrolled.
    thread::sleep(Duration::from_secs(1));
    let drain = thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    drain.join().unwrap().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1), "{errors}");
    assert!(errors.contains("its output was not read for"), "{errors}");
    serving.stop();
}

#[test]
fn unread_commands_block_no_other_command_and_delay_no_stop() {
    let place = with_much_data();
    let mut serving = serve(&place, Duration::from_mins(1));
    let unread: Vec<_> = (0..20).map(|_| ask_for_backup(&place)).collect();
    let _begun: Vec<_> = unread.into_iter().take(8).map(begun).collect();
    assert!(place.run(["admin", "list"]).done().contains("ada@example.org"));
    // A long command gets a slot too, from one that is not read.
    let command = place.command(["backup", "b"]);
    let backup = thread::spawn(move || finish(command, ""));
    assert!(backup.join().unwrap().done().starts_with("Backed up"));
    serving.signal("-TERM");
    let stopped = Instant::now();
    assert_eq!(serving.wait().code(), Some(0));
    assert!(stopped.elapsed() < Duration::from_secs(8), "{:?}", stopped.elapsed());
    assert!(!serving.end().1.contains("cut off"));
}

#[test]
fn idle_connections_block_no_command() {
    let place = Place::with_admin();
    let serving = place.serve();
    let connect = || UnixStream::connect(place.data().join("invigil.sock")).unwrap();
    let half: Vec<_> = (0..30)
        .map(|n| {
            let mut stream = connect();
            stream.write_all(&[0, 0, 1, 0, b'{'][..n % 6]).unwrap();
            stream
        })
        .collect();
    assert!(place.run(["admin", "list"]).done().contains("ada@example.org"));
    serving.stop();
    drop(half);
}
