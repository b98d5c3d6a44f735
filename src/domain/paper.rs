//! Question paper: frozen copy of a test that an attempt is taken and scored against, unaffected by later edits.

use super::{
    TestId,
    test::{Question, Test},
};
use serde::{Deserialize, Serialize};

/// SHA-256 of a paper's content: equal papers are stored once, and a cached one is never stale.
pub type PaperHash = [u8; 32];

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paper {
    pub test_id: TestId,
    pub hash: PaperHash,
    pub title: String,
    pub description: String,
    pub duration_minutes: u32,
    pub questions: Vec<Question>,
    pub require_fullscreen: bool,
}

impl Paper {
    #[must_use]
    pub fn of(test: &Test) -> Self {
        let mut paper = Self {
            test_id: test.id,
            hash: [0; 32],
            title: test.title.clone(),
            description: test.description.clone(),
            duration_minutes: test.duration_minutes,
            questions: test.questions.clone(),
            require_fullscreen: test.require_fullscreen,
        };
        paper.hash = paper.digest();
        paper
    }

    /// Whether the content still matches the hash.
    #[must_use]
    pub fn is_intact(&self) -> bool {
        self.digest() == self.hash
    }

    fn digest(&self) -> PaperHash {
        use sha2::Digest;
        let mut hash = sha2::Sha256::new();
        let mut text = |s: &str| {
            hash.update((s.len() as u64).to_be_bytes());
            hash.update(s.as_bytes());
        };
        text(&self.title);
        text(&self.description);
        text(&self.duration_minutes.to_string());
        for q in &self.questions {
            for part in [&q.id, &q.text, &q.points.to_string(), q.kind.hashed_as()] {
                text(part);
            }
            text(&q.options.len().to_string());
            q.options.iter().for_each(|o| text(o));
            text(q.correct_answer.as_deref().unwrap_or_default());
            text(q.expected_language.as_deref().unwrap_or_default());
        }
        // Only if set: papers from before this option existed must keep their hash.
        if self.require_fullscreen {
            hash.update(b"fullscreen");
        }
        hash.finalize().into()
    }

    #[must_use]
    pub fn question(&self, id: &str) -> Option<(usize, &Question)> {
        self.questions.iter().enumerate().find(|(_, q)| q.id == id)
    }

    #[must_use]
    pub fn total_points(&self) -> u32 {
        super::test::total_points(&self.questions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Instant, test::QuestionKind};

    fn question(id: &str, kind: QuestionKind) -> Question {
        let is_choice = kind == QuestionKind::MultipleChoice;
        Question {
            id: id.into(),
            kind,
            text: "Why?".into(),
            points: 5,
            options: if is_choice { vec!["a".into(), "b".into()] } else { Vec::new() },
            correct_answer: is_choice.then(|| "b".into()),
            expected_language: (kind == QuestionKind::Coding).then(|| "Rust".into()),
        }
    }

    /// Attempts refer to their question paper by this hash: it must never change.
    #[test]
    fn the_hash_of_a_paper_is_pinned() {
        let kinds = [QuestionKind::MultipleChoice, QuestionKind::Essay, QuestionKind::Coding];
        let mut test = Test {
            id: TestId(uuid::Uuid::from_u128(1)),
            title: "T".into(),
            description: "D".into(),
            duration_minutes: 60,
            questions: kinds.iter().zip(["q1", "q2", "q3"]).map(|(kind, id)| question(id, *kind)).collect(),
            created_at: Instant(0),
            updated_at: Instant(0),
            require_fullscreen: false,
        };
        let hex = |test: &Test| Paper::of(test).hash.map(|byte| format!("{byte:02x}")).concat();
        assert_eq!(hex(&test), "eb6f98b6a94000b5c416ffb1b77edf8a9796191fb13b4f1c4bee895595314c20");
        test.require_fullscreen = true;
        assert_eq!(hex(&test), "303024a2dfddac7a0264fa4c0a97cf40127a6dbd064d1908f713305452300376");
    }
}
