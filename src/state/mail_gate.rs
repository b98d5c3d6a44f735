//! Whether mails may use the mail server. After a fault that the next mail would meet too, all wait; then one mail
//! tries, and the others follow once the server accepts it. One mail goes ahead after a quiet time as well, so that a
//! changed password is refused once. In memory: after a restart one mail tries.

use crate::{
    domain::{
        Instant, MailId,
        mail::PauseCause,
        time::{MILLISECOND, MINUTE, SignedDuration},
    },
    sync::{Mutex, MutexGuard},
};
use std::{collections::BTreeSet, sync::PoisonError};
use tokio::sync::{Notify, watch};

/// How long the server's last acceptance lets mails go side by side.
const PROOF_LASTS: SignedDuration = MINUTE;
/// Minimum time between two tries on a person's demand, where repeated tries do harm.
const ON_DEMAND: SignedDuration = MINUTE;

/// Different mails whose content the server refuses in a row before all wait: it is not what one of them says.
const REFUSED_IN_A_ROW: usize = 3;

/// Why all mails wait, and until when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailPause {
    pub cause: PauseCause,
    /// The server's words, or the cause.
    pub words: String,
    pub advice: String,
    /// The last failure.
    pub at: Instant,
    /// Time at which one mail tries again.
    pub until: Instant,
    /// Failures in a row.
    rounds: u32,
    /// Failures of the same cause, which double the pause.
    alike: u32,
    /// Ends only with an outcome: that the server lets the content come proves nothing.
    needs_outcome: bool,
    is_reported: bool,
}

#[derive(Default)]
struct GateState {
    pause: Option<MailPause>,
    is_probing: bool,
    /// Mails whose content was refused since the last one that was accepted.
    refused: BTreeSet<MailId>,
    proven_at: Option<Instant>,
    /// Time at which the settings changed, or a mail went out another way.
    opened_at: Option<Instant>,
    /// Mails that failed since then, or else since the start, for a reason that other settings may remove. Not decided by times: the clock
    /// may be set in between.
    tried: BTreeSet<MailId>,
    /// The generation of the settings.
    generation: u64,
}

#[derive(Default)]
pub struct MailGate {
    state: Mutex<GateState>,
    settled: Notify,
    /// The state's generation, for those who wait for another one.
    generation: watch::Sender<u64>,
}

pub enum Admission<'a> {
    Granted(Passage<'a>),
    Paused(MailPause),
}

/// The right to use the mail server for one delivery.
pub struct Passage<'a> {
    gate: &'a MailGate,
    is_probe: bool,
    /// The rounds of the pause when this was granted.
    rounds: u32,
    generation: u64,
}

impl MailGate {
    fn state(&self) -> MutexGuard<'_, GateState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits while another mail tries. `on_demand` is for a mail that a person wants to be sent now.
    pub async fn admit(&self, on_demand: bool, now: impl Fn() -> Instant) -> Admission<'_> {
        loop {
            let settled = self.settled.notified();
            tokio::pin!(settled);
            settled.as_mut().enable();
            if let Some(admission) = self.ask(on_demand, now()) {
                return admission;
            }
            settled.await;
        }
    }

    /// `None` while another mail tries. The [`Passage`] is created after the lock is released: its `Drop` takes the lock.
    fn ask(&self, on_demand: bool, now: Instant) -> Option<Admission<'_>> {
        let (is_probe, rounds, generation) = {
            let mut state = self.state();
            let holds = |pause: &&MailPause| pause.holds(now) && !(on_demand && pause.yields(now));
            if let Some(pause) = state.pause.as_ref().filter(holds) {
                return Some(Admission::Paused(pause.clone()));
            }
            let is_proven = state.proven_at.is_some_and(|at| now >= at && now.since(at) < PROOF_LASTS);
            let is_probe = state.pause.is_some() || !is_proven;
            if is_probe && state.is_probing {
                return None;
            }
            state.is_probing |= is_probe;
            (is_probe, state.pause.as_ref().map_or(0, |pause| pause.rounds), state.generation)
        };
        Some(Admission::Granted(Passage { gate: self, is_probe, rounds, generation }))
    }

    /// The pause, if the mails wait now.
    pub fn pause(&self, now: Instant) -> Option<MailPause> {
        self.state().pause.clone().filter(|pause| pause.holds(now))
    }

    /// Returns true once per pause, to the caller who notifies the administrators; again after [`Self::unreported`].
    pub fn is_news(&self) -> bool {
        self.state().pause.as_mut().is_some_and(|pause| !std::mem::replace(&mut pause.is_reported, true))
    }

    /// The administrators could not be notified.
    pub fn unreported(&self) {
        if let Some(pause) = &mut self.state().pause {
            pause.is_reported = false;
        }
    }

    /// The settings have changed: one mail tries, and deliveries that wait for the server of before end
    /// ([`Self::changed`]).
    pub fn reset(&self, now: Instant) {
        let generation = {
            let mut state = self.state();
            // A delivery with the settings of before is no probe of these.
            let generation = state.generation + 1;
            *state = GateState { generation, opened_at: Some(now), ..GateState::default() };
            generation
        };
        self.generation.send_modify(|shown| *shown = generation.max(*shown));
        self.settled.notify_waiters();
    }

    /// A mail went out another way, such as a test mail.
    pub fn proven(&self, now: Instant) {
        {
            let mut state = self.state();
            state.pause = None;
            state.refused.clear();
            state.tried.clear();
            state.proven_at = Some(now);
            state.opened_at = Some(now);
        }
        self.settled.notify_waiters();
    }

    /// The last time that what had held all mails up was gone, or may have been; at least the restart, at `started`.
    pub fn opened_at(&self, started: Instant) -> Instant {
        self.state().opened_at.unwrap_or_else(|| started.plus(-MILLISECOND))
    }

    /// Whether since the restart the settings changed, or a mail went out another way.
    pub fn has_changed(&self) -> bool {
        self.state().opened_at.is_some()
    }

    /// Whether this mail was tried in vain since [`Self::opened_at`], with the settings that are in force.
    pub fn has_tried(&self, mail: MailId) -> bool {
        self.state().tried.contains(&mail)
    }

    /// The settings that are in force.
    pub fn generation(&self) -> u64 {
        self.state().generation
    }

    /// Waits until the settings are others than those of `generation`.
    pub async fn changed(&self, generation: u64) {
        let mut current = self.generation.subscribe();
        // The sender is this gate's own.
        let _ = current.wait_for(|now| *now != generation).await;
    }
}

impl MailPause {
    /// Whether the gate is closed; it is not after the clock was set back.
    fn holds(&self, now: Instant) -> bool {
        self.at <= now && now < self.until
    }

    /// Whether a person may try now: a server that is back is used at once; refusals are not repeated by each click.
    fn yields(&self, now: Instant) -> bool {
        self.cause == PauseCause::Connection || now.since(self.at) >= ON_DEMAND
    }
}

impl Passage<'_> {
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The server lets the content come: it can be reached, and accepts sign-in, sender and recipient.
    pub fn reached(&self, now: Instant) {
        self.passed(now, |pause| !pause.needs_outcome);
    }

    /// This mail failed for a reason that other settings may remove.
    pub fn tried(&self, mail: MailId) {
        let mut state = self.gate.state();
        if state.generation == self.generation {
            state.tried.insert(mail);
        }
    }

    /// The server has accepted this mail.
    pub fn accepted(&self, now: Instant) {
        {
            let mut state = self.gate.state();
            if state.generation == self.generation {
                state.refused.clear();
            }
        }
        self.settled(now);
    }

    /// The server has refused what this mail says, or its recipient for want of relaying. The others go on, unless several in
    /// a row are refused like this.
    pub fn refused_alone(&self, mail: MailId, words: (&str, &str), now: Instant) {
        let is_of_all = {
            let mut state = self.gate.state();
            if state.generation != self.generation {
                return;
            }
            // The same mail again says nothing of the others.
            state.refused.insert(mail) && state.refused.len() >= REFUSED_IN_A_ROW
        };
        if is_of_all { self.failed(PauseCause::Client, words, true, now) } else { self.settled(now) }
    }

    /// The server has accepted or refused this mail by itself.
    pub fn settled(&self, now: Instant) {
        self.passed(now, |_| true);
    }

    fn passed(&self, now: Instant, ends: impl Fn(&MailPause) -> bool) {
        {
            let mut state = self.gate.state();
            if state.generation != self.generation {
                return;
            }
            // An acceptance of before a quota was used up does not give it back.
            let is_overtaken = |pause: &MailPause| pause.needs_outcome && pause.rounds > self.rounds;
            if state.pause.as_ref().is_some_and(|pause| is_overtaken(pause) || !ends(pause)) {
                return;
            }
            state.pause = None;
            state.proven_at = Some(now);
        }
        self.gate.settled.notify_waiters();
    }

    /// All mails wait. Several that fail at once count as one failure.
    pub fn failed(&self, cause: PauseCause, (words, advice): (&str, &str), needs_outcome: bool, now: Instant) {
        let mut state = self.gate.state();
        if state.generation != self.generation {
            return;
        }
        let old = state.pause.as_ref().map_or(0, |pause| pause.rounds);
        if old > self.rounds {
            return;
        }
        let needs_outcome = needs_outcome || matches!(cause, PauseCause::Rate | PauseCause::Quota);
        // Another cause is news, and waits its own time: a mail that the server did not confirm says nothing of a password.
        let same = state.pause.as_ref().filter(|pause| (pause.cause, pause.needs_outcome) == (cause, needs_outcome));
        let (alike, is_reported) = same.map_or((1, false), |pause| (pause.alike + 1, pause.is_reported));
        let rounds = old + 1;
        let (first, longest) = cause.pauses();
        let pause = first.saturating_mul(1 << (alike - 1).min(16)).min(longest);
        let (words, advice, until) = (words.to_owned(), advice.to_owned(), now.plus(pause));
        state.pause =
            Some(MailPause { cause, words, advice, at: now, until, rounds, alike, needs_outcome, is_reported });
        state.proven_at = None;
    }
}

impl Drop for Passage<'_> {
    fn drop(&mut self) {
        if !self.is_probe {
            return;
        }
        {
            let mut state = self.gate.state();
            if state.generation == self.generation {
                state.is_probing = false;
            }
        }
        self.gate.settled.notify_waiters();
    }
}

#[cfg(test)]
#[path = "mail_gate_tests.rs"]
mod tests;
