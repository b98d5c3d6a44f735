//! Gaps in the text: each to be filled by a choice, a text or a number.

use super::{
    key::{KeyContext, Quality, QuestionKey, ReadBeside, TextMatchers, TranslatedTexts},
    labels::{Labels, PAIRS, joined},
    numeric::{self, TENTHS},
    short_text,
};
use crate::domain::question::{
    answer::{ParsedAnswer, by_part},
    choices::{self, Choice, MAX_ID, has, reorder, sort_by_id},
    draft::{GapDraft, GapKind, QuestionDraft},
    field::QuestionFields,
    number::{self, NumberKey},
    points::{Scoring, Share},
    text::TextKey,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{
    collections::{BTreeMap, HashSet},
    ops::RangeInclusive,
};

const GAPS: RangeInclusive<usize> = 1..=20;

/// A gap in the question's text, which is marked there as `[[id]]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    pub id: String,
    pub key: GapKey,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GapKey {
    Choice {
        options: Vec<Choice>,
        /// An id of `options`.
        correct_answer: String,
    },
    Text(TextKey),
    Number(NumberKey),
}

impl QuestionKey for Vec<Gap> {
    fn check(draft: QuestionDraft, context: &KeyContext<'_>, fields: &mut QuestionFields<'_>) -> Option<Self> {
        check_gaps(draft.gaps, context.text, fields)
    }

    fn set_fields(&self, draft: &mut QuestionDraft) {
        draft.gaps = self.iter().map(GapDraft::from).collect();
    }

    fn parse(&self, text: &str) -> Option<ParsedAnswer> {
        let fits = |id: &str, text: &str| self.iter().any(|gap| gap.id == id && gap.may_have(text));
        by_part(text, fits).map(ParsedAnswer::ByPart)
    }

    fn right_share(&self, answer: &ParsedAnswer, texts: &TextMatchers<'_>) -> Option<Share> {
        let ParsedAnswer::ByPart(parts) = answer else { return Some(Share::NONE) };
        let earned = self.iter().map(|gap| parts.get(&gap.id).map_or(0, |text| gap.tenths(text, texts))).sum();
        Some(Share::new(earned, self.len() * TENTHS))
    }

    fn rekeyed(&self, answer: ParsedAnswer, _: Scoring) -> Option<Self> {
        let ParsedAnswer::ByPart(parts) = answer else { return None };
        let gap = |gap: &Gap| Some(Gap { id: gap.id.clone(), key: gap.key.rekeyed(parts.get(&gap.id)?)? });
        self.iter().map(gap).collect()
    }

    fn answer_text(&self, answer: ParsedAnswer, _: Labels<'_>) -> Option<String> {
        let ParsedAnswer::ByPart(parts) = answer else { return None };
        let filled = self.iter().filter_map(|gap| Some((gap, parts.get(&gap.id)?)));
        Some(joined(filled.map(|(gap, text)| format!("{}: {}", gap.id, gap.filled(text))), PAIRS))
    }

    fn key_text(&self, _: Labels<'_>) -> Option<String> {
        Some(joined(self.iter().map(|gap| format!("{}: {}", gap.id, gap.key_text())), PAIRS))
    }

    fn in_fixed_order(mut self) -> Self {
        self.iter_mut().filter_map(|gap| gap.key.options_mut()).for_each(|options| sort_by_id(options));
        self
    }

    fn sample(&self, quality: Quality) -> Option<String> {
        let filled = self.iter().enumerate().filter_map(|(place, gap)| {
            let is_right = quality == Quality::Strong || (quality == Quality::Fair && place == 0);
            Some((gap.id.clone(), gap.key.sample(is_right)?))
        });
        Some(json!(filled.collect::<BTreeMap<String, String>>()).to_string())
    }

    fn translated(&self, texts: &mut dyn TranslatedTexts) -> Option<ReadBeside<Self>> {
        self.iter().map(|gap| gap.translated(texts)).collect::<Option<Self>>().map(ReadBeside::Texts)
    }

    fn texts(&self) -> BTreeMap<&str, &TextKey> {
        let mut texts = BTreeMap::new();
        for gap in self {
            if let GapKey::Text(key) = &gap.key {
                texts.insert(gap.id.as_str(), key);
            }
        }
        texts
    }

    fn shuffled_lists(&self) -> Vec<usize> {
        self.iter().filter_map(|gap| gap.key.options()).map(<[Choice]>::len).collect()
    }

    fn reordered(mut self, orders: &[Vec<usize>]) -> Self {
        let lists = self.iter_mut().filter_map(|gap| gap.key.options_mut());
        lists.zip(orders).for_each(|(options, order)| reorder(options, order));
        self
    }
}

impl Gap {
    fn translated(&self, texts: &mut dyn TranslatedTexts) -> Option<Self> {
        let mut gap = self.clone();
        if let GapKey::Choice { options, correct_answer } = &mut gap.key {
            correct_answer.clear();
            *options = choices::with_texts(options, |option| texts.gap_option(&self.id, option))?;
        }
        Some(gap)
    }

    fn may_have(&self, text: &str) -> bool {
        self.key.options().is_none_or(|options| has(options, text))
    }

    fn tenths(&self, text: &str, texts: &TextMatchers<'_>) -> usize {
        let is_right = match &self.key {
            GapKey::Choice { correct_answer, .. } => text == correct_answer,
            GapKey::Text(_) => texts.get(self.id.as_str()).is_some_and(|matcher| matcher.is_right(text)),
            GapKey::Number(key) => return number::read(text).map_or(0, |reading| numeric::tenths(&reading, key)),
        };
        if is_right { TENTHS } else { 0 }
    }

    /// The content of the gap: the text of the chosen option, or the text itself.
    fn filled(&self, text: &str) -> String {
        let options = self.key.options().unwrap_or_default();
        options.iter().find(|option| option.id == text).map_or(text, |option| &option.text).to_owned()
    }

    fn key_text(&self) -> String {
        match &self.key {
            GapKey::Choice { correct_answer, .. } => self.filled(correct_answer),
            GapKey::Text(key) => short_text::in_words(key),
            GapKey::Number(key) => numeric::in_words(key),
        }
    }
}

impl GapKey {
    /// The options of a gap by choice.
    #[must_use]
    pub fn options(&self) -> Option<&[Choice]> {
        match self {
            Self::Choice { options, .. } => Some(options),
            Self::Text(_) | Self::Number(_) => None,
        }
    }

    const fn options_mut(&mut self) -> Option<&mut Vec<Choice>> {
        match self {
            Self::Choice { options, .. } => Some(options),
            Self::Text(_) | Self::Number(_) => None,
        }
    }

    fn rekeyed(&self, text: &str) -> Option<Self> {
        Some(match self {
            Self::Choice { options, .. } => Self::Choice { options: options.clone(), correct_answer: text.to_owned() },
            Self::Text(key) => Self::Text(short_text::rekeyed(key, text)?),
            Self::Number(key) => Self::Number(numeric::rekeyed(key, &number::read(text)?)?),
        })
    }

    fn sample(&self, is_right: bool) -> Option<String> {
        match self {
            Self::Choice { correct_answer, .. } if is_right => Some(correct_answer.clone()),
            Self::Choice { options, .. } => options.last().map(|option| option.id.clone()),
            Self::Text(key) => short_text::sample(key, is_right),
            Self::Number(key) => Some(if is_right { key.correct_number.clone().into() } else { "12".into() }),
        }
    }
}

impl From<&Gap> for GapDraft {
    fn from(gap: &Gap) -> Self {
        match &gap.key {
            GapKey::Choice { options, correct_answer } => Self {
                options: choices::drafts(options),
                correct_answer: Some(correct_answer.clone()),
                ..Self::new(gap.id.clone(), GapKind::Choice)
            },
            GapKey::Text(TextKey { accepted, case_sensitive, space_sensitive, pattern }) => Self {
                accepted: accepted.clone(),
                case_sensitive: *case_sensitive,
                space_sensitive: *space_sensitive,
                pattern: pattern.clone(),
                ..Self::new(gap.id.clone(), GapKind::Text)
            },
            GapKey::Number(key) => {
                let (correct_number, tolerance, unit) = numeric::number_draft(key);
                Self { correct_number, tolerance, unit, ..Self::new(gap.id.clone(), GapKind::Number) }
            }
        }
    }
}

/// 1 to 20 gaps, each marked once in the text.
fn check_gaps(drafts: Vec<GapDraft>, text: &str, fields: &mut QuestionFields<'_>) -> Option<Vec<Gap>> {
    fields.require(!drafts.is_empty(), "gaps", "Please add at least one gap");
    fields.require(drafts.len() <= *GAPS.end(), "gaps", "there are more than 20 gaps.");
    let ids: HashSet<String> = drafts.iter().map(|gap| gap.id.clone()).collect();
    fields.require(ids.len() == drafts.len(), "gaps", "two gaps have the same id.");
    let mut gaps = Vec::new();
    for (place, draft) in drafts.into_iter().enumerate().take(*GAPS.end()) {
        gaps.push(check_gap(draft, place, text, fields));
    }
    gaps.into_iter().collect()
}

fn check_gap(draft: GapDraft, place: usize, text: &str, fields: &mut QuestionFields<'_>) -> Option<Gap> {
    let mut fields = fields.inside(&format!("gaps[{place}]"), &format!("Gap {}", place + 1));
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let is_id = !draft.id.is_empty() && draft.id.len() <= MAX_ID && draft.id.chars().all(is_name);
    fields.require(is_id, "id", "the id must have 1 to 64 letters, digits, - or _.");
    if is_id {
        let marker = format!("[[{}]]", draft.id);
        let found = text.matches(&marker).count();
        fields.require(found > 0, "id", &format!("the question's text has no {marker}."));
        fields.require(found < 2, "id", &format!("the question's text has {marker} more than once."));
    }
    let key = match draft.kind {
        GapKind::Choice => {
            let options = choices::check_choices(&draft.options, choices::OPTIONS, &mut fields);
            let is_option = |id: &String| options.iter().any(|option| option.id == *id);
            let correct_answer = draft.correct_answer.filter(|id| !id.is_empty());
            fields.require(correct_answer.is_some(), "correct_answer", "Please select the correct answer");
            let matches = correct_answer.as_ref().is_none_or(is_option);
            fields.require(matches, "correct_answer", "the correct answer must be the id of an option.");
            GapKey::Choice { options, correct_answer: correct_answer? }
        }
        GapKind::Text => {
            let by_choice = (draft.case_sensitive, draft.space_sensitive);
            GapKey::Text(short_text::check_text(&draft.accepted, by_choice, draft.pattern, &mut fields))
        }
        GapKind::Number => {
            let key = (draft.correct_number.as_ref(), draft.tolerance.as_ref(), draft.unit.as_deref());
            GapKey::Number(numeric::check_number(key, &mut fields)?)
        }
    };
    Some(Gap { id: draft.id, key })
}
