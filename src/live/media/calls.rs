//! Calls from pages to the engine. Each call passes the rate limit (`gate`) and waits for its reply in a bounded queue;
//! a caller that disconnects leaves no session behind.

use super::{
    CloseReason, FinishedClip, Media,
    call_queue::CallQueue,
    command::{MediaCommand, MediaOffer, PublisherId, ReplySender, SdpDescription, WallOffer},
    gate::Pass,
    limits::{LINE_BYTES, OFFER_BYTES, OFFER_LINES, SDP_BYTES, SECTION_LINES, SMALL_SDP_BYTES},
    peers::{owner_of, wall_on},
    shared::ThreadHandle,
    signal_queue::Party,
    unknown_session,
};
use crate::domain::{Error, InviteId, MediaSessionId, Result, UserId, clip::ClipCause};
use str0m::change::{SdpAnswer, SdpOffer};
use tokio::sync::{mpsc, oneshot};

/// A session being opened for a caller. Ends the session if dropped before the caller has received it.
struct Opening<'a> {
    media: &'a Media,
    id: MediaSessionId,
    is_taken: bool,
}

impl Drop for Opening<'_> {
    fn drop(&mut self) {
        // A call still queued opens no session: the engine finds its reply channel closed.
        if !self.is_taken {
            self.media.end(self.id, CloseReason::Left);
        }
    }
}

impl Media {
    fn pass(&self, party: Party) -> Result<Pass<'_>> {
        self.require_running()?;
        self.0.gate.enter(party, (self.0.now)())
    }

    /// The media thread of a running session; the first for an unknown one, which refuses the call.
    fn of_session(&self, id: MediaSessionId) -> Result<&ThreadHandle> {
        self.thread(|_| self.0.signal_queues.open_on(id).unwrap_or_default())
    }

    fn owner(&self, invite: InviteId) -> Result<&ThreadHandle> {
        self.thread(|threads| owner_of(invite, threads))
    }

    /// The media thread that is chosen among so many.
    fn thread(&self, choose: impl FnOnce(usize) -> usize) -> Result<&ThreadHandle> {
        let threads = &self.running()?.threads;
        threads.get(choose(threads.len())).ok_or_else(unknown_session)
    }

    async fn ask<C, T>(
        &self,
        pass: Pass<'_>,
        queue: &CallQueue<C>,
        command: impl FnOnce(ReplySender<T>) -> C,
    ) -> Result<T> {
        let (reply, answer) = oneshot::channel();
        let busy = || Error::unavailable("Live video is busy. Please try again.", 2);
        // Fail fast on a full queue: callers must not pile up.
        if !queue.put(command(reply)) {
            pass.refund();
            return Err(busy());
        }
        answer.await.map_err(|_| busy())?
    }

    async fn open<C, T>(
        &self,
        id: MediaSessionId,
        pass: Pass<'_>,
        queue: &CallQueue<C>,
        command: impl FnOnce(ReplySender<T>) -> C,
    ) -> Result<T> {
        let mut opening = Opening { media: self, id, is_taken: false };
        let made = self.ask(pass, queue, command).await?;
        opening.is_taken = true;
        Ok(made)
    }

    /// Parses an SDP. A large one takes many milliseconds of blocking CPU, so it runs off the runtime's threads.
    async fn read<T: Send + 'static>(&self, sdp: String, read: impl FnOnce(&str) -> T + Send + 'static) -> Result<T> {
        if sdp.len() <= SMALL_SDP_BYTES {
            return Ok(read(&sdp));
        }
        let permit = self.0.sdp_parsing.clone().acquire_owned().await.map_err(Error::internal)?;
        let reading = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            read(&sdp)
        });
        reading.await.map_err(Error::internal)
    }

    /// Publishes a candidate's camera and returns the SDP answer (`docs/behaviour/monitoring.md#live-monitoring`).
    ///
    /// # Errors
    /// 409 `media_off`; 422 for an invalid offer; 429 `too_many` beyond the limits; 503 while the queue is full.
    pub async fn publish(&self, id: MediaSessionId, publisher: PublisherId, sdp: &str) -> Result<SdpDescription> {
        let pass = self.pass(Party::Candidate(publisher.invite))?;
        let sdp = readable(sdp, OFFER_BYTES)?;
        let lines = sdp.lines().filter(|l| l.starts_with("m=")).count();
        if lines > OFFER_LINES {
            return Err(Error::field("sdp", format!("An offer has at most {OFFER_LINES} media lines.")));
        }
        let offer = self.read(sdp, |sdp| SdpOffer::from_sdp_string(sdp).ok()).await?;
        let description = offer.ok_or_else(|| invalid_sdp("offer"))?;
        let queue = &self.owner(publisher.invite)?.offers;
        self.open(id, pass, queue, |reply| MediaOffer { id, publisher, description, reply }).await
    }

    /// Opens an administrator's monitor of one candidate and returns the server's SDP offer.
    ///
    /// # Errors
    /// 409 `media_off`; 429 `too_many` beyond the limits; 503 while the queue is full.
    pub async fn watch(&self, id: MediaSessionId, owner: UserId, invite: InviteId) -> Result<SdpDescription> {
        let pass = self.pass(Party::Staff(owner))?;
        let queue = &self.owner(invite)?.commands;
        self.open(id, pass, queue, |reply| MediaCommand::Watch { id, owner, invite, reply }).await
    }

    /// Applies the page's answer to the server's pending offer.
    ///
    /// # Errors
    /// 404 `unknown_session`; 409 `no_offer`; 422; 429 `too_many` beyond the limits; 503 while the queue is full.
    pub async fn answer(&self, id: MediaSessionId, owner: UserId, sdp: &str) -> Result<()> {
        let pass = self.pass(Party::Staff(owner))?;
        let answer = self.read(readable(sdp, SDP_BYTES)?, |sdp| SdpAnswer::from_sdp_string(sdp).ok()).await?;
        let answer = answer.ok_or_else(|| invalid_sdp("answer"))?;
        let queue = &self.of_session(id)?.commands;
        self.ask(pass, queue, |reply| MediaCommand::Answer { id, answer, reply }).await
    }

    /// Opens a wall without tiles; [`Self::set_wall`] adds them.
    ///
    /// # Errors
    /// 409 `media_off`; 429 `too_many` beyond the limits; 503 while the queue is full.
    pub async fn open_wall(&self, id: MediaSessionId, owner: UserId) -> Result<()> {
        let pass = self.pass(Party::Staff(owner))?;
        let queue = &self.thread(|threads| wall_on(id, threads))?.commands;
        self.open(id, pass, queue, |reply| MediaCommand::OpenWall { id, owner, reply }).await
    }

    /// Sets the candidates shown on a wall, and which of them is in focus (large, with sound).
    ///
    /// # Errors
    /// 404 `unknown_session`; 409 `renegotiating`; 429 `too_many` where a candidate has too many viewers, or beyond the
    /// limits; 503 while the queue is full.
    pub async fn set_wall(
        &self,
        id: MediaSessionId,
        owner: UserId,
        invites: Vec<InviteId>,
        focus: Option<InviteId>,
    ) -> Result<WallOffer> {
        let pass = self.pass(Party::Staff(owner))?;
        let queue = &self.of_session(id)?.commands;
        self.ask(pass, queue, |reply| MediaCommand::SetWall { id, invites, focus, reply }).await
    }

    /// Sets whether the administrator's own voice and camera are forwarded to the candidate.
    ///
    /// # Errors
    /// 404 `unknown_session`; 422 on a wall; 429 `too_many` beyond the limits; 503 while the queue is full.
    pub async fn set_proctor(
        &self,
        id: MediaSessionId,
        owner: UserId,
        speaking: bool,
        video: bool,
        name: String,
    ) -> Result<()> {
        let pass = self.pass(Party::Staff(owner))?;
        let queue = &self.of_session(id)?.commands;
        self.ask(pass, queue, |reply| MediaCommand::Proctor { id, speaking, video, name, reply }).await
    }

    /// Begins a clip of a candidate, or prolongs it; nothing where the attempt keeps no clips.
    pub fn mark_clip(&self, invite: InviteId, cause: ClipCause) {
        let Ok(owner) = self.owner(invite) else { return };
        if !owner.commands.put(MediaCommand::MarkClip { invite, cause }) {
            tracing::warn!(%invite, ?cause, "no clip is kept: live video is busy");
        }
    }

    /// The clips that are to be stored, for one caller, who calls [`Self::clip_done`] after each.
    #[must_use]
    pub fn take_clips(&self) -> Option<mpsc::Receiver<FinishedClip>> {
        self.0.clips.take()
    }

    pub fn clip_done(&self) {
        self.0.clips.done();
    }

    /// Clips that are recorded or wait to be stored.
    #[must_use]
    pub fn open_clips(&self) -> usize {
        self.0.clips.open()
    }

    /// Ends a session, if it is open.
    pub fn end(&self, id: MediaSessionId, why: CloseReason) {
        let thread = self.0.signal_queues.open_on(id);
        if let Some(thread) = thread.and_then(|thread| self.0.running.get()?.threads.get(thread)) {
            thread.ends.session(id, why);
        }
    }

    /// Ends the publisher and the viewers of a candidate whose attempt is over.
    pub fn end_invite(&self, invite: InviteId) {
        if let Some(running) = self.served() {
            // Walls of every thread may show the candidate.
            running.threads.iter().for_each(|thread| thread.ends.invite(invite));
        } else {
            self.0.board.forget(invite);
        }
    }

    /// Ends all sessions of an account. Its pages open new ones, if they still may, unless it is [`CloseReason::NotAllowed`].
    pub fn end_owner(&self, owner: UserId, why: CloseReason) {
        if let Some(running) = self.served() {
            running.threads.iter().for_each(|thread| thread.ends.owner(owner, why));
        }
    }
}

/// Returns the SDP without remote ICE candidates, rejecting one larger than any browser sends. As an ICE-lite agent
/// (RFC 8445 section 2.5) the server sends no checks, so it needs no remote candidates; these may be mDNS names that
/// only the browser's own network resolves.
fn readable(sdp: &str, most: usize) -> Result<String> {
    let mut text = String::with_capacity(sdp.len().min(most));
    let mut section_lines = 0;
    for line in sdp.lines().filter(|l| !l.starts_with("a=candidate:") && !l.is_empty()) {
        section_lines = if line.starts_with("m=") { 1 } else { section_lines + 1 };
        if section_lines > SECTION_LINES || line.len() > LINE_BYTES || text.len() + line.len() > most {
            return Err(Error::field("sdp", "This session description is longer than any browser sends."));
        }
        text += line.trim_end();
        text += "\r\n";
    }
    Ok(text)
}

fn invalid_sdp(what: &str) -> Error {
    Error::field("sdp", format!("The server does not understand this {what}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_longer_than_any_browser_sends_are_rejected() {
        let part = |lines: usize| format!("m=video 9 UDP/TLS/RTP/SAVPF 96\r\n{}", "a=x\r\n".repeat(lines - 1));
        let (most, over) = (part(SECTION_LINES), part(SECTION_LINES + 1));
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
