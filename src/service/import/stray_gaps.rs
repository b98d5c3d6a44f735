//! Marks of gaps that a question does not have: candidates see them as text.

use crate::domain::test::{QuestionDraft, QuestionKind};
use std::collections::HashSet;

/// Number of ids that are named; a text may have thousands.
const MAX: usize = 20;

/// A sentence for each: in a question with gaps for every mark, in others for those that are named like gaps, `[[g1]]`.
pub(super) fn stray_gaps(question: &QuestionDraft) -> Vec<String> {
    let known: HashSet<&str> = question.gaps.iter().map(|gap| gap.id.as_str()).collect();
    let has_gaps = question.kind == QuestionKind::Gaps;
    let mut said = HashSet::new();
    let stray = marks(&question.text)
        .filter(|id| if has_gaps { !known.contains(id) } else { is_numbered(id) })
        .filter(|id| said.insert(*id))
        .take(MAX);
    let why = if has_gaps { "no gap has this id" } else { "only questions of type 'gaps' have gaps" };
    stray.map(|id| format!("[[{id}]] stays text: {why}.")).collect()
}

/// The ids between brackets.
fn marks(text: &str) -> impl Iterator<Item = &str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    // What follows an opening bracket up to the next one has at most one mark, at its begin.
    let found = text.split("[[").skip(1).filter_map(|after| after.trim_start_matches('[').split_once("]]"));
    found.map(|(id, _)| id).filter(move |id| (1..=64).contains(&id.len()) && id.chars().all(is_name))
}

fn is_numbered(id: &str) -> bool {
    id.strip_prefix('g').is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::question::{GapDraft, GapKind};

    #[test]
    fn marks_without_a_gap_are_named_once() {
        let gaps = |text: &str| QuestionDraft {
            gaps: vec![GapDraft::new("g1", GapKind::Text)],
            ..QuestionDraft::new(QuestionKind::Gaps, text)
        };
        let said = stray_gaps(&gaps("[[g1]] [[g2]] [[g2]] [[]] [[a b]] [[[g3]]] [[nodiscard]] [[open"));
        assert_eq!(said, ["g2", "g3", "nodiscard"].map(|id| format!("[[{id}]] stays text: no gap has this id.")),);
        let essay = |text: &str| stray_gaps(&QuestionDraft::new(QuestionKind::Essay, text));
        assert_eq!(essay("Why [[nodiscard]], [[ -f x ]], [[g]] or m[[1]]?"), Vec::<String>::new());
        assert_eq!(essay("A [[g12]]?"), ["[[g12]] stays text: only questions of type 'gaps' have gaps."]);
        assert_eq!(essay(&"[[g1]]".repeat(10_000)).len(), 1);
    }
}
