//! Which late answer of a question counts once a reviewer accepts it, and the version by which the reviewer names what
//! they have read (`docs/behaviour/results.md#scoring-and-review`).

use super::{
    attempt::{LateAnswer, Lateness},
    hex,
};
use sha2::{Digest, Sha256};

/// Bytes of the digest that make a version.
const VERSION_BYTES: usize = 8;

/// Order in which late answers of a question are offered: the last one is accepted. What counted before comes after what
/// never did.
#[must_use]
pub fn rank(late: &LateAnswer) -> impl Ord + use<> {
    (late.lateness != Lateness::Replaced, late.received_at)
}

/// Whether a late answer of the question was accepted before.
#[must_use]
pub fn was_exchanged(late: &[LateAnswer]) -> bool {
    late.iter().any(|late| late.lateness == Lateness::Replaced)
}

/// Number of questions whose late answer waits for a decision: none has been accepted. `late` is of one attempt, by question.
#[must_use]
pub fn waiting(late: &[LateAnswer]) -> usize {
    late.chunk_by(|one, next| one.question_id == next.question_id).filter(|of_one| !was_exchanged(of_one)).count()
}

/// Version of all late answers of a question, whatever their order: another one that arrives changes it, and so does each
/// exchange. It reveals no instants, which anonymous tests hide.
#[must_use]
pub fn version(late: &[LateAnswer]) -> String {
    let mut parts: Vec<_> = late.iter().map(|late| (late.lateness, late.seq, late.text.as_str())).collect();
    parts.sort_unstable_by_key(|(lateness, seq, _)| (*lateness as u8, *seq));
    // Names and numbers can always be written.
    let digest = Sha256::digest(serde_json::to_vec(&parts).unwrap_or_default());
    hex::encode(digest.get(..VERSION_BYTES).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{AttemptId, Instant};

    fn late(lateness: Lateness, seq: u64, text: &str) -> LateAnswer {
        LateAnswer {
            attempt_id: AttemptId(uuid::Uuid::from_u128(1)),
            question_id: "q1".into(),
            text: text.into(),
            seq,
            received_at: Instant::from_millis(1_000 + i64::try_from(seq).unwrap()),
            lateness,
        }
    }

    #[test]
    fn what_was_exchanged_waits_no_more() {
        let of = |question: &str, lateness| LateAnswer { question_id: question.into(), ..late(lateness, 1, "a") };
        let all = [
            of("q1", Lateness::AfterEnd),
            of("q1", Lateness::File),
            of("q2", Lateness::AfterEnd),
            of("q2", Lateness::Replaced),
        ];
        assert_eq!((waiting(&all), waiting(&all[2..]), waiting(&[])), (1, 0, 0));
    }

    #[test]
    fn a_version_names_one_state_of_a_questions_late_answers() {
        let (file, replaced) = (late(Lateness::File, 9, "late"), late(Lateness::Replaced, 0, "first"));
        let before = version(std::slice::from_ref(&file));
        assert_eq!(before.len(), 2 * VERSION_BYTES);
        let both = [file.clone(), replaced.clone()];
        assert_eq!(version(&both), version(&[replaced.clone(), file.clone()]));
        let states = [
            before,
            version(&both),
            version(&[replaced]),
            version(&[late(Lateness::Replaced, 1, "first")]),
            version(&[late(Lateness::File, 10, "late")]),
            version(&[late(Lateness::File, 9, "later")]),
        ];
        let distinct: std::collections::HashSet<_> = states.iter().collect();
        assert_eq!(distinct.len(), states.len());
        let moved = LateAnswer { received_at: Instant::from_millis(5), ..file.clone() };
        assert_eq!(version(&[moved]), version(&[file]));
    }
}
