//! Gaps.

use super::parts::option_id;
use crate::{
    domain::{
        question::{ChoiceDraft, GapDraft, GapKind, Numeral, Scoring},
        test::{QuestionDraft, QuestionKind},
    },
    service::import::qti::{
        interaction::{AcceptedText, QtiChoice, ReadResult, accepted, best, choices_by},
        parts::PackageParts as _,
        reader::QtiReader,
        response::Response,
        text::gap_id,
        xml::XmlElement,
    },
};

/// Entries and choices within a text, whose marks are there already.
pub fn from_qti(root: &XmlElement, inline: &[&XmlElement], text: String, reader: &mut QtiReader<'_>) -> ReadResult {
    let mut gaps = Vec::new();
    for (number, interaction) in (1..).zip(inline) {
        gaps.push(gap(&Response::of(root, interaction)?, interaction, gap_id(number), reader)?);
    }
    // Processing that joins the gaps by a condition gives points for all of them together.
    let is_joined = inline.len() > 1 && !root.all("and").is_empty();
    let scoring = if is_joined { Scoring::AllOrNothing } else { Scoring::Partial };
    Ok(QuestionDraft { gaps, scoring: Some(scoring), ..QuestionDraft::new(QuestionKind::Gaps, text) })
}

fn gap(
    response: &Response<'_>,
    interaction: &XmlElement,
    id: String,
    reader: &mut QtiReader<'_>,
) -> Result<GapDraft, &'static str> {
    if interaction.name != "inlinechoiceinteraction" {
        return Ok(match accepted(response, reader)? {
            AcceptedText::Text { accepted, case_sensitive } => {
                GapDraft { accepted, case_sensitive, ..GapDraft::new(id, GapKind::Text) }
            }
            AcceptedText::Number(number, tolerance) => GapDraft {
                correct_number: Some(Numeral(number.as_str().to_owned())),
                tolerance,
                ..GapDraft::new(id, GapKind::Number)
            },
        });
    }
    let choices = choices_by(interaction, "inlinechoice", |element| reader.plain(element))?;
    let best = best(response);
    let place = match best.as_slice() {
        [right] => choices.iter().position(|choice| choice.id == right),
        _ => None,
    };
    let place = place.ok_or("a gap does not declare exactly one correct answer")?;
    let option =
        |(place, choice): (usize, QtiChoice<'_>)| ChoiceDraft::WithId { id: option_id(place), text: choice.text };
    Ok(GapDraft {
        correct_answer: Some(option_id(place)),
        options: choices.into_iter().enumerate().map(option).collect(),
        ..GapDraft::new(id, GapKind::Choice)
    })
}
