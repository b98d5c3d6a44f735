//! Deliveries of webhooks, and when they are tried again.

use super::WebhookEvent;
use crate::domain::{
    DeliveryId, Instant, InviteId, WebhookId,
    time::{HOUR, MINUTE, SignedDuration},
};
use serde::{Deserialize, Serialize};

/// Time from its event for which a delivery is tried.
pub const TRIED_FOR: SignedDuration = SignedDuration::from_hours(3 * 24);
/// Time for which a delivery that has ended is kept.
pub const RETENTION: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Characters of a receiver's reply that are kept.
pub const MAX_REPLY: usize = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeliveryState {
    /// The delivery is sent at this time.
    Waiting(Instant),
    /// An earlier one of the same invite has not ended.
    InLine,
    Delivered(Instant),
    /// Given up.
    SetAside(Instant),
}

impl DeliveryState {
    /// Its name on the wire and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting(_) => "waiting",
            Self::InLine => "in_line",
            Self::Delivered(_) => "delivered",
            Self::SetAside(_) => "set_aside",
        }
    }
}

/// A state without its time, for lists and counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeliveryClass {
    /// It has not ended.
    Open,
    Delivered,
    SetAside,
}

/// The last try of a delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastTry {
    pub at: Instant,
    /// `None` if there was no reply.
    pub status: Option<u16>,
    /// The beginning of the reply, or why there was none.
    pub words: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    pub id: DeliveryId,
    pub webhook_id: WebhookId,
    pub event: WebhookEvent,
    /// `None` for a test of the webhook.
    pub invite_id: Option<InviteId>,
    /// The text that is sent, once the link to the report of an order in it is completed.
    pub body: String,
    pub made_at: Instant,
    pub state: DeliveryState,
    pub tries: u32,
    pub last_try: Option<LastTry>,
    /// The shown part of the address of its order, or the address of its activity, instead of that of the webhook.
    pub url: Option<String>,
}

impl Delivery {
    #[must_use]
    pub const fn class(&self) -> DeliveryClass {
        match self.state {
            DeliveryState::Waiting(_) | DeliveryState::InLine => DeliveryClass::Open,
            DeliveryState::Delivered(_) => DeliveryClass::Delivered,
            DeliveryState::SetAside(_) => DeliveryClass::SetAside,
        }
    }

    #[must_use]
    pub const fn due_at(&self) -> Option<Instant> {
        match self.state {
            DeliveryState::Waiting(at) => Some(at),
            DeliveryState::InLine | DeliveryState::Delivered(_) | DeliveryState::SetAside(_) => None,
        }
    }

    #[must_use]
    pub const fn ended_at(&self) -> Option<Instant> {
        match self.state {
            DeliveryState::Delivered(at) | DeliveryState::SetAside(at) => Some(at),
            DeliveryState::Waiting(_) | DeliveryState::InLine => None,
        }
    }

    /// Notes a try. `may_repeat` is false where the receiver has refused all further calls.
    pub fn tried(&mut self, outcome: LastTry, is_delivered: bool, may_repeat: bool) {
        let now = outcome.at;
        self.tries = self.tries.saturating_add(1);
        self.last_try = Some(outcome);
        self.state = if is_delivered {
            DeliveryState::Delivered(now)
        } else if may_repeat && now.since(self.made_at) < TRIED_FOR {
            DeliveryState::Waiting(now.plus(retry_in(self.tries)))
        } else {
            DeliveryState::SetAside(now)
        };
    }
}

/// The time from a failed try to the next one.
#[must_use]
pub fn retry_in(tries: u32) -> SignedDuration {
    const STEPS: [SignedDuration; 4] =
        [SignedDuration::from_secs(5), SignedDuration::from_secs(30), MINUTE, SignedDuration::from_mins(10)];
    let step = usize::try_from(tries.saturating_sub(1)).unwrap_or(usize::MAX);
    STEPS.get(step).copied().unwrap_or(HOUR)
}
