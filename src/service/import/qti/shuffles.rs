//! Options in random order, which items say of themselves, and tests here of sections.

use super::{processing::truth, xml::XmlElement};
use crate::service::import::lost::Lost;

/// Returns whether options are shuffled, for each choice of an item.
pub fn shuffles(item: &XmlElement) -> Vec<bool> {
    let choices = item.all("choiceinteraction").into_iter();
    choices.map(|choice| choice.attribute("shuffle").and_then(truth).unwrap_or_default()).collect()
}

/// Whether a section with these choices shuffles options.
pub fn shuffle_all(shuffles: &[bool]) -> bool {
    !shuffles.is_empty() && shuffles.iter().all(|shuffles| *shuffles)
}

/// The finding where some of several choices shuffle their options.
pub fn mixed(shuffles: &[bool]) -> Option<Lost> {
    let (some, all) = (shuffles.iter().filter(|shuffles| **shuffles).count(), shuffles.len());
    let what = || format!("{some} of {all} questions shuffle their options: a section does so for all or none.");
    (some > 0 && some < all).then(|| Lost::looks(what()))
}
