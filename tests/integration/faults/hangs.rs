//! The watchdog ends a server that hangs, but not one that only waits. Each hang is injected into the real binary and
//! starts when a file appears. The watchdog's limit of 10 s is shortened here, unless `INVIGIL_STALL_SECONDS` is 30 or
//! more.

use super::times;
use crate::{
    cli::serve::get,
    support::binary::{Place, Serving, finish},
};
use std::{
    fs,
    path::PathBuf,
    thread,
    time::{Duration, Instant},
};

/// Duration of a stall that is not a hang.
fn stall() -> Duration {
    Duration::from_secs(times("INVIGIL_STALL_SECONDS", 3) as u64)
}

struct Sabotaged {
    place: Place,
    serving: Serving,
    trigger: PathBuf,
}

impl Sabotaged {
    fn start(sabotage: &str) -> Self {
        Self::on_threads(sabotage, 1)
    }

    /// As [`Self::start`], with so many threads of live video.
    fn on_threads(sabotage: &str, media_threads: usize) -> Self {
        let place = Place::with_admin();
        let trigger = place.path().join("now");
        let mut command = place.command(["serve", "--listen", "127.0.0.1:0"]);
        command.env("INVIGIL_SABOTAGE", sabotage).env("INVIGIL_SABOTAGE_TRIGGER", &trigger);
        command.env("INVIGIL_LOG_LEVEL", "debug").env("INVIGIL_MEDIA_THREADS", media_threads.to_string());
        if stall() < Duration::from_secs(30) {
            command.env("INVIGIL_WATCHDOG_MS", "1000");
        }
        Self { serving: Serving::start(command), place, trigger }
    }

    fn pull(&self) {
        fs::write(&self.trigger, "").unwrap();
    }

    /// Runs in a thread, because it blocks as long as the server does.
    fn set_theme(&self, theme: &'static str) -> thread::JoinHandle<bool> {
        let command = self.place.command(["theme", "set", theme]);
        thread::spawn(move || finish(command, "").code == Some(0))
    }

    /// Polls `/readyz` until it is 503 with this reason.
    fn wait_until_not_ready(&self, reason: &str) {
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            let answer = get(&self.serving, "/readyz");
            if answer.starts_with("HTTP/1.1 503") && answer.contains(reason) {
                return;
            }
            assert!(Instant::now() < deadline, "{answer}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Polls `/metrics` until one of its lines is this one.
    fn wait_until_metrics_say(&self, wanted: &str) {
        let deadline = Instant::now() + Duration::from_secs(40);
        loop {
            let answer = get(&self.serving, "/metrics");
            if answer.lines().any(|line| line.trim_end() == wanted) {
                return;
            }
            assert!(Instant::now() < deadline, "{wanted}: {answer}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Asserts that the server is alive and becomes ready again.
    fn recovers(&self) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !get(&self.serving, "/readyz").starts_with("HTTP/1.1 200") {
            assert!(Instant::now() < deadline);
            thread::sleep(Duration::from_millis(20));
        }
        assert!(self.set_theme("premium").join().unwrap());
    }

    /// Asserts that the watchdog ends the server with one log line that contains `reason`.
    fn ends(self, reason: &str) {
        let begun = Instant::now();
        let (code, log) = self.serving.end();
        assert_eq!(code, Some(70), "{log}");
        if stall() >= Duration::from_secs(30) && reason.contains("made no progress") {
            let took = begun.elapsed().as_secs_f32();
            assert!((9.0..15.0).contains(&took), "{took}");
        }
        let lines: Vec<&str> = log.lines().filter(|line| line.contains("watchdog")).collect();
        assert_eq!(lines.len(), 1, "{log}");
        for word in [reason, "runtime:", "store writer:", "live video"] {
            assert!(lines[0].contains(word), "{}", lines[0]);
        }
        // Like after a crash: nothing is lost, and the next start works.
        assert!(self.place.run(["check"]).done().ends_with("no problems.\n"));
        self.place.serve().stop();
    }
}

#[test]
fn a_deadlock_of_all_workers_ends_the_server() {
    let server = Sabotaged::start("runtime-hang");
    server.pull();
    server.ends("the runtime has made no progress");
}

#[test]
fn a_deadlock_of_live_video_ends_the_server() {
    let server = Sabotaged::start("media-hang");
    server.pull();
    server.ends("the live video has made no progress");
}

#[test]
fn a_deadlock_of_one_of_several_media_threads_ends_the_server() {
    let server = Sabotaged::on_threads("media-hang", 3);
    server.pull();
    server.ends("the live video thread 3 has made no progress");
}

#[test]
fn a_deadlock_of_the_reader_of_the_media_port_ends_the_server() {
    let server = Sabotaged::on_threads("media-port-hang", 3);
    server.pull();
    server.ends("the live video port has made no progress");
}

#[test]
fn a_panic_of_the_reader_of_the_media_port_starts_live_video_again() {
    let server = Sabotaged::on_threads("media-port-death", 3);
    server.wait_until_metrics_say("invigil_media_serving 1");
    server.pull();
    server.serving.until_logged("a panic while the port was read");
    server.wait_until_metrics_say("invigil_media_serving 0");
    fs::remove_file(&server.trigger).unwrap();
    server.wait_until_metrics_say("invigil_media_serving 1");
    // It serves: a packet from this machine reaches the port over both protocols.
    let doctor = server.place.run(["doctor"]).stdout;
    assert!(doctor.contains("over UDP and TCP"), "{doctor}");
    server.recovers();
    let log = server.serving.stop();
    assert!(!log.contains("watchdog"), "{log}");
}

#[test]
fn a_deadlock_inside_a_write_ends_the_server() {
    let server = Sabotaged::start("writer-hang");
    server.pull();
    let setting = server.set_theme("dark");
    server.ends("the store writer has made no progress for");
    assert!(!setting.join().unwrap(), "the write was not acknowledged");
}

#[test]
fn a_writer_that_dies_ends_the_server() {
    let server = Sabotaged::start("writer-death");
    server.pull();
    let setting = server.set_theme("dark");
    server.ends("the store writer has died (panicked)");
    assert!(!setting.join().unwrap());
}

#[test]
fn idle_and_suspended_servers_are_not_ended() {
    let server = Sabotaged::start("none");
    thread::sleep(stall());
    // What is done once, some seconds after the start, is done by now: its end is not the server's.
    server.serving.until_logged("are read ahead");
    server.serving.signal("-STOP");
    thread::sleep(stall());
    server.serving.signal("-CONT");
    server.recovers();
    let log = server.serving.stop();
    assert!(!log.contains("watchdog"), "{log}");
}

#[test]
fn a_stalled_disk_is_reported_and_waited_for() {
    let server = Sabotaged::start("disk-stall");
    server.pull();
    let setting = server.set_theme("dark");
    server.wait_until_not_ready("the disk has not answered for");
    thread::sleep(stall());
    assert!(get(&server.serving, "/healthz").starts_with("HTTP/1.1 200"));
    fs::remove_file(&server.trigger).unwrap();
    assert!(setting.join().unwrap());
    server.recovers();
    server.serving.stop();
}

#[test]
fn a_long_rebuild_is_reported_and_waited_for() {
    let server = Sabotaged::start("slow-rebuild");
    server.pull();
    let command = server.place.command(["check", "--rebuild-indexes"]);
    let rebuilding = thread::spawn(move || finish(command, ""));
    server.wait_until_not_ready("index rebuild for");
    thread::sleep(stall());
    assert!(get(&server.serving, "/healthz").starts_with("HTTP/1.1 200"));
    fs::remove_file(&server.trigger).unwrap();
    rebuilding.join().unwrap().done();
    server.recovers();
    server.serving.stop();
}
