//! Our YAML format: the shape of the JSON format, in one or several documents.

use super::{
    noted::WithUnknown,
    plan::{Parsed, Place, Planned},
    shape::{Head, QuestionFile, READ_ONLY_FIELDS},
};
use crate::domain::wording::in_words;
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer},
};
use serde_saphyr::{Error, Location, Options, Spanned, budget::BudgetBreach};
use std::fmt;

type TestEntry = WithUnknown<Head<Spanned<WithUnknown<QuestionFile>>>>;

/// One test, or a list of them.
struct Document(Vec<(TestEntry, Option<Location>)>);

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct OneOrMany;

        impl<'de> Visitor<'de> for OneOrMany {
            type Value = Document;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a test, or a list of tests")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Document, A::Error> {
                let test = TestEntry::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Document(vec![(test, None)]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Document, A::Error> {
                let mut tests = Vec::new();
                while let Some(Spanned { value, referenced, .. }) = list.next_element::<Spanned<TestEntry>>()? {
                    tests.push((value, Some(referenced)));
                }
                Ok(Document(tests))
            }
        }

        from.deserialize_any(OneOrMany)
    }
}

/// The library's default budgets limit depth, nodes and aliases; a plain scalar is accepted as text.
fn options() -> Options {
    serde_saphyr::options! { with_snippet: false }
}

pub(super) fn read(text: &str) -> Parsed {
    let documents: Vec<Spanned<Document>> = match serde_saphyr::from_multiple_with_options(text, options()) {
        Ok(documents) => documents,
        Err(error) => {
            let place = error.location().map_or_else(Place::default, |at| Place::line(at.line()));
            return Parsed::fault(place, words(&error));
        }
    };
    let mut parsed = Parsed::default();
    for document in documents {
        let start = document.referenced;
        for (test, at) in document.value.0 {
            let unknown: Vec<_> = test.unknown(READ_ONLY_FIELDS).collect();
            let (draft, questions) = test.value.split();
            let place = Place::line(at.unwrap_or(start).line());
            parsed.begin(Planned { draft, place, places: Vec::new() }, unknown);
            for (number, Spanned { value, referenced, .. }) in questions.into_iter().enumerate() {
                let place = Place::line(referenced.line());
                parsed.left_out_of_question(number, &place, value.unknown(&[]));
                parsed.push(value.value.into(), &place);
            }
        }
    }
    parsed
}

const TOO_DEEP: &str = "This is nested too deeply.";

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
