//! Numbers.

use super::key::{ExportedKey, GiftAnswers, PART_MARKS, entry, losses};
use crate::{
    domain::question::{NumberKey, Question, Scoring, ToleranceKind, decimal::Decimal},
    service::export::{
        moodle::{
            key::MoodleKey,
            text::{MoodleTexts, escaped},
        },
        qti::{
            processing::{ScoredResponse, response_id},
            texts::ItemTexts,
            xml::{QtiElement, plain},
        },
    },
};
use std::io;

impl ExportedKey for NumberKey {
    /// `number:tolerance`; a relative tolerance as an absolute one.
    fn gift(&self, _: &Question) -> GiftAnswers {
        let number = self.correct_number.as_str();
        GiftAnswers::Inline(match width(self) {
            Some(width) => format!("#{number}:{}", width.as_str()),
            None => format!("#{number}"),
        })
    }

    fn lost_in_gift(&self, _: &Question) -> Vec<&'static str> {
        losses([self.unit.as_ref().map(|_| "the unit")])
    }

    fn lost_in_qti(&self, question: &Question) -> Vec<&'static str> {
        let is_partial = question.scoring == Scoring::Partial;
        losses([self.unit.as_ref().map(|_| "The unit"), is_partial.then_some(PART_MARKS)])
    }

    fn responses(&self, _: &Question) -> Vec<ScoredResponse> {
        vec![ScoredResponse::number(0, self)]
    }

    fn interaction(&self, _: &Question, _: &ItemTexts<'_>) -> Option<QtiElement> {
        Some(plain("p").with(entry(response_id(0)).set("expectedLength", 40)))
    }

    fn has_own_ids(&self, _: &Question) -> bool {
        false
    }

    fn moodle(&self, question: &Question, _: bool, texts: &MoodleTexts<'_>) -> io::Result<MoodleKey> {
        let number = self.correct_number.as_str();
        let width = width_or_zero(self);
        let mut lines = vec![format!(
            "<answer fraction=\"100\" format=\"moodle_auto_format\"><text>{number}</text><tolerance>{width}</tolerance></answer>"
        )];
        match &self.unit {
            Some(unit) => lines.extend([
                format!("<unitgradingtype>1</unitgradingtype>{}<showunits>0</showunits>", unit_penalty(question)),
                format!(
                    "<units><unit><multiplier>1</multiplier><unit_name>{}</unit_name></unit></units>",
                    escaped(unit)
                ),
            ]),
            None => lines.push("<unitgradingtype>0</unitgradingtype><showunits>3</showunits>".to_owned()),
        }
        MoodleKey::new("numerical", lines, question, texts)
    }

    fn lost_in_moodle(&self, question: &Question) -> Vec<&'static str> {
        let is_partial = question.scoring == Scoring::Partial;
        losses([self.unit.as_ref().filter(|_| is_partial).map(|_| "That a wrong unit earns nothing")])
    }
}

/// The share that a missing or wrong unit costs in Moodle. Where part marks count, a wrong one costs more here: an attribute,
/// which Moodle passes over and does not keep, says so to our import.
const fn unit_penalty(question: &Question) -> &'static str {
    match question.scoring {
        Scoring::Partial => "<unitpenalty of=\"missing\">0.1</unitpenalty>",
        Scoring::AllOrNothing => "<unitpenalty>1</unitpenalty>",
    }
}

/// The tolerance as an absolute one.
fn width(key: &NumberKey) -> Option<Decimal> {
    let tolerance = key.tolerance.as_ref()?;
    match tolerance.kind {
        ToleranceKind::Absolute => Some(tolerance.value.clone()),
        ToleranceKind::Relative => {
            Decimal::of(&(tolerance.value.value() * key.correct_number.value()).abs().normalized())
        }
    }
}

/// The absolute tolerance as Moodle writes it.
pub fn width_or_zero(key: &NumberKey) -> String {
    width(key).map_or_else(|| "0".to_owned(), |width| width.as_str().to_owned())
}
