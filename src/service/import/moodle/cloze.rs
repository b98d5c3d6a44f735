//! Gaps within a text, in the syntax of Moodle's Cloze: `{1:SHORTANSWER:=Paris~%50%Lyon#No.}`.

use super::{answers, files, found::ReadKind, typed::right_number};
use crate::{
    domain::{
        question::{ChoiceDraft, GapDraft, GapKind, Numeral, Scoring, ToleranceKind},
        test::{QuestionDraft, QuestionKind},
    },
    service::import::{
        html::{ForeignText, GAP},
        kinds::{self, PART, option_id},
        lost::Lost,
        qti::{reader::QtiReader, text::gap_id, xml::XmlElement},
    },
};

/// A gap as it is written.
struct RawGap<'s> {
    weight: f64,
    kind: &'s str,
    answers: &'s str,
}

pub fn cloze(element: &XmlElement, reader: &mut QtiReader<'_>) -> ReadKind {
    let body = element.child("questiontext").ok_or("it has no text")?;
    let source = files::source(body);
    let (text, raw) = gaps(&source);
    if raw.is_empty() {
        return Err("its text has no gaps".into());
    }
    if raw.len() > kinds::MAX_PARTS {
        return Err("it has more than 200 gaps".into());
    }
    let mut gaps = Vec::new();
    for (number, one) in (1..).zip(&raw) {
        let mut notes = Vec::new();
        gaps.push(gap(gap_id(number), one, element.line, reader, &mut notes)?);
        reader.left_out.extend(notes.into_iter().map(|lost| (element.line, lost.within(&format!("Gap {number}")))));
    }
    let weights: Vec<f64> = raw.iter().map(|gap| gap.weight).collect();
    if kinds::common(&weights).is_none() {
        let weights: Vec<String> = weights.iter().map(|weight| kinds::rounded(*weight)).collect();
        let message = format!("The gaps have the weights {} there; here they count alike.", weights.join(", "));
        reader.left_out.push((element.line, Lost::scores(message)));
    }
    let text = files::formatted(body, &text).with_gaps(reader);
    let question = QuestionDraft::new(QuestionKind::Gaps, text);
    Ok(QuestionDraft { gaps, scoring: Some(Scoring::Partial), ..question }.into())
}

/// Weights of all gaps together.
pub fn weights(element: &XmlElement, kind: &str) -> Option<f64> {
    if !matches!(kind, "cloze" | "multianswer") {
        return None;
    }
    let source = files::source(element.child("questiontext")?);
    let sum: f64 = gaps(&source).1.iter().map(|gap| gap.weight).sum();
    (sum > 0.0).then_some(sum)
}

/// The text with marks of gaps, and the gaps.
fn gaps(source: &str) -> (String, Vec<RawGap<'_>>) {
    let (mut out, mut found) = (String::new(), Vec::new());
    let mut rest = source;
    let mut has_end = true;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let parsed = if has_end { raw_gap(after, &mut has_end) } else { None };
        if let Some((gap, behind)) = parsed {
            out.push(GAP);
            found.push(gap);
            rest = behind;
        } else {
            out.push('{');
            rest = after;
        }
    }
    out.push_str(rest);
    (out, found)
}

/// `1:SHORTANSWER:..}` and what follows it. Without an end, no later one has an end.
fn raw_gap<'s>(after: &'s str, has_end: &mut bool) -> Option<(RawGap<'s>, &'s str)> {
    let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (weight, rest) = after.split_at_checked(digits)?;
    let rest = rest.strip_prefix(':')?;
    let letters = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '_').len();
    let (kind, rest) = rest.split_at_checked(letters)?;
    let rest = rest.strip_prefix(':').filter(|_| !kind.is_empty())?;
    let mut is_escaped = false;
    for (at, c) in rest.char_indices() {
        if c == '}' && !is_escaped {
            let weight = if weight.is_empty() { 1.0 } else { weight.parse().ok()? };
            let (answers, behind) = rest.split_at_checked(at)?;
            return Some((RawGap { weight, kind, answers }, behind.get(1..)?));
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    *has_end = false;
    None
}

struct RawAnswer {
    fraction: f64,
    text: String,
    has_feedback: bool,
}

fn answers_of(raw: &str) -> Vec<RawAnswer> {
    let mut all = Vec::new();
    for part in split(raw, '~') {
        let part = part.trim_start();
        let (fraction, text) = if let Some(text) = part.strip_prefix('=') {
            (100.0, text)
        } else if let Some((number, text)) = part.strip_prefix('%').and_then(|rest| rest.split_once('%')) {
            kinds::share(number).map_or((0.0, part), |number| (number, text))
        } else {
            (0.0, part)
        };
        let mut pieces = split(text, '#').into_iter();
        let text = unescaped(pieces.next().unwrap_or_default());
        let has_feedback = pieces.any(|feedback| !feedback.trim().is_empty());
        if !text.trim().is_empty() || has_feedback {
            all.push(RawAnswer { fraction, text, has_feedback });
        }
    }
    all
}

/// Parts between marks that no backslash precedes. An entity (`&#39;`) is not the beginning of feedback.
fn split(text: &str, mark: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut from, mut before) = (0, ' ');
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        if c == mark && !is_escaped && before != '&' {
            parts.push(text.get(from..at).unwrap_or_default());
            from = at + mark.len_utf8();
        }
        is_escaped = c == '\\' && !is_escaped;
        before = c;
    }
    parts.push(text.get(from..).unwrap_or_default());
    parts
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let escapes = c == '\\' && chars.peek().is_some_and(|next| matches!(next, '}' | '#' | '~' | '/' | '"' | '\\'));
        out.push(if escapes { chars.next().unwrap_or(c) } else { c });
    }
    out
}

fn gap(
    id: String,
    raw: &RawGap<'_>,
    line: u64,
    reader: &mut QtiReader<'_>,
    notes: &mut Vec<Lost>,
) -> Result<GapDraft, String> {
    let answers = answers_of(raw.answers);
    if answers.len() > kinds::MAX_PARTS {
        return Err("a gap has more than 200 answers".into());
    }
    if answers.iter().any(|answer| answer.has_feedback) {
        notes.push(Lost::reads("Feedback to single answers is not supported."));
    }
    let mut shown = |answer: &RawAnswer| ForeignText::auto(&answer.text, line).plain(reader);
    let texts: Vec<(f64, String)> = answers.iter().map(|answer| (answer.fraction, shown(answer))).collect();
    match raw.kind {
        "SHORTANSWER" | "SA" | "MW" | "SHORTANSWER_C" | "SAC" | "MWC" => {
            let case_sensitive = raw.kind.ends_with('C');
            let found = answers::accepted(&texts, case_sensitive)?;
            notes.extend(found.notes);
            Ok(GapDraft {
                accepted: found.accepted,
                pattern: found.pattern,
                case_sensitive,
                ..GapDraft::new(id, GapKind::Text)
            })
        }
        "NUMERICAL" | "NM" => {
            let numbers: Vec<(f64, String, String)> = texts
                .iter()
                .map(|(fraction, text)| {
                    let (number, width) = text.split_once(':').unwrap_or((text, ""));
                    (*fraction, number.to_owned(), width.to_owned())
                })
                .collect();
            let (right, width, found) = right_number(&numbers)?;
            notes.extend(found);
            Ok(GapDraft {
                correct_number: Some(Numeral(right.as_str().to_owned())),
                tolerance: kinds::tolerance(ToleranceKind::Absolute, width.as_ref()),
                ..GapDraft::new(id, GapKind::Number)
            })
        }
        kind if kind.starts_with("MULTICHOICE") || matches!(kind, "MC" | "MCV" | "MCH" | "MCS" | "MCVS" | "MCHS") => {
            choice(id, &texts, notes)
        }
        kind if kind.starts_with("MULTIRESPONSE") || kind.starts_with("MR") => {
            Err("one of its gaps takes several answers".into())
        }
        kind => {
            let kind: String = kind.chars().take(40).collect();
            Err(format!("a gap is of the unknown type {kind}"))
        }
    }
}

fn choice(id: String, texts: &[(f64, String)], notes: &mut Vec<Lost>) -> Result<GapDraft, String> {
    let mut right = texts.iter().enumerate().filter(|(_, (fraction, _))| *fraction >= 99.99);
    let (Some((place, _)), None) = (right.next(), right.next()) else {
        return Err("a gap has not exactly one right option".into());
    };
    if texts.iter().any(|(fraction, _)| *fraction > 0.0 && *fraction < 99.99) {
        notes.push(Lost::scores(PART));
    }
    if texts.iter().any(|(fraction, _)| *fraction < 0.0) {
        notes.push(Lost::scores("Wrong options cost nothing here."));
    }
    let option =
        |(place, (_, text)): (usize, &(f64, String))| ChoiceDraft::WithId { id: option_id(place), text: text.clone() };
    Ok(GapDraft {
        correct_answer: Some(option_id(place)),
        options: texts.iter().enumerate().map(option).collect(),
        ..GapDraft::new(id, GapKind::Choice)
    })
}
