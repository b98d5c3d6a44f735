//! DNS lookups with bounded concurrency. The system resolver blocks a thread and cannot be cancelled: an unresponsive
//! name server blocks it for 10 s, one that stalls over TCP blocks it forever. So only a few lookups run at once, and
//! callers may stop waiting; the shared pool of blocking threads stays free.

use std::{
    io,
    net::{IpAddr, SocketAddr, ToSocketAddrs},
    sync::Arc,
};
use tokio::sync::Semaphore;

/// Maximum concurrent lookups of one [`Lookups`], including those whose caller stopped waiting.
pub const MAX_LOOKUPS: usize = 16;

/// Lookup permits of one subsystem, so that its names cannot exhaust another's. Clones share the permits.
#[derive(Clone, Debug)]
pub struct Lookups(Arc<Semaphore>);

impl Default for Lookups {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MAX_LOOKUPS)))
    }
}

impl Lookups {
    /// Resolves `host`. Waits for a permit without a timeout: the caller sets the deadline and may cancel at any time.
    ///
    /// # Errors
    /// The resolver's error.
    pub async fn find(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        if let Ok(address) = host.parse::<IpAddr>() {
            return Ok(vec![SocketAddr::from((address, port))]);
        }
        let host = host.to_owned();
        self.run(move || Ok((host.as_str(), port).to_socket_addrs()?.collect())).await
    }

    /// Releases the permit when the lookup ends, not when its caller stops waiting.
    async fn run<T: Send + 'static>(&self, lookup: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
        let place = self.0.clone().acquire_owned().await.map_err(io::Error::other)?;
        let found = tokio::task::spawn_blocking(move || {
            let found = lookup();
            drop(place);
            found
        });
        found.await?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        sync::mpsc::{Receiver, channel},
        time::Duration,
    };

    fn hangs(until: Receiver<()>) -> impl FnOnce() -> io::Result<()> {
        move || {
            let _ = until.recv();
            Ok(())
        }
    }

    #[tokio::test]
    async fn hanging_lookups_occupy_at_most_max_lookups_threads() {
        let lookups = Lookups::default();
        let mut ends = Vec::new();
        for _ in 0..MAX_LOOKUPS {
            let (end, until) = channel();
            ends.push(end);
            // The caller stops waiting; the lookup keeps running.
            let left = tokio::time::timeout(Duration::from_millis(1), lookups.run(hangs(until))).await;
            assert!(left.is_err());
        }
        assert_eq!(lookups.0.available_permits(), 0);
        let next = tokio::spawn({
            let lookups = lookups.clone();
            async move { lookups.find("localhost", 25).await }
        });
        assert_eq!(lookups.find("127.0.0.1", 25).await.unwrap(), ["127.0.0.1:25".parse().unwrap()], "needs no permit");
        let other = Lookups::default().find("localhost", 80).await.unwrap();
        assert!(!other.is_empty(), "another subsystem has its own permits");
        assert!(!next.is_finished());
        ends.pop();
        assert!(!next.await.unwrap().unwrap().is_empty(), "a finished lookup releases its permit");
    }
}
