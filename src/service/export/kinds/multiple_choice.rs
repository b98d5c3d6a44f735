//! Multiple choice.

use super::key::{ExportedKey, GiftAnswers};
use crate::{
    domain::question::{MultipleChoiceKey, Question},
    service::export::{
        five_decimals, gift_text,
        moodle::{key::MoodleKey, text::MoodleTexts},
        qti::{
            processing::{ScoredResponse, choice_id},
            texts::{ItemTexts, asking},
            xml::QtiElement,
        },
    },
};
use std::io;

impl ExportedKey for MultipleChoiceKey {
    fn gift(&self, question: &Question) -> GiftAnswers {
        let percent = -100.0 * question.penalty.as_points() / f64::from(question.points);
        let line = |option: &String| {
            let is_right = *option == self.correct_answer;
            // An option that begins like a weight needs an explicit one.
            let weight = match (is_right, option.starts_with('%')) {
                (false, _) if percent < 0.0 => format!("%{}%", five_decimals(percent)),
                (true, true) => "%100%".to_owned(),
                (false, true) => "%0%".to_owned(),
                (_, false) => String::new(),
            };
            format!("\n\t{}{weight}{}", if is_right { '=' } else { '~' }, gift_text::answer(option, question))
        };
        GiftAnswers::Lines(self.options.iter().map(line).collect())
    }

    fn lost_in_gift(&self, _: &Question) -> Vec<&'static str> {
        Vec::new()
    }

    fn lost_in_qti(&self, _: &Question) -> Vec<&'static str> {
        Vec::new()
    }

    fn responses(&self, _: &Question) -> Vec<ScoredResponse> {
        let right = self.options.iter().position(|option| *option == self.correct_answer).map(choice_id);
        vec![ScoredResponse::new(0, "single", "identifier", right.into_iter().collect())]
    }

    fn interaction(&self, question: &Question, texts: &ItemTexts<'_>) -> Option<QtiElement> {
        let interaction = asking("choiceInteraction").set("shuffle", texts.shuffles).set("maxChoices", 1);
        let options = self.options.iter().map(|text| (text.as_str(), question.pinned_options.contains(text)));
        Some(texts.choices(interaction, question, options))
    }

    fn has_own_ids(&self, _: &Question) -> bool {
        false
    }

    fn moodle(&self, question: &Question, shuffles: bool, texts: &MoodleTexts<'_>) -> io::Result<MoodleKey> {
        let wrong = five_decimals(-100.0 * question.penalty.as_points() / f64::from(question.points));
        let fraction = |option: &str| if option == self.correct_answer { "100".to_owned() } else { wrong.clone() };
        let options = self.options.iter().map(|option| (option.as_str(), fraction(option)));
        MoodleKey::choice(true, options, question, shuffles, texts)
    }
}
