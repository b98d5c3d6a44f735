//! Lost time: when candidates' pages could not reach the server, who could work on meanwhile, and how much time to give
//! back (`docs/behaviour/taking.md#lost-time`).

use super::{
    AttemptId, Error, ErrorCode, Instant, OutageId, Result, UserId,
    attempt::Attempt,
    time::{self, SignedDuration},
};
use serde::{Deserialize, Serialize};

mod typing;

pub use typing::Typing;

/// Interval of a page's heartbeats.
pub const BEAT: SignedDuration = SignedDuration::from_secs(8);
/// Interval of its tries while the server is out of reach.
pub const RETRY: SignedDuration = SignedDuration::from_secs(2);
/// Interval of the server's own durable heartbeats while attempts run.
pub const SERVER_BEAT: SignedDuration = SignedDuration::from_secs(10);
/// Anything shorter is a blip and no outage.
pub const BLIP: SignedDuration = SignedDuration::from_secs(15);
/// How long after a page came back its saves may still bring what was typed meanwhile.
pub const SETTLE: SignedDuration = SignedDuration::from_secs(10);
/// Most time that can be given back to one attempt: as much as a proctor may add at once.
pub const MAX_GIVEN: SignedDuration = SignedDuration::from_mins(480);
/// Outages that are kept; a new one evicts the oldest.
pub const MAX_OUTAGES: usize = 1_000;
/// Attempts of one outage that are kept.
pub const MAX_LOSSES: usize = 10_000;

/// Cause of an outage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reach {
    /// The server did not run.
    Server,
    /// The network of several candidates, lost at once.
    Hall,
    /// The connection of one candidate.
    Single,
}

/// A span of time within which something happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutageWindow {
    pub from: Instant,
    pub to: Instant,
}

impl OutageWindow {
    #[must_use]
    pub const fn middle(self) -> Instant {
        Instant::from_millis(self.from.as_millis().midpoint(self.to.as_millis()))
    }

    /// The part that both share.
    #[must_use]
    pub fn and(self, other: Self) -> Option<Self> {
        let both = Self { from: self.from.max(other.from), to: self.to.min(other.to) };
        (both.from <= both.to).then_some(both)
    }
}

/// A page that was silent, and came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Silence {
    pub attempt_id: AttemptId,
    /// The time from its last sign of life to the one that did not come.
    pub cut: OutageWindow,
    /// Time at which it was heard from again; the end of its attempt, if that was before.
    pub back: Instant,
    /// It was heard from after the end of its attempt only: `back` does not say when the connection was.
    pub is_over: bool,
    /// Changes of answers that the candidate made meanwhile.
    pub typed: u32,
}

impl Silence {
    /// `None` for a blip.
    #[must_use]
    pub fn between(attempt_id: AttemptId, cut: OutageWindow, back: Instant) -> Option<Self> {
        (lasted(cut, back) >= BLIP).then_some(Self { attempt_id, cut, back, is_over: false, typed: 0 })
    }

    /// The part before the end of its attempt: no one loses time after it. `None` for a blip.
    #[must_use]
    pub fn until(self, end: Instant) -> Option<Self> {
        if self.back <= end {
            return Some(self);
        }
        let before = Self::between(self.attempt_id, self.cut, end)?;
        Some(Self { is_over: true, typed: self.typed, ..before })
    }
}

/// The time from the cut to the return of a page, which tries every [`RETRY`].
fn lasted(cut: OutageWindow, back: Instant) -> SignedDuration {
    (back.since(cut.middle()) - RETRY / 2).max(SignedDuration::ZERO)
}

/// Seconds as they are shown: rounded, like what is proposed.
#[must_use]
pub fn seconds(time: SignedDuration) -> i64 {
    (time + SignedDuration::from_millis(500)).as_secs()
}

/// Divides time among losses by their lengths, in whole seconds and with an exact sum. Each gets a second at least: zero is no
/// time given.
#[must_use]
pub fn divided(time: SignedDuration, lost: &[SignedDuration]) -> Vec<SignedDuration> {
    let weight = |one: &SignedDuration| one.as_secs().max(1);
    let (mut left, mut weights) = (time.as_secs(), lost.iter().map(weight).sum::<i64>());
    let part = |one: &SignedDuration| {
        let part = (left.saturating_mul(weight(one)) / weights.max(1)).max(1);
        (left, weights) = (left - part, weights - weight(one));
        SignedDuration::from_secs(part)
    };
    lost.iter().map(part).collect()
}

/// A length as text: "4:10", in minutes and seconds.
#[must_use]
pub fn minutes(time: SignedDuration) -> String {
    let seconds = seconds(time);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// How an outage was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OutageVerdict {
    Given,
    Dismissed,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutageSettlement {
    pub verdict: OutageVerdict,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
    pub reason: String,
}

/// Time that attempts lost together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outage {
    pub id: OutageId,
    pub reach: Reach,
    /// When the connection was cut.
    pub cut: OutageWindow,
    /// Time at which the server ran again, or the last page was back.
    pub to: Instant,
    /// Number of attempts that lost time.
    pub losses: u32,
    /// Incremented by every change.
    pub version: u32,
    pub settled: Option<OutageSettlement>,
}

/// The loss of one attempt in an outage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    pub outage_id: OutageId,
    pub attempt_id: AttemptId,
    /// Time at which its page was back; `None`: it has not been heard from since.
    pub back: Option<Instant>,
    /// Changes of answers that the candidate made meanwhile.
    pub typed: u32,
    /// Time that was given back; zero while none was.
    #[serde(with = "time::in_millis")]
    pub given: SignedDuration,
}

impl Outage {
    /// The outage of one page.
    #[must_use]
    pub const fn single(id: OutageId, silence: &Silence) -> Self {
        let Silence { cut, back, .. } = *silence;
        Self { id, reach: Reach::Single, cut, to: back, losses: 1, version: 1, settled: None }
    }

    /// The server did not run until `up`; `None` for a blip.
    #[must_use]
    pub fn of_server(id: OutageId, cut: OutageWindow, up: Instant, losses: u32) -> Option<Self> {
        let outage = Self { id, reach: Reach::Server, cut, to: up, losses, version: 1, settled: None };
        (outage.duration() >= BLIP).then_some(outage)
    }

    #[must_use]
    pub const fn began(&self) -> Instant {
        self.cut.middle()
    }

    /// Time from the cut until the last page was back, or the server ran again.
    #[must_use]
    pub fn duration(&self) -> SignedDuration {
        match self.reach {
            Reach::Server => self.to.since(self.began()),
            Reach::Hall | Reach::Single => lasted(self.cut, self.to),
        }
    }

    /// Takes in another page that was cut off at the same time. Returns false if it was not, or if the outage is settled.
    pub fn join(&mut self, silence: &Silence) -> bool {
        let Some(cut) = self.cut.and(silence.cut) else { return false };
        let is_open = self.reach != Reach::Server && self.settled.is_none() && (self.losses as usize) < MAX_LOSSES;
        if is_open {
            if !silence.is_over {
                self.to = self.to.max(silence.back);
            }
            (self.cut, self.reach) = (cut, Reach::Hall);
            self.losses += 1;
            self.version += 1;
        }
        is_open
    }

    /// Time that an attempt lost.
    #[must_use]
    pub fn lost(&self, loss: &Loss) -> SignedDuration {
        match (self.reach, loss.back) {
            (Reach::Hall | Reach::Single, Some(back)) => lasted(self.cut, back),
            _ => self.duration(),
        }
    }

    /// Time that an attempt lost: while it runs all of it, which moves the deadline; otherwise until its end, after which no
    /// one loses time. Never what a pause has given it already.
    #[must_use]
    pub fn lost_by(&self, loss: &Loss, attempt: &Attempt) -> SignedDuration {
        let to = loss.back.unwrap_or(self.to);
        let paused = attempt.pauses.within(self.began(), to);
        let whole = (self.lost(loss) - paused).max(SignedDuration::ZERO);
        if attempt.is_running() {
            return whole;
        }
        whole.min(attempt.over_at().since(self.began()).max(SignedDuration::ZERO))
    }

    /// Time to give back, in whole seconds: none to a candidate who worked on.
    #[must_use]
    pub fn proposal(&self, loss: &Loss) -> SignedDuration {
        if loss.typed > 0 {
            return SignedDuration::ZERO;
        }
        SignedDuration::from_secs(seconds(self.lost(loss))).min(MAX_GIVEN)
    }

    /// Time to give back to an attempt: what is proposed, and no more than it lost by its own clock.
    #[must_use]
    pub fn proposal_to(&self, attempt: &Attempt, loss: &Loss) -> SignedDuration {
        self.proposal(loss).min(SignedDuration::from_secs(seconds(self.lost_by(loss, attempt))))
    }

    /// Records that a loss of it has changed.
    pub const fn touch(&mut self) {
        self.version += 1;
    }

    /// Records how it was settled.
    pub fn settle(&mut self, settled: OutageSettlement) {
        self.settled = Some(settled);
        self.version += 1;
    }

    /// # Errors
    /// 409 `dismissed`.
    pub fn require_not_dismissed(&self) -> Result<()> {
        if self.settled.as_ref().is_some_and(|settled| settled.verdict == OutageVerdict::Dismissed) {
            return Err(Error::conflict(
                ErrorCode::Dismissed,
                "This outage was dismissed, so no time can be given back for it.",
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
