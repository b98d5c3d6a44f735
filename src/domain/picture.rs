//! Pictures of questions: each is stored once, under the hash of its bytes (`docs/behaviour/tests.md#pictures`).

use super::{
    Instant, PictureHash,
    bank::{plan::PaperPlan, sections::TestSections},
    paper::Paper,
    passage::{FormattedText, Passage},
    question::{Question, Tree, Trees},
    screenshot,
    test::Test,
    time::SignedDuration,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Largest sum of the pictures of one test, in bytes.
pub const MAX_OF_TEST: u64 = 64 * 1024 * 1024;
/// A picture that no test and no question paper shows is kept this long after its last use: a draft may name it.
pub const RETENTION: SignedDuration = SignedDuration::from_hours(7 * 24);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PictureFormat {
    Png,
    Jpeg,
    Webp,
}

impl PictureFormat {
    /// Detects the format by magic bytes (WebP: RFC 9649 section 2.4); the declared media type is ignored.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match screenshot::ScreenshotFormat::of(bytes) {
            Some(screenshot::ScreenshotFormat::Png) => Some(Self::Png),
            Some(screenshot::ScreenshotFormat::Jpeg) => Some(Self::Jpeg),
            None => (bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP")).then_some(Self::Webp),
        }
    }

    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
        }
    }

    /// Extension of files.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Webp => "webp",
        }
    }
}

/// Metadata of a picture; its bytes are a separate row ([`PictureFile`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    pub hash: PictureHash,
    pub format: PictureFormat,
    /// Width in pixels.
    pub width: u32,
    pub height: u32,
    pub bytes: u32,
    /// The last upload, or the last time that a saved test showed it.
    pub used_at: Instant,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureFile {
    pub hash: PictureHash,
    pub bytes: Vec<u8>,
}

/// The pictures that texts show, each with the first place that shows it: the field and its name in a sentence.
pub type ShownPictures = BTreeMap<PictureHash, (String, String)>;

fn add(
    shown: &mut ShownPictures,
    trees: impl IntoIterator<Item = impl std::borrow::Borrow<Tree>>,
    place: (&str, &str),
) {
    for tree in trees {
        for hash in tree.borrow().pictures() {
            shown.entry(hash).or_insert_with(|| (place.0.into(), place.1.into()));
        }
    }
}

fn add_texts<'t>(shown: &mut ShownPictures, texts: impl IntoIterator<Item = &'t FormattedText>) {
    add(shown, texts.into_iter().filter_map(|text| text.tree.as_ref()), ("sections", "A text of a section"));
}

fn texts_of(passages: &[Passage]) -> impl Iterator<Item = &FormattedText> {
    passages.iter().map(|passage| &passage.text)
}

/// All pictures of questions, those of explanations included.
#[must_use]
pub fn shown_by(questions: &[Question]) -> ShownPictures {
    shown(None, questions)
}

fn shown(description: Option<&Tree>, questions: &[Question]) -> ShownPictures {
    let mut found = ShownPictures::new();
    add(&mut found, description, ("description", "The description"));
    for (index, question) in questions.iter().enumerate() {
        let trees = question.trees.iter().flat_map(Trees::all);
        add(&mut found, trees, (&format!("questions[{index}].question"), &format!("Question {}", index + 1)));
    }
    found
}

impl Test {
    /// All pictures of the test.
    #[must_use]
    pub fn pictures(&self) -> ShownPictures {
        let mut found = shown(self.description_tree.as_ref(), &self.questions);
        add(&mut found, self.translations.trees(), ("translations", "A translation"));
        found
    }
}

impl TestSections {
    /// All pictures of instructions and passages.
    #[must_use]
    pub fn pictures(&self) -> ShownPictures {
        let mut found = ShownPictures::new();
        for section in &self.sections {
            add_texts(&mut found, section.instructions.iter().chain(texts_of(&section.passages)));
        }
        found
    }
}

impl PaperPlan {
    /// All pictures of the papers that are drawn from it.
    #[must_use]
    pub fn pictures(&self) -> ShownPictures {
        let mut found = self.template.pictures();
        let instructions = self.sections.iter().filter_map(|section| section.instructions.as_ref());
        add_texts(&mut found, instructions.chain(texts_of(&self.passages)));
        found
    }
}

impl Paper {
    /// All pictures of the paper, those of explanations included.
    #[must_use]
    pub fn pictures(&self) -> ShownPictures {
        let mut found = shown(self.description_tree.as_ref(), &self.questions);
        add_texts(&mut found, texts_of(&self.passages));
        add(&mut found, self.translated(), ("translations", "A translation"));
        found
    }

    fn translated(&self) -> impl Iterator<Item = &Tree> {
        let texts = self.translations.iter().flat_map(|translation| &translation.texts);
        texts.filter_map(|text| text.tree.as_ref())
    }

    /// Whether a candidate who takes this paper sees the picture.
    #[must_use]
    pub fn shows(&self, hash: PictureHash) -> bool {
        let trees = self.questions.iter().filter_map(|question| question.trees.as_ref());
        let passages = texts_of(&self.passages).filter_map(|text| text.tree.as_ref());
        let trees = trees.flat_map(Trees::of_candidates).chain(&self.description_tree).chain(passages);
        let mut trees = trees.chain(self.translated());
        trees.any(|tree| tree.pictures().contains(&hash))
    }
}
