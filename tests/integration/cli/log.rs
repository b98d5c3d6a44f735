//! With a log that cannot be written, the server keeps running and stops normally.

use super::serve::get;
use crate::support::binary::{Place, Serving};
use std::{
    fs::OpenOptions,
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// Kills the process on drop, in case a test fails.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server whose log goes to `log`, and its address.
fn start(mut command: Command, log: Stdio) -> (Running, String) {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log).spawn().unwrap();
    let mut line = String::new();
    let stdout = child.stdout.take().unwrap();
    let running = Running(child);
    BufReader::new(stdout).read_line(&mut line).unwrap();
    let url = line.trim_end().strip_prefix("Invigil is ready on ").unwrap_or_else(|| panic!("{line:?}"));
    (running, url.to_owned())
}

fn serve(place: &Place) -> Command {
    place.command(["serve", "--listen", "127.0.0.1:0", "--log-level", "trace"])
}

fn alive(url: &str) -> bool {
    let answer = std::net::TcpStream::connect(url.strip_prefix("http://").unwrap()).and_then(|mut stream| {
        use std::io::Write;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        write!(stream, "GET /api/theme HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    });
    answer.is_ok_and(|answer| answer.starts_with("HTTP/1.1 "))
}

/// Whether the server stops gracefully, well before work would be cut off.
fn stops(mut running: Running) -> bool {
    let child = &mut running.0;
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code() == Some(0);
        }
        if start.elapsed() > Duration::from_secs(8) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_server_survives_a_closed_log_and_a_full_disk() {
    let place = Place::with_admin();
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    for (log, close) in [(Stdio::piped(), true), (Stdio::from(full), false)] {
        let (mut child, url) = start(serve(&place), log);
        if close {
            drop(child.0.stderr.take());
        }
        // Every store write and every connection logs at this level.
        place.run(["theme", "set", "dark"]).done();
        assert!((0..20).all(|_| alive(&url)));
        assert!(place.run(["theme", "show"]).done().contains("dark"));
        assert!(stops(child));
    }
}

#[test]
fn an_unread_log_blocks_nothing() {
    let place = Place::with_admin();
    let (mut child, url) = start(serve(&place), Stdio::piped());
    // An unread pipe takes 64 KiB, and a request logs at least some hundred bytes at this level.
    for _ in 0..40 {
        assert!((0..10).all(|_| alive(&url)));
        place.run(["theme", "set", "dark"]).done();
    }
    let mut log = child.0.stderr.take().unwrap();
    assert!(stops(child));
    let mut text = Vec::new();
    log.read_to_end(&mut text).unwrap();
    assert!(text.len() > 60_000, "the pipe was not full: {}", text.len());
}

#[test]
fn a_server_with_closed_standard_output_serves() {
    let place = Place::with_admin();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut command = place.command(["serve", "--listen", &free.to_string(), "--media-listen", "off"]);
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut child = Running(child);
    drop(child.0.stdout.take());
    let deadline = Instant::now() + Duration::from_secs(20);
    while !alive(&format!("http://{free}")) {
        assert!(child.0.try_wait().unwrap().is_none() && Instant::now() < deadline, "it does not serve");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(stops(child));
}

#[test]
fn the_last_line_before_the_exit_is_logged() {
    let place = Place::with_admin();
    let serving: Serving = place.serve();
    assert!(get(&serving, "/healthz").starts_with("HTTP/1.1 200"));
    assert!(serving.stop().contains("stopping"));
}
