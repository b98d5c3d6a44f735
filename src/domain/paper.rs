//! Question paper: frozen copy of a test that an attempt is taken and scored against, unaffected by later edits.

use super::{
    TestId, history,
    language::Language,
    passage::{Passage, at_place},
    question::{QuestionContent, Thousandths, Tree, Trees},
    rich_text::RichTextFormat,
    test::{Question, QuestionDraft, QuestionKind, Test},
    test_translation::{PaperTranslation, Part, Place, TranslatedText},
};
use serde::{Deserialize, Serialize};
use sha2::Digest;

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
    pub description_format: RichTextFormat,
    pub description_tree: Option<Tree>,
    pub history: history::HistoryMode,
    /// Passages that questions are about, by place.
    pub passages: Vec<Passage>,
    /// The language of the texts; `None` where the test names none.
    pub language: Option<Language>,
    pub translations: Vec<PaperTranslation>,
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
            description_format: test.description_format,
            description_tree: test.description_tree.clone(),
            history: test.history,
            passages: Vec::new(),
            language: test.language,
            translations: test.translations_of(|| test.sources()),
        };
        paper.hash = paper.digest();
        paper
    }

    /// This paper with the tests of code that these questions have now; `None` if they are the same.
    #[must_use]
    pub fn retested(&self, now: &[Question]) -> Option<Self> {
        let mut paper = self.clone();
        for question in &mut paper.questions {
            let newer = now.iter().find(|newer| newer.id == question.id).and_then(Question::coding);
            if let (QuestionContent::Coding(coding), Some(newer)) = (&mut question.body, newer)
                && let Some(retested) = coding.retested(newer)
            {
                **coding = retested;
            }
        }
        paper.hash = paper.digest();
        (paper.hash != self.hash).then_some(paper)
    }

    /// This paper with other questions, and the passages that they are about.
    #[must_use]
    pub fn with(&self, questions: Vec<Question>, passages: Vec<Passage>) -> Self {
        let translations = self.translations.iter().map(|translation| translation.of(&questions, &passages)).collect();
        let mut paper = Self { questions, passages, translations, ..self.without_questions() };
        paper.hash = paper.digest();
        paper
    }

    fn without_questions(&self) -> Self {
        Self {
            test_id: self.test_id,
            hash: [0; 32],
            title: self.title.clone(),
            description: self.description.clone(),
            duration_minutes: self.duration_minutes,
            questions: Vec::new(),
            require_fullscreen: self.require_fullscreen,
            description_format: self.description_format,
            description_tree: self.description_tree.clone(),
            history: self.history,
            passages: Vec::new(),
            language: self.language,
            translations: Vec::new(),
        }
    }

    /// Hash of the content, whatever [`Self::hash`] says.
    #[must_use]
    pub fn content_hash(&self) -> PaperHash {
        self.digest()
    }

    /// Whether the content still matches the hash.
    #[must_use]
    pub fn is_intact(&self) -> bool {
        self.digest() == self.hash
    }

    fn digest(&self) -> PaperHash {
        let mut hash = PaperHasher(sha2::Sha256::new());
        for part in [&self.title, &self.description, &self.duration_minutes.to_string()] {
            hash.text(part);
        }
        for question in &self.questions {
            if question.is_basic() { hash.basic(question) } else { hash.extended(question) }
        }
        // Only if set: papers from before these options existed must keep their hash.
        if self.require_fullscreen {
            hash.0.update(b"fullscreen");
        }
        if let Some(tree) = &self.description_tree {
            hash.0.update(b"description");
            hash.text(tree.json());
        }
        if self.history == history::HistoryMode::Keystrokes {
            hash.0.update(b"keystrokes");
        }
        if !self.passages.is_empty() {
            hash.0.update(b"passages");
            self.passages.iter().for_each(|passage| hash.passage(passage));
        }
        if let Some(language) = self.language {
            hash.0.update(b"language");
            hash.text(language.code());
        }
        self.translations.iter().for_each(|translation| hash.translation(translation));
        hash.0.finalize().into()
    }

    /// The language in which a candidate reads the test, or one of its questions, on a page in this language. `None` if that is
    /// not known.
    #[must_use]
    pub fn language_read(&self, page: Option<Language>, question: Option<&str>) -> Option<Language> {
        if self.translations.is_empty() {
            return self.language;
        }
        let page = page?;
        let translation = self.translations.iter().find(|translation| translation.language == page);
        let is_translated = translation.is_some_and(|found| question.is_none_or(|id| found.has_question(id)));
        if is_translated { Some(page) } else { self.language }
    }

    /// The title in this language, or as it was written.
    #[must_use]
    pub fn title_in(&self, language: Language) -> &str {
        let title = Place::new(Part::Title, "", "");
        self.text_in(language, &title, &self.title, RichTextFormat::Plain).map_or(&self.title, |found| &found.text)
    }

    /// The description for readers of plain text, such as mails, in this language or as it was written.
    #[must_use]
    pub fn plain_description(&self, language: Option<Language>) -> String {
        let place = Place::new(Part::Description, "", "");
        let found = language.and_then(|it| self.text_in(it, &place, &self.description, self.description_format));
        let (text, tree) = found
            .map_or((&self.description, &self.description_tree), |translated| (&translated.text, &translated.tree));
        tree.as_ref().map_or_else(|| text.clone(), Tree::plain_text)
    }

    fn text_in(
        &self,
        language: Language,
        place: &Place,
        original: &str,
        format: RichTextFormat,
    ) -> Option<&TranslatedText> {
        let translation = self.translations.iter().find(|translation| translation.language == language)?;
        translation.text(place, original, format)
    }

    /// The passage that the question at this place is about.
    #[must_use]
    pub fn passage(&self, place: usize) -> Option<&Passage> {
        at_place(&self.passages, place)
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

/// SHA-256 of what makes a version of a question.
pub type VersionDigest = [u8; 32];

/// Digest by which repairs know a version of a question: of its text and its key. Points, remarks, the order and the places
/// of its options, and what code is judged by do not count. Never changes: stored repairs depend on it.
#[must_use]
pub fn version_digest(question: &Question) -> VersionDigest {
    let plain = Question {
        id: question.id.clone(),
        text: question.text.clone(),
        format: question.format,
        points: 1,
        scoring: question.scoring,
        penalty: Thousandths::default(),
        body: question.body.clone().in_fixed_order(),
        explanation: String::new(),
        show_explanation: false,
        reviewer_notes: String::new(),
        tags: Vec::new(),
        trees: None,
        pinned_options: Vec::new(),
    };
    let mut hash = PaperHasher(sha2::Sha256::new());
    if plain.is_basic() {
        hash.basic(&plain);
    } else {
        hash.extended(&plain);
    }
    hash.0.finalize().into()
}

/// Texts with their lengths, so that no two papers are hashed alike. Never changes: stored hashes depend on it.
struct PaperHasher(sha2::Sha256);

impl PaperHasher {
    fn text(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_be_bytes());
        self.0.update(text.as_bytes());
    }

    fn passage(&mut self, passage: &Passage) {
        for part in [&passage.id, &passage.title, &passage.text.text] {
            self.text(part);
        }
        self.text(passage.text.tree.as_ref().map_or("", Tree::json));
        self.text(&passage.places.len().to_string());
        for place in &passage.places {
            self.text(&place.to_string());
        }
    }

    fn translation(&mut self, translation: &PaperTranslation) {
        self.0.update(b"translation");
        self.text(translation.language.code());
        self.text(&translation.texts.len().to_string());
        for text in &translation.texts {
            self.text(text.place.part.name());
            for part in [&text.place.of, &text.place.at, &text.text] {
                self.text(part);
            }
            self.0.update(text.source);
            self.text(text.tree.as_ref().map_or("", Tree::json));
        }
    }

    /// Id, text, points and the name of the kind.
    fn frame(&mut self, question: &Question, kind: &str) {
        for part in [&question.id, &question.text, &question.points.to_string(), kind] {
            self.text(part);
        }
    }

    fn basic(&mut self, question: &Question) {
        let kind = match question.kind() {
            QuestionKind::MultipleChoice => "MultipleChoice",
            QuestionKind::Coding => "Coding",
            _ => "Essay",
        };
        self.frame(question, kind);
        self.text(&question.texts().len().to_string());
        question.texts().iter().for_each(|option| self.text(option));
        self.text(question.correct_answer().unwrap_or_default());
        self.text(question.expected_language().unwrap_or_default());
    }

    /// All fields, in the names of the API, and all trees.
    fn extended(&mut self, question: &Question) {
        self.frame(question, "Extended");
        self.text(&serde_json::to_string(&QuestionDraft::from(question)).unwrap_or_default());
        let trees: Vec<&Tree> = question.trees.iter().flat_map(Trees::all).collect();
        self.text(&trees.len().to_string());
        for tree in &trees {
            self.text(tree.json());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Instant, test_translation::Translations};

    fn test(questions: &[QuestionDraft]) -> Test {
        let check = |(index, draft): (usize, &QuestionDraft)| draft.clone().check_alone(index).unwrap();
        Test {
            id: TestId(uuid::Uuid::from_u128(1)),
            title: "T".into(),
            description: "D".into(),
            duration_minutes: 60,
            questions: questions.iter().enumerate().map(check).collect(),
            created_at: Instant::EPOCH,
            updated_at: Instant::EPOCH,
            require_fullscreen: false,
            description_format: RichTextFormat::Plain,
            description_tree: None,
            version: 1,
            updated_by: None,
            history: history::HistoryMode::Saves,
            language: None,
            translations: Translations::default(),
        }
    }

    fn question(kind: QuestionKind) -> QuestionDraft {
        let mut draft = QuestionDraft { points: 5, ..QuestionDraft::new(kind, "Why?") };
        match kind {
            QuestionKind::MultipleChoice => {
                draft.options = vec!["a".to_owned().into(), "b".to_owned().into()];
                draft.correct_answer = Some("b".into());
            }
            QuestionKind::Coding => draft.expected_language = Some("Rust".into()),
            _ => {}
        }
        draft
    }

    fn hex(test: &Test) -> String {
        Paper::of(test).hash.map(|byte| format!("{byte:02x}")).concat()
    }

    /// Attempts refer to their question paper by this hash: it must never change.
    #[test]
    fn the_hash_of_a_paper_is_pinned() {
        let kinds = [QuestionKind::MultipleChoice, QuestionKind::Essay, QuestionKind::Coding];
        let mut test = test(&kinds.map(question));
        assert_eq!(hex(&test), "eb6f98b6a94000b5c416ffb1b77edf8a9796191fb13b4f1c4bee895595314c20");
        test.require_fullscreen = true;
        assert_eq!(hex(&test), "303024a2dfddac7a0264fa4c0a97cf40127a6dbd064d1908f713305452300376");
    }

    /// Repairs refer to versions of questions by this digest: it must never change.
    #[test]
    fn the_digest_of_a_version_is_pinned() {
        let hex = |draft: &QuestionDraft| {
            let question = draft.clone().check_alone(0).unwrap();
            version_digest(&question).map(|byte| format!("{byte:02x}")).concat()[..8].to_owned()
        };
        let choice = question(QuestionKind::MultipleChoice);
        let number = QuestionDraft {
            correct_number: Some(crate::domain::question::Numeral("4".into())),
            ..question(QuestionKind::Numeric)
        };
        let essay = question(QuestionKind::Essay);
        assert_eq!([hex(&choice), hex(&number), hex(&essay)], ["617e9029", "a39123a0", "5784d705"]);
        let mut other = choice.clone();
        other.options.reverse();
        other.points = 7;
        other.tags = vec!["sql".into()];
        other.explanation = Some("Because.".into());
        assert_eq!(hex(&other), hex(&choice), "the same version");
        let changes: [fn(&mut QuestionDraft); 2] =
            [|q| q.text = "Why not?".into(), |q| q.correct_answer = Some("a".into())];
        for change in changes {
            let mut other = choice.clone();
            change(&mut other);
            assert_ne!(hex(&other), hex(&choice));
        }
    }

    #[test]
    fn every_field_of_a_question_changes_the_hash() {
        let base = question(QuestionKind::MultipleChoice);
        let changes: [fn(&mut QuestionDraft); 9] = [
            |q| q.format = RichTextFormat::Markdown,
            |q| q.penalty = Some(crate::domain::question::Numeral("0.5".into())),
            |q| q.explanation = Some("Because.".into()),
            |q| (q.explanation, q.show_explanation) = (Some("Because.".into()), true),
            |q| q.reviewer_notes = Some("Because.".into()),
            |q| q.tags = vec!["Because.".into()],
            |q| q.points = 6,
            |q| q.pinned_options = vec!["b".into()],
            |q| q.id = Some("other".into()),
        ];
        let mut seen = std::collections::BTreeSet::from([hex(&test(std::slice::from_ref(&base)))]);
        for change in changes {
            let mut other = base.clone();
            change(&mut other);
            assert!(seen.insert(hex(&test(&[other.clone()]))), "{other:?}");
        }
        let mut described = test(&[base]);
        described.description_tree = Tree::of("D", RichTextFormat::Markdown).unwrap();
        assert!(seen.insert(hex(&described)));
        described.history = history::HistoryMode::Keystrokes;
        assert!(seen.insert(hex(&described)));
        assert!(Paper::of(&described).is_intact());
    }
}
