//! A receiver of webhooks inside a demo: it replies with what has arrived, so that a delivery shows both ends. It listens on
//! this machine alone, and is the one address of this machine that the demo's webhooks may call.

use crate::domain::webhook::MAX_REPLY;
use axum::{
    Router,
    body::Bytes,
    extract::DefaultBodyLimit,
    http::{HeaderMap, Method, Uri},
};
use std::{
    future::Future,
    io,
    net::{Ipv4Addr, SocketAddr},
};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// Bytes of a call.
const MAX_CALL: usize = 256 * 1024;

/// Begins to listen. Returns the address, and what serves it until the stop.
///
/// # Errors
/// Binding.
pub async fn start(stop: CancellationToken) -> io::Result<(SocketAddr, impl Future<Output = ()> + Send + 'static)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let address = listener.local_addr()?;
    let router = Router::new().fallback(receive).layer(DefaultBodyLimit::max(MAX_CALL));
    let served = async move {
        if let Err(error) = axum::serve(listener, router).with_graceful_shutdown(stop.cancelled_owned()).await {
            tracing::warn!(%error, "the receiver of the demo has ended");
        }
    };
    Ok((address, served))
}

async fn receive(method: Method, uri: Uri, headers: HeaderMap, body: Bytes) -> String {
    let mut shown = format!("The receiver of the demo got:\n{method} {uri}\n");
    for name in ["content-type", "webhook-id", "webhook-timestamp", "webhook-signature"] {
        if let Some(value) = headers.get(name).and_then(|value| value.to_str().ok()) {
            shown.extend([name, ": ", value, "\n"]);
        }
    }
    shown.push('\n');
    shown.push_str(&String::from_utf8_lossy(&body));
    shown.chars().take(MAX_REPLY).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_reply_is_what_arrived() {
        let mut headers = HeaderMap::new();
        headers.insert("webhook-id", "msg_1".parse().unwrap());
        headers.insert("authorization", "secret".parse().unwrap());
        let reply = receive(Method::POST, Uri::from_static("/x?a=1"), headers, "{\"a\":1}".into()).await;
        assert_eq!(reply, "The receiver of the demo got:\nPOST /x?a=1\nwebhook-id: msg_1\n\n{\"a\":1}");
    }
}
