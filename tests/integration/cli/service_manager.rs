//! Notifications to systemd, with a test socket in its place.

use crate::support::binary::{Place, Serving};
use std::{os::unix::net::UnixDatagram, path::Path, time::Duration};

/// Receives messages until one has this line.
fn wait_for(socket: &UnixDatagram, expected: &str) {
    let mut buffer = [0; 4_096];
    loop {
        let size = socket.recv(&mut buffer).unwrap_or_else(|e| panic!("no {expected}: {e}"));
        if str::from_utf8(&buffer[..size]).unwrap().lines().any(|line| line == expected) {
            return;
        }
    }
}

fn manager(at: &Path) -> UnixDatagram {
    let socket = UnixDatagram::bind(at).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    socket
}

#[test]
fn the_service_manager_is_notified_of_readiness_liveness_and_stop() {
    let place = Place::with_admin();
    let socket = manager(&place.path().join("notify"));
    let mut command = place.command(["serve", "--listen", "127.0.0.1:0"]);
    command.env("NOTIFY_SOCKET", place.path().join("notify")).env("WATCHDOG_USEC", "900000");
    let serving = Serving::start(command);
    wait_for(&socket, "READY=1");
    for _ in 0..3 {
        wait_for(&socket, "WATCHDOG=1");
    }
    serving.signal("-TERM");
    wait_for(&socket, "STOPPING=1");
    assert_eq!(serving.end().0, Some(0));
}

#[test]
fn a_service_manager_that_reads_nothing_blocks_nothing() {
    let place = Place::with_admin();
    let _unread = manager(&place.path().join("notify"));
    let mut command = place.command(["serve", "--listen", "127.0.0.1:0"]);
    command.env("NOTIFY_SOCKET", place.path().join("notify")).env("WATCHDOG_USEC", "3000");
    command.env("INVIGIL_WATCHDOG_MS", "1000");
    let serving = Serving::start(command);
    for theme in ["dark", "premium", "dark"] {
        place.run(["theme", "set", theme]).done();
    }
    serving.stop();
}
