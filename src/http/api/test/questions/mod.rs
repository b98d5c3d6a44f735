//! Questions on the wire: as authors write and read them, and as candidates see them (docs/scoring.md).

mod candidate;
mod code;
pub mod content;
mod input;
mod output;
mod passages;
mod translated;

pub use candidate::{CandidateQuestion, TranslatedQuestion};
pub use content::{RichContent, unless_plain};
pub use input::QuestionInput;
pub use output::{QuestionBody, QuestionDetail};
pub use passages::{Instructions, PassageBody, PassageInput, text_draft};
pub use translated::{TranslatedIntro, TranslatedPart, in_each};

use crate::{
    domain::question::{Numeral, ToleranceDraft},
    http::wire::ToleranceKindName,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Permitted distance from the correct number.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = Tolerance)]
pub struct ToleranceBody {
    kind: ToleranceKindName,
    /// A decimal, not negative. Relative: a share from 0 to 1.
    #[schema(value_type = String)]
    value: Numeral,
}

impl From<ToleranceBody> for ToleranceDraft {
    fn from(tolerance: ToleranceBody) -> Self {
        Self { kind: tolerance.kind.into(), value: tolerance.value }
    }
}

impl From<ToleranceDraft> for ToleranceBody {
    fn from(tolerance: ToleranceDraft) -> Self {
        Self { kind: tolerance.kind.into(), value: tolerance.value }
    }
}
