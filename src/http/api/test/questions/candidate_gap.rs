//! Gaps and orders of options as candidates see them.

use super::output::{OptionBody, choices};
use crate::{
    domain::{
        paper::PaperHash,
        question::{Choice, Gap, GapKey, shuffled},
    },
    http::wire::GapKindName,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A gap to be filled.
#[derive(Clone, Serialize, ToSchema)]
pub struct CandidateGap {
    pub(super) id: String,
    pub(super) kind: GapKindName,
    /// Choice only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) options: Option<Vec<OptionBody>>,
}

/// Options as candidates see them where the author's order would give the key away.
pub(super) fn neutral_order<'o>(
    paper: &PaperHash,
    question: &str,
    options: &'o [Choice],
) -> impl Iterator<Item = &'o Choice> {
    shuffled(paper, question, options).into_iter().filter_map(|place| options.get(place))
}

impl From<&Gap> for CandidateGap {
    fn from(gap: &Gap) -> Self {
        let (kind, options) = match &gap.key {
            GapKey::Choice { options, .. } => (GapKindName::Choice, Some(choices(options, |_| None))),
            GapKey::Text(_) => (GapKindName::Text, None),
            GapKey::Number(_) => (GapKindName::Number, None),
        };
        Self { id: gap.id.clone(), kind, options }
    }
}
