//! A receiver of webhooks on loopback, which keeps what it is sent and replies as it is asked to.

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, Method, StatusCode, Uri},
};
use serde_json::Value;
use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};
use tokio::{net::TcpListener, task::JoinHandle};

#[derive(Clone, Debug)]
pub struct Received {
    pub method: Method,
    pub uri: Uri,
    pub headers: HeaderMap,
    pub body: Bytes,
    /// The status that it was answered with.
    pub answered: u16,
}

impl Received {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).unwrap_or_else(|| panic!("no {name}")).to_str().unwrap()
    }
}

type Answers = dyn Fn(&Received) -> u16 + Send + Sync;

struct Shared {
    received: Mutex<Vec<Received>>,
    answers: Mutex<Arc<Answers>>,
}

/// Stops when dropped.
pub struct Receiver {
    pub address: SocketAddr,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

impl Receiver {
    pub async fn start() -> Self {
        Self::start_on("127.0.0.1:0").await
    }

    pub async fn start_on(address: &str) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared { received: Mutex::default(), answers: Mutex::new(Arc::new(|_: &Received| 204)) });
        let router = Router::new().fallback(receive).with_state(shared.clone());
        let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { address, shared, task }
    }

    pub fn url(&self) -> String {
        format!("http://{}/hook?k=1", self.address)
    }

    /// Replies with the status that `answers` says.
    pub fn answer(&self, answers: impl Fn(&Received) -> u16 + Send + Sync + 'static) {
        *self.shared.answers.lock().unwrap() = Arc::new(answers);
    }

    /// All calls so far, or since the last time; the oldest first.
    pub fn take(&self) -> Vec<Received> {
        std::mem::take(&mut self.shared.received.lock().unwrap())
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn receive(
    State(shared): State<Arc<Shared>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, [(&'static str, &'static str); 1], &'static str) {
    let answers = shared.answers.lock().unwrap().clone();
    let mut received = Received { method, uri, headers, body, answered: 0 };
    received.answered = answers(&received);
    let status = StatusCode::from_u16(received.answered).unwrap();
    shared.received.lock().unwrap().push(received);
    (status, [("location", "http://127.0.0.1:9/elsewhere")], "words of the receiver")
}
