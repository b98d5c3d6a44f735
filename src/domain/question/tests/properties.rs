//! Properties that hold for every question and every answer.

use super::{
    super::{
        GapKey, GradeStatus, Mark, MatchingKey, MultipleChoiceKey, MultipleResponseKey, Numeral, OrderingKey,
        ParsedAnswer, Question, QuestionContent, QuestionDraft, Scorer, Scoring, Thousandths, attempt_points,
    },
    Dice,
    reference::{Random, random},
};
use proptest::{collection::vec, prelude::*, sample::select};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

const ROUNDS: usize = 1_000;

fn mark(spec: &Question, answer: &str) -> Mark {
    Scorer::new(spec).mark(answer)
}

/// Random questions of one kind of body.
fn each(seed: u64, mut check: impl FnMut(&mut Dice, &Question, &str)) {
    let mut dice = Dice(seed);
    for _ in 0..ROUNDS {
        let Random { spec, answer, .. } = random(&mut dice);
        check(&mut dice, &spec, &answer);
    }
}

fn number_answer(number: &str, unit: Option<&String>) -> String {
    format!("{number} {}", unit.map_or("", String::as_str))
}

/// The answer that is the key; `None` where the key has none that can be named.
fn key_of(spec: &Question) -> Option<String> {
    let json = match &spec.body {
        QuestionContent::MultipleChoice(MultipleChoiceKey { correct_answer, .. }) => {
            return Some(correct_answer.clone());
        }
        QuestionContent::Essay | QuestionContent::Coding(_) => return None,
        QuestionContent::Numeric(key) => return Some(number_answer(key.correct_number.as_str(), key.unit.as_ref())),
        QuestionContent::ShortText(key) => return key.accepted.first().cloned(),
        QuestionContent::MultipleResponse(MultipleResponseKey { correct_answers, .. }) => json!(correct_answers),
        QuestionContent::Ordering(OrderingKey { order, .. }) => json!(order),
        QuestionContent::Matching(MatchingKey { pairs, .. }) => json!(pairs),
        QuestionContent::Gaps(gaps) => {
            let mut answer = Map::new();
            for gap in gaps {
                let text = match &gap.key {
                    GapKey::Choice { correct_answer, .. } => correct_answer.clone(),
                    GapKey::Text(key) => key.accepted.first()?.clone(),
                    GapKey::Number(key) => number_answer(key.correct_number.as_str(), key.unit.as_ref()),
                };
                answer.insert(gap.id.clone(), json!(text));
            }
            Value::Object(answer)
        }
    };
    Some(json.to_string())
}

#[test]
fn the_key_earns_all_points() {
    let mut seen = 0;
    each(1, |_, spec, _| {
        let Some(key) = key_of(spec) else { return };
        let full = Mark { status: GradeStatus::Correct, earned: Thousandths::of_points(spec.points) };
        assert_eq!(mark(spec, &key), full, "{spec:?} {key}");
        seen += 1;
    });
    assert!(seen > ROUNDS / 2);
}

#[test]
fn choosing_everything_never_earns_points() {
    let mut seen = 0;
    each(2, |_, spec, _| {
        let QuestionContent::MultipleResponse(MultipleResponseKey { options, .. }) = &spec.body else { return };
        let everything: Vec<&str> = options.iter().map(|option| option.id.as_str()).collect();
        let mark = mark(spec, &json!(everything).to_string());
        assert!(mark.earned <= Thousandths(0) && mark.status == GradeStatus::Wrong, "{spec:?}");
        seen += 1;
    });
    assert!(seen > 50);
}

#[test]
fn one_more_right_option_never_lowers_and_one_more_wrong_never_raises() {
    let mut seen = 0;
    each(3, |dice, spec, answer| {
        let QuestionContent::MultipleResponse(MultipleResponseKey { options, correct_answers }) = &spec.body else {
            return;
        };
        let Ok(mut ids) = serde_json::from_str::<Vec<String>>(answer) else { return };
        let added = &dice.pick(options).id;
        // A first wrong choice costs the penalty, which leaving the answer blank does not.
        if ids.is_empty() || ids.contains(added) || ids.contains(&"x".to_owned()) {
            return;
        }
        let before = mark(spec, answer).earned;
        ids.push(added.clone());
        let after = mark(spec, &json!(ids).to_string()).earned;
        let is_right = correct_answers.contains(added);
        assert!(if is_right { after >= before } else { after <= before }, "{spec:?} {ids:?}");
        seen += 1;
    });
    assert!(seen > 50);
}

#[test]
fn one_more_right_pair_never_lowers() {
    let mut seen = 0;
    each(4, |dice, spec, answer| {
        let QuestionContent::Matching(MatchingKey { prompts, pairs, .. }) = &spec.body else { return };
        // From a blank answer to an incomplete one it may cost the penalty.
        let ParsedAnswer::ByPart(mut given) = ParsedAnswer::read(&spec.body, answer) else { return };
        let before = mark(spec, answer).earned;
        let prompt = &dice.pick(prompts).id;
        given.insert(prompt.clone(), pairs[prompt].clone());
        assert!(mark(spec, &json!(given).to_string()).earned >= before, "{spec:?} {answer}");
        seen += 1;
    });
    assert!(seen > 50);
}

#[test]
fn a_wider_tolerance_never_lowers() {
    let mut seen = 0;
    each(5, |_, spec, answer| {
        let mut draft = QuestionDraft::from(spec);
        let Some(tolerance) = draft.tolerance.as_mut() else { return };
        // Twice as wide where that is allowed.
        let Some(wide) = tolerance.value.0.parse::<f64>().ok().filter(|value| *value <= 0.5) else { return };
        tolerance.value = Numeral(format!("{:?}", wide * 2.0));
        let wide = draft.check_alone(0).unwrap();
        assert!(mark(&wide, answer).earned >= mark(spec, answer).earned, "{spec:?} {answer}");
        seen += 1;
    });
    assert!(seen > 10, "{seen}");
}

#[test]
fn part_marks_are_never_below_all_or_nothing() {
    each(6, |_, spec, answer| {
        if let Ok(strict) =
            (QuestionDraft { scoring: Some(Scoring::AllOrNothing), ..QuestionDraft::from(spec) }).check_alone(0)
        {
            assert!(mark(spec, answer).earned >= mark(&strict, answer).earned, "{spec:?} {answer}");
        }
    });
}

#[test]
fn an_attempt_is_between_nothing_and_all_points() {
    assert_eq!(attempt_points([Thousandths(1_500), Thousandths(-2_000)]), Thousandths(0));
    assert_eq!(attempt_points([Thousandths(1_500), Thousandths(-500), Thousandths(333)]), Thousandths(1_333));
    assert_eq!(attempt_points([]), Thousandths(0));
}

/// One question of each kind, with part marks and a penalty.
static SPECS: LazyLock<Vec<Question>> = LazyLock::new(|| {
    let mut dice = Dice(7);
    let mut found = std::collections::BTreeMap::new();
    while found.len() < 9 {
        let Random { spec, .. } = random(&mut dice);
        let is_hard = spec.penalty.0 > 0 && spec.scoring == Scoring::Partial;
        if is_hard || !spec.body.kind().has_part_marks() {
            found.insert(spec.body.kind(), spec);
        }
    }
    found.into_values().collect()
});

fn is_sound(spec: &Question, answer: &str) -> bool {
    let Mark { status, earned } = mark(spec, answer);
    let all = Thousandths::of_points(spec.points);
    match status {
        GradeStatus::Correct => earned == all,
        GradeStatus::Partial => Thousandths(0) < earned && earned < all,
        GradeStatus::Wrong => earned == Thousandths(0) || earned == Thousandths(-spec.penalty.0),
        GradeStatus::Pending => earned == Thousandths(0) && !spec.body.kind().is_auto(),
        GradeStatus::Void => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn every_string_has_a_mark(text in any::<String>()) {
        for spec in SPECS.iter() {
            prop_assert!(is_sound(spec, &text), "{:?}", spec);
        }
    }

    #[test]
    fn every_string_that_resembles_an_answer_has_a_mark(
        parts in vec(select(vec![
            "[", "]", "{", "}", "\"", ",", ":", "\"o1\"", "\"l0\":\"r0\"", "\"g0\":\"", "g1", " ", "\u{a0}", "1", "000",
            ".", "-", "e", "E9", "×10^", "^", "⁻²", "kg", "µ", "$", "%", "'", "\\", "\\u0000", "null", "é", "\u{301}", "ß",
        ]), 0..20)
    ) {
        let text = parts.concat();
        for spec in SPECS.iter() {
            prop_assert!(is_sound(spec, &text), "{:?} {}", spec, text);
        }
    }
}
