//! A second implementation of the rules: it reads no answer, and computes with [`Fraction`]s. `INVIGIL_SCORING_CASES` sets
//! the number of cases.

use super::{
    super::{GradeStatus, Mark, OrderingKey, Question, QuestionContent, Scorer, Thousandths},
    Dice,
    cases::{Case, GENERATORS, Known},
    naive::Fraction,
    spec,
};
use serde_json::json;
use std::cmp::Ordering;

fn expected(known: &Known, points: usize, is_partial: bool, penalty: i64) -> Mark {
    let mark = |status, earned| Mark { status, earned: Thousandths(earned) };
    let Known::Share(share) = known else {
        let status = if matches!(known, Known::Pending) { GradeStatus::Pending } else { GradeStatus::Wrong };
        return mark(status, 0);
    };
    let earned = share.times(&Fraction::new(points, 1)).thousandths();
    match share.compare(&Fraction::new(1, 1)) {
        Ordering::Equal => mark(GradeStatus::Correct, earned),
        Ordering::Less if is_partial && share.0 > 0.into() => mark(GradeStatus::Partial, earned),
        _ => mark(GradeStatus::Wrong, -penalty),
    }
}

/// A random question with an answer.
pub struct Random {
    pub spec: Question,
    pub answer: String,
    /// As the reference computes it.
    pub mark: Mark,
}

pub fn random(dice: &mut Dice) -> Random {
    let (kind, generate) = *dice.pick(&GENERATORS);
    let Case { key, answer, known } = generate(dice);
    let points = 1 + dice.below(100);
    let penalty = if dice.one_in(2) { dice.below(points * 1_000 + 1) } else { 0 };
    let is_partial = dice.one_in(2);
    let mut question = key;
    question["type"] = json!(kind);
    question["question"] = json!("Why? [[g0]] [[g1]] [[g2]] [[g3]] [[g4]] [[g5]]");
    question["points"] = json!(points);
    question["scoring"] = json!(if is_partial { "partial" } else { "all_or_nothing" });
    question["penalty"] = json!(format!("{}.{:03}", penalty / 1_000, penalty % 1_000));
    let spec = spec(&question);
    let is_partial = is_partial && spec.body.kind().has_part_marks();
    let penalty = if spec.body.kind().is_auto() { i64::try_from(penalty).unwrap() } else { 0 };
    Random { spec, answer, mark: expected(&known, points, is_partial, penalty) }
}

/// The first of the random cases that `rules` mark differently.
fn first_difference(cases: usize, mut rules: impl FnMut(&Question, &str) -> Mark) -> Option<String> {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    (0..cases).find_map(|number| {
        let Random { spec, answer, mark } = random(&mut dice);
        let ours = rules(&spec, &answer);
        (ours != mark).then(|| format!("{number}: {ours:?} is not {mark:?}: {spec:?} {answer:?}"))
    })
}

#[test]
fn the_rules_equal_the_reference() {
    let cases = std::env::var("INVIGIL_SCORING_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(2_000);
    let mut seen = std::collections::BTreeMap::new();
    let difference = first_difference(cases, |spec, answer| {
        let mark = Scorer::new(spec).mark(answer);
        *seen.entry((spec.body.kind(), format!("{:?}", mark.status))).or_insert(0) += 1;
        mark
    });
    assert_eq!(difference, None);
    println!("{cases} cases: {seen:?}");
    assert!(seen.len() >= 20, "every kind with every status: {seen:?}");
}

/// The control: rules that are slightly wrong are caught.
#[test]
fn wrong_rules_differ_from_the_reference() {
    let is_caught = |change: fn(&mut Question)| {
        let rules = |spec: &Question, answer: &str| {
            let mut spec = spec.clone();
            change(&mut spec);
            Scorer::new(&spec).mark(answer)
        };
        first_difference(2_000, rules).is_some()
    };
    assert!(!is_caught(|_| {}));
    assert!(is_caught(|spec| spec.penalty.0 = spec.penalty.0 / 2 * 2), "even penalties");
    assert!(is_caught(|spec| {
        if let QuestionContent::Numeric(key) = &mut spec.body {
            key.tolerance = None;
        }
    }));
    assert!(is_caught(|spec| {
        if let QuestionContent::ShortText(key) = &mut spec.body {
            key.case_sensitive = false;
        }
    }));
    assert!(is_caught(|spec| {
        if let QuestionContent::Ordering(OrderingKey { order, .. }) = &mut spec.body {
            order.reverse();
        }
    }));
    let rounded_down = |spec: &Question, answer: &str| {
        let mark = Scorer::new(spec).mark(answer);
        let is_partial = mark.status == GradeStatus::Partial;
        Mark { earned: Thousandths(mark.earned.0 - i64::from(is_partial && mark.earned.0 % 10 == 7)), ..mark }
    };
    assert!(first_difference(2_000, rounded_down).is_some(), "two thirds, rounded down");
}
