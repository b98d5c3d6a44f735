//! Questions whose answer is typed: short texts, numbers, essays.

use super::{
    answers::{self, Answer, is_yes},
    files,
    found::{Found, ReadKind, number, question_text},
};
use crate::{
    domain::{
        question::{Numeral, Scoring, ToleranceDraft, ToleranceKind, decimal::Decimal},
        test::QuestionDraft,
    },
    service::import::{
        kinds,
        lost::Lost,
        qti::{reader::QtiReader, xml::XmlElement},
    },
};

pub fn short_answer(element: &XmlElement, reader: &mut QtiReader<'_>) -> ReadKind {
    let text = question_text(element).shown(reader);
    let is_sensitive = element.child("usecase").is_some_and(is_yes);
    let answers: Vec<(f64, String)> =
        answers::of(element)?.into_iter().map(|answer| (answer.fraction, answer.source.trim().to_owned())).collect();
    let found = answers::accepted(&answers, is_sensitive)?;
    reader.left_out.extend(found.notes.into_iter().map(|what| (element.line, what)));
    let question = kinds::short_text(text, found.accepted, is_sensitive);
    Ok(QuestionDraft { pattern: found.pattern, ..question }.into())
}

/// A right number with its tolerance, of answers with what they earn.
pub fn right_number(answers: &[(f64, String, String)]) -> Result<(Decimal, Option<Decimal>, Vec<Lost>), String> {
    let mut found = None;
    let mut notes = Vec::new();
    let mut before: Vec<(&str, f64, f64)> = Vec::new();
    for (fraction, text, tolerance) in answers {
        let text = text.trim();
        if *fraction < 99.99 {
            if *fraction > 0.0 {
                let earned = kinds::rounded(*fraction);
                notes.push(Lost::scores(format!("{} '{text}' earns {earned} % there.", kinds::PART)));
            } else if *fraction < 0.0 {
                notes.push(Lost::scores(kinds::COSTS));
            }
            before.extend(ends(text, tolerance).map(|(low, high)| (text, low, high)));
            continue;
        }
        if found.is_some() {
            notes.push(Lost::scores(format!(
                "One right number is possible: '{text}', which is right there too, counts as wrong."
            )));
            continue;
        }
        if text == "*" {
            return Err("every number is right".into());
        }
        let unread = |why: &str, raw: &str| {
            if kinds::is_twofold(raw) { format!("{why}: '{raw}' has two meanings") } else { why.to_owned() }
        };
        let number = kinds::typed_decimal(text).ok_or_else(|| unread("its right number cannot be read", text))?;
        let width = match tolerance.trim() {
            "" => None,
            width => Some(kinds::typed_decimal(width).ok_or_else(|| unread("its tolerance cannot be read", width))?),
        };
        let first = ends(text, tolerance)
            .and_then(|(low, high)| before.iter().find(|(_, begin, end)| *begin <= high && low <= *end));
        notes.extend(first.map(|(first, ..)| answers::comes_before(first, text)));
        found = Some((number, width));
    }
    let (number, width) = found.ok_or_else(|| "no number earns all points".to_owned())?;
    Ok((number, width, notes))
}

/// Both ends of the numbers that an answer takes; `*` takes all.
fn ends(text: &str, tolerance: &str) -> Option<(f64, f64)> {
    if text == "*" {
        return Some((f64::NEG_INFINITY, f64::INFINITY));
    }
    let number = kinds::typed_number(text)?;
    let width = kinds::typed_number(tolerance).unwrap_or_default().abs();
    Some((number - width, number + width))
}

fn numbers(element: &XmlElement, reader: &mut QtiReader<'_>) -> Result<Vec<(f64, String, String)>, String> {
    let answers = answers::of(element)?;
    let elements = element.children().filter(|child| child.name == "answer");
    let tolerance = |answer: &XmlElement| answer.child("tolerance").map(XmlElement::text).unwrap_or_default();
    let one =
        |(answer, element): (&Answer, &XmlElement)| (answer.fraction, answer.text.plain(reader), tolerance(element));
    Ok(answers.iter().zip(elements).map(one).collect())
}

pub fn numerical(element: &XmlElement, reader: &mut QtiReader<'_>) -> ReadKind {
    let text = question_text(element).shown(reader);
    let (right, width, notes) = right_number(&numbers(element, reader)?)?;
    reader.left_out.extend(notes.into_iter().map(|what| (element.line, what)));
    let tolerance = kinds::tolerance(ToleranceKind::Absolute, width.as_ref());
    Ok(with_unit(element, kinds::number(text, &right, tolerance), reader).into())
}

/// Moodle takes a number with or without a unit, or takes points off for a wrong one.
fn with_unit(element: &XmlElement, question: QuestionDraft, reader: &mut QtiReader<'_>) -> QuestionDraft {
    let units: Vec<(String, f64)> = element
        .named("units")
        .into_iter()
        .flat_map(|units| units.named("unit"))
        .map(|unit| {
            let name = unit.child("unit_name").map(XmlElement::text).unwrap_or_default();
            (name, number(unit, "multiplier").unwrap_or(1.0))
        })
        .filter(|(name, _)| !name.is_empty())
        .collect();
    let hides_units = element.child("showunits").is_some_and(|show| show.text() == "3");
    let Some((name, _)) = units.iter().find(|(_, factor)| (factor - 1.0).abs() < 1e-9).or_else(|| units.first()) else {
        return question;
    };
    if hides_units {
        return question;
    }
    let mut note = |what: String| reader.left_out.push((element.line, Lost::scores(what)));
    if units.len() > 1 {
        note(format!("Units are not converted here: of {} units only '{name}' counts.", units.len()));
    }
    let penalty = number(element, "unitpenalty").unwrap_or(0.1);
    let is_ours = element.child("unitpenalty").is_some_and(|penalty| penalty.attribute("of") == Some("missing"));
    let mut scoring = Scoring::Partial;
    if element.child("unitgradingtype").is_none_or(|kind| kind.text() == "0") {
        note(format!("The unit '{name}' may be left out there; here nine tenths of the points are left without it."));
    } else if penalty >= 0.9999 {
        scoring = Scoring::AllOrNothing;
    } else if !is_ours {
        note(format!(
            "A missing or wrong unit costs {} % there; here a missing one costs 10 %, a wrong one all points.",
            kinds::rounded(penalty * 100.0)
        ));
    }
    QuestionDraft { unit: Some(name.clone()), scoring: Some(scoring), ..question }
}

/// A number that was computed, whose tolerance is relative by default.
pub fn calculated(element: &XmlElement, reader: &mut QtiReader<'_>) -> ReadKind {
    let text = question_text(element).shown(reader);
    let answers = numbers(element, reader)?;
    let (right, width, notes) = right_number(&answers)?;
    reader.left_out.extend(notes.into_iter().map(|what| (element.line, what)));
    let kind = element.all("tolerancetype").first().map(|kind| kind.text()).unwrap_or_default();
    let tolerance = match (kind.as_str(), &width) {
        // Relative, the standard of this type.
        ("" | "1" | "3", Some(width)) => {
            if kind == "3" {
                let what = "Its tolerance is geometric there and relative here: the lower end differs a little.";
                reader.left_out.push((element.line, Lost::scores(what)));
            }
            Some(ToleranceDraft { kind: ToleranceKind::Relative, value: Numeral(width.as_str().to_owned()) })
        }
        _ => kinds::tolerance(ToleranceKind::Absolute, width.as_ref()),
    };
    Ok(with_unit(element, kinds::number(text, &right, tolerance), reader).into())
}

pub fn essay(element: &XmlElement, reader: &mut QtiReader<'_>) -> Found {
    let text = question_text(element).shown(reader);
    let notes = element.child("graderinfo").map(files::text).map(|text| text.plain(reader));
    let mut note = |what: &'static str| reader.left_out.push((element.line, Lost::reads(what)));
    if element.child("responsetemplate").is_some_and(|template| !files::text(template).is_empty()) {
        note("The template of the answer is not imported.");
    }
    let is_some = |name: &str| number(element, name).is_some_and(|number| number > 0.0);
    if is_some("attachments") {
        note("Candidates cannot attach files: they answer in writing.");
    }
    if is_some("minwordlimit") || is_some("maxwordlimit") {
        note("The number of words is not limited here.");
    }
    let reviewer_notes = notes.filter(|notes| !notes.trim().is_empty());
    QuestionDraft { reviewer_notes, ..kinds::essay(text, 1) }.into()
}
