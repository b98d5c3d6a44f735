//! Ports for programs that cannot choose one by themselves.

use std::{
    net::{Ipv4Addr, TcpListener},
    sync::atomic::{AtomicU32, Ordering},
};

static GIVEN: AtomicU32 = AtomicU32::new(0);

/// Below the ports that the kernel gives to connections: one of those may be taken before its program listens. Tests run
/// in processes of their own, so that each begins its search elsewhere.
pub fn free_port() -> u16 {
    let first = std::process::id().wrapping_mul(37);
    loop {
        let offset = first.wrapping_add(GIVEN.fetch_add(1, Ordering::Relaxed)) % 12_000;
        let port = 20_000 + u16::try_from(offset).unwrap();
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
}
