//! Gaps of the newer quizzes of Canvas, whose labels say how they are answered and what an answer is compared by.

use super::{asked::AskedResponse, choices::choice_gap, material};
use crate::{
    domain::question::{GapDraft, GapKind},
    service::import::{
        lost::{Lost, shown},
        qti::{reader::QtiReader, xml::XmlElement},
    },
};

const OF_LABELS: [&str; 6] =
    ["answer_type", "scoring_algorithm", "allow_reuse", "ignore_case", "levenshtein_distance", "position"];

/// The gap, and `None` where its labels say no type; `right` is the label that earns most.
pub fn gap(
    (number, id): (usize, String),
    asked: &AskedResponse<'_>,
    right: &str,
    reader: &mut QtiReader<'_>,
) -> Option<Result<GapDraft, String>> {
    let first = asked.labels.first()?;
    let kind = first.attribute("answer_type")?;
    let says = |label: &XmlElement, name: &str, value: &str| label.attribute(name).is_some_and(|given| given == value);
    for label in &asked.labels {
        for name in OF_LABELS {
            let _ = label.attribute(name);
        }
    }
    let line = asked.element.line;
    if matches!(kind, "dropdown" | "wordbank") {
        if kind == "wordbank" && !says(first, "allow_reuse", "true") {
            let what = "A word can be put into one place only there, and chosen at several here.";
            reader.left_out.push((line, Lost::reads(what)));
        }
        return Some(choice_gap(id, asked, right, reader));
    }
    let accepted: Vec<String> = asked.labels.iter().map(|label| material::text(label).plain(reader)).collect();
    let mut pattern = None;
    match first.attribute("scoring_algorithm").unwrap_or_default() {
        "" | "Equivalence" | "TextEquivalence" | "TextInChoices" => {}
        "TextContainsAnswer" => {
            let parts = accepted.iter().map(|text| format!(".*{}.*", regex::escape(text)));
            pattern = Some(parts.collect::<Vec<_>>().join("|"));
        }
        other => {
            let rule = shown(other);
            let what =
                format!("Gap {number} takes other answers by the rule '{rule}' there: here they have to be equal.");
            reader.left_out.push((line, Lost::scores(what)));
        }
    }
    let case_sensitive = asked.labels.iter().any(|label| says(label, "ignore_case", "false"));
    Some(Ok(GapDraft { accepted, case_sensitive, pattern, ..GapDraft::new(id, GapKind::Text) }))
}
