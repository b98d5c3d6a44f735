//! What pages ask of the engine. Each call passes the gate, and waits for its answer in a bounded queue; a caller that
//! hangs up leaves nothing behind.

use super::{
    Media, Why,
    command::{Candidature, Command, Description, Offer, Reply, WallOffer},
    gate::Pass,
    limits::{LINE_BYTES, OFFER_BYTES, OFFER_LINES, PART_LINES, SDP_BYTES, SMALL_SDP_BYTES},
    shared::Shared,
    signal_queue::Party,
};
use crate::domain::{Error, InviteId, MediaSessionId, Result, UserId};
use str0m::change::{SdpAnswer, SdpOffer};
use tokio::sync::{mpsc, oneshot};

/// A session that is being made for a caller. Dropped before the caller has it, it ends.
struct Opening<'a> {
    shared: &'a Shared,
    id: MediaSessionId,
    is_taken: bool,
}

impl Drop for Opening<'_> {
    fn drop(&mut self) {
        // What the engine has not come to it will not make: the reply has nowhere to go.
        if !self.is_taken && self.shared.mailboxes.is_open(self.id) {
            self.shared.ends.session(self.id, Why::Left);
        }
    }
}

impl Media {
    fn pass(&self, party: Party) -> Result<Pass<'_>> {
        self.require_running()?;
        self.0.gate.enter(party, (self.0.now)())
    }

    async fn ask<C, T>(
        &self,
        pass: Pass<'_>,
        queue: &mpsc::Sender<C>,
        command: impl FnOnce(Reply<T>) -> C,
    ) -> Result<T> {
        let (reply, answer) = oneshot::channel();
        let busy = || Error::unavailable("Live video is busy. Please try again.", 2);
        // A full queue is told at once: callers must not pile up.
        if queue.try_send(command(reply)).is_err() {
            pass.unheard();
            return Err(busy());
        }
        answer.await.map_err(|_| busy())?
    }

    async fn open<C, T>(
        &self,
        id: MediaSessionId,
        pass: Pass<'_>,
        queue: &mpsc::Sender<C>,
        command: impl FnOnce(Reply<T>) -> C,
    ) -> Result<T> {
        let mut opening = Opening { shared: &self.0, id, is_taken: false };
        let made = self.ask(pass, queue, command).await?;
        opening.is_taken = true;
        Ok(made)
    }

    /// Reads a description. A large one takes many milliseconds, in which its thread serves nobody else.
    async fn read<T: Send + 'static>(&self, sdp: String, read: impl FnOnce(&str) -> T + Send + 'static) -> Result<T> {
        if sdp.len() <= SMALL_SDP_BYTES {
            return Ok(read(&sdp));
        }
        let turn = self.0.reading.clone().acquire_owned().await.map_err(Error::internal)?;
        let reading = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            read(&sdp)
        });
        reading.await.map_err(Error::internal)
    }

    /// A candidate publishes: answers the answer.
    ///
    /// # Errors
    /// 409 `media_off`; 422 for an offer that is none; 429 beyond the limits; 503 while too many others wait.
    pub async fn publish(&self, id: MediaSessionId, candidature: Candidature, sdp: &str) -> Result<Description> {
        let pass = self.pass(Party::Candidate(candidature.invite))?;
        let sdp = readable(sdp, OFFER_BYTES)?;
        let lines = sdp.lines().filter(|l| l.starts_with("m=")).count();
        if lines > OFFER_LINES {
            return Err(Error::field("sdp", format!("An offer has at most {OFFER_LINES} media lines.")));
        }
        let offer = self.read(sdp, |sdp| SdpOffer::from_sdp_string(sdp).ok()).await?;
        let description = offer.ok_or_else(|| not_sdp("offer"))?;
        let queue = &self.running()?.offers;
        self.open(id, pass, queue, |reply| Offer { id, candidature, description, reply }).await
    }

    /// An administrator watches one candidate: answers the server's offer.
    ///
    /// # Errors
    /// 409 `media_off`; 429 beyond the limits; 503 while too many others wait.
    pub async fn watch(&self, id: MediaSessionId, owner: UserId, invite: InviteId) -> Result<Description> {
        let pass = self.pass(Party::Admin(owner))?;
        let queue = &self.running()?.commands;
        self.open(id, pass, queue, |reply| Command::Watch { id, owner, invite, reply }).await
    }

    /// Completes what the server offered.
    ///
    /// # Errors
    /// 404 `unknown_session`; 409 `no_offer`; 422; 429 beyond the limits; 503 while too many others wait.
    pub async fn answer(&self, id: MediaSessionId, owner: UserId, sdp: &str) -> Result<()> {
        let pass = self.pass(Party::Admin(owner))?;
        let answer = self.read(readable(sdp, SDP_BYTES)?, |sdp| SdpAnswer::from_sdp_string(sdp).ok()).await?;
        let answer = answer.ok_or_else(|| not_sdp("answer"))?;
        let queue = &self.running()?.commands;
        self.ask(pass, queue, |reply| Command::Answer { id, answer, reply }).await
    }

    /// # Errors
    /// 409 `media_off`; 429 beyond the limits; 503 while too many others wait.
    pub async fn open_wall(&self, id: MediaSessionId, owner: UserId) -> Result<()> {
        let pass = self.pass(Party::Admin(owner))?;
        let queue = &self.running()?.commands;
        self.open(id, pass, queue, |reply| Command::OpenWall { id, owner, reply }).await
    }

    /// Shows these candidates, one of them in focus.
    ///
    /// # Errors
    /// 404 `unknown_session`; 409 `renegotiating`; 429 where a candidate has too many viewers, or beyond the limits; 503
    /// while too many others wait.
    pub async fn set_wall(
        &self,
        id: MediaSessionId,
        owner: UserId,
        invites: Vec<InviteId>,
        focus: Option<InviteId>,
    ) -> Result<WallOffer> {
        let pass = self.pass(Party::Admin(owner))?;
        let queue = &self.running()?.commands;
        self.ask(pass, queue, |reply| Command::SetWall { id, invites, focus, reply }).await
    }

    /// What of the administrator's own voice and picture reaches the candidate.
    ///
    /// # Errors
    /// 404 `unknown_session`; 422 on a wall; 429 beyond the limits; 503 while too many others wait.
    pub async fn set_proctor(
        &self,
        id: MediaSessionId,
        owner: UserId,
        speaking: bool,
        video: bool,
        name: String,
    ) -> Result<()> {
        let pass = self.pass(Party::Admin(owner))?;
        let queue = &self.running()?.commands;
        self.ask(pass, queue, |reply| Command::Proctor { id, speaking, video, name, reply }).await
    }

    /// Ends a session, if it is open.
    pub fn end(&self, id: MediaSessionId, why: Why) {
        if self.0.mailboxes.is_open(id) {
            self.0.ends.session(id, why);
        }
    }

    /// Ends publisher and viewers of a candidate who is done.
    pub fn end_invite(&self, invite: InviteId) {
        if self.address().is_some() {
            self.0.ends.invite(invite);
        } else {
            self.0.board.forget(invite);
        }
    }

    /// Ends what an account has open.
    pub fn end_owner(&self, owner: UserId) {
        if self.address().is_some() {
            self.0.ends.owner(owner);
        }
    }
}

/// What of a description is to be read, if it is one that a browser can have made. Browsers reach the server, never the
/// other way round: what they say about their own addresses, which may be names that only their own network knows, is not
/// needed (RFC 8445 section 2.5, ICE-lite).
fn readable(sdp: &str, most: usize) -> Result<String> {
    let mut text = String::with_capacity(sdp.len().min(most));
    let mut part = 0;
    for line in sdp.lines().filter(|l| !l.starts_with("a=candidate:") && !l.is_empty()) {
        part = if line.starts_with("m=") { 1 } else { part + 1 };
        if part > PART_LINES || line.len() > LINE_BYTES || text.len() + line.len() > most {
            return Err(Error::field("sdp", "This description is longer than a browser's."));
        }
        text += line.trim_end();
        text += "\r\n";
    }
    Ok(text)
}

fn not_sdp(what: &str) -> Error {
    Error::field("sdp", format!("This is no {what} that the server understands."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_longer_than_a_browsers_are_not_read() {
        let part = |lines: usize| format!("m=video 9 UDP/TLS/RTP/SAVPF 96\r\n{}", "a=x\r\n".repeat(lines - 1));
        let (most, over) = (part(PART_LINES), part(PART_LINES + 1));
        assert_eq!(readable(&most, SDP_BYTES).unwrap(), most);
        assert_eq!(readable(&most.repeat(3), SDP_BYTES).unwrap(), most.repeat(3));
        assert!(readable(&over, SDP_BYTES).is_err());
        assert!(readable(&format!("a={}", "x".repeat(LINE_BYTES - 2)), SDP_BYTES).is_ok());
        assert!(readable(&format!("a={}", "x".repeat(LINE_BYTES - 1)), SDP_BYTES).is_err());
        let longest = format!("m=x\r\n{}", "a=y\r\n".repeat(99));
        assert!(readable(&longest, 500).is_ok() && readable(&longest, 496).is_err());
        let candidates = format!("v=0\na=candidate:{}\n\nt=0", "x".repeat(9_000));
        assert_eq!(readable(&candidates, 100).unwrap(), "v=0\r\nt=0\r\n");
    }
}
