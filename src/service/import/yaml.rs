//! Our YAML format: the shape of the JSON format, in one or several documents.

use super::{
    json,
    labelled::Labelled,
    plan::{Parsed, PlannedTest, Position},
    shape::{BasicQuestion, ParsedTest, READ_ONLY_FIELDS, READ_ONLY_OF_QUESTIONS},
    unknown_fields::WithUnknown,
};
use crate::domain::{test::QuestionDraft, wording::in_words};
use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer},
};
use serde_json::{Value, value::to_raw_value};
use serde_saphyr::{Error, Location, Options, Spanned, budget::BudgetBreach};
use std::{fmt, marker::PhantomData};

type TestEntry<Q> = WithUnknown<ParsedTest<Labelled<WithUnknown<Q>>, Spanned<Value>>>;

/// A test, or a list of them; those of a list are read as `Listed`.
struct Document<T, Listed = T>(Vec<T>, PhantomData<Listed>);

impl<'de, T: Deserialize<'de>, Listed: Deserialize<'de> + Into<T>> Deserialize<'de> for Document<T, Listed> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct OneOrMany<T, Listed>(PhantomData<(T, Listed)>);

        impl<'de, T: Deserialize<'de>, Listed: Deserialize<'de> + Into<T>> Visitor<'de> for OneOrMany<T, Listed> {
            type Value = Document<T, Listed>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a test, or a list of tests")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                Ok(Document(vec![T::deserialize(MapAccessDeserializer::new(map))?], PhantomData))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut tests = Vec::new();
                while let Some(test) = list.next_element::<Listed>()? {
                    tests.push(test.into());
                }
                Ok(Document(tests, PhantomData))
            }
        }

        from.deserialize_any(OneOrMany(PhantomData))
    }
}

/// Where the questions of a test are, and where the test is if it stands in a list. They are read by themselves: [`Spanned`]
/// around the tests and their questions doubles the code of these types at each level.
#[derive(Deserialize)]
struct Places {
    #[serde(default)]
    questions: Option<Vec<Spanned<IgnoredAny>>>,
    #[serde(skip)]
    start: Option<Location>,
}

impl From<Spanned<Self>> for Places {
    fn from(listed: Spanned<Self>) -> Self {
        Self { start: Some(listed.referenced), ..listed.value }
    }
}

impl Places {
    fn of_question(&self, number: usize) -> Option<Location> {
        self.questions.as_ref()?.get(number).map(|question| question.referenced)
    }
}

/// The library's default budgets limit depth, nodes and aliases; a plain scalar is accepted as text.
fn options() -> Options {
    serde_saphyr::options! { with_snippet: false }
}

/// Reads all questions as basic ones if they are: texts of these need no quotes. Any other file is read in full.
pub(super) fn read(text: &str) -> Parsed {
    let is_basic = |documents: &Documents<BasicQuestion>| {
        let tests = documents.iter().flat_map(|document| &document.0);
        tests.flat_map(|test| test.value.questions.iter().flatten()).all(|question| question.value.is_all_known())
    };
    let read = match parse(text).ok().filter(is_basic) {
        Some(documents) => tests(text, documents),
        None => parse::<Document<TestEntry<QuestionDraft>>>(text).and_then(|documents| tests(text, documents)),
    };
    read.unwrap_or_else(|fault| fault)
}

type Documents<Q> = Vec<Document<TestEntry<Q>>>;

fn parse<T: for<'de> Deserialize<'de>>(text: &str) -> Result<Vec<T>, Parsed> {
    serde_saphyr::from_multiple_with_options(text, options()).map_err(|error| {
        let place = error.location().map_or_else(Position::default, |at| Position::line(at.line()));
        Parsed::fault(place, words(&error))
    })
}

fn tests<Q: Into<QuestionDraft>>(text: &str, documents: Documents<Q>) -> Result<Parsed, Parsed> {
    let mut parsed = Parsed::default();
    for (document, places) in documents.into_iter().zip(parse::<Spanned<Document<Places, Spanned<Places>>>>(text)?) {
        for (test, at) in document.0.into_iter().zip(places.value.0) {
            let mut unknown = test.unknown("", READ_ONLY_FIELDS, "questions");
            unknown.extend(test.value.beside());
            let (draft, parts) = test.value.split();
            let place = Position::line(at.start.unwrap_or(places.referenced).line());
            parsed.begin(PlannedTest { draft, ..PlannedTest::new("", place.clone()) }, unknown);
            let Some((questions, sections)) = parts else {
                parsed.error(place, json::NO_QUESTIONS);
                continue;
            };
            for (number, Labelled { value: question, labels }) in questions.into_iter().enumerate() {
                let place = at.of_question(number).map_or_else(|| place.clone(), |at| Position::line(at.line()));
                parsed.unknown_of_next(parsed.last(), &place, &question, READ_ONLY_OF_QUESTIONS);
                parsed.push(question.value.into(), &place);
                parsed.label(parsed.last(), labels);
            }
            for (place, section) in sections.into_iter().enumerate() {
                let (mut planned, items) = section.split();
                for (at, Spanned { value, referenced, .. }) in items.into_iter().enumerate() {
                    if let Ok(entry) = to_raw_value(&value) {
                        let path = format!("sections[{place}].items[{at}]");
                        if let Some((item, passage)) = json::item(&entry, referenced.line(), &path, &mut parsed) {
                            planned.push(item, passage);
                        }
                    }
                }
                parsed.push_section(planned);
            }
        }
    }
    Ok(parsed)
}

const TOO_DEEP: &str = "This is nested too deeply.";

#[expect(clippy::wildcard_enum_match_arm, reason = "all other errors of the crate are given in its own words")]
fn words(error: &Error) -> String {
    match error {
        Error::AliasError { error, .. } => return words(error),
        Error::DuplicateMappingKey { key: Some(name), .. } => return format!("{name}: This field is given twice."),
        Error::Budget { breach: BudgetBreach::Depth { .. }, .. } => return TOO_DEEP.to_owned(),
        Error::Budget { .. }
        | Error::AliasReplayCounterOverflow { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. } => {
            return "This YAML is too large or has too many aliases: split the file, or save it as JSON.".to_owned();
        }
        _ => {}
    }
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    // "error: line 3 column 5: missing field `title`"
    let said = first.trim_start_matches("error: ");
    let said = said.strip_prefix("line ").and_then(|rest| rest.split_once(": ")).map_or(said, |(_, said)| said);
    let said = said.split(" at line ").next().unwrap_or(said);
    if said.starts_with("recursion limit") {
        return TOO_DEEP.to_owned();
    }
    // Type errors in the parser's wording.
    for (start, expected) in
        [("expected sequence", "a list"), ("expected mapping", "an object"), ("expected string", "text")]
    {
        if said.starts_with(start) {
            return format!("This has the wrong type: expected {expected}.");
        }
    }
    let known = ["missing field `", "duplicate field `", "unknown variant `", "invalid type", "invalid value"];
    if known.iter().any(|start| said.starts_with(start)) {
        let (field, message) = in_words(".", said);
        return if field == "body" { message } else { format!("{field}: {message}") };
    }
    format!("this is not valid YAML: {said}")
}
