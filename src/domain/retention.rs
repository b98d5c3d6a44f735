//! Data that ends: after how many days what is kept of candidates is deleted, for the site and by test, and holds
//! (`docs/behaviour/data.md#retention`).

use super::{HoldId, Instant, InviteId, Result, TestId, UserId, error::FieldChecker, invisible::is_blank};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, ops::RangeInclusive};
use uuid::Uuid;

/// Days that a rule may name.
pub const DAYS: RangeInclusive<i64> = 1..=3_650;
/// Tests with rules of their own.
pub const MAX_TESTS: usize = 1_000;
/// Holds at the same time.
pub const MAX_HOLDS: usize = 1_000;
const MAX_REASON: usize = 500;

/// A kind of data with a rule of its own. Statistics without names stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum RetentionKind {
    /// Screenshots of an attempt that ended.
    Screenshots,
    /// Answers with their history, and what was written about them.
    Answers,
    /// Timeline, signals and messages of an attempt that ended.
    Timeline,
    /// People of whom no process is open, with all that is kept of them.
    People,
    /// Mails that are not waiting, and the texts of letters.
    Mails,
}

impl RetentionKind {
    pub const ALL: [Self; 5] = [Self::Screenshots, Self::Answers, Self::Timeline, Self::People, Self::Mails];
    /// Kinds that belong to an attempt.
    pub const OF_ATTEMPTS: [Self; 3] = [Self::Screenshots, Self::Answers, Self::Timeline];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Screenshots => "screenshots",
            Self::Answers => "answers",
            Self::Timeline => "timeline",
            Self::People => "people",
            Self::Mails => "mails",
        }
    }
}

/// Days by kind; `None` is never.
pub type Days = BTreeMap<RetentionKind, Option<u16>>;

/// The rules of the site, and those of tests, which override them kind by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetentionRules {
    pub site: Days,
    pub tests: BTreeMap<TestId, Days>,
}

impl RetentionRules {
    /// Days after which this kind ends; `None` for never.
    #[must_use]
    pub fn days(&self, kind: RetentionKind, test: Option<TestId>) -> Option<u16> {
        let own = test.and_then(|test| self.tests.get(&test)?.get(&kind));
        own.or_else(|| self.site.get(&kind)).copied().flatten()
    }

    /// Whether nothing ever ends.
    #[must_use]
    pub fn keep_all(&self) -> bool {
        self.tests.values().chain([&self.site]).flat_map(Days::values).all(Option::is_none)
    }
}

/// A change of the rules: kinds and tests that it does not name stay. A test without rules follows the site's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RetentionChange {
    pub site: BTreeMap<String, Option<i64>>,
    pub tests: Vec<(TestId, BTreeMap<String, Option<i64>>)>,
}

impl RetentionChange {
    /// The rules after it.
    ///
    /// # Errors
    /// 422 by field.
    pub fn apply(&self, mut rules: RetentionRules) -> Result<RetentionRules> {
        let mut check = FieldChecker::default();
        rules.site.extend(read(&mut check, "site", &self.site));
        for (place, (test, days)) in self.tests.iter().enumerate() {
            let days = read(&mut check, &format!("tests[{place}].rules"), days);
            if days.is_empty() {
                rules.tests.remove(test);
            } else {
                rules.tests.insert(*test, days);
            }
        }
        let message = format!("At most {MAX_TESTS} tests have rules of their own.");
        check.require(rules.tests.len() <= MAX_TESTS, "tests", message);
        check.finish(&[])?;
        Ok(rules)
    }
}

fn read(check: &mut FieldChecker, field: &str, given: &BTreeMap<String, Option<i64>>) -> Days {
    let mut days = Days::new();
    for (name, number) in given {
        let field = format!("{field}.{name}");
        let Some(kind) = RetentionKind::ALL.into_iter().find(|kind| kind.name() == name) else {
            let known = RetentionKind::ALL.map(RetentionKind::name).join(", ");
            check.require(false, field, format!("'{name}' is not known here. Kinds: {known}."));
            continue;
        };
        let message = format!("A rule is {} to {} days, or never (null).", DAYS.start(), DAYS.end());
        check.require(number.is_none_or(|number| DAYS.contains(&number)), field, message);
        days.insert(kind, number.and_then(|number| u16::try_from(number).ok()));
    }
    days
}

/// The person, invite or test that a hold keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HoldSubject {
    Person(UserId),
    Invite(InviteId),
    Test(TestId),
}

impl HoldSubject {
    /// The key by which it is found.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Self::Person(id) => id.to_string(),
            Self::Invite(id) => id.to_string(),
            Self::Test(id) => id.to_string(),
        }
    }

    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Person(_) => "person",
            Self::Invite(_) => "invite",
            Self::Test(_) => "test",
        }
    }
}

/// Keeps data although its time is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    pub id: HoldId,
    pub subject: HoldSubject,
    pub reason: String,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
}

/// The reason for a hold, trimmed.
///
/// # Errors
/// 422 on `reason`.
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

/// When the daily sweep looked last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetentionLook {
    pub at: Instant,
    /// Whether it deleted what was over: not after a gap, so that a clock that jumped deletes nothing.
    pub has_swept: bool,
}

/// Counts of deletions that take several transactions, until the audit log has them: a stop between two of these loses none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeletedSoFar {
    /// Numbers of what the daily sweep has deleted.
    pub swept: BTreeMap<RetentionKind, u64>,
    /// Invites that went with a person or a test, by its id.
    pub invites: BTreeMap<Uuid, u64>,
}

/// Results of a test whose candidates were deleted since: scores without names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastFigures {
    pub test_id: TestId,
    /// Results by whole percent, from 0 to 100.
    pub scores: Vec<u32>,
}

impl PastFigures {
    #[must_use]
    pub fn new(test_id: TestId) -> Self {
        Self { test_id, scores: vec![0; 101] }
    }

    /// Counts a result.
    pub fn add(&mut self, percent: f64) {
        let place = (0..=100_u8).rev().find(|whole| percent >= f64::from(*whole)).unwrap_or(0);
        if let Some(count) = self.scores.get_mut(usize::from(place)) {
            *count = count.saturating_add(1);
        }
    }

    #[must_use]
    pub fn results(&self) -> u64 {
        self.scores.iter().copied().map(u64::from).sum()
    }

    /// Average in whole percent; `None` without results.
    #[must_use]
    pub fn average(&self) -> Option<u64> {
        let sum: u64 = (0..).zip(&self.scores).map(|(percent, count)| percent * u64::from(*count)).sum();
        (sum + self.results() / 2).checked_div(self.results())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(site: &[(&str, Option<i64>)]) -> RetentionChange {
        let site = site.iter().map(|(name, days)| ((*name).to_owned(), *days)).collect();
        RetentionChange { site, tests: Vec::new() }
    }

    #[test]
    fn a_test_overrides_the_site_kind_by_kind() {
        let test = TestId(Uuid::from_u128(1));
        let mut some = change(&[("answers", Some(90)), ("mails", Some(30))]);
        some.tests.push((test, [("answers".to_owned(), None)].into()));
        let rules = some.apply(RetentionRules::default()).unwrap();
        assert_eq!(rules.days(RetentionKind::Answers, None), Some(90));
        assert_eq!(rules.days(RetentionKind::Answers, Some(test)), None, "never, by its own rule");
        assert_eq!(rules.days(RetentionKind::Mails, Some(test)), Some(30));
        assert_eq!(rules.days(RetentionKind::People, Some(test)), None);
        let without = RetentionChange { tests: vec![(test, BTreeMap::new())], ..RetentionChange::default() };
        let rules = without.apply(rules).unwrap();
        assert_eq!(rules.days(RetentionKind::Answers, Some(test)), Some(90));
        assert!(!rules.keep_all());
        assert!(change(&[("answers", None), ("mails", None)]).apply(rules).unwrap().keep_all());
    }

    #[test]
    fn rules_outside_the_limits_are_refused_by_field() {
        for (days, is_good) in [(1, true), (3_650, true), (0, false), (3_651, false), (-1, false), (i64::MAX, false)] {
            let applied = change(&[("people", Some(days))]).apply(RetentionRules::default());
            assert_eq!(applied.is_ok(), is_good, "{days}");
            if let Err(error) = applied {
                assert!(error.fields.contains_key("site.people"));
            }
        }
        let unknown = change(&[("videos", Some(5))]).apply(RetentionRules::default()).unwrap_err();
        assert!(unknown.fields["site.videos"].contains("screenshots, answers, timeline, people, mails"));
    }

    #[test]
    fn past_figures_count_without_names() {
        let mut past = PastFigures::new(TestId(Uuid::nil()));
        assert_eq!(past.average(), None);
        for percent in [0.0, 49.99, 50.0, 100.0, -3.0] {
            past.add(percent);
        }
        assert_eq!((past.results(), past.average()), (5, Some(40)));
        assert_eq!((past.scores[0], past.scores[49], past.scores[50], past.scores[100]), (2, 1, 1, 1));
    }

    #[test]
    fn a_reason_is_needed() {
        assert_eq!(check_reason(" a lawsuit ").unwrap(), "a lawsuit");
        assert!(check_reason(&"x".repeat(500)).is_ok());
        for bad in ["", "  ", &"x".repeat(501)] {
            assert!(check_reason(bad).is_err());
        }
    }
}
