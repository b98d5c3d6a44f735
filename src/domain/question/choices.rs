//! Options and prompts: texts that answers name by ids.

use super::{
    draft::ChoiceDraft,
    field::{QuestionFields, is_text, longer},
};
use crate::domain::invisible::is_blank;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    ops::RangeInclusive,
};

const COUNT: RangeInclusive<usize> = 2..=20;
pub const MAX_TEXT: usize = 2_000;
pub(super) const MAX_ID: usize = 64;

/// Something to choose, to order or to match. Answers name it by its id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Unique within its list.
    pub id: String,
    /// Distinct within its list.
    pub text: String,
}

/// The options of a question, and the order in which candidates see them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownOptions<'q> {
    None,
    /// Options without ids, in the author's order.
    Texts(&'q [String]),
    /// Options in the author's order.
    Choices(&'q [Choice]),
    /// Options in an order that says nothing about the key ([`super::shuffled`]).
    Unordered(&'q [Choice]),
}

impl<'q> ShownOptions<'q> {
    #[must_use]
    pub fn texts(self) -> Vec<&'q str> {
        match self {
            Self::None => Vec::new(),
            Self::Texts(texts) => texts.iter().map(String::as_str).collect(),
            Self::Choices(choices) | Self::Unordered(choices) => texts(choices),
        }
    }
}

pub(super) fn texts(choices: &[Choice]) -> Vec<&str> {
    choices.iter().map(|choice| choice.text.as_str()).collect()
}

/// The choices with other texts; `None` unless there is one for each.
pub(super) fn with_texts(choices: &[Choice], mut text: impl FnMut(&Choice) -> Option<String>) -> Option<Vec<Choice>> {
    choices.iter().map(|choice| Some(Choice { id: choice.id.clone(), text: text(choice)? })).collect()
}

pub(super) fn has(choices: &[Choice], id: &str) -> bool {
    choices.iter().any(|choice| choice.id == id)
}

pub(super) fn sort_by_id(choices: &mut [Choice]) {
    choices.sort_by(|a, b| a.id.cmp(&b.id));
}

/// A list in another order, given as its places; unchanged where that has not all of them.
pub(in crate::domain) fn reorder<T: Clone>(list: &mut Vec<T>, order: &[usize]) {
    if list.len() == order.len() {
        *list = order.iter().filter_map(|place| list.get(*place).cloned()).collect();
    }
}

/// `["o1","o3"]`: ids of `options`, each at most once.
pub(super) fn read_ids(text: &str, options: &[Choice]) -> Option<Vec<String>> {
    let ids: Vec<String> = serde_json::from_str(text).ok()?;
    let distinct: BTreeSet<&String> = ids.iter().collect();
    let fit = distinct.len() == ids.len() && ids.iter().all(|id| has(options, id));
    fit.then_some(ids)
}

/// The options as a form shows them again.
pub(super) fn drafts(choices: &[Choice]) -> Vec<ChoiceDraft> {
    let with_id = |choice: &Choice| ChoiceDraft::WithId { id: choice.id.clone(), text: choice.text.clone() };
    choices.iter().map(with_id).collect()
}

/// Texts of options for the kinds that have ids, in the order of the form; blank ones are dropped.
fn present(drafts: &[ChoiceDraft]) -> impl Iterator<Item = (Option<&str>, &str)> {
    let parts = drafts.iter().map(|draft| (draft.id(), draft.text().trim()));
    parts.filter(|(_, text)| !is_blank(text))
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

/// Says of an id in a key that it names none of the options.
pub(super) fn not_an_option(id: Option<&String>) -> String {
    format!("'{}' is not the id of an option.", id.map_or("", String::as_str))
}
