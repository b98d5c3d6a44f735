//! Deciding on submissions: the pass mark of a test, a decision per submission, private notes, and the letters that report
//! a decision to its candidate (`docs/behaviour/results.md#deciding`). None of it reaches a candidate but a letter that was sent.

use super::{
    AttemptId, Error, Instant, MailId, NoteId, Result, TestId, UserId, bank::section_points::SectionPoints,
    error::FieldChecker, invisible::is_blank, point_share::PointShare,
};
use serde::{Deserialize, Serialize};

/// Maximum length of a reason, in characters.
pub const MAX_REASON: usize = 2_000;
/// Maximum length of a note, in characters.
pub const MAX_NOTE: usize = 5_000;
/// Maximum number of notes of a submission.
pub const MAX_NOTES: usize = 200;
/// Maximum length of a letter's subject and body, in characters.
pub const MAX_SUBJECT: usize = 200;
pub const MAX_BODY: usize = 5_000;
/// Maximum number of submissions of one call.
pub const MAX_PER_CALL: usize = 200;

/// Stored by variant position: append new ones at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DecisionValue {
    Shortlist,
    Hold,
    Reject,
}

impl DecisionValue {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shortlist => "shortlist",
            Self::Hold => "hold",
            Self::Reject => "reject",
        }
    }
}

/// A percentage in thousandths, from 0 to 100 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Percent(u32);

impl Percent {
    pub const ZERO: Self = Self(0);

    /// # Errors
    /// 422 on `percent` outside 0 to 100.
    pub fn new(percent: f64) -> Result<Self> {
        Self::named(percent, "percent")
    }

    /// # Errors
    /// 422 on this field outside 0 to 100.
    pub fn named(percent: f64, field: &str) -> Result<Self> {
        if !(0.0..=100.0).contains(&percent) {
            return Err(Error::field(field, "The pass mark must be between 0 and 100 percent."));
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 100,000")]
        Ok(Self((percent * 1_000.0).round() as u32))
    }

    #[must_use]
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / 1_000.0
    }

    /// Whether the points earned are at least this share of all points: exact, whatever the decimals that are shown.
    /// Penalties may leave less than 0 points; nothing of 0 points is 0 %.
    #[must_use]
    pub fn is_reached_by(self, share: PointShare) -> bool {
        let earned = i128::from(share.earned.0.max(0));
        if share.points == 0 { self.0 == 0 } else { earned * 100 >= i128::from(self.0) * i128::from(share.points) }
    }

    /// Like [`Self::is_reached_by`], for a section: one without points does not count against a candidate.
    #[must_use]
    pub fn is_reached_in(self, points: SectionPoints) -> bool {
        points.points == 0 || self.is_reached_by(PointShare { earned: points.earned, points: points.points })
    }

    /// Where this mark lies among scores that are rounded to hundredths of a percent: below the first all miss it, above
    /// the second all reach it.
    #[must_use]
    pub const fn rounded_bounds(self) -> (u32, u32) {
        (self.0.saturating_sub(5).div_ceil(10), (self.0 + 5) / 10)
    }
}

/// The pass mark of a test. The record stays when the mark is withdrawn, so that its version counts on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassMark {
    pub test_id: TestId,
    /// The mark for the whole score.
    pub percent: Option<Percent>,
    /// Incremented by every change.
    pub version: u32,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
    /// Pass marks of sections beside [`Self::percent`]; each section once.
    pub sections: Vec<SectionMark>,
}

/// The pass mark of a section: a share of its points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionMark {
    /// Like [`super::bank::section_points::labels`] call it.
    pub section: String,
    pub percent: Percent,
}

impl PassMark {
    /// Whether there is a mark to reach.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.percent.is_some() || !self.sections.is_empty()
    }

    /// Whether a final submission passes: its points in all, and in each section that has a mark. A section that is not on
    /// its paper does not count against it.
    #[must_use]
    pub fn is_reached_by(&self, whole: PointShare, points_in: impl Fn(&str) -> Option<SectionPoints>) -> bool {
        let reaches =
            |mark: &SectionMark| points_in(&mark.section).is_none_or(|points| mark.percent.is_reached_in(points));
        self.percent.is_none_or(|mark| mark.is_reached_by(whole)) && self.sections.iter().all(reaches)
    }
}

/// Checks the marks of sections as they are entered.
///
/// # Errors
/// 422 on `sections[n].section` for an unknown section or one that is named twice.
pub fn check_sections(marks: &[SectionMark], is_known: impl Fn(&str) -> bool) -> Result<()> {
    let mut check = FieldChecker::default();
    for (n, mark) in marks.iter().enumerate() {
        let field = format!("sections[{n}].section");
        check.require(is_known(&mark.section), &*field, "This test has no such section.");
        let is_new = marks[..n].iter().all(|other| other.section != mark.section);
        check.require(is_new, field, "This section has two pass marks.");
    }
    check.finish(&["sections"])
}

/// A decision that was reported to the candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportedDecision {
    pub value: DecisionValue,
    pub at: Instant,
}

/// The decision on a submission. The record stays when the decision is withdrawn: it counts versions, and knows what the
/// candidate was told. It stays when the submission is withdrawn, too: what is submitted then counts on from its version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    pub submission_id: AttemptId,
    pub test_id: TestId,
    pub value: Option<DecisionValue>,
    /// Blank without one.
    pub reason: String,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
    /// Incremented by every change.
    pub version: u32,
    /// Oldest first.
    pub told: Vec<ReportedDecision>,
}

impl Decision {
    /// The remainder when its submission is withdrawn: a version beyond its own and those of the answers' scores, so
    /// that none that was read before is ever current again.
    #[must_use]
    pub fn withdrawn(
        old: Option<&Self>,
        (submission_id, test_id): (AttemptId, TestId),
        scores: u32,
        (by, at): (Option<UserId>, Instant),
    ) -> Self {
        let version = old.map_or(0, |old| old.version).max(scores).saturating_add(1);
        Self { submission_id, test_id, value: None, reason: String::new(), by, at, version, told: Vec::new() }
    }
}

/// A private note on a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    pub submission_id: AttemptId,
    pub id: NoteId,
    pub text: String,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
}

/// SHA-256 of a letter's subject and body, as they were written.
pub type TemplateHash = [u8; 32];

/// A letter that was queued: at most one per submission, decision and template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    pub submission_id: AttemptId,
    pub value: DecisionValue,
    pub template: TemplateHash,
    /// Its mail in the outbox.
    pub mail_id: MailId,
    /// Subject with the placeholders filled in.
    pub subject: String,
    pub body: String,
}

/// The reason as it is stored: trimmed.
///
/// # Errors
/// 422 on `reason` beyond [`MAX_REASON`] characters, and with control characters.
pub fn check_reason(reason: &str) -> Result<String> {
    let reason = reason.trim();
    let mut check = FieldChecker::default();
    let message = format!("The reason is too long ({MAX_REASON} characters at most).");
    check.require(reason.chars().count() <= MAX_REASON, "reason", message);
    check.require_text(reason, "reason");
    check.finish(&["reason"])?;
    Ok(reason.to_owned())
}

/// The note as it is stored: trimmed.
///
/// # Errors
/// 422 on `text` without content, beyond [`MAX_NOTE`] characters and with control characters.
pub fn check_note(text: &str) -> Result<String> {
    let text = text.trim();
    let mut check = FieldChecker::default();
    check.require(!is_blank(text), "text", "Please write a note.");
    let is_short = text.chars().count() <= MAX_NOTE;
    check.require(is_short, "text", format!("The note is too long ({MAX_NOTE} characters at most)."));
    check.require_text(text, "text");
    check.finish(&["text"])?;
    Ok(text.to_owned())
}
