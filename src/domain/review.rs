//! Review of written answers, by people or AI (`docs/behaviour/results.md#scoring-and-review`).

use super::{
    Error, Instant, Result, UserId,
    error::FieldChecker,
    question::{Mark, Share},
    submission::{AiVerdict, Grade, GradeStatus},
    test::Question,
};

/// Partial scores come in steps of this many points (docs/behaviour/calls.md#limits-and-constants).
const STEP: f64 = 0.5;
const MAX_COMMENTS: usize = 10_000;

/// A reviewer's verdict on one answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReviewVerdict {
    /// Full points.
    Correct,
    /// No points.
    Wrong,
    /// A part of the points: these.
    Partial(f64),
}

impl ReviewVerdict {
    #[must_use]
    pub const fn status(self) -> GradeStatus {
        match self {
            Self::Correct => GradeStatus::Correct,
            Self::Wrong => GradeStatus::Wrong,
            Self::Partial(_) => GradeStatus::Partial,
        }
    }

    /// Points of a question of `points`.
    #[must_use]
    pub fn score(self, points: u32) -> f64 {
        match self {
            Self::Correct => f64::from(points),
            Self::Wrong => 0.0,
            Self::Partial(score) => score,
        }
    }

    /// Checks a partial score.
    ///
    /// # Errors
    /// 422 `invalid` on `manual_score` unless it is from 0 to the question's points, in half points.
    pub fn check(self, points: u32) -> Result<()> {
        let Self::Partial(score) = self else { return Ok(()) };
        let refuse = |message: String| Err(Error::field("manual_score", message));
        if !(0.0..=f64::from(points)).contains(&score) {
            return refuse(format!("The score must be between 0 and {points}."));
        }
        if (score / STEP).fract() != 0.0 {
            return refuse("The score must be a whole number of half points.".into());
        }
        Ok(())
    }

    /// The nearest verdict that passes [`ReviewVerdict::check`], for AI scores.
    #[must_use]
    pub fn clamped(self, points: u32) -> Self {
        match self {
            Self::Partial(score) if score.is_finite() => {
                Self::Partial(((score / STEP).round() * STEP).clamp(0.0, f64::from(points)))
            }
            Self::Partial(_) => Self::Partial(0.0),
            other => other,
        }
    }
}

/// # Errors
/// 422 `invalid` for comments of more than 10,000 characters, and for control characters.
pub fn check_comments(comments: &str) -> Result<()> {
    let mut check = FieldChecker::default();
    let fits = comments.chars().count() <= MAX_COMMENTS;
    check.require(fits, "comments", "The comments are too long (10,000 characters at most).");
    check.require_text(comments, "comments");
    check.finish(&[])
}

impl Grade {
    #[must_use]
    pub const fn is_scored_by_person(&self) -> bool {
        self.reviewed_at.is_some() && !self.by_ai
    }

    /// Whether its points wait for no verdict on code: a person has scored it, or a repair gives or voids its points.
    #[must_use]
    pub const fn needs_no_verdict(&self) -> bool {
        self.is_scored_by_person() || self.repaired.is_some()
    }

    /// Sets a person's score; it overrides any other.
    pub fn review(
        &mut self,
        verdict: ReviewVerdict,
        points: u32,
        comments: Option<String>,
        by: Option<UserId>,
        now: Instant,
    ) {
        self.set(verdict, points, now);
        self.comments = comments;
        self.reviewed_by = by;
        self.by_ai = false;
    }

    /// Sets what a changed rubric makes of a person's score. Returns false if it stays the same.
    pub fn rescore(&mut self, verdict: ReviewVerdict, points: u32) -> bool {
        let score = verdict.score(points);
        if !self.is_scored_by_person() || (self.own_status() == verdict.status() && self.manual_score == Some(score)) {
            return false;
        }
        self.unrepair();
        (self.status, self.earned) = (verdict.status(), score);
        self.manual_score = Some(score);
        self.version += 1;
        true
    }

    /// Sets or suggests an AI's score. Returns false if a person has scored the answer, whose score always wins.
    pub fn review_by_ai(
        &mut self,
        verdict: ReviewVerdict,
        points: u32,
        reason: String,
        suggest: bool,
        now: Instant,
    ) -> bool {
        if self.is_scored_by_person() {
            return false;
        }
        let verdict = verdict.clamped(points);
        self.ai = Some(AiVerdict { status: verdict.status(), score: verdict.score(points), reason, at: now });
        if suggest {
            self.version += 1;
        } else {
            self.set(verdict, points, now);
            self.reviewed_by = None;
            self.by_ai = true;
        }
        true
    }

    /// Sets what the tests of code earn. Returns false where it does not count: a person's score takes precedence, and
    /// people review answers that hidden tests do not score.
    pub fn judge(&mut self, share: Share, question: &Question) -> bool {
        if self.is_written || self.reviewed_at.is_some() {
            return false;
        }
        let Mark { status, earned } = Mark::of(share, question);
        self.unrepair();
        (self.status, self.earned) = (status, earned.as_points());
        self.version += 1;
        true
    }

    fn set(&mut self, verdict: ReviewVerdict, points: u32, now: Instant) {
        self.unrepair();
        self.status = verdict.status();
        self.earned = verdict.score(points);
        self.manual_score = Some(self.earned);
        self.reviewed_at = Some(now);
        self.version += 1;
    }

    /// Grades a replaced answer from scratch: resets the review of the old text.
    pub fn regrade(&mut self, question: &Question, text: &str) {
        let (status, earned) = super::submission::auto(question, text);
        self.unrepair();
        (self.status, self.earned) = (status, earned);
        self.manual_score = None;
        self.comments = None;
        self.reviewed_at = None;
        self.reviewed_by = None;
        self.by_ai = false;
        self.ai = None;
        self.version += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partial_scores_keep_to_the_half_points_of_their_question() {
        for fine in [0.0, 0.5, 2.5, 3.0] {
            assert_eq!(ReviewVerdict::Partial(fine).check(3), Ok(()));
        }
        for wrong in [-0.5, 3.5, 0.25, f64::NAN, f64::INFINITY] {
            assert!(ReviewVerdict::Partial(wrong).check(3).is_err(), "{wrong}");
        }
        for (given, taken) in [(7.0, 3.0), (-1.0, 0.0), (1.3, 1.5), (f64::NAN, 0.0)] {
            assert_eq!(ReviewVerdict::Partial(given).clamped(3), ReviewVerdict::Partial(taken));
        }
    }
}
