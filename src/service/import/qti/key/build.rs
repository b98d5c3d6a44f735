//! Questions of our kinds with a key of a file, and answers to them.

use super::{
    derive::PartKey,
    number,
    parts::{Form, Given, Part},
};
use crate::{
    domain::{
        question::{
            Choice, ChoiceDraft, GapDraft, GapKind, Numeral, Question, Scoring, ShownOptions, ToleranceDraft,
            ToleranceKind, decimal::Decimal,
        },
        test::{OPTIONS, QuestionDraft, QuestionKind},
    },
    service::import::{kinds, qti::text::gap_id},
};
use serde_json::json;
use std::collections::BTreeMap;

/// Texts of the choices of a part; `right` those of the right set of pairs.
#[derive(Clone, Debug, Default)]
pub struct PartTexts {
    pub left: Vec<String>,
    pub right: Vec<String>,
    /// Keep their place where options are shuffled.
    pub is_fixed: Vec<bool>,
}

/// How a key is read.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    pub scoring: Scoring,
    /// Share of the question's points that a wrong answer costs.
    pub penalty: f64,
    pub points: i64,
    /// Tolerances are shares of the number.
    pub is_relative: bool,
}

type Built = Result<QuestionDraft, &'static str>;

pub fn draft(
    text: &str,
    is_gaps: bool,
    parts: &[Part<'_>],
    texts: &[PartTexts],
    keys: &[PartKey],
    reading: Reading,
) -> Built {
    let question = match (parts, texts, keys) {
        ([part], [texts], [key]) if !is_gaps => single(text.to_owned(), part, texts, key, reading)?,
        _ if !is_gaps && keys.iter().all(|key| *key == PartKey::Essay) => kinds::essay(text.to_owned(), reading.points),
        _ => {
            let mut gaps = Vec::new();
            for (number, (texts, key)) in (1..).zip(texts.iter().zip(keys)) {
                gaps.push(gap(gap_id(number), texts, key, reading)?);
            }
            QuestionDraft { gaps, scoring: Some(reading.scoring), ..QuestionDraft::new(QuestionKind::Gaps, text) }
        }
    };
    let penalty = (reading.penalty > 0.0005).then(|| number::decimal((reading.penalty * 1_000.0).round() / 1_000.0));
    let has_more_options = question.options.len() > *OPTIONS.end();
    let penalty = penalty.flatten().map(Numeral);
    Ok(QuestionDraft { points: reading.points, penalty, has_more_options, ..question })
}

fn single(text: String, part: &Part<'_>, texts: &PartTexts, key: &PartKey, reading: Reading) -> Built {
    let left = |place: &usize| texts.left.get(*place).cloned();
    let fixed = texts.is_fixed.iter().enumerate().filter(|(_, is_fixed)| **is_fixed).map(|(place, _)| place);
    Ok(match key {
        PartKey::Essay => kinds::essay(with_options(text, texts), reading.points),
        PartKey::One(right) => QuestionDraft {
            pinned_options: fixed.filter_map(|place| left(&place)).collect(),
            ..kinds::choice(text, reading.points, texts.left.clone(), left(right))
        },
        PartKey::Several(right) => {
            let options = texts.left.iter().enumerate();
            let options = options.map(|(place, text)| (text.clone(), right.contains(&place))).collect();
            QuestionDraft {
                pinned_options: fixed.map(kinds::option_id).collect(),
                ..kinds::several(text, options, reading.scoring)
            }
        }
        PartKey::Order(order) => QuestionDraft {
            scoring: Some(reading.scoring),
            ..kinds::ordering::ordering(text, order.iter().filter_map(left).collect())
        },
        PartKey::Pairs(pairs) => {
            let mut paired = Vec::new();
            for (place, prompt) in texts.left.iter().enumerate() {
                let mut options = pairs.iter().filter(|(a, _)| *a == place).filter_map(|(_, b)| texts.right.get(*b));
                let (Some(option), None) = (options.next(), options.next()) else {
                    return Err("a prompt is matched with no option or with several");
                };
                paired.push((prompt.clone(), option.clone()));
            }
            let is_paired = |text: &&String| paired.iter().any(|(_, option)| option == *text);
            let distractors = texts.right.iter().filter(|text| !is_paired(text)).cloned().collect();
            kinds::matching(text, paired, distractors, reading.scoring)
        }
        PartKey::Text { accepted, case_sensitive, pattern } => {
            let accepted = if pattern.is_some() && part.form == Form::Text { Vec::new() } else { accepted.clone() };
            QuestionDraft { pattern: pattern.clone(), ..kinds::short_text(text, accepted, *case_sensitive) }
        }
        PartKey::Number { number, ends } => {
            let (number, tolerance) = numeral(number, ends.as_ref(), reading.is_relative)?;
            kinds::number(text, &number, tolerance)
        }
    })
}

/// A text with the options of an answer that a person scores.
fn with_options(text: String, texts: &PartTexts) -> String {
    let options: Vec<String> =
        texts.left.iter().chain(&texts.right).map(|option| format!("- {}", option.replace('\n', "\n  "))).collect();
    if options.is_empty() { text } else { format!("{text}\n\n{}", options.join("\n")).trim_start().to_owned() }
}

fn gap(id: String, texts: &PartTexts, key: &PartKey, reading: Reading) -> Result<GapDraft, &'static str> {
    Ok(match key {
        PartKey::One(right) => {
            let option = |(place, text): (usize, &String)| ChoiceDraft::WithId {
                id: kinds::option_id(place),
                text: text.clone(),
            };
            GapDraft {
                correct_answer: Some(kinds::option_id(*right)),
                options: texts.left.iter().enumerate().map(option).collect(),
                ..GapDraft::new(id, GapKind::Choice)
            }
        }
        PartKey::Text { accepted, case_sensitive, pattern } => GapDraft {
            accepted: accepted.clone(),
            case_sensitive: *case_sensitive,
            pattern: pattern.clone(),
            ..GapDraft::new(id, GapKind::Text)
        },
        PartKey::Number { number, ends } => {
            let (number, tolerance) = numeral(number, ends.as_ref(), reading.is_relative)?;
            let correct_number = Some(Numeral(number.as_str().to_owned()));
            GapDraft { correct_number, tolerance, ..GapDraft::new(id, GapKind::Number) }
        }
        PartKey::Several(_) | PartKey::Order(_) | PartKey::Pairs(_) => return Err("it asks for several answers"),
        PartKey::Essay => return Err("it does not declare exactly one correct answer"),
    })
}

/// A number and its tolerance: around the declared one, where both ends are as far from it.
fn numeral(
    number: &str,
    ends: Option<&(String, String)>,
    is_relative: bool,
) -> Result<(Decimal, Option<ToleranceDraft>), &'static str> {
    let declared = kinds::decimal(number).ok_or("its correct number cannot be read")?;
    let Some((low, high)) = ends else { return Ok((declared, None)) };
    let Some((middle, Some(width))) = kinds::range(low, high) else { return Ok((declared, None)) };
    let (center, value) = (middle.as_str().parse::<f64>(), declared.as_str().parse::<f64>());
    let half = width.as_str().parse::<f64>().unwrap_or_default();
    let is_declared = matches!((center, value), (Ok(a), Ok(b)) if (a - b).abs() <= half * 1e-6);
    if !is_declared {
        return Ok((middle, kinds::tolerance(ToleranceKind::Absolute, Some(&width))));
    }
    let size = declared.as_str().parse::<f64>().unwrap_or_default().abs();
    let share = (is_relative && size > 0.0).then(|| number::decimal(half / size)).flatten();
    let share = share.and_then(|share| kinds::decimal(&share));
    let width = number::decimal(half).and_then(|half| kinds::decimal(&half)).unwrap_or(width);
    Ok(match share {
        Some(share) => (declared, kinds::tolerance(ToleranceKind::Relative, Some(&share))),
        None => (declared, kinds::tolerance(ToleranceKind::Absolute, Some(&width))),
    })
}

/// Answers as candidates give them.
pub fn answer(question: &Question, texts: &[PartTexts], given: &[Given]) -> String {
    let id_of = |list: &[Choice], text: Option<&String>| {
        let text = text.map(|text| text.trim()).unwrap_or_default();
        list.iter().find(|choice| choice.text == text).map(|choice| choice.id.clone()).unwrap_or_default()
    };
    let options: &[Choice] = match question.body.options() {
        ShownOptions::Choices(list) | ShownOptions::Unordered(list) => list,
        ShownOptions::None | ShownOptions::Texts(_) => &[],
    };
    if question.kind() == QuestionKind::Gaps {
        let part = |(number, given): (usize, &Given)| {
            let text = match given {
                Given::Chosen(places) => kinds::option_id(*places.first()?),
                Given::Text(text) => text.clone(),
                Given::Nothing | Given::Pairs(_) => return None,
            };
            Some((gap_id(number), text))
        };
        let parts: BTreeMap<String, String> = (1..).zip(given).filter_map(part).collect();
        return json!(parts).to_string();
    }
    let none = PartTexts::default();
    let texts = texts.first().unwrap_or(&none);
    match given.first() {
        None | Some(Given::Nothing) => String::new(),
        Some(Given::Text(text)) => text.clone(),
        Some(Given::Pairs(pairs)) => {
            let prompts = question.body.prompts();
            let pair =
                |(a, b): &(usize, usize)| (id_of(prompts, texts.left.get(*a)), id_of(options, texts.right.get(*b)));
            json!(pairs.iter().map(pair).collect::<BTreeMap<String, String>>()).to_string()
        }
        Some(Given::Chosen(places)) if question.kind() == QuestionKind::MultipleChoice => {
            let text = places.first().and_then(|place| question.texts().get(*place));
            text.cloned().unwrap_or_default()
        }
        Some(Given::Chosen(places)) => {
            let ids: Vec<String> = places.iter().map(|place| id_of(options, texts.left.get(*place))).collect();
            json!(ids).to_string()
        }
    }
}

/// An answer in the words of the choices.
pub fn in_words(texts: &[PartTexts], given: &[Given]) -> String {
    let of_part = |(given, texts): (&Given, &PartTexts)| {
        let text = |list: &[String], place: &usize| list.get(*place).map_or("?", String::as_str).to_owned();
        match given {
            Given::Nothing => "nothing".to_owned(),
            Given::Text(text) => text.clone(),
            Given::Chosen(places) => {
                places.iter().map(|place| text(&texts.left, place)).collect::<Vec<_>>().join(" + ")
            }
            Given::Pairs(pairs) => {
                let pair = |(a, b): &(usize, usize)| format!("{} -> {}", text(&texts.left, a), text(&texts.right, b));
                pairs.iter().map(pair).collect::<Vec<_>>().join(", ")
            }
        }
    };
    let words = given.iter().zip(texts).map(of_part).collect::<Vec<_>>().join("; ");
    let words: String = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().count() <= 80 { words } else { words.chars().take(80).chain(['…']).collect() }
}
