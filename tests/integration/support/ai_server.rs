//! An AI service on loopback that speaks the Gemini and the chat completions protocol, and misbehaves on request.

use serde_json::{Value, json};
use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::Notify,
    task::JoinHandle,
};

#[derive(Clone, Debug)]
pub enum Mood {
    /// The model replies with this text.
    Says(String),
    /// The model replies with this text, truncated at its token limit.
    CutOff(String),
    /// Replies with this status and body to any request.
    Answers(u16, String),
    /// Rejects JSON mode with 400, and replies with this text without it.
    KnowsNoJsonMode(String),
    /// Replies with this text once released.
    Held(String),
    /// Never replies.
    Silent,
    /// Closes the connection in the middle of a reply.
    Breaks,
    /// Sends 2 MiB without an end.
    Huge,
}

#[derive(Clone, Debug)]
pub struct Asked {
    /// Method and path, "POST /v1/chat/completions".
    pub line: String,
    /// All headers, with lower-case names.
    pub headers: Vec<(String, String)>,
    pub body: Value,
}

impl Asked {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The system prompt and the user prompt, in either protocol.
    pub fn prompt(&self) -> (&str, &str) {
        let (a, b) = if self.body["contents"].is_array() {
            (&self.body["systemInstruction"]["parts"][0]["text"], &self.body["contents"][0]["parts"][0]["text"])
        } else {
            (&self.body["messages"][0]["content"], &self.body["messages"][1]["content"])
        };
        (a.as_str().unwrap(), b.as_str().unwrap())
    }

    /// The JSON document between the fence lines of the prompt.
    pub fn data(&self) -> Value {
        let lines: Vec<_> = self.prompt().1.lines().collect();
        assert_eq!((lines.len(), lines[0] == lines[2]), (3, true), "{lines:?}");
        serde_json::from_str(lines[1]).unwrap()
    }
}

struct Shared {
    mood: Mutex<Mood>,
    asked: Mutex<Vec<Asked>>,
    left: Notify,
    came: Notify,
    go_on: Notify,
}

/// Stops when dropped.
pub struct AiServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

impl AiServer {
    pub async fn start(mood: Mood) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (mood, asked) = (Mutex::new(mood), Mutex::default());
        let shared = Arc::new(Shared { mood, asked, left: Notify::new(), came: Notify::new(), go_on: Notify::new() });
        let state = shared.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, state.clone()));
            }
        });
        Self { address, shared, task }
    }

    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    pub fn set(&self, mood: Mood) {
        *self.shared.mood.lock().unwrap() = mood;
    }

    /// All requests so far, oldest first.
    pub fn asked(&self) -> Vec<Asked> {
        self.shared.asked.lock().unwrap().clone()
    }

    pub fn last(&self) -> Asked {
        self.asked().pop().expect("no request came")
    }

    /// Waits for a request that gets no reply yet.
    pub async fn when_asked(&self) {
        self.shared.came.notified().await;
    }

    /// Releases a held reply.
    pub fn release(&self) {
        self.shared.go_on.notify_one();
    }

    /// Waits until a client without a reply has disconnected.
    pub async fn when_left(&self) {
        self.shared.left.notified().await;
    }
}

impl Drop for AiServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn read(stream: &mut TcpStream) -> Option<Asked> {
    let mut bytes = Vec::new();
    let mut chunk = vec![0; 16 * 1024];
    loop {
        if let Some(end) = bytes.windows(4).position(|w| w == b"\r\n\r\n") {
            let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
            let mut lines = head.lines();
            let line = lines.next()?.trim_end_matches(" HTTP/1.1").to_owned();
            let header = |line: &str| line.split_once(": ").map(|(n, v)| (n.to_lowercase(), v.to_owned()));
            let headers: Vec<_> = lines.filter_map(header).collect();
            let length = headers.iter().find(|(n, _)| n == "content-length")?.1.parse::<usize>().unwrap();
            if bytes.len() >= end + 4 + length {
                let body = serde_json::from_slice(&bytes[end + 4..]).unwrap();
                return Some(Asked { line, headers, body });
            }
        }
        let n = stream.read(&mut chunk).await.ok().filter(|n| *n > 0)?;
        bytes.extend_from_slice(&chunk[..n]);
    }
}

async fn serve(mut stream: TcpStream, shared: Arc<Shared>) {
    let Some(asked) = read(&mut stream).await else { return };
    let is_gemini = asked.line.ends_with(":generateContent");
    let json_mode = asked.body["response_format"].is_object();
    shared.asked.lock().unwrap().push(asked);
    let mood = shared.mood.lock().unwrap().clone();
    let (status, body) = match mood {
        Mood::KnowsNoJsonMode(_) if json_mode => (400, r#"{"error": "response_format is not supported"}"#.into()),
        Mood::Says(text) | Mood::KnowsNoJsonMode(text) => (200, said(is_gemini, &text, false)),
        Mood::CutOff(text) => (200, said(is_gemini, &text, true)),
        Mood::Answers(status, body) => (status, body),
        Mood::Held(text) => {
            shared.came.notify_one();
            shared.go_on.notified().await;
            (200, said(is_gemini, &text, false))
        }
        Mood::Silent => {
            shared.came.notify_one();
            // The client sends no more, so the read ends when it disconnects.
            let _ = stream.read(&mut [0]).await;
            return shared.left.notify_one();
        }
        Mood::Breaks => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{\"candidates\": [").await;
            return;
        }
        Mood::Huge => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n\"").await;
            for _ in 0..2048 {
                if stream.write_all(&[b'a'; 1024]).await.is_err() {
                    return;
                }
            }
            return;
        }
    };
    let head = format!(
        "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\nlocation: /elsewhere\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all((head + &body).as_bytes()).await;
}

fn said(is_gemini: bool, text: &str, cut_off: bool) -> String {
    let body = if is_gemini {
        // Thoughts come first, as from real reasoning models.
        let parts = json!([{"text": "Let me think.", "thought": true}, {"text": text}]);
        let reason = if cut_off { "MAX_TOKENS" } else { "STOP" };
        json!({"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": reason}], "modelVersion": "x"})
    } else {
        let reason = if cut_off { "length" } else { "stop" };
        let message = json!({"role": "assistant", "content": text, "refusal": null});
        json!({"id": "x", "choices": [{"index": 0, "message": message, "finish_reason": reason}], "usage": {}})
    };
    body.to_string()
}
