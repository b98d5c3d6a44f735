//! Texts that another program has spoilt before: letters that are lost, or were read in another encoding, and options that differ
//! in characters that are not seen alone. Candidates cannot write such a key, or not choose between such options.

use super::{
    lost::{Lost, shown},
    signs::misread,
};
use crate::domain::{
    invisible::without_invisible,
    question::{ChoiceDraft, GapDraft},
    test::QuestionDraft,
};
use std::collections::HashMap;

/// The black flag, with which unseen tags make the flag of a country.
const FLAG: char = '\u{1f3f4}';

/// The first of each kind.
pub(super) fn spoilt_texts(question: &QuestionDraft) -> Vec<Lost> {
    let groups = || {
        let own = [question.options.as_slice(), question.prompts.as_slice()];
        own.into_iter().chain(question.gaps.iter().map(|gap: &GapDraft| gap.options.as_slice()))
    };
    let of_gaps = question.gaps.iter().flat_map(|gap| &gap.accepted);
    let mut keys = question.accepted.iter().chain(of_gaps).map(String::as_str);
    let mut texts = std::iter::once(question.text.as_str()).chain(groups().flatten().map(ChoiceDraft::text));
    let key = keys.find(|text| is_spoilt(text)).map(|text| {
        let text = shown(text);
        Lost::scores(format!("The letters of the answer '{text}' were spoilt before: candidates write others."))
    });
    let text = texts.find(|text| is_spoilt(text)).map(|text| {
        let text = shown(text);
        Lost::reads(format!("Letters of this text were spoilt before: '{text}'."))
    });
    let options = groups().find_map(twin).map(|text| {
        let text = shown(text);
        Lost::scores(format!("Two options look the same, '{text}': they differ in characters that are not seen."))
    });
    key.into_iter().chain(text).chain(options).collect()
}

fn is_spoilt(text: &str) -> bool {
    text.contains(char::REPLACEMENT_CHARACTER) || misread(text).is_some()
}

/// A text that looks like another one of its group.
fn twin(group: &[ChoiceDraft]) -> Option<&str> {
    let mut known = HashMap::new();
    group.iter().map(|choice| choice.text().trim()).filter(|text| !text.contains(FLAG)).find(|text| {
        let before = known.insert(without_invisible(text).trim().to_owned(), *text);
        before.is_some_and(|before| before != *text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::test::QuestionKind;

    #[test]
    fn spoilt_texts_are_named() {
        let choices = |texts: &[&str]| -> Vec<ChoiceDraft> {
            texts.iter().map(|text| ChoiceDraft::Text((*text).to_owned())).collect()
        };
        let said = |question: &QuestionDraft| -> Vec<String> {
            spoilt_texts(question).into_iter().map(|lost| lost.message.into_owned()).collect()
        };
        let short = |text: &str, key: &str| QuestionDraft {
            accepted: vec![key.to_owned()],
            ..QuestionDraft::new(QuestionKind::ShortText, text)
        };
        assert_eq!(said(&short("Gr\u{f6}\u{df}e?", "K\u{f6}ln")), Vec::<String>::new());
        let spoilt = said(&short("Gr\u{fffd}\u{df}e?", "K\u{c3}\u{b6}ln"));
        assert_eq!(
            spoilt,
            [
                "The letters of the answer 'K\u{c3}\u{b6}ln' were spoilt before: candidates write others.",
                "Letters of this text were spoilt before: 'Gr\u{fffd}\u{df}e?'.",
            ]
        );
        let choice = |texts: &[&str]| QuestionDraft {
            options: choices(texts),
            ..QuestionDraft::new(QuestionKind::MultipleChoice, "Which?")
        };
        assert_eq!(said(&choice(&["a", "b", "\u{1f3f4}\u{e0067}", "\u{1f3f4}\u{e0073}"])), Vec::<String>::new());
        assert_eq!(said(&choice(&["a", "b", "a\u{200b}"])).len(), 1);
    }
}
