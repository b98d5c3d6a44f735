//! Accommodations agreed with a person before the test, beside extra time (`docs/behaviour/taking.md#accommodations`):
//! breaks that the candidate takes alone, larger type, no camera, a helper in the room.

use super::{
    Error, ErrorCode, Instant, InviteId, Result,
    error::FieldChecker,
    pause::{PausedInterval, Pauses},
    time::{self, SignedDuration},
};
use serde::{Deserialize, Serialize};

/// Breaks of one attempt.
pub const MAX_BREAKS: u32 = 20;
/// Minutes of a break, or of all together: as for extra time.
pub const MAX_BREAK_MINUTES: u32 = 480;
/// Characters of the words about a helper.
pub const MAX_HELPER: usize = 200;
/// A break that is shorter than this would be over before the page has covered the questions.
const SHORTEST: SignedDuration = time::SECOND;

/// Agreed breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breaks {
    pub count: u32,
    /// The length of each break, or of all together.
    pub minutes: u32,
    pub in_sum: bool,
}

/// Accommodations beside extra time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreed {
    pub breaks: Option<Breaks>,
    pub larger_type: bool,
    /// The page asks for no camera, and the attempt does not count as unmonitored.
    pub no_camera: bool,
    /// Who helps in the room, in words for the proctors; blank if no one does.
    pub helper: String,
}

impl Agreed {
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Checks it, and trims its words.
    ///
    /// # Errors
    /// 422 by field.
    pub fn check(mut self) -> Result<Self> {
        let mut check = FieldChecker::default();
        self.helper = String::from(self.helper.trim());
        if let Some(Breaks { count, minutes, .. }) = self.breaks {
            let message = format!("The number of breaks is between 1 and {MAX_BREAKS}.");
            check.require((1..=MAX_BREAKS).contains(&count), "breaks.count", message);
            let message = format!("Breaks have between 1 and {MAX_BREAK_MINUTES} minutes.");
            check.require((1..=MAX_BREAK_MINUTES).contains(&minutes), "breaks.minutes", message);
        }
        let is_short = self.helper.chars().count() <= MAX_HELPER;
        check.require(is_short, "helper", format!("The words about a helper have at most {MAX_HELPER} characters."));
        let is_line = !self.helper.chars().any(char::is_control);
        check.require(is_line, "helper", "The words about a helper are one line.");
        check.finish(&["breaks.count", "breaks.minutes", "helper"])?;
        Ok(self)
    }
}

/// Accommodations of an invite, with the breaks that were taken. Invites without any of it have none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrangement {
    pub invite_id: InviteId,
    pub agreed: Agreed,
    /// Oldest first. The last one may have its end ahead.
    pub taken: Vec<PausedInterval>,
}

/// Agreed breaks that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreaksLeft {
    pub count: u32,
    /// Length of the next one.
    pub next: SignedDuration,
}

impl Arrangement {
    #[must_use]
    pub const fn new(invite_id: InviteId, agreed: Agreed) -> Self {
        Self { invite_id, agreed, taken: Vec::new() }
    }

    /// `None` where no breaks are agreed.
    #[must_use]
    pub fn left(&self) -> Option<BreaksLeft> {
        let Breaks { count, minutes, in_sum } = self.agreed.breaks?;
        let minutes = SignedDuration::from_mins(minutes.into());
        let lengths = self.taken.iter().filter_map(|taken| Some(taken.to?.since(taken.from)));
        let used = lengths.fold(SignedDuration::ZERO, |sum, length| sum + length);
        let next = if in_sum { (minutes - used).max(SignedDuration::ZERO) } else { minutes };
        let taken = u32::try_from(self.taken.len()).unwrap_or(u32::MAX);
        let count = if next < SHORTEST { 0 } else { count.saturating_sub(taken) };
        Some(BreaksLeft { count, next: if count == 0 { SignedDuration::ZERO } else { next } })
    }

    /// The length of the next break.
    ///
    /// # Errors
    /// 409 `no_break_left`.
    pub fn next(&self) -> Result<SignedDuration> {
        let left = self.left().filter(|left| left.count > 0);
        left.map(|left| left.next).ok_or_else(no_break_left)
    }

    /// Whether the last interval in which the clock stood still is a break, and no pause of a proctor.
    #[must_use]
    pub fn is_last_of(&self, pauses: &Pauses) -> bool {
        self.taken.last().is_some_and(|taken| pauses.last() == Some(*taken))
    }

    /// Notes that the last break ended now.
    pub fn cut(&mut self, to: Option<Instant>) {
        if let (Some(last), Some(to)) = (self.taken.last_mut(), to) {
            last.to = Some(to);
        }
    }
}

/// 409 for a candidate without an agreed break.
#[must_use]
pub fn no_break_left() -> Error {
    Error::conflict(ErrorCode::NoBreakLeft, "You have no agreed break left. Please ask the proctor.")
}

#[cfg(test)]
#[path = "arrangement_tests.rs"]
mod tests;
