//! Anonymous mode of a test: its results are scored without names (`docs/behaviour/results.md#anonymous`).

use super::{
    AttemptId, Error, ErrorCode, Instant, Result, TestId, UserId,
    error::FieldChecker,
    invisible::is_blank,
    time::{DAY, MINUTE, SECOND, SignedDuration},
};
use serde::{Deserialize, Serialize};

const MAX_REASON: usize = 500;
/// Numbers to draw from: at least this many, and twice as many as there are candidates.
const MIN_NUMBERS: u64 = 999;
/// Name of a person who has no number yet.
pub const HIDDEN: &str = "Hidden name";

/// Who asked for the names, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revealed {
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
    pub reason: String,
}

/// Whether a test hides the names of its candidates. The record stays when the mode is switched off, so that its version
/// counts on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Anonymity {
    pub test_id: TestId,
    pub is_on: bool,
    pub revealed: Option<Revealed>,
    /// Incremented by every change.
    pub version: u32,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
}

impl Anonymity {
    #[must_use]
    pub const fn hides(&self) -> bool {
        self.is_on && self.revealed.is_none()
    }
}

/// Name of a submission while its test hides names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alias {
    /// Random; calls of reviewers name the submission by it.
    pub review_id: AttemptId,
    pub test_id: TestId,
    pub submission_id: AttemptId,
    /// Random among those of the test, so that it does not show who came first.
    pub number: u32,
}

impl Alias {
    #[must_use]
    pub fn name(&self) -> String {
        format!("Candidate {}", self.number)
    }
}

/// Numbers from 1 that the next candidate of a test with `count` aliases may get.
#[must_use]
pub fn numbers(count: u64) -> u64 {
    MIN_NUMBERS.max(2 * count)
}

/// How the times of an attempt are shown. Where names are hidden, exact times and lengths would name the candidate to who saw
/// them beside the name while the attempt ran: they are shown as if it had begun with the day of its start (UTC), and in steps.
/// Rounded up, so that nothing comes after the end of the attempt, and their order stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownTimes {
    AsTheyAre,
    /// Times of the attempt, which started at this instant, as if it had begun with the day.
    FromDayOn(Instant),
}

/// Steps of times, of the seconds of a question, and of the moments of a history, which is played in its own pace.
const TIME_STEP: SignedDuration = MINUTE;
const QUESTION_STEP: SignedDuration = SignedDuration::from_secs(10);
const HISTORY_STEP: SignedDuration = SECOND;

impl ShownTimes {
    #[must_use]
    pub const fn of(is_hidden: bool, started_at: Instant) -> Self {
        if is_hidden { Self::FromDayOn(started_at) } else { Self::AsTheyAre }
    }

    #[must_use]
    pub fn at(self, at: Instant) -> Instant {
        match self {
            Self::AsTheyAre => at,
            Self::FromDayOn(start) => {
                let day = Instant::of_period(start.period(DAY), DAY);
                day.plus(rounded_up(at.since(start), TIME_STEP))
            }
        }
    }

    pub fn shift(self, at: &mut Instant) {
        *at = self.at(*at);
    }

    /// Seconds that a question was in view.
    #[must_use]
    pub fn seconds(self, seconds: u32) -> u32 {
        let rounded = self.length(SignedDuration::from_secs(seconds.into()), QUESTION_STEP);
        u32::try_from(rounded.as_secs()).unwrap_or(u32::MAX)
    }

    /// The time from the start to a moment of the history of an answer.
    #[must_use]
    pub fn in_history(self, since_start: SignedDuration) -> SignedDuration {
        self.length(since_start, HISTORY_STEP)
    }

    fn length(self, length: SignedDuration, step: SignedDuration) -> SignedDuration {
        if self == Self::AsTheyAre { length } else { rounded_up(length, step) }
    }
}

fn rounded_up(length: SignedDuration, step: SignedDuration) -> SignedDuration {
    let (millis, step) = (length.as_millis(), step.as_millis());
    SignedDuration::from_millis_i128(-(-millis).div_euclid(step) * step)
}

/// The reason as it is stored: trimmed.
///
/// # Errors
/// 422 on `reason` without content and beyond 500 characters.
pub fn check_reason(reason: &str) -> Result<String> {
    let reason = reason.trim();
    let mut check = FieldChecker::default();
    check.require(!is_blank(reason), "reason", "Please give a reason.");
    let message = format!("The reason is too long ({MAX_REASON} characters at most).");
    check.require(reason.chars().count() <= MAX_REASON, "reason", message);
    check.require_text(reason, "reason");
    check.finish(&["reason"])?;
    Ok(reason.to_owned())
}

/// Names cannot come back without a reason.
#[must_use]
pub fn reveal_first() -> Error {
    Error::conflict(ErrorCode::RevealFirst, "The names of this test are hidden. Reveal them first, with a reason.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_times_begin_with_the_day_and_have_steps() {
        let start = Instant::parse("2026-03-02T08:13:17.250Z").unwrap();
        let (hidden, day) = (ShownTimes::of(true, start), Instant::parse("2026-03-02T00:00:00Z").unwrap());
        for (millis, minutes) in [(0, 0), (1, 1), (60_000, 1), (60_001, 2), (-1, 0), (-60_000, -1), (90_000_000, 1_500)]
        {
            let at = start.plus(SignedDuration::from_millis(millis));
            assert_eq!(hidden.at(at), day.plus(SignedDuration::from_mins(minutes)), "{millis}");
            assert_eq!(ShownTimes::of(false, start).at(at), at);
        }
        assert_eq!([0, 1, 10, 11].map(|seconds| hidden.seconds(seconds)), [0, 10, 10, 20]);
        assert_eq!(ShownTimes::AsTheyAre.seconds(11), 11);
        let moment = SignedDuration::from_millis(1_001);
        assert_eq!(hidden.in_history(moment), 2 * SECOND);
        assert_eq!(ShownTimes::AsTheyAre.in_history(moment), moment);
    }
}
