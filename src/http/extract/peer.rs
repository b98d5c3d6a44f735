//! Client address of a request.

use axum::{
    extract::FromRequestParts,
    http::{Extensions, request::Parts},
};
use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr},
};

/// Request extension with the client's address, set by the server.
#[derive(Clone, Copy, Debug)]
pub struct PeerAddr(pub IpAddr);

impl PeerAddr {
    /// The client's address; loopback for requests that did not come over a socket, as in tests.
    pub fn of(extensions: &Extensions) -> IpAddr {
        extensions.get::<Self>().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0)
    }
}

/// Extracts the client's address ([`PeerAddr::of`]).
pub struct Peer(pub IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for Peer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(PeerAddr::of(&parts.extensions)))
    }
}
