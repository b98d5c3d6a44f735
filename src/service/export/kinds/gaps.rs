//! Gaps, which GIFT does not have.

use super::{
    ids::{differ, place},
    key::{ExportedKey, GiftAnswers, entry, losses},
};
use crate::{
    domain::question::{Gap, GapKey, Question},
    service::{
        export::qti::{
            body,
            processing::{ScoredResponse, choice_id, response_id, share},
            texts::ItemTexts,
            xml::{QtiElement, qti},
        },
        import::QTI_GAP,
    },
};

impl ExportedKey for Vec<Gap> {
    fn gift(&self, _: &Question) -> GiftAnswers {
        GiftAnswers::NONE
    }

    fn lost_in_gift(&self, _: &Question) -> Vec<&'static str> {
        vec!["the gaps"]
    }

    fn lost_in_qti(&self, _: &Question) -> Vec<&'static str> {
        losses([self.iter().any(|gap| needs_more(&gap.key)).then_some("Units, patterns or spaces of gaps")])
    }

    fn responses(&self, question: &Question) -> Vec<ScoredResponse> {
        let share = share(f64::from(question.points), self.len());
        let scored = self.iter().enumerate().map(|(number, gap)| match &gap.key {
            GapKey::Choice { options, correct_answer } => {
                let right = place(options, correct_answer).map(choice_id);
                ScoredResponse::new(number, "single", "identifier", right.into_iter().collect())
            }
            GapKey::Text(key) => ScoredResponse::text(number, key, share),
            GapKey::Number(key) => ScoredResponse::number(number, key),
        });
        scored.collect()
    }

    fn interaction(&self, _: &Question, _: &ItemTexts<'_>) -> Option<QtiElement> {
        None
    }

    fn has_own_ids(&self, _: &Question) -> bool {
        (1..).zip(self).any(|(number, gap)| {
            let is_other = matches!(&gap.key, GapKey::Choice { options, .. } if differ(options, 'o'));
            is_other || gap.id != format!("g{number}")
        })
    }

    fn in_text(&self, id: &str) -> Option<QtiElement> {
        let number = self.iter().position(|gap| gap.id == id)?;
        Some(blank(&self.get(number)?.key, number))
    }
}

fn needs_more(key: &GapKey) -> bool {
    match key {
        GapKey::Choice { options, .. } => options.iter().any(|option| body::needs_pre(&option.text)),
        GapKey::Text(text) => text.pattern.is_some() || text.space_sensitive,
        GapKey::Number(number) => number.unit.is_some(),
    }
}

fn blank(key: &GapKey, number: usize) -> QtiElement {
    let id = response_id(number);
    match key {
        GapKey::Choice { options, .. } => {
            qti("inlineChoiceInteraction").set("responseIdentifier", id).set("shuffle", false).all(
                (0..)
                    .zip(options)
                    .map(|(place, option)| qti("inlineChoice").set("identifier", choice_id(place)).text(&option.text)),
            )
        }
        GapKey::Text(_) | GapKey::Number(_) => entry(id).set("expectedLength", 15).set("class", QTI_GAP),
    }
}
