//! Client address of a request.

use axum::{extract::FromRequestParts, http::request::Parts};
use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr},
};

/// Request extension with the client's address, set by the server.
#[derive(Clone, Copy, Debug)]
pub struct PeerAddr(pub IpAddr);

/// Extracts the client's address; loopback for requests that did not come over a socket, as in tests.
pub struct Peer(pub IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for Peer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<PeerAddr>();
        Ok(Self(peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |p| p.0)))
    }
}
