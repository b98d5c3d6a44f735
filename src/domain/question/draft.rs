//! Input of an author, in the names of the API: one flat object per question. Fields of other kinds are ignored.

use super::{
    code::{CodeChecker, CodeTestDraft, Coding, SolutionDraft, StarterDraft},
    spec::{
        Choice, Gap, GapKey, NumberKey, Question, QuestionContent, QuestionKind, Scoring, TextKey, Tolerance,
        ToleranceKind, with_blanks,
    },
    trees::Tree,
};
use crate::domain::rich_text::RichTextFormat;
use serde::{Deserialize, Deserializer, Serialize, de};
use std::{borrow::Cow, collections::BTreeMap, fmt};

/// An unvalidated question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "independent choices of an author")]
pub struct QuestionDraft {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(rename = "type")]
    pub kind: QuestionKind,
    #[serde(rename = "question")]
    pub text: String,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "is_plain")]
    pub format: RichTextFormat,
    #[serde(default = "one")]
    pub points: i64,
    /// Multiple choice: texts. Multiple response, ordering, the right side of matching: texts with ids.
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<ChoiceDraft>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correct_answer: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_language: Option<String>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub correct_answers: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correct_number: Option<Numeral>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<ToleranceDraft>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<String>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "is_false")]
    pub case_sensitive: bool,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "is_false")]
    pub space_sensitive: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<String>,
    /// The left side of matching.
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub prompts: Vec<ChoiceDraft>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "BTreeMap::is_empty")]
    pub pairs: BTreeMap<String, String>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<GapDraft>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<Scoring>,
    /// In points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub penalty: Option<Numeral>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "is_false")]
    pub show_explanation: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewer_notes: Option<String>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Coding.
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starter_code: Option<StarterDraft>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<CodeTestDraft>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checker: Option<CodeChecker>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checker_tolerance: Option<Numeral>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_limit_ms: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_limit_mb: Option<i64>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub reference_solutions: Vec<SolutionDraft>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "is_false")]
    pub review: bool,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub wrong_solutions: Vec<SolutionDraft>,
    /// Options that a section's shuffle leaves in their place: texts of multiple choice, ids of multiple response.
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub pinned_options: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GapDraft {
    pub id: String,
    pub kind: GapKind,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<ChoiceDraft>,
    /// Choice: the id of an option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correct_answer: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correct_number: Option<Numeral>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<ToleranceDraft>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<String>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "is_false")]
    pub case_sensitive: bool,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "is_false")]
    pub space_sensitive: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GapKind {
    Choice,
    Text,
    Number,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToleranceDraft {
    pub kind: ToleranceKind,
    pub value: Numeral,
}

/// An option: a text alone, or with its id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ChoiceDraft {
    Text(String),
    WithId { id: String, text: String },
}

/// A number as text. A JSON number is taken as the shortest decimal that means the same double.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Numeral(pub String);

const fn one() -> i64 {
    1
}

/// `null` is an absent field.
fn lenient<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(deserializer: D) -> Result<T, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_plain(format: &RichTextFormat) -> bool {
    *format == RichTextFormat::Plain
}

impl From<String> for ChoiceDraft {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl ChoiceDraft {
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::WithId { text, .. } => text,
        }
    }

    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::WithId { id, .. } => Some(id.trim()).filter(|id| !id.is_empty()),
            Self::Text(_) => None,
        }
    }
}

impl<'de> Deserialize<'de> for ChoiceDraft {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct WithId {
            #[serde(default)]
            id: Option<String>,
            text: String,
        }
        struct ChoiceDraftVisitor;
        impl<'de> de::Visitor<'de> for ChoiceDraftVisitor {
            type Value = ChoiceDraft;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a text, or an object with id and text")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<ChoiceDraft, E> {
                Ok(ChoiceDraft::Text(text.to_owned()))
            }

            /// YAML reads digits without quotes as a number.
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<ChoiceDraft, E> {
                Ok(ChoiceDraft::Text(number.to_string()))
            }

            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<ChoiceDraft, A::Error> {
                let WithId { id, text } = WithId::deserialize(de::value::MapAccessDeserializer::new(map))?;
                Ok(id.map_or(ChoiceDraft::Text(text.clone()), |id| ChoiceDraft::WithId { id, text }))
            }
        }
        deserializer.deserialize_any(ChoiceDraftVisitor)
    }
}

impl<'de> Deserialize<'de> for Numeral {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumeralVisitor;
        impl de::Visitor<'_> for NumeralVisitor {
            type Value = Numeral;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a decimal number")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Numeral, E> {
                Ok(Numeral(text.to_owned()))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Numeral, E> {
                Ok(Numeral(number.to_string()))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Numeral, E> {
                Ok(Numeral(number.to_string()))
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Numeral, E> {
                Ok(Numeral(format!("{number:?}")))
            }
        }
        deserializer.deserialize_any(NumeralVisitor)
    }
}

impl QuestionDraft {
    /// Number of patterns in its key.
    #[must_use]
    pub fn patterns(&self) -> usize {
        usize::from(self.pattern.is_some()) + self.gaps.iter().filter(|gap| gap.pattern.is_some()).count()
    }

    /// A question without options and keys.
    #[must_use]
    pub fn new(kind: QuestionKind, text: impl Into<String>) -> Self {
        Self {
            id: None,
            kind,
            text: text.into(),
            format: RichTextFormat::Plain,
            points: one(),
            options: Vec::new(),
            correct_answer: None,
            expected_language: None,
            correct_answers: Vec::new(),
            correct_number: None,
            tolerance: None,
            unit: None,
            accepted: Vec::new(),
            case_sensitive: false,
            space_sensitive: false,
            pattern: None,
            order: Vec::new(),
            prompts: Vec::new(),
            pairs: BTreeMap::new(),
            gaps: Vec::new(),
            scoring: None,
            penalty: None,
            explanation: None,
            show_explanation: false,
            reviewer_notes: None,
            tags: Vec::new(),
            languages: Vec::new(),
            starter_code: None,
            tests: Vec::new(),
            checker: None,
            checker_tolerance: None,
            time_limit_ms: None,
            memory_limit_mb: None,
            reference_solutions: Vec::new(),
            review: false,
            wrong_solutions: Vec::new(),
            pinned_options: Vec::new(),
        }
    }
}

impl QuestionDraft {
    /// The line that lists show: a plain text unchanged, of Markdown the first line of prose.
    #[must_use]
    pub fn summary(&self) -> Cow<'_, str> {
        let line = match Tree::of(&self.text, self.format) {
            Ok(Some(tree)) => Cow::Owned(tree.first_line()),
            _ => Cow::Borrowed(self.text.as_str()),
        };
        with_blanks(line, self.gaps.iter().map(|gap| gap.id.as_str()))
    }
}

impl GapDraft {
    #[must_use]
    pub fn new(id: impl Into<String>, kind: GapKind) -> Self {
        Self {
            id: id.into(),
            kind,
            options: Vec::new(),
            correct_answer: None,
            correct_number: None,
            tolerance: None,
            unit: None,
            accepted: Vec::new(),
            case_sensitive: false,
            space_sensitive: false,
            pattern: None,
        }
    }
}

/// The draft that a form shows again; checking it yields the same question.
impl From<&Question> for QuestionDraft {
    fn from(question: &Question) -> Self {
        let given = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        let mut draft = Self::new(question.kind(), question.text.clone());
        draft.id = Some(question.id.clone());
        draft.format = question.format;
        draft.points = i64::from(question.points);
        draft.scoring = question.kind().has_part_marks().then_some(question.scoring);
        draft.penalty = (question.penalty.0 != 0).then(|| Numeral(question.penalty.to_string()));
        draft.explanation = given(&question.explanation);
        draft.show_explanation = question.show_explanation;
        draft.reviewer_notes = given(&question.reviewer_notes);
        draft.tags.clone_from(&question.tags);
        draft.pinned_options.clone_from(&question.pinned_options);
        draft.set_body(&question.body);
        draft
    }
}

impl QuestionDraft {
    fn set_code(&mut self, coding: &Coding) {
        let usual = Coding::default();
        let unusual = |limit: u32, usual: u32| (limit != usual).then_some(i64::from(limit));
        self.expected_language.clone_from(&coding.expected_language);
        self.languages.clone_from(&coding.languages);
        self.starter_code = Some(coding.starter_code.clone()).filter(|c| !c.is_empty()).map(StarterDraft::ByLanguage);
        self.tests = coding.tests.iter().map(Into::into).collect();
        self.checker = Some(coding.checker).filter(|checker| *checker != usual.checker);
        self.checker_tolerance = coding.tolerance.as_ref().map(|t| Numeral(t.as_str().to_owned()));
        self.time_limit_ms = unusual(coding.time_limit_ms, usual.time_limit_ms);
        self.memory_limit_mb = unusual(coding.memory_limit_mb, usual.memory_limit_mb);
        self.reference_solutions = coding.reference_solutions.iter().map(Into::into).collect();
        self.review = coding.review;
        self.wrong_solutions = coding.wrong_solutions.iter().map(Into::into).collect();
    }

    fn set_body(&mut self, body: &QuestionContent) {
        match body {
            QuestionContent::MultipleChoice { options, correct_answer } => {
                self.options = options.iter().cloned().map(ChoiceDraft::Text).collect();
                self.correct_answer = Some(correct_answer.clone());
            }
            QuestionContent::Essay => {}
            QuestionContent::Coding(coding) => self.set_code(coding),
            QuestionContent::MultipleResponse { options, correct_answers } => {
                self.options = choices(options);
                self.correct_answers.clone_from(correct_answers);
            }
            QuestionContent::Numeric(key) => {
                (self.correct_number, self.tolerance, self.unit) = number(key);
            }
            QuestionContent::ShortText(TextKey { accepted, case_sensitive, space_sensitive, pattern }) => {
                self.accepted.clone_from(accepted);
                (self.case_sensitive, self.space_sensitive) = (*case_sensitive, *space_sensitive);
                self.pattern.clone_from(pattern);
            }
            QuestionContent::Ordering { options, order } => {
                self.options = choices(options);
                self.order.clone_from(order);
            }
            QuestionContent::Matching { prompts, options, pairs } => {
                self.prompts = choices(prompts);
                self.options = choices(options);
                self.pairs.clone_from(pairs);
            }
            QuestionContent::Gaps(gaps) => self.gaps = gaps.iter().map(GapDraft::from).collect(),
        }
    }
}

impl From<&Gap> for GapDraft {
    fn from(gap: &Gap) -> Self {
        match &gap.key {
            GapKey::Choice { options, correct_answer } => Self {
                options: choices(options),
                correct_answer: Some(correct_answer.clone()),
                ..Self::new(gap.id.clone(), GapKind::Choice)
            },
            GapKey::Text(TextKey { accepted, case_sensitive, space_sensitive, pattern }) => Self {
                accepted: accepted.clone(),
                case_sensitive: *case_sensitive,
                space_sensitive: *space_sensitive,
                pattern: pattern.clone(),
                ..Self::new(gap.id.clone(), GapKind::Text)
            },
            GapKey::Number(key) => {
                let (correct_number, tolerance, unit) = number(key);
                Self { correct_number, tolerance, unit, ..Self::new(gap.id.clone(), GapKind::Number) }
            }
        }
    }
}

fn choices(choices: &[Choice]) -> Vec<ChoiceDraft> {
    let with_id = |choice: &Choice| ChoiceDraft::WithId { id: choice.id.clone(), text: choice.text.clone() };
    choices.iter().map(with_id).collect()
}

fn number(key: &NumberKey) -> (Option<Numeral>, Option<ToleranceDraft>, Option<String>) {
    let tolerance = |t: &Tolerance| ToleranceDraft { kind: t.kind, value: Numeral(t.value.as_str().to_owned()) };
    (Some(Numeral(key.correct_number.as_str().to_owned())), key.tolerance.as_ref().map(tolerance), key.unit.clone())
}
