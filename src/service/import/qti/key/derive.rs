//! The key of an item, from what its rules do with answers.

use super::{
    super::processing::{
        Compared, Processing, Unread,
        patterns::{self, Samples},
        value::{Scalar, Value},
    },
    number,
    parts::{Form, Given, Part, points},
    probes::{self, other_cases, put},
};
use crate::service::import::kinds;

/// The key of one part, in terms of the file.
#[derive(Clone, Debug, PartialEq)]
pub enum PartKey {
    One(usize),
    Several(Vec<usize>),
    Order(Vec<usize>),
    Pairs(Vec<(usize, usize)>),
    Text {
        accepted: Vec<String>,
        case_sensitive: bool,
        pattern: Option<String>,
    },
    /// A number, with both ends of the accepted range where they differ.
    Number {
        number: String,
        ends: Option<(String, String)>,
    },
    Essay,
}

#[derive(Debug)]
pub struct Derived {
    /// The answer that earns most.
    pub right: Vec<Given>,
    /// Points that the file gives the right answer; an error if its rules are not read.
    pub most: Result<f64, Unread>,
    pub keys: Vec<PartKey>,
    /// Answers to each part that are tried.
    pub alternatives: Vec<Vec<Given>>,
    /// Answers among these that its rules name.
    pub named: Vec<Vec<Given>>,
    /// Answers among these to which its mapping gives points.
    pub mapped: Vec<Vec<Given>>,
}

/// Texts tried for a part.
const MAX_TEXTS: usize = 200;

const NOT_ONE: &str = "it does not declare exactly one correct answer";
const NONE: &str = "it does not declare the correct answer";

/// # Errors
/// Why there is no key.
pub fn derive(processing: &Processing, parts: &[Part<'_>]) -> Result<Derived, &'static str> {
    let scalars = processing.constants();
    let compared: Vec<Compared> = parts.iter().map(|part| processing.compared(&part.response)).collect();
    let declared: Vec<Option<Given>> = parts.iter().map(|part| declared(part, processing)).collect();
    let mut texts: Vec<Vec<String>> =
        parts.iter().zip(&compared).map(|(part, own)| texts_of(part, processing, own, &scalars)).collect();
    let mut right: Vec<Given> = Vec::new();
    for (declared, texts) in declared.iter().zip(&texts) {
        let first = || texts.first().map(|text| Given::Text(text.clone()));
        right.push(declared.clone().or_else(first).unwrap_or_default());
    }
    let mut most = points(processing, parts, &right);
    let samples: Vec<Vec<Samples>> =
        compared.iter().map(|own| own.patterns.iter().map(|pattern| patterns::samples(pattern)).collect()).collect();
    let named: Vec<Vec<Given>> =
        parts.iter().zip(&compared).zip(&samples).map(|((part, own), samples)| named(part, own, samples)).collect();
    let mapped: Vec<Vec<Given>> = parts.iter().map(|part| mapped(part, processing)).collect();
    let mut alternatives: Vec<Vec<Given>> = Vec::new();
    for (((part, right), texts), named) in parts.iter().zip(&right).zip(&texts).zip(&named) {
        alternatives.push(named.iter().cloned().chain(probes::alternatives(part, right, texts)).collect());
    }
    if most.is_ok() {
        climb(processing, parts, &mut right, &mut most, &alternatives);
    }
    for (place, declared) in declared.iter().enumerate() {
        // Not every constant of the rules is an answer.
        let mut without = right.clone();
        put(&mut without, place, Given::Nothing);
        let earns = match (&most, points(processing, parts, &without)) {
            (Ok(most), Ok(points)) => points < most - 1e-9,
            _ => false,
        };
        if declared.is_none() && !earns {
            right = without;
        }
    }
    let mut keys = Vec::new();
    for (place, part) in parts.iter().enumerate() {
        let found = right.get(place).cloned().unwrap_or_default();
        let is_right = |given: Given| {
            let mut probe = right.clone();
            put(&mut probe, place, given);
            match (&most, points(processing, parts, &probe)) {
                (Ok(most), Ok(points)) => *most > 0.0 && points >= most - 1e-9,
                _ => false,
            }
        };
        let texts = texts.get_mut(place).map(std::mem::take).unwrap_or_default();
        keys.push(match (&part.form, &found) {
            (Form::Essay, _) => PartKey::Essay,
            (Form::One, Given::Chosen(places)) => match places.as_slice() {
                [one] => PartKey::One(*one),
                _ => return Err(NOT_ONE),
            },
            (Form::Several { .. }, Given::Chosen(places)) => PartKey::Several(places.clone()),
            (Form::Order, Given::Chosen(places)) if places.len() == part.ids.len() => PartKey::Order(places.clone()),
            (Form::Order, Given::Chosen(_)) => return Err("its correct order does not have every choice"),
            (Form::Pairs { .. }, Given::Pairs(pairs)) => PartKey::Pairs(pairs.clone()),
            (Form::Text, Given::Text(first)) => {
                let mut accepted = vec![first.clone()];
                let others = texts.into_iter().filter(|text| text != first);
                accepted.extend(others.filter(|text| is_right(Given::Text(text.clone()))));
                let swapped = |text: &String| other_cases(text).into_iter().find(|other| !accepted.contains(other));
                let other_case: Vec<String> = accepted.iter().filter_map(swapped).collect();
                let is_known = most.is_ok();
                let case_sensitive =
                    if is_known { !other_case.iter().any(|text| is_right(Given::Text(text.clone()))) } else { true };
                let case_sensitive = case_sensitive && !other_case.is_empty();
                if !case_sensitive {
                    fold_cases(&mut accepted);
                }
                let own: &[Samples] = samples.get(place).map_or(&[], Vec::as_slice);
                let is_right = |text: &String| is_right(Given::Text(text.clone()));
                let holds = |one: &Samples| !one.texts.is_empty() && one.texts.iter().all(is_right);
                let holds = !own.is_empty() && own.iter().all(holds) && is_right(first);
                let pattern = compared.get(place).filter(|_| holds).map(|own| either(&own.patterns));
                if pattern.is_none() {
                    let all = own.iter().filter(|one| one.are_all).flat_map(|one| &one.texts);
                    let new =
                        all.filter(|text| is_right(text) && !accepted.contains(text)).cloned().collect::<Vec<_>>();
                    accepted.extend(new);
                }
                PartKey::Text { accepted, case_sensitive, pattern }
            }
            (Form::Number { is_whole }, Given::Text(first)) => {
                let Ok(middle) = first.trim().parse::<f64>() else { return Err("its correct number cannot be read") };
                let mut tried = |number: f64| is_right(Given::Text(number.to_string()));
                let ends = if tried(middle) { number::range(middle, *is_whole, &mut tried) } else { None };
                PartKey::Number {
                    number: as_written(part, processing, first),
                    ends: ends.filter(|(low, high)| low != high),
                }
            }
            // Without a key a person scores the answer.
            _ if parts.len() == 1 && part.gap.is_none() && found == Given::Nothing => PartKey::Essay,
            (Form::One, _) => return Err(NOT_ONE),
            _ => return Err(NONE),
        });
    }
    Ok(Derived { right, most, keys, alternatives, named, mapped })
}

/// The number as the file writes it: `3.50`.
fn as_written(part: &Part<'_>, processing: &Processing, number: &str) -> String {
    let declaration = processing.declarations.responses.get(&part.response);
    let written = declaration.map(|declaration| declaration.written.trim());
    let is_same = |text: &&str| matches!((text.parse::<f64>(), number.parse::<f64>()), (Ok(a), Ok(b)) if a.to_bits() == b.to_bits());
    // `5.` is a number there.
    let is_ours = |text: &&str| is_same(text) && kinds::decimal(text).is_some();
    written.filter(is_ours).unwrap_or(number).to_owned()
}

/// Keeps the first of the texts that differ in case alone.
fn fold_cases(texts: &mut Vec<String>) {
    let mut known: Vec<String> = Vec::new();
    texts.retain(|text| {
        let folded = text.to_lowercase();
        let is_new = !known.contains(&folded);
        known.push(folded);
        is_new
    });
}

/// Answers to a part that its rules name.
fn named(part: &Part<'_>, compared: &Compared, samples: &[Samples]) -> Vec<Given> {
    let of_rules = compared.values.iter().filter_map(|value| part.given(value));
    let of_patterns = samples.iter().flat_map(|one| one.texts.iter().cloned().map(Given::Text));
    let mut named: Vec<Given> = of_rules.chain(of_patterns.filter(|_| part.form == Form::Text)).collect();
    named.dedup();
    named
}

/// Answers to a part that its mapping names, each alone.
fn mapped(part: &Part<'_>, processing: &Processing) -> Vec<Given> {
    let declaration = processing.declarations.responses.get(&part.response);
    let mapping = declaration.and_then(|declaration| Some((declaration, declaration.mapping.as_ref()?)));
    let Some((declaration, mapping)) = mapping else { return Vec::new() };
    let one = |key: &Scalar| part.given(&declaration.cardinality.value(vec![key.clone()]));
    mapping.entries.iter().filter_map(|entry| one(&entry.key)).collect()
}

/// Returns a pattern that matches what any of these matches.
fn either(patterns: &[String]) -> String {
    match patterns {
        [only] => bare(only),
        several => several.iter().map(|one| format!("(?:{})", bare(one))).collect::<Vec<_>>().join("|"),
    }
}

/// A pattern without the ends that it was given to match a whole text.
fn bare(pattern: &str) -> String {
    let inner = pattern.strip_prefix(r"\A(?:").and_then(|rest| rest.strip_suffix(r")\z")).unwrap_or(pattern);
    inner.to_owned()
}

/// The declared answer, or the one that a mapping gives most for.
fn declared(part: &Part<'_>, processing: &Processing) -> Option<Given> {
    let declaration = processing.declarations.responses.get(&part.response)?;
    if let Some(given) = part.given(&declaration.correct) {
        return Some(given);
    }
    let mapping = declaration.mapping.as_ref()?;
    let most = mapping.entries.iter().map(|entry| entry.value).fold(0.0, f64::max);
    let is_several = part.gap.is_some() || matches!(part.form, Form::Several { .. } | Form::Pairs { .. });
    let counts = |value: f64| value > 0.0 && (is_several || value >= most);
    let keys = mapping.entries.iter().filter(|entry| counts(entry.value)).map(|entry| entry.key.clone());
    part.given(&declaration.cardinality.value(keys.collect()))
}

/// Texts and numbers that rules name: first those that are compared with a part, then all others.
fn texts_of(part: &Part<'_>, processing: &Processing, own: &Compared, constants: &[Scalar]) -> Vec<String> {
    let is_number = matches!(part.form, Form::Number { .. });
    if !is_number && !matches!(part.form, Form::Text | Form::Essay) {
        return Vec::new();
    }
    let declaration = processing.declarations.responses.get(&part.response);
    let correct = declaration.iter().flat_map(|declaration| declaration.correct.scalars());
    let mapped = declaration.iter().filter_map(|declaration| declaration.mapping.as_ref());
    let mapped = mapped.flat_map(|mapping| mapping.entries.iter().map(|entry| &entry.key));
    let mut found: Vec<String> = Vec::new();
    let own = own.values.iter().flat_map(Value::scalars);
    for scalar in correct.chain(mapped).chain(own).chain(constants) {
        let text = match scalar {
            Scalar::Text(text) if !is_number => text.clone(),
            Scalar::Number(number) => number.to_string(),
            Scalar::Text(_) | Scalar::Truth(_) | Scalar::Pair(..) => continue,
        };
        if !text.trim().is_empty() && !found.contains(&text) && found.len() < MAX_TEXTS {
            found.push(text);
        }
    }
    found
}

/// Takes for each part what earns more than what is declared.
fn climb(
    processing: &Processing,
    parts: &[Part<'_>],
    right: &mut Vec<Given>,
    most: &mut Result<f64, Unread>,
    alternatives: &[Vec<Given>],
) {
    for (place, alternatives) in alternatives.iter().enumerate() {
        for given in alternatives {
            let mut probe = right.clone();
            put(&mut probe, place, given.clone());
            match points(processing, parts, &probe) {
                Ok(points) if most.as_ref().is_ok_and(|most| points > most + 1e-9) => {
                    *right = probe;
                    *most = Ok(points);
                }
                Ok(_) => {}
                Err(unread) => {
                    *most = Err(unread);
                    return;
                }
            }
        }
    }
}
