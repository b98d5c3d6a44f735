//! Matching and ordering.

use super::{
    answers, files,
    found::{ReadKind, question_text},
};
use crate::{
    domain::{question::Scoring, test::QuestionDraft},
    service::import::{
        kinds,
        lost::Lost,
        qti::{reader::QtiReader, xml::XmlElement},
    },
};

pub fn matching(element: &XmlElement, reader: &mut QtiReader<'_>) -> ReadKind {
    let text = question_text(element).shown(reader);
    let (mut pairs, mut distractors) = (Vec::new(), Vec::new());
    let subquestions: Vec<&XmlElement> = element.children().filter(|child| child.name == "subquestion").collect();
    if subquestions.len() > kinds::MAX_PARTS {
        return Err("it has more than 200 answers".into());
    }
    for sub in subquestions {
        let prompt = files::text(sub).shown(reader);
        let option = sub.child("answer").map(files::text).map(|text| text.shown(reader)).unwrap_or_default();
        match (prompt.is_empty(), option.is_empty()) {
            (true, true) => {}
            (false, true) => {
                let prompt: String = prompt.chars().take(40).collect();
                let what = format!("The prompt '{prompt}' has no option there: it is left out.");
                reader.left_out.push((sub.line, Lost::reads(what)));
            }
            (true, false) => distractors.push(option),
            (false, false) => pairs.push((prompt, option)),
        }
    }
    Ok(kinds::matching(text, pairs, distractors, Scoring::Partial).into())
}

pub fn ordering(element: &XmlElement, reader: &mut QtiReader<'_>) -> ReadKind {
    let text = question_text(element).shown(reader);
    let items: Vec<String> = answers::of(element)?.iter().map(|answer| answer.text.shown(reader)).collect();
    let rule = element.child("gradingtype").map(XmlElement::text).unwrap_or_default();
    let scoring = match rule.to_ascii_uppercase().as_str() {
        "ALL_OR_NOTHING" | "-1" => Scoring::AllOrNothing,
        "RELATIVE_NEXT_EXCLUDE_LAST" | "1" => Scoring::Partial,
        _ => {
            let what =
                "Another rule for part marks holds there; here each pair of neighbours in the right order counts.";
            reader.left_out.push((element.line, Lost::scores(what)));
            Scoring::Partial
        }
    };
    let selects = element.child("selecttype").map(XmlElement::text).unwrap_or_default().to_ascii_uppercase();
    if !matches!(selects.as_str(), "" | "ALL" | "0") {
        let what = "A part of the items is drawn there; here all of them are shown.";
        reader.left_out.push((element.line, Lost::scores(what)));
    }
    Ok(QuestionDraft { scoring: Some(scoring), ..kinds::ordering::ordering(text, items) }.into())
}

/// Statements of plug-ins (`kprime`, `mtf`), of each of which the same answers are to choose from.
pub fn statements(element: &XmlElement, reader: &mut QtiReader<'_>) -> ReadKind {
    let text = question_text(element).shown(reader);
    let (rows, columns) = (element.named("row"), element.named("column"));
    if rows.len().max(columns.len()) > kinds::MAX_PARTS {
        return Err("it has more than 200 answers".into());
    }
    let shown = |part: Option<&XmlElement>, reader: &mut QtiReader<'_>| {
        part.map(files::text).map(|text| text.shown(reader)).unwrap_or_default()
    };
    let mut answers = Vec::new();
    for column in columns {
        answers.push((column.attribute("number").unwrap_or_default(), shown(column.child("responsetext"), reader)));
    }
    let mut right = Vec::new();
    for weight in element.named("weight") {
        let value = weight.child("value").and_then(|value| kinds::typed_number(&value.text())).unwrap_or_default();
        let place = (weight.attribute("rownumber"), weight.attribute("columnnumber"));
        right.extend(place.0.zip(place.1).filter(|_| value > 0.0));
    }
    let (mut pairs, mut has_feedback) = (Vec::new(), false);
    for row in rows {
        let statement = shown(row.child("optiontext"), reader);
        has_feedback |= row.child("feedbacktext").map(files::text).is_some_and(|text| !text.is_empty());
        let number = row.attribute("number").unwrap_or_default();
        if statement.is_empty() {
            continue;
        }
        let mut own = answers.iter().filter(|(column, _)| right.contains(&(number, *column)));
        let (Some((_, answer)), None) = (own.next(), own.next()) else {
            return Err("a prompt is matched with no option or with several".into());
        };
        pairs.push((statement, answer.clone()));
    }
    let rule = element.child("scoringmethod").map(XmlElement::text).unwrap_or_default();
    let scoring = if rule == "subpoints" { Scoring::Partial } else { Scoring::AllOrNothing };
    if scoring == Scoring::AllOrNothing && !rule.ends_with("onezero") {
        reader.left_out.push((element.line, Lost::scores(kinds::NEARLY)));
    }
    if has_feedback {
        reader.left_out.push((element.line, Lost::reads("Feedback to single answers is not supported.")));
    }
    let all = answers.into_iter().map(|(_, text)| text).collect();
    Ok(kinds::matching(text, pairs, all, scoring).into())
}
