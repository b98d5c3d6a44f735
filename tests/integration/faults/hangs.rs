//! A server that hangs ends itself, and one that only waits does not. Each hang is planted in the real binary and begins when
//! a file appears; the product's limit of 10 s is shorter here, and the real one where `INVIGIL_STALL_SECONDS` is 30 or more.

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

/// How long what is no hang lasts.
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
        let place = Place::with_admin();
        let trigger = place.path().join("now");
        let mut command = place.command(["serve", "--listen", "127.0.0.1:0"]);
        command.env("INVIGIL_SABOTAGE", sabotage).env("INVIGIL_SABOTAGE_TRIGGER", &trigger);
        if stall() < Duration::from_secs(30) {
            command.env("INVIGIL_WATCHDOG_MS", "1000");
        }
        Self { serving: Serving::start(command), place, trigger }
    }

    fn pull(&self) {
        fs::write(&self.trigger, "").unwrap();
    }

    /// In a thread of its own, since it waits as long as the server does.
    fn set_theme(&self, theme: &'static str) -> thread::JoinHandle<bool> {
        let command = self.place.command(["theme", "set", theme]);
        thread::spawn(move || finish(command, "").code == Some(0))
    }

    /// Asks until the server says that it is not ready, for a reason with these words.
    fn wait_until_not_ready(&self, words: &str) {
        let patience = Instant::now() + Duration::from_secs(20);
        loop {
            let answer = get(&self.serving, "/readyz");
            if answer.starts_with("HTTP/1.1 503") && answer.contains(words) {
                return;
            }
            assert!(Instant::now() < patience, "{answer}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// It lives, and is ready within a while.
    fn recovers(&self) {
        let patience = Instant::now() + Duration::from_secs(20);
        while !get(&self.serving, "/readyz").starts_with("HTTP/1.1 200") {
            assert!(Instant::now() < patience);
            thread::sleep(Duration::from_millis(20));
        }
        assert!(self.set_theme("premium").join().unwrap());
    }

    /// Expects the end by the watchdog, with `words` in its one line.
    fn ends(self, words: &str) {
        let begun = Instant::now();
        let (code, log) = self.serving.end();
        assert_eq!(code, Some(70), "{log}");
        if stall() >= Duration::from_secs(30) && words.contains("gets no further") {
            let took = begun.elapsed().as_secs_f32();
            assert!((9.0..15.0).contains(&took), "{took}");
        }
        let lines: Vec<&str> = log.lines().filter(|line| line.contains("watchdog")).collect();
        assert_eq!(lines.len(), 1, "{log}");
        for word in [words, "runtime:", "store writer:", "live video:"] {
            assert!(lines[0].contains(word), "{}", lines[0]);
        }
        // As after a crash: nothing is lost, and the next start is none of its business.
        assert!(self.place.run(["check"]).done().ends_with("no problems.\n"));
        self.place.serve().stop();
    }
}

#[test]
fn a_deadlock_of_all_workers_ends_the_server() {
    let server = Sabotaged::start("runtime-hang");
    server.pull();
    server.ends("the runtime gets no further");
}

#[test]
fn a_deadlock_of_live_video_ends_the_server() {
    let server = Sabotaged::start("media-hang");
    server.pull();
    server.ends("the live video gets no further");
}

#[test]
fn a_deadlock_inside_a_write_ends_the_server() {
    let server = Sabotaged::start("writer-hang");
    server.pull();
    let setting = server.set_theme("dark");
    server.ends("the store writer gets no further for");
    assert!(!setting.join().unwrap(), "nobody was told that it was done");
}

#[test]
fn a_writer_that_dies_ends_the_server() {
    let server = Sabotaged::start("writer-death");
    server.pull();
    let setting = server.set_theme("dark");
    server.ends("the store writer is gone (ended by a panic)");
    assert!(!setting.join().unwrap());
}

#[test]
fn an_idle_server_and_one_that_was_stopped_for_a_while_go_on() {
    let server = Sabotaged::start("none");
    thread::sleep(stall());
    server.serving.signal("-STOP");
    thread::sleep(stall());
    server.serving.signal("-CONT");
    server.recovers();
    let log = server.serving.stop();
    assert!(!log.contains("watchdog"), "{log}");
}

#[test]
fn a_disk_that_does_not_answer_is_told_and_waited_for() {
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
fn a_long_rebuild_is_told_and_waited_for() {
    let server = Sabotaged::start("slow-rebuild");
    server.pull();
    let command = server.place.command(["check", "--rebuild-indexes"]);
    let rebuilding = thread::spawn(move || finish(command, ""));
    server.wait_until_not_ready("index rebuild since");
    thread::sleep(stall());
    assert!(get(&server.serving, "/healthz").starts_with("HTTP/1.1 200"));
    fs::remove_file(&server.trigger).unwrap();
    rebuilding.join().unwrap().done();
    server.recovers();
    server.serving.stop();
}
