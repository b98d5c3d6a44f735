//! Lookups of host names. The system's resolver blocks a thread until it knows, and cannot be told to stop: a name server
//! that is silent costs it 10 s, one that stalls over TCP costs it for good. So only a few lookups run at once, and
//! whoever waits for one may leave: the threads that all else shares stay free.

use std::{
    io,
    net::{IpAddr, SocketAddr, ToSocketAddrs},
    sync::Arc,
};
use tokio::sync::Semaphore;

/// Lookups that one party may have under way at once, those that nobody waits for any more included.
pub const MAX_LOOKUPS: usize = 16;

/// The lookups of one party, so that its names cannot take the places of another's. Clones share the places.
#[derive(Clone, Debug)]
pub struct Lookups(Arc<Semaphore>);

impl Default for Lookups {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MAX_LOOKUPS)))
    }
}

impl Lookups {
    /// Where `host` is. Waits for a place as long as it takes: the caller sets the limit, and may leave at any time.
    ///
    /// # Errors
    /// What the resolver says.
    pub async fn find(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        if let Ok(address) = host.parse::<IpAddr>() {
            return Ok(vec![SocketAddr::from((address, port))]);
        }
        let host = host.to_owned();
        self.run(move || Ok((host.as_str(), port).to_socket_addrs()?.collect())).await
    }

    /// The place is given back when the lookup ends, not when its caller leaves.
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
    async fn lookups_that_hang_take_no_more_threads_than_there_are_places() {
        let lookups = Lookups::default();
        let mut ends = Vec::new();
        for _ in 0..MAX_LOOKUPS {
            let (end, until) = channel();
            ends.push(end);
            // The caller leaves; the lookup stays.
            let left = tokio::time::timeout(Duration::from_millis(1), lookups.run(hangs(until))).await;
            assert!(left.is_err());
        }
        assert_eq!(lookups.0.available_permits(), 0);
        let next = tokio::spawn({
            let lookups = lookups.clone();
            async move { lookups.find("localhost", 25).await }
        });
        assert_eq!(lookups.find("127.0.0.1", 25).await.unwrap(), ["127.0.0.1:25".parse().unwrap()], "no name, no wait");
        let other = Lookups::default().find("localhost", 80).await.unwrap();
        assert!(!other.is_empty(), "another party has places of its own");
        assert!(!next.is_finished());
        ends.pop();
        assert!(!next.await.unwrap().unwrap().is_empty(), "a lookup that ends lets the next one in");
    }
}
