//! Multiple response.

use super::{
    ids::{differ, place},
    key::{ExportedKey, GiftAnswers, losses},
};
use crate::{
    domain::question::{Choice, MultipleResponseKey, Question, Scoring},
    service::export::{
        five_decimals, gift_text,
        moodle::{
            key::{MoodleKey, WHOLE},
            text::MoodleTexts,
        },
        qti::{
            processing::{ScoredResponse, choice_id, share},
            texts::{ItemTexts, asking},
            xml::QtiElement,
        },
    },
};
use std::io;

impl ExportedKey for MultipleResponseKey {
    fn gift(&self, question: &Question) -> GiftAnswers {
        let is_right = |choice: &Choice| self.correct_answers.contains(&choice.id);
        // Moodle compares the weights with its list of them, which has five decimals.
        let share = |count: usize| 100.0 / f64::from(u32::try_from(count.max(1)).unwrap_or(1));
        let (right, wrong) =
            (share(self.correct_answers.len()), share(self.options.len() - self.correct_answers.len()));
        let line = |choice: &Choice| {
            let weight = if is_right(choice) { right } else { -wrong };
            format!("\n\t~%{}%{}", five_decimals(weight), gift_text::answer(&choice.text, question))
        };
        GiftAnswers::Lines(self.options.iter().map(line).collect())
    }

    fn lost_in_gift(&self, question: &Question) -> Vec<&'static str> {
        let is_whole = question.scoring == Scoring::AllOrNothing;
        losses([is_whole.then_some("that a part of the answer earns nothing")])
    }

    fn lost_in_qti(&self, _: &Question) -> Vec<&'static str> {
        Vec::new()
    }

    fn responses(&self, question: &Question) -> Vec<ScoredResponse> {
        let Self { options, correct_answers } = self;
        let points = f64::from(question.points);
        let right = correct_answers.iter().filter_map(|id| place(options, id)).map(choice_id);
        let mut scored = ScoredResponse::new(0, "multiple", "identifier", right.collect());
        if question.scoring == Scoring::Partial {
            let wrong = options.len() - correct_answers.len();
            let worth = |(at, option): (usize, &Choice)| {
                let is_right = correct_answers.contains(&option.id);
                let points = if is_right { share(points, correct_answers.len()) } else { -share(points, wrong) };
                (choice_id(at), points)
            };
            scored.mapping = options.iter().enumerate().map(worth).collect();
        }
        vec![scored]
    }

    fn interaction(&self, question: &Question, texts: &ItemTexts<'_>) -> Option<QtiElement> {
        let interaction = asking("choiceInteraction").set("shuffle", texts.shuffles).set("maxChoices", 0);
        let is_pinned = |option: &Choice| question.pinned_options.contains(&option.id);
        let options = self.options.iter().map(|option| (option.text.as_str(), is_pinned(option)));
        Some(texts.choices(interaction, question, options))
    }

    /// A file that holds which options keep their place has their ids.
    fn has_own_ids(&self, question: &Question) -> bool {
        question.pinned_options.is_empty() && differ(&self.options, 'o')
    }

    fn moodle(&self, question: &Question, shuffles: bool, texts: &MoodleTexts<'_>) -> io::Result<MoodleKey> {
        let right = self.correct_answers.len();
        let wrong = self.options.len().saturating_sub(right);
        let share = |of: usize| 100.0 / f64::from(u32::try_from(of.max(1)).unwrap_or(1));
        let fraction = |option: &Choice| {
            let is_right = self.correct_answers.contains(&option.id);
            five_decimals(if is_right { share(right) } else { -share(wrong) })
        };
        let options = self.options.iter().map(|option| (option.text.as_str(), fraction(option)));
        MoodleKey::choice(false, options, question, shuffles, texts)
    }

    fn lost_in_moodle(&self, question: &Question) -> Vec<&'static str> {
        losses([(question.scoring == Scoring::AllOrNothing).then_some(WHOLE)])
    }
}
