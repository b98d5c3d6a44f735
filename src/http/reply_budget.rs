//! Memory budget of replies on their way: a paper may have megabytes of text, a result of answers, and a client may ask for
//! hundreds at once and read none of them. Those of an exam are counted by link: a hall behind one address reads its
//! papers at once.

use super::{bulkhead::is_outside_exams, proxy::network};
use crate::{
    domain::Error,
    sync::{Mutex, MutexGuard},
};
use axum::{
    body::{Body, Bytes, HttpBody},
    response::Response,
};
use hyper::body::{Frame, SizeHint};
use std::{
    collections::{HashMap, hash_map::RandomState},
    hash::BuildHasher,
    net::IpAddr,
    pin::Pin,
    sync::{Arc, PoisonError},
    task::{Context, Poll},
};

/// Smaller replies are not counted.
const SMALL: u64 = 16 * 1024;
/// Bytes beyond which no further reply is sent: each may go beyond it once.
const MAX_TOTAL: usize = 192 * 1024 * 1024;
/// The same for one client address (IPv6: per /64).
const PER_ADDRESS: usize = 64 * 1024 * 1024;
/// The same for one candidate's link, apart from the others.
const PER_LINK: usize = 16 * 1024 * 1024;
/// Bytes handed to the connection at once.
const PIECE: usize = 64 * 1024;
/// `Retry-After` of a reply that is not sent, in seconds.
const RETRY_AFTER: u32 = 5;

/// Calls that a candidate's link is part of.
const BY_LINK: [&str; 4] = ["/api/take-test/", "/api/start-test/", "/api/submit-test/", "/api/invites/token/"];

/// Who reads a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReplyReader {
    Address(IpAddr),
    /// Hash of a candidate's link.
    Link(u64),
}

/// Bytes of replies, by reader, and of all that are no exam's.
#[derive(Clone, Default)]
pub struct ReplyBudget {
    held: Arc<Mutex<HeldBytes>>,
    hasher: RandomState,
}

#[derive(Default)]
struct HeldBytes {
    all: usize,
    by_reader: HashMap<ReplyReader, usize>,
}

impl ReplyBudget {
    fn held(&self) -> MutexGuard<'_, HeldBytes> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who reads the reply to a call of this path; `None` if it is not counted: pages and files, sign-in and live video,
    /// which are small.
    pub fn reader(&self, path: &str, address: impl FnOnce() -> IpAddr) -> Option<ReplyReader> {
        if is_outside_exams(path) {
            return Some(ReplyReader::Address(network(address())));
        }
        let link = BY_LINK.iter().find_map(|prefix| path.strip_prefix(prefix))?;
        Some(ReplyReader::Link(self.hasher.hash_one(link.split('/').next())))
    }

    /// Counts the reply until it is sent, or its connection has gone. A stream is not counted: its own queue is bounded.
    ///
    /// # Errors
    /// 503 if replies that are not read hold too much.
    pub fn hold(&self, reader: ReplyReader, reply: Response) -> Result<Response, Error> {
        let Some(size) = reply.body().size_hint().exact().filter(|size| *size >= SMALL) else { return Ok(reply) };
        let reservation = self.take(reader, usize::try_from(size).unwrap_or(usize::MAX))?;
        Ok(reply.map(|body| {
            Body::new(BudgetedBody { body, reservation: Some(reservation), rest: Bytes::new(), left: size })
        }))
    }

    fn take(&self, reader: ReplyReader, bytes: usize) -> Result<ReplyReservation, Error> {
        let mut held = self.held();
        let own = held.by_reader.get(&reader).copied().unwrap_or_default();
        let is_full = match reader {
            ReplyReader::Address(_) => own >= PER_ADDRESS || held.all >= MAX_TOTAL,
            ReplyReader::Link(_) => own >= PER_LINK,
        };
        if is_full {
            let detail = "Too many large replies are on their way. Please try again in a moment.";
            return Err(Error::unavailable(detail, RETRY_AFTER));
        }
        held.by_reader.insert(reader, own + bytes);
        if matches!(reader, ReplyReader::Address(_)) {
            held.all += bytes;
        }
        drop(held);
        // Created after the lock is released: its `Drop` takes the lock.
        Ok(ReplyReservation { budget: self.clone(), reader, bytes })
    }
}

/// Bytes of one reply, released on drop.
struct ReplyReservation {
    budget: ReplyBudget,
    reader: ReplyReader,
    bytes: usize,
}

impl Drop for ReplyReservation {
    fn drop(&mut self) {
        let mut held = self.budget.held();
        if matches!(self.reader, ReplyReader::Address(_)) {
            held.all -= self.bytes;
        }
        let Some(own) = held.by_reader.get_mut(&self.reader) else { return };
        *own -= self.bytes;
        if *own == 0 {
            held.by_reader.remove(&self.reader);
        }
    }
}

/// Bytes with their reservation: pieces of them are counted until the last one is dropped.
struct Owned {
    bytes: Bytes,
    _reservation: Option<ReplyReservation>,
}

impl AsRef<[u8]> for Owned {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// A body that is handed out in pieces.
struct BudgetedBody {
    body: Body,
    reservation: Option<ReplyReservation>,
    rest: Bytes,
    left: u64,
}

impl HttpBody for BudgetedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = self.get_mut();
        if this.rest.is_empty() {
            match Pin::new(&mut this.body).poll_frame(context) {
                Poll::Ready(Some(Ok(frame))) => match frame.into_data() {
                    Ok(bytes) => this.rest = Bytes::from_owner(Owned { bytes, _reservation: this.reservation.take() }),
                    Err(frame) => return Poll::Ready(Some(Ok(frame))),
                },
                other => return other,
            }
        }
        let piece = this.rest.split_to(PIECE.min(this.rest.len()));
        if this.rest.is_empty() {
            this.rest = Bytes::new();
        }
        this.left = this.left.saturating_sub(piece.len() as u64);
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt;

    fn address(n: u8) -> ReplyReader {
        ReplyReader::Address([192, 0, 2, n].into())
    }

    /// Bytes of all, and number of readers.
    fn counted(budget: &ReplyBudget) -> (usize, usize) {
        let held = budget.held();
        (held.all, held.by_reader.len())
    }

    fn reply(bytes: usize) -> Response {
        Response::new(Body::from(vec![7; bytes]))
    }

    #[tokio::test]
    async fn a_reply_is_counted_until_its_last_piece_has_gone() {
        let budget = ReplyBudget::default();
        let mut body = budget.hold(address(1), reply(3 * PIECE + 1)).unwrap().into_body();
        assert_eq!(body.size_hint().exact(), Some(3 * PIECE as u64 + 1));
        let mut pieces = Vec::new();
        while let Some(frame) = body.frame().await {
            pieces.push(frame.unwrap().into_data().unwrap());
        }
        assert_eq!(pieces.iter().map(Bytes::len).collect::<Vec<_>>(), [PIECE, PIECE, PIECE, 1]);
        assert!(body.is_end_stream());
        drop(body);
        pieces.truncate(1);
        assert_eq!(budget.held().all, 3 * PIECE + 1, "the connection still has a piece");
        pieces.clear();
        assert_eq!(counted(&budget), (0, 0));
    }

    #[test]
    fn replies_that_are_not_read_are_bounded() {
        let budget = ReplyBudget::default();
        let big = 24 * 1024 * 1024;
        let fill = |reader: ReplyReader| {
            let kept = (0..100).map_while(|_| budget.hold(reader, reply(big)).ok());
            kept.collect::<Vec<_>>()
        };
        let one = fill(address(1));
        assert_eq!(one.len(), 3, "the last one may go beyond the limit");
        assert_eq!(budget.hold(address(1), reply(big)).unwrap_err().retry_after, Some(RETRY_AFTER));
        assert!(budget.hold(address(1), reply(1000)).is_ok(), "small ones are not counted");
        let others: Vec<_> = (2..20).flat_map(|n| fill(address(n))).collect();
        assert!(budget.held().all < MAX_TOTAL + big);
        assert!(budget.hold(address(99), reply(big)).is_err());
        let of = |path: &str| budget.reader(path, || [192, 0, 2, 99].into());
        let link = of("/api/take-test/abc/runs").unwrap();
        assert_eq!((Some(link), of("/api/start-test/abcd") == Some(link)), (of("/api/start-test/abc"), false));
        assert_eq!((of("/api/tests"), of("/take-test/abc")), (Some(address(99)), None));
        let exam = fill(link);
        assert_eq!(exam.len(), 1, "one reply beyond the limit of a link, whatever others hold");
        drop((one, others, exam));
        assert_eq!(counted(&budget), (0, 0));
    }
}
