//! Rehearsals of an exam session: another machine plays candidates against this server the day before
//! (`docs/rehearsal.md`).

use super::{ExamSessionId, Instant, Result, UserId, error::FieldChecker};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Candidates of one rehearsal.
pub const MAX_CANDIDATES: u32 = 2_000;
/// Minutes that a rehearsal may take.
pub const MINUTES: RangeInclusive<i64> = 1..=60;
/// Findings of one outcome.
pub const MAX_FINDINGS: usize = 40;
/// Characters of a finding's value, limit and name.
const MAX_WORD: usize = 100;
/// Characters of a finding's sentences, and of the reason why there is no verdict.
const MAX_SENTENCE: usize = 500;

/// Candidates and length of a rehearsal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RehearsalPlan {
    pub candidates: u32,
    pub minutes: i64,
}

impl RehearsalPlan {
    /// # Errors
    /// 422 by field.
    pub fn check(candidates: i64, minutes: i64) -> Result<Self> {
        let number = u32::try_from(candidates).ok().filter(|number| (1..=MAX_CANDIDATES).contains(number));
        let mut check = FieldChecker::default();
        let message = format!("A rehearsal has between 1 and {MAX_CANDIDATES} candidates.");
        check.require(number.is_some(), "candidates", message);
        check.require(MINUTES.contains(&minutes), "minutes", "A rehearsal takes between 1 and 60 minutes.");
        check.finish(&["candidates", "minutes"])?;
        Ok(Self { candidates: number.unwrap_or_default(), minutes })
    }
}

/// The answer to the question whether this server and this network carry the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    Go,
    NoGo,
    /// The rehearsal could not judge: the machine that played the candidates was the limit, or it was cut off.
    Undecided,
}

/// How one measure turned out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Mark {
    Ok,
    /// The measure is within the limit, but close to it.
    Warning,
    /// Beyond the limit: no-go.
    Fault,
    /// Not measured.
    Unknown,
}

/// One measure of a rehearsal against its limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RehearsalFinding {
    /// Stable name, such as `save_p99`.
    pub measure: String,
    pub mark: Mark,
    /// The measured value with its unit.
    pub value: String,
    pub limit: String,
    /// The part that is left up to the limit, in percent of the limit; negative beyond it.
    pub margin: Option<i32>,
    /// The result as a sentence.
    pub said: String,
    /// Empty for what is in order.
    pub fix: String,
}

/// The outcome of the last rehearsal of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rehearsal {
    pub session_id: ExamSessionId,
    pub began_at: Instant,
    pub ended_at: Instant,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub candidates: u32,
    pub verdict: Verdict,
    /// Why there is no verdict; empty for one.
    pub reason: String,
    /// Candidates that would fit, as far as the measures say.
    pub fits: Option<u32>,
    /// Name of the machine that played the candidates.
    pub machine: String,
    pub findings: Vec<RehearsalFinding>,
}

/// An outcome as the machine that played the candidates sends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RehearsalOutcome {
    pub candidates: u32,
    pub verdict: Verdict,
    pub reason: String,
    pub fits: Option<u32>,
    pub machine: String,
    pub findings: Vec<RehearsalFinding>,
}

fn cut(text: &mut String, max: usize) {
    let kept = text.chars().filter(|c| !c.is_control()).take(max).collect();
    *text = kept;
}

impl RehearsalOutcome {
    /// Whether this is the outcome that is stored.
    #[must_use]
    pub fn is_of(&self, stored: &Rehearsal) -> bool {
        let Self { candidates, verdict, reason, fits, machine, findings } = self;
        (candidates, verdict, fits) == (&stored.candidates, &stored.verdict, &stored.fits)
            && (reason, machine, findings) == (&stored.reason, &stored.machine, &stored.findings)
    }

    /// Cuts texts to their limits: they are the measuring program's, not a person's.
    ///
    /// # Errors
    /// 422 for too many findings, and for a go beside a fault.
    pub fn check(mut self) -> Result<Self> {
        let is_fault = |finding: &RehearsalFinding| finding.mark == Mark::Fault;
        let mut check = FieldChecker::default();
        check.require(self.findings.len() <= MAX_FINDINGS, "findings", "A rehearsal has at most 40 findings.");
        let contradicts = self.verdict == Verdict::Go && self.findings.iter().any(is_fault);
        check.require(!contradicts, "verdict", "A rehearsal with a fault is no go.");
        check.finish(&["verdict", "findings"])?;
        self.candidates = self.candidates.min(MAX_CANDIDATES);
        cut(&mut self.machine, MAX_WORD);
        cut(&mut self.reason, MAX_SENTENCE);
        for finding in &mut self.findings {
            for word in [&mut finding.measure, &mut finding.value, &mut finding.limit] {
                cut(word, MAX_WORD);
            }
            for sentence in [&mut finding.said, &mut finding.fix] {
                cut(sentence, MAX_SENTENCE);
            }
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(mark: Mark) -> RehearsalFinding {
        RehearsalFinding {
            measure: "save_p99".into(),
            mark,
            value: "20 ms".into(),
            limit: "500 ms".into(),
            margin: Some(96),
            said: "x".repeat(900),
            fix: "a\nb".into(),
        }
    }

    fn outcome(findings: Vec<RehearsalFinding>) -> RehearsalOutcome {
        let (reason, machine) = (String::new(), "hall-2".into());
        RehearsalOutcome { candidates: 40, verdict: Verdict::Go, reason, fits: Some(100), machine, findings }
    }

    #[test]
    fn a_plan_keeps_to_its_limits() {
        assert!(RehearsalPlan::check(1, 1).is_ok() && RehearsalPlan::check(2_000, 60).is_ok());
        for (candidates, minutes, field) in [
            (0, 5, "candidates"),
            (2_001, 5, "candidates"),
            (-1, 5, "candidates"),
            (5, 0, "minutes"),
            (5, 61, "minutes"),
        ] {
            let error = RehearsalPlan::check(candidates, minutes).unwrap_err();
            assert!(error.fields.contains_key(field), "{candidates} {minutes}");
        }
    }

    #[test]
    fn an_outcome_is_cut_to_its_limits_and_does_not_contradict_itself() {
        let kept = outcome(vec![finding(Mark::Warning)]).check().unwrap();
        assert_eq!((kept.findings[0].said.len(), kept.findings[0].fix.as_str()), (500, "ab"));
        assert!(outcome(vec![finding(Mark::Ok); 41]).check().unwrap_err().fields.contains_key("findings"));
        assert!(outcome(vec![finding(Mark::Fault)]).check().unwrap_err().fields.contains_key("verdict"));
    }
}
