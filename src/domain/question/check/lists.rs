//! Options, prompts and gaps.

use super::keys;
use crate::domain::question::{
    draft::{ChoiceDraft, GapDraft, GapKind},
    field::{QuestionFields, is_text, longer},
    spec::{Choice, Gap, GapKey, QuestionContent},
};
use sha2::{Digest, Sha256};
use std::{
    collections::{BTreeMap, HashSet},
    ops::RangeInclusive,
};

const COUNT: RangeInclusive<usize> = 2..=20;
const GAPS: RangeInclusive<usize> = 1..=20;
const MAX_TEXT: usize = 2_000;
const MAX_ID: usize = 64;

/// Texts of options for the kinds that have ids, in the order of the form; blank ones are dropped.
pub(super) fn present(drafts: &[ChoiceDraft]) -> impl Iterator<Item = (Option<&str>, &str)> {
    let parts = drafts.iter().map(|draft| (draft.id(), draft.text().trim()));
    parts.filter(|(_, text)| !text.is_empty())
}

/// How a list is named in messages and, where ids are left out, in ids.
#[derive(Clone, Copy)]
pub(super) struct ListNames {
    field: &'static str,
    one: &'static str,
    /// The ids that are generated: `o1`, `o2`.
    prefix: char,
}

pub(super) const OPTIONS: ListNames = ListNames { field: "options", one: "option", prefix: 'o' };
pub(super) const PROMPTS: ListNames = ListNames { field: "prompts", one: "prompt", prefix: 'l' };
pub(super) const RIGHT_SIDE: ListNames = ListNames { field: "options", one: "option", prefix: 'r' };

/// 2 to 20 texts with ids, both unique.
pub(super) fn check_choices(drafts: &[ChoiceDraft], names: ListNames, fields: &mut QuestionFields) -> Vec<Choice> {
    let ListNames { field, one, prefix } = names;
    let mut require = |ok: bool, message: String| fields.require(ok, field, &message);
    let given: HashSet<&str> = present(drafts).filter_map(|(id, _)| id).collect();
    let mut free = (1..).map(|n: usize| format!("{prefix}{n}")).filter(|id| !given.contains(id.as_str()));
    let mut choices = Vec::new();
    for (id, text) in present(drafts).take(COUNT.end() + 1) {
        let id = id.map(str::to_owned).or_else(|| free.next()).unwrap_or_default();
        choices.push(Choice { id, text: text.to_owned() });
    }
    require(choices.len() >= *COUNT.start(), format!("at least {} {one}s are needed.", COUNT.start()));
    require(choices.len() <= *COUNT.end(), format!("there are more than {} {one}s.", COUNT.end()));
    let is_fit = |choice: &Choice| !longer(&choice.text, MAX_TEXT);
    require(choices.iter().all(is_fit), format!("the text of an {one} is too long (2,000 characters at most)."));
    require(choices.iter().all(|c| is_text(&c.text)), format!("the text of an {one} contains control characters."));
    let is_id = |id: &str| !longer(id, MAX_ID) && !id.chars().any(char::is_control);
    require(
        choices.iter().all(|c| is_id(&c.id)),
        format!("the id of an {one} is too long (64 characters at most) or contains control characters."),
    );
    let is_unique = |part: fn(&Choice) -> &str| {
        let distinct: HashSet<&str> = choices.iter().map(part).collect();
        distinct.len() == choices.len()
    };
    require(is_unique(|c| c.id.as_str()), format!("two {one}s have the same id."));
    require(is_unique(|c| c.text.as_str()), format!("two {one}s are the same"));
    choices
}

/// Options that keep their place, in the order of the options; each must be one of them.
pub(super) fn check_pinned(given: &[String], body: &QuestionContent, fields: &mut QuestionFields) -> Vec<String> {
    let names: Vec<&str> = body.shuffled_options();
    if names.is_empty() {
        return Vec::new();
    }
    let given: Vec<&str> = given.iter().map(|name| name.trim()).collect();
    let is_known = given.iter().all(|name| names.contains(name));
    fields.require(is_known, "pinned_options", "an option that keeps its place must be one of the options.");
    names.into_iter().filter(|name| given.contains(name)).map(str::to_owned).collect()
}

/// Ids that replace generated ones.
pub(super) struct Ids(BTreeMap<String, String>);

/// Generated ids are numbered in the order of the form, which can be the key. Numbers them in the order of a hash of the
/// texts instead.
pub(super) fn neutral_ids(drafts: &[ChoiceDraft], choices: &[Choice]) -> Ids {
    let given: HashSet<&str> = present(drafts).filter_map(|(id, _)| id).collect();
    let generated: Vec<&Choice> = choices.iter().filter(|choice| !given.contains(choice.id.as_str())).collect();
    let mut by_hash = generated.clone();
    by_hash.sort_by_cached_key(|choice| <[u8; 32]>::from(Sha256::digest(&choice.text)));
    Ids(by_hash.iter().zip(&generated).map(|(old, new)| (old.id.clone(), new.id.clone())).collect())
}

impl Ids {
    pub fn of(&self, id: String) -> String {
        self.0.get(&id).cloned().unwrap_or(id)
    }

    pub fn of_all(&self, choices: Vec<Choice>) -> Vec<Choice> {
        choices.into_iter().map(|choice| Choice { id: self.of(choice.id), text: choice.text }).collect()
    }
}

/// 1 to 20 gaps, each marked once in the text.
pub(super) fn check_gaps(drafts: Vec<GapDraft>, text: &str, fields: &mut QuestionFields) -> Option<Vec<Gap>> {
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

fn check_gap(draft: GapDraft, place: usize, text: &str, fields: &mut QuestionFields) -> Option<Gap> {
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
            let options = check_choices(&draft.options, OPTIONS, &mut fields);
            let is_option = |id: &String| options.iter().any(|option| option.id == *id);
            let correct_answer = draft.correct_answer.filter(|id| !id.is_empty());
            fields.require(correct_answer.is_some(), "correct_answer", "Please select the correct answer");
            let matches = correct_answer.as_ref().is_none_or(is_option);
            fields.require(matches, "correct_answer", "the correct answer must be the id of an option.");
            GapKey::Choice { options, correct_answer: correct_answer? }
        }
        GapKind::Text => {
            let by_choice = (draft.case_sensitive, draft.space_sensitive);
            GapKey::Text(keys::check_text(&draft.accepted, by_choice, draft.pattern, &mut fields))
        }
        GapKind::Number => {
            let key = (draft.correct_number.as_ref(), draft.tolerance.as_ref(), draft.unit.as_deref());
            GapKey::Number(keys::check_number(key, &mut fields)?)
        }
    };
    Some(Gap { id: draft.id, key })
}
