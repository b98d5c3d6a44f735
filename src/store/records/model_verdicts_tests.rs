//! Golden bytes of AI models' verdicts.

use super::tests::{AT, Sample, id, sample};
use crate::domain::{
    model_verdict::{Model, ModelVerdict, ReviewPolicy},
    submission::GradeStatus,
};

pub(super) fn samples() -> Vec<Sample> {
    let verdict = ModelVerdict {
        submission_id: id(5),
        question_id: "q2".into(),
        test_id: id(3),
        place: 1,
        model: Model { name: "llama3.1".into(), prompt: 2 },
        status: GradeStatus::Partial,
        score: 1.5,
        points: 3,
        reason: "It names no property.".into(),
        quote: "I like them.".into(),
        is_blind: true,
        at: AT,
    };
    vec![sample("model verdicts", &verdict), sample("AI review policy", &ReviewPolicy { min_agreement: 0.6 })]
}
