//! The address a request came from.

use axum::{extract::FromRequestParts, http::request::Parts};
use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr},
};

/// Put into each request by the server.
#[derive(Clone, Copy, Debug)]
pub struct PeerAddr(pub IpAddr);

/// The peer's address; loopback where a request never crossed a socket.
pub struct Peer(pub IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for Peer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<PeerAddr>();
        Ok(Self(peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |p| p.0)))
    }
}
