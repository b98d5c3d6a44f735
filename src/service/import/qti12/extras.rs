//! Parts of a test beside its items: texts before them, and the settings of Brightspace.

use super::{
    item::attempts,
    limits::time_limit,
    material::{collect, joined},
};
use crate::service::import::{html::ForeignText, lost::Lost, plan::PlannedTest, qti::xml::XmlElement};

/// The element in which Brightspace keeps the settings of a test.
const SETTINGS: &str = "assess_procextension";

/// The text that candidates read before the items.
pub fn introduction(group: &XmlElement) -> Option<ForeignText> {
    let is_for_candidates = |child: &&XmlElement| {
        child.peek("view").is_none_or(|view| ["all", "candidate"].contains(&view.to_ascii_lowercase().as_str()))
    };
    let before = group.children().filter(|child| matches!(child.name.as_str(), "rubric" | "presentation_material"));
    let is_shown = |message: &&XmlElement| message.attribute("isdisplayed").is_none_or(is_yes);
    let message = group.child(SETTINGS).and_then(|settings| settings.child("intro_message")).filter(is_shown);
    let mut pieces = Vec::new();
    for element in before.filter(is_for_candidates).chain(message) {
        collect(element, &mut pieces);
    }
    Some(joined(&pieces, group.line)).filter(|text| !text.is_empty())
}

/// Reads the settings of a test. Returns what is lost of them.
pub fn settings(group: &XmlElement, planned: &mut PlannedTest) -> Vec<Lost> {
    let Some(settings) = group.child(SETTINGS) else { return Vec::new() };
    let said = |name: &str| settings.child(name).map(XmlElement::text).filter(|text| !text.is_empty());
    let mut lost = Vec::new();
    let (minutes, limit) = said("time_limit").map_or((None, None), |given| time_limit(&given));
    let is_enforced = said("enforce_time_limit").is_none_or(|flag| is_yes(&flag));
    if let Some(minutes) = minutes {
        planned.draft.duration_minutes = minutes;
        let what = "The time limit is a recommendation there, and ends the test here.";
        lost.extend((!is_enforced).then(|| Lost::reads(what)));
    }
    lost.extend(limit);
    lost.extend(said("attempts_allowed").and_then(|given| attempts(&given)));
    if said("forward_only").is_some_and(|flag| is_yes(&flag)) {
        lost.push(Lost::reads("Candidates cannot go back to a question there."));
    }
    lost
}

fn is_yes(flag: &str) -> bool {
    ["yes", "true", "1"].contains(&flag.trim().to_ascii_lowercase().as_str())
}
