//! Cameras without live video: a picture of each every 5 s, over a connection of its own.

use crate::{api::Attempt, http::Connection};
use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// As the pages send them.
pub const EVERY: Duration = Duration::from_secs(5);
/// A camera's picture of 320 x 240 pixels.
const PICTURE_BYTES: usize = 10_000;

#[derive(Default)]
pub struct Stills {
    pub accepted: AtomicU64,
    /// For the moment: 429 and 503.
    pub refused: AtomicU64,
    pub failed: AtomicU64,
    /// In microseconds.
    latencies: Mutex<Vec<u64>>,
}

impl Stills {
    /// Forgets the latencies so far.
    pub fn restart(&self) {
        self.latencies.lock().unwrap().clear();
    }

    /// The 99th percentile in milliseconds, since the last restart.
    pub fn p99(&self) -> f64 {
        let mut all = self.latencies.lock().unwrap();
        all.sort_unstable();
        let at = (all.len() * 99 / 100).min(all.len().saturating_sub(1));
        all.get(at).map_or(0.0, |micros| Duration::from_micros(*micros).as_secs_f64() * 1_000.0)
    }
}

/// A picture as far as the server looks: it is not decoded.
pub fn picture() -> Arc<[u8]> {
    let mut bytes = vec![7; PICTURE_BYTES];
    bytes[..4].copy_from_slice(&[0xff, 0xd8, 0xff, 0xe0]);
    bytes[PICTURE_BYTES - 2..].copy_from_slice(&[0xff, 0xd9]);
    bytes.into()
}

/// Sends pictures for ever, the first after `phase`.
pub async fn send(server: SocketAddr, attempt: Attempt, phase: Duration, picture: Arc<[u8]>, into: Arc<Stills>) {
    tokio::time::sleep(phase).await;
    let mut connection = None;
    let path = format!("/api/take-test/{}/still", attempt.token);
    let headers = format!("X-Attempt-Key: {}\r\n", attempt.key);
    let mut every = tokio::time::interval(EVERY);
    loop {
        every.tick().await;
        let begun = Instant::now();
        if connection.is_none() {
            connection = Connection::open(server).await.ok();
        }
        let Some(open) = &mut connection else {
            into.failed.fetch_add(1, Relaxed);
            continue;
        };
        match open.send("PUT", &path, &headers, "image/jpeg", &picture).await {
            Ok(reply) if reply.status == 204 => {
                into.accepted.fetch_add(1, Relaxed);
                let took = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
                into.latencies.lock().unwrap().push(took);
            }
            Ok(reply) if [429, 503].contains(&reply.status) => {
                into.refused.fetch_add(1, Relaxed);
            }
            Ok(_) => {
                into.failed.fetch_add(1, Relaxed);
            }
            Err(_) => {
                connection = None;
                into.failed.fetch_add(1, Relaxed);
            }
        }
    }
}
