//! Answers and keys as readable text, for people and spreadsheets.

use super::{answer::ParsedAnswer, choices::ShownOptions, kinds::Labels, spec::Question};

/// The answer in words; `None` where the stored text is readable itself: a text, a number, a blank or another form.
#[must_use]
pub fn answer_text(question: &Question, text: &str) -> Option<String> {
    question.body.answer_text(ParsedAnswer::read(&question.body, text), Labels(question.trees.as_ref()))
}

/// The answer in the words of the same question in another language; `None` where it names no part of the question: a text, a
/// number, a blank or another form.
#[must_use]
pub fn translated_answer(question: &Question, translated: &Question, text: &str) -> Option<String> {
    let labels = Labels(translated.trees.as_ref());
    let answer = ParsedAnswer::read(&question.body, text);
    let (ShownOptions::Texts(own), ShownOptions::Texts(others)) = (question.body.options(), translated.body.options())
    else {
        return translated.body.answer_text(answer, labels);
    };
    // Of one choice, an answer is the original text.
    let ParsedAnswer::Text(chosen) = answer else { return None };
    let place = own.iter().position(|option| *option == chosen)?;
    others.get(place).map(|option| labels.option(place, option))
}

/// The key in words; `None` where there is none, and for a plain option, which is readable itself.
#[must_use]
pub fn key_text(question: &Question) -> Option<String> {
    question.body.key_text(Labels(question.trees.as_ref()))
}

/// An option on one line, without the marks of Markdown. `place` is its place among the options of the question.
#[must_use]
pub fn option_line(question: &Question, place: usize, text: &str) -> String {
    Labels(question.trees.as_ref()).option(place, text)
}

/// Whether the answer is of another form than its question asks for.
#[must_use]
pub fn is_unreadable(question: &Question, text: &str) -> bool {
    ParsedAnswer::read(&question.body, text) == ParsedAnswer::Unreadable
}
