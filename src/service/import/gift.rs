//! Moodle's GIFT (docs.moodle.org, "GIFT format"): all its types of questions. Unsupported features (different
//! weights, feedback to single answers) are reported as left out. The name of a question is its title in the bank.
//!
//! Every category is a test, named after the last part of the category; questions before the first category belong to a
//! test named after the file. Our export stores data that GIFT cannot express in comments, which Moodle ignores:
//! `// invigil-test: {...}` begins a test, and `// invigil: {...}` precedes a question.

use super::{
    gift_answers::{self, Answers, Braces, GiftQuestion},
    kinds,
    lost::{Lost, fitted},
    plan::{Parsed, PlannedTest, Position},
    shape::default_points,
};
use crate::domain::{
    bank::{Labels, MAX_TITLE},
    hex,
    history::HistoryMode,
    question::{Numeral, Scoring, ToleranceKind},
    rich_text::RichTextFormat,
    test::{DEFAULT_DURATION, QuestionDraft, QuestionKind},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

pub(crate) const TEST_NOTE: &str = "// invigil-test: ";
pub(crate) const QUESTION_NOTE: &str = "// invigil: ";
const CATEGORY: &str = "$CATEGORY:";
const CHANGED: &str =
    "The words of the question were changed below its comment, which counts: delete the comment to import the words.";

/// Comment of our export about a test.
#[derive(Serialize, Deserialize)]
pub(crate) struct TestNote {
    pub title: String,
    #[serde(default)]
    pub description: String,
    #[serde(default = "default_duration")]
    pub duration_minutes: i64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub require_fullscreen: bool,
    #[serde(default, skip_serializing_if = "HistoryMode::is_default")]
    pub history: HistoryMode,
    /// Format of the description, if it is not plain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description_format: Option<RichTextFormat>,
}

/// Comment of our export about a question.
#[derive(Serialize, Deserialize)]
pub(crate) struct QuestionNote {
    #[serde(default)]
    pub id: Option<String>,
    #[serde(default = "default_points")]
    pub points: i64,
    /// Kind of the question, if the answers do not determine it.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<QuestionKind>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_language: Option<String>,
    /// The whole question, where GIFT has no counterpart of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<Box<QuestionDraft>>,
    /// [`hash_of_words`] of the question beside `whole`: whether it was changed since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// Labels that the question has in the bank.
    #[serde(default, skip_serializing_if = "is_unlabelled")]
    pub labels: Labels,
}

/// The hash of a question in the words of GIFT, however editors set its spaces and line ends.
pub(crate) fn hash_of_words(block: &str) -> String {
    let words: String = block.chars().filter(|c| !c.is_whitespace()).collect();
    hex::encode(&Sha256::digest(words)).chars().take(16).collect()
}

fn is_unlabelled(labels: &Labels) -> bool {
    *labels == Labels::default()
}

const fn default_duration() -> i64 {
    DEFAULT_DURATION
}

#[derive(Default)]
struct GiftReader {
    parsed: Parsed,
    categories: Categories,
    /// The current test was begun by our comment: the category that follows belongs to it.
    has_note: bool,
    note: Option<QuestionNote>,
    /// The lines of the current question, and their numbers; `start` is that of the first one.
    block: String,
    numbers: Vec<u64>,
    braces: Braces,
    start: u64,
    /// Tags in the comments before the current question.
    tags: Vec<String>,
}

pub(super) fn read(text: &str, title: &str) -> Parsed {
    let mut reader = GiftReader::default();
    for (number, line) in (1..).zip(text.split('\n')) {
        if reader.parsed.is_full() {
            break;
        }
        // A carriage return belongs to the line end only before a line feed; elsewhere it is text.
        reader.line(number, line.strip_suffix('\r').unwrap_or(line), title);
    }
    reader.finish(title);
    // Drop categories that only group others.
    reader.parsed.tests.retain(|test| !test.places.is_empty());
    reader.parsed
}

impl GiftReader {
    fn line(&mut self, number: u64, line: &str, title: &str) {
        let bare = line.trim();
        let open = self.braces == Braces::Open;
        let starts_new = bare.starts_with(CATEGORY) || bare.starts_with("::") && self.block.ends_with("\n\n");
        if bare.starts_with("//") {
            return self.comment(number, bare, title);
        }
        if bare.is_empty() && !open || starts_new {
            self.finish(title);
        }
        if let Some(path) = bare.strip_prefix(CATEGORY) {
            return self.category(number, path.trim());
        }
        if bare.is_empty() && self.block.is_empty() {
            return;
        }
        if self.block.is_empty() {
            self.start = number;
        }
        self.braces.follow(line);
        self.numbers.push(number);
        self.block.push_str(line);
        self.block.push('\n');
    }

    fn comment(&mut self, number: u64, comment: &str, title: &str) {
        if let Some(note) = comment.strip_prefix(TEST_NOTE) {
            self.finish(title);
            match serde_json::from_str::<TestNote>(note) {
                Ok(TestNote {
                    title,
                    description,
                    duration_minutes,
                    require_fullscreen,
                    history,
                    description_format,
                }) => {
                    let mut planned = PlannedTest::new(title, Position::line(number));
                    planned.draft.description_format = description_format.unwrap_or_default();
                    planned.draft.description = description;
                    planned.draft.duration_minutes = duration_minutes;
                    planned.draft.require_fullscreen = require_fullscreen;
                    planned.draft.history = history;
                    self.parsed.tests.push(planned);
                    self.has_note = true;
                }
                Err(error) => self.parsed.error(Position::line(number), format!("This note cannot be read: {error}.")),
            }
        } else if let Some(note) = comment.strip_prefix(QUESTION_NOTE) {
            self.finish(title);
            match serde_json::from_str(note) {
                Ok(note) => self.note = Some(note),
                Err(error) => self.parsed.error(Position::line(number), format!("This note cannot be read: {error}.")),
            }
        } else if self.block.is_empty() {
            self.tags.extend(tags(comment));
        }
    }

    fn category(&mut self, number: u64, path: &str) {
        if std::mem::take(&mut self.has_note) {
            return;
        }
        let again = self.categories.begin(path, &self.parsed.tests);
        self.parsed.tests.push(PlannedTest::new(category_name(path), Position::line(number)));
        if let Some(lost) = again {
            self.parsed.left_out(Position::line(number), lost);
        }
    }

    /// Ends the current question, if any.
    fn finish(&mut self, title: &str) {
        let (block, numbers) = (std::mem::take(&mut self.block), std::mem::take(&mut self.numbers));
        let is_open = std::mem::take(&mut self.braces) == Braces::Open;
        if !is_open && !gift_answers::has_brace_within(&block) {
            return self.question(&block, title);
        }
        // Its brace is not closed, or by that of the next question. To Moodle, a blank line ends a question in any case:
        // what follows is not lost with it.
        let mut part = String::new();
        for (number, line) in numbers.into_iter().zip(block.lines()) {
            if line.trim().is_empty() {
                self.question(&std::mem::take(&mut part), title);
            } else {
                if part.is_empty() {
                    self.start = number;
                }
                part.push_str(line);
                part.push('\n');
            }
            if self.parsed.is_full() {
                return;
            }
        }
        self.question(&part, title);
    }

    fn question(&mut self, block: &str, title: &str) {
        if block.trim().is_empty() {
            return;
        }
        self.has_note = false;
        if self.parsed.tests.is_empty() {
            self.parsed.tests.push(PlannedTest::new(title, Position::line(self.start)));
        }
        let note = self.note.take();
        let tags = std::mem::take(&mut self.tags);
        let place = Position::line(self.start);
        if let Some(whole) = note.as_ref().and_then(|note| note.whole.clone()) {
            // Beside it, the question is in the words of other programs, which may say less.
            let words = note.as_ref().and_then(|note| note.words.as_ref());
            if words.is_some_and(|words| *words != hash_of_words(block)) {
                self.parsed.left_out(place.clone(), Lost::scores(CHANGED));
            }
            self.parsed.push(*whole, &place);
            return self.label(note.map(|note| note.labels).unwrap_or_default());
        }
        match gift_answers::read(block) {
            Ok(found) => {
                for lost in &found.left_out {
                    self.parsed.left_out(place.clone(), lost.clone());
                }
                let labels = if let Some(note) = &note {
                    note.labels.clone()
                } else {
                    let (labels, cut) = named(&found.name);
                    if let Some(lost) = cut {
                        self.parsed.left_out(place.clone(), lost);
                    }
                    labels
                };
                self.parsed.push(QuestionDraft { tags, ..question(found, note) }, &place);
                self.label(labels);
            }
            Err(why) => self.parsed.left_out(place, Lost::skipped(why)),
        }
    }

    /// Labels the last question.
    fn label(&mut self, labels: Labels) {
        self.parsed.label(self.parsed.tests.len().saturating_sub(1), labels);
    }
}

/// `[tag:easy]` in a comment, as Moodle writes it beside `[id:..]`; `\]` is a bracket in a name.
fn tags(comment: &str) -> Vec<String> {
    let mut tags = Vec::new();
    let mut rest = comment;
    while let Some((_, after)) = rest.split_once("[tag:") {
        let mut is_escaped = false;
        let end = after.char_indices().find(|(_, c)| {
            let is_end = *c == ']' && !is_escaped;
            is_escaped = *c == '\\' && !is_escaped;
            is_end
        });
        let Some((end, _)) = end else { break };
        let tag = after.get(..end).unwrap_or_default().replace("\\]", "]");
        tags.extend(Some(tag.trim().to_owned()).filter(|tag| !tag.is_empty()));
        rest = after.get(end..).unwrap_or_default();
    }
    tags
}

/// The name of a question is its title. Beside our note it says nothing.
fn named(name: &str) -> (Labels, Option<Lost>) {
    let (title, cut) = fitted(&name.replace(char::is_control, " "), MAX_TITLE);
    (Labels { title, ..Labels::default() }, cut.map(Lost::looks))
}

fn question(found: GiftQuestion, note: Option<QuestionNote>) -> QuestionDraft {
    let unnoted = || QuestionNote {
        id: None,
        points: default_points(),
        kind: None,
        expected_language: None,
        whole: None,
        words: None,
        labels: Labels::default(),
    };
    let note = note.unwrap_or_else(unnoted);
    let GiftQuestion { text, answers, explanation, is_markdown, .. } = found;
    let mut question = match answers {
        Answers::Essay => kinds::essay(text, note.points),
        Answers::Choice { options, correct, penalty } => QuestionDraft {
            penalty: (penalty > 0.0).then(|| penalty_points(penalty, note.points)),
            ..kinds::choice(text, note.points, options, correct)
        },
        Answers::Several(options) => kinds::several(text, options, Scoring::Partial),
        Answers::Number((number, width)) => {
            kinds::number(text, &number, kinds::tolerance(ToleranceKind::Absolute, width.as_ref()))
        }
        Answers::Text { accepted, pattern } => QuestionDraft { pattern, ..kinds::short_text(text, accepted, false) },
        Answers::Matching { pairs, distractors } => kinds::matching(text, pairs, distractors, Scoring::Partial),
    };
    if question.kind == QuestionKind::Essay && note.kind == Some(QuestionKind::Coding) {
        question.kind = QuestionKind::Coding;
        question.expected_language = note.expected_language;
    }
    question.format = if is_markdown { RichTextFormat::Markdown } else { RichTextFormat::Plain };
    question.points = note.points;
    question.explanation = explanation;
    question.id = note.id;
    question
}

/// The categories of a file, each with the place of its test.
#[derive(Default)]
pub(super) struct Categories(HashMap<String, usize>);

impl Categories {
    /// Notes that a category begins after these tests. Returns a loss where it has begun before, with questions.
    pub fn begin(&mut self, path: &str, tests: &[PlannedTest]) -> Option<Lost> {
        let before = self.0.insert(path.trim().to_owned(), tests.len())?;
        tests.get(before).filter(|test| !test.places.is_empty())?;
        let name = category_name(path);
        Some(Lost::looks(format!(
            "The category \"{name}\" comes again: its questions from here on are a test of their own."
        )))
    }
}

/// The last part of `$course$/top/Java`; a slash within a name is written twice.
pub(super) fn category_name(path: &str) -> String {
    let path = path.replace("//", "\u{1}");
    let name = path.rsplit('/').find(|part| !part.trim().is_empty()).unwrap_or_default();
    name.replace('\u{1}', "/").trim().to_owned()
}

/// Percent of the points as points.
pub(super) fn penalty_points(percent: f64, points: i64) -> Numeral {
    let thousandths = f64::from(u32::try_from(points).unwrap_or_default()) * percent * 10.0;
    Numeral((thousandths.round() / 1000.0).to_string())
}
