//! Assigns STUN binding requests to sessions by USERNAME (RFC 8445 section 7.2.2): the part before the colon is the
//! ufrag that the server sent in its offer or answer.

use crate::{domain::MediaSessionId, sync::RwLock};
use std::{collections::HashMap, sync::PoisonError};
use str0m::ice::StunMessage;

/// A session, and the media thread that owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnedSession {
    pub id: MediaSessionId,
    pub thread: usize,
}

/// The server's ICE ufrags of all running sessions.
#[derive(Default)]
pub struct Fragments(RwLock<HashMap<String, OwnedSession>>);

impl Fragments {
    pub fn get(&self, fragment: &str) -> Option<OwnedSession> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(fragment).copied()
    }

    pub fn insert(&self, fragment: String, session: OwnedSession) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(fragment, session);
    }

    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    pub fn clear(&self) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).clear();
    }

    pub fn remove(&self, fragment: &str) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(fragment);
    }
}

/// Returns true if the first byte marks a packet as STUN (RFC 7983 section 7).
pub fn is_stun(bytes: &[u8]) -> bool {
    bytes.len() >= 20 && bytes[0] < 4
}

/// Returns the server's ufrag in a binding request; `None` for any other packet.
pub fn server_ufrag(bytes: &[u8]) -> Option<String> {
    if !is_stun(bytes) {
        return None;
    }
    let message = StunMessage::parse(bytes).ok()?;
    let (own, _) = message.is_binding_request().then(|| message.split_username()).flatten()?;
    Some(own.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_packets_have_no_ufrag() {
        for bytes in [&b""[..], &[0; 19], &[0; 20], &[0xff; 100], b"GET / HTTP/1.1\r\nHost: somewhere\r\n\r\n"] {
            assert_eq!(server_ufrag(bytes), None);
        }
        let mut request = vec![0, 1, 0, 200, 0x21, 0x12, 0xa4, 0x42];
        request.extend([7; 12]);
        for cut in 0..request.len() {
            assert_eq!(server_ufrag(&request[..cut]), None);
        }
        // A length beyond the end, and attributes that end in the middle.
        assert_eq!(server_ufrag(&request), None);
        request.extend([0, 6, 0xff, 0xff, 1]);
        assert_eq!(server_ufrag(&request), None);
    }
}
