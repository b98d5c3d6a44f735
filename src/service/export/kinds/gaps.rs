//! Gaps, which GIFT does not have.

use super::{
    ids::{differ, place},
    key::{ExportedKey, GiftAnswers, entry, losses},
    numeric::width_or_zero,
    short_text::is_exact,
};
use crate::{
    domain::question::{Choice, Gap, GapKey, Question, Scoring},
    service::{
        export::{
            moodle::{
                key::{MoodleKey, WHOLE},
                text::MoodleTexts,
            },
            qti::{
                body,
                processing::{ScoredResponse, choice_id, response_id, share},
                texts::ItemTexts,
                xml::{QtiElement, qti},
            },
        },
        import::QTI_GAP,
    },
};
use std::io;

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

    fn moodle(&self, question: &Question, _: bool, texts: &MoodleTexts<'_>) -> io::Result<MoodleKey> {
        if self.iter().any(|gap| matches!(&gap.key, GapKey::Text(key) if key.accepted.is_empty())) {
            return MoodleKey::essay(question, texts);
        }
        let weight = weight(question, self);
        let gap = |id: &str| self.iter().find(|gap| gap.id == id).map(|gap| cloze(gap, weight));
        let tree = question.trees.as_ref().map(|trees| &trees.text);
        let text = texts.with_gaps(&question.text, tree, &gap)?;
        Ok(MoodleKey { kind: "cloze", text, lines: Vec::new() })
    }

    fn lost_in_moodle(&self, question: &Question) -> Vec<&'static str> {
        let needs_more = self.iter().any(|gap| match &gap.key {
            GapKey::Choice { .. } => false,
            GapKey::Text(key) => is_exact(key),
            GapKey::Number(key) => key.unit.is_some(),
        });
        let is_uneven = usize::try_from(question.points).unwrap_or_default() % self.len().max(1) != 0;
        losses([
            (question.scoring == Scoring::AllOrNothing).then_some(WHOLE),
            needs_more.then_some("Units, patterns or spaces of gaps"),
            is_uneven.then_some("The points (Moodle counts one for each gap)"),
        ])
    }
}

fn needs_more(key: &GapKey) -> bool {
    match key {
        GapKey::Choice { options, .. } => options.iter().any(|option| body::needs_pre(&option.text)),
        GapKey::Text(text) => is_exact(text),
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

/// Points of one gap.
fn weight(question: &Question, gaps: &[Gap]) -> usize {
    let points = usize::try_from(question.points).unwrap_or_default();
    let share = points / gaps.len().max(1);
    if share * gaps.len() == points { share.max(1) } else { 1 }
}

/// A gap in the words of Moodle: `{1:SHORTANSWER:=Paris}`.
fn cloze(gap: &Gap, weight: usize) -> String {
    let (kind, answers) = match &gap.key {
        GapKey::Choice { options, correct_answer } => {
            let option = |one: &Choice| {
                let mark = if one.id == *correct_answer { "=" } else { "" };
                format!("{mark}{}", in_braces(&one.text))
            };
            ("MULTICHOICE", options.iter().map(option).collect::<Vec<_>>())
        }
        GapKey::Text(key) => {
            let answers = key.accepted.iter().map(|text| format!("={}", in_braces(&text.replace('*', "\\*"))));
            (if key.case_sensitive { "SHORTANSWER_C" } else { "SHORTANSWER" }, answers.collect())
        }
        GapKey::Number(key) => ("NUMERICAL", vec![format!("={}:{}", key.correct_number.as_str(), width_or_zero(key))]),
    };
    format!("{{{weight}:{kind}:{}}}", answers.join("~"))
}

fn in_braces(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '}' | '#' | '~' | '"' | '\\' => out.extend(['\\', c]),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\n' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
