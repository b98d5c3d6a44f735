use super::*;
use crate::directory::Relation;
use std::{
    sync::atomic::{AtomicUsize, Ordering::SeqCst},
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    sync::{Semaphore, mpsc},
};

#[test]
fn a_malformed_key_does_not_hide_the_others() {
    let good = serde_json::json!({"kty": "OKP", "crv": "Ed25519", "x": "AA", "kid": "good"});
    let odd = [serde_json::json!({"kty": "PQC"}), serde_json::json!(7), serde_json::json!({"kty": "RSA"})];
    let keys = odd.into_iter().chain([good]).collect();
    let read = readable(ListedKeys { keys });
    assert_eq!(read.keys.iter().filter_map(|key| key.common.key_id.as_deref()).collect::<Vec<_>>(), ["good"]);
}

/// A provider that lists no keys, once for each permit. It says when it is asked.
struct SlowProvider {
    client: Arc<OidcClient>,
    asked: mpsc::UnboundedReceiver<()>,
    reads: Arc<AtomicUsize>,
    permits: Arc<Semaphore>,
}

impl SlowProvider {
    async fn start(limit: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (asks, asked) = mpsc::unbounded_channel();
        let (reads, permits) = (Arc::new(AtomicUsize::new(0)), Arc::new(Semaphore::new(0)));
        let (counted, given) = (reads.clone(), permits.clone());
        tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                counted.fetch_add(1, SeqCst);
                let mut request = [0; 4_096];
                let _ = stream.read(&mut request).await;
                let _ = asks.send(());
                given.acquire().await.unwrap().forget();
                let reply = b"HTTP/1.1 200 OK\r\ncontent-length: 11\r\nconnection: close\r\n\r\n{\"keys\":[]}";
                let _ = stream.write_all(reply).await;
            }
        });
        let keys_url = Some(format!("{url}/keys"));
        let relation = Relation { issuer: url, client_id: "a".into(), secret: None, ca: String::new(), keys_url };
        Self { client: Arc::new(OidcClient::with_limit(relation, limit).unwrap()), asked, reads, permits }
    }

    fn ask(&self, forced: bool) -> tokio::task::JoinHandle<Result<Arc<JwkSet>, OidcFault>> {
        self.ask_at(Instant::EPOCH, forced)
    }

    fn ask_at(&self, now: Instant, forced: bool) -> tokio::task::JoinHandle<Result<Arc<JwkSet>, OidcFault>> {
        let client = self.client.clone();
        tokio::spawn(async move { client.keys(now, forced).await })
    }
}

#[tokio::test]
async fn many_at_once_read_the_keys_once_although_the_first_leaves() {
    let mut provider = SlowProvider::start(Duration::from_secs(10)).await;
    let first = provider.ask(false);
    provider.asked.recv().await.unwrap();
    let others: Vec<_> = (0..20).map(|n| provider.ask(n % 2 == 0)).collect();
    tokio::task::yield_now().await;
    first.abort();
    provider.permits.add_permits(1);
    let mut sets = Vec::new();
    for other in others {
        sets.push(other.await.unwrap().unwrap());
    }
    assert!(sets.iter().all(|keys| Arc::ptr_eq(keys, &sets[0])));
    assert_eq!(provider.reads.load(SeqCst), 1);
    assert!(Arc::ptr_eq(&provider.ask(false).await.unwrap().unwrap(), &sets[0]), "they are kept");
    provider.permits.add_permits(1);
    provider.ask(true).await.unwrap().unwrap();
    assert_eq!(provider.reads.load(SeqCst), 2);
}

#[tokio::test]
async fn those_who_wait_share_a_failure_and_others_for_some_seconds() {
    let mut provider = SlowProvider::start(Duration::from_millis(200)).await;
    let first = provider.ask(false);
    provider.asked.recv().await.unwrap();
    let second = provider.ask(false);
    let fault = OidcFault::Failed("Keys: no reply in time".into());
    assert_eq!((first.await.unwrap().unwrap_err(), second.await.unwrap().unwrap_err()), (fault.clone(), fault.clone()));
    assert_eq!(provider.ask(false).await.unwrap().unwrap_err(), fault);
    assert_eq!(provider.reads.load(SeqCst), 1);
    // One for the reply that came too late.
    provider.permits.add_permits(2);
    provider.ask_at(Instant::EPOCH.plus(FAILED_FOR * 2), false).await.unwrap().unwrap();
    assert_eq!(provider.reads.load(SeqCst), 2);
    provider.ask(false).await.unwrap().unwrap();
    assert_eq!(provider.reads.load(SeqCst), 2, "what was read counts");
}

#[tokio::test]
async fn a_failure_keeps_no_one_from_a_forced_read() {
    let mut provider = SlowProvider::start(Duration::from_millis(200)).await;
    let first = provider.ask(false);
    provider.asked.recv().await.unwrap();
    first.await.unwrap().unwrap_err();
    provider.permits.add_permits(2);
    provider.ask(true).await.unwrap().unwrap();
    provider.ask(false).await.unwrap().unwrap();
    assert_eq!(provider.reads.load(SeqCst), 2);
}
