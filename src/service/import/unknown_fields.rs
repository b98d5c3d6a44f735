//! Unknown fields at every depth: serde ignores them silently, and a misspelt one would be lost.

use super::lost::{Lost, capital};
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};
use serde_ignored::Path;
use std::{fmt, marker::PhantomData};

/// Maximum length of a reported name, in characters.
const MAX_NAME: usize = 60;
/// Unknown fields that are kept of one value.
const MAX_FIELDS: usize = 1_000;

/// Fields whose parts say what earns points.
const KEYS: [&str; 8] =
    ["gaps", "tolerance", "tests", "reference_solutions", "wrong_solutions", "pool", "pairs", "correct_answers"];

/// Words in the name of a field that says what earns points, also where it is misspelt.
const SCORED: [&str; 14] = [
    "case", "grade", "grading", "key", "keys", "mark", "marking", "marks", "point", "points", "score", "scoring",
    "weight", "weights",
];
/// Beginnings of such words.
const BEGINNINGS: [&str; 4] = ["accept", "correct", "penal", "toler"];

/// Whether a field of this name says what earns points.
fn is_scored(name: &str) -> bool {
    let name = name.to_lowercase();
    name.split(|c: char| !c.is_alphanumeric())
        .any(|word| SCORED.contains(&word) || BEGINNINGS.iter().any(|start| word.starts_with(start)))
}

/// Names and, in lists, numbers from 0, down to the unknown field.
type FieldPath = Vec<String>;

/// A deserialized value with its unknown fields.
pub(super) struct WithUnknown<T> {
    pub value: T,
    unknown: Vec<FieldPath>,
}

impl<T> WithUnknown<T> {
    /// Messages about the unknown fields, except those named in `also`. `within` is the part of the file that the value is,
    /// such as `Question 4`.
    pub fn unknown(&self, within: &str, also: &[&str]) -> Vec<Lost> {
        let said = |path: &FieldPath| {
            let (name, above) = path.split_last()?;
            (!also.contains(&name.as_str())).then(|| lost(within, above, name))
        };
        self.unknown.iter().filter_map(said).collect()
    }
}

/// The message about an unknown field, which is in a part of the file and in these fields of it.
pub(super) fn lost(within: &str, above: &[String], name: &str) -> Lost {
    let name = shown(name);
    let place = [within.to_owned()].into_iter().filter(|within| !within.is_empty()).chain(places(above));
    let place = capital(&place.collect::<Vec<_>>().join(", "));
    let message = format!("Unknown field '{name}'.");
    let message = if place.is_empty() { message } else { format!("{place}: {message}") };
    let is_key = is_scored(&name) || above.iter().any(|part| KEYS.contains(&part.as_str()));
    let lost = if is_key { Lost::scores(message) } else { Lost::reads(message) };
    lost.unread(name)
}

/// `["gaps", "0", "tolerance"]` is `gap 1`, `tolerance`.
fn places(path: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for part in path {
        match (part.parse::<usize>(), found.last_mut()) {
            (Ok(number), Some(list)) => {
                *list = format!("{} {}", list.strip_suffix('s').unwrap_or(list), number.saturating_add(1));
            }
            _ => found.push(shown(part).replace('_', " ")),
        }
    }
    found
}

fn shown(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect()
}

fn collect(path: &Path<'_>, into: &mut FieldPath) {
    match path {
        Path::Root => {}
        Path::Seq { parent, index } => {
            collect(parent, into);
            into.push(index.to_string());
        }
        Path::Map { parent, key } => {
            collect(parent, into);
            into.push(key.clone());
        }
        Path::Some { parent } | Path::NewtypeStruct { parent } | Path::NewtypeVariant { parent } => {
            collect(parent, into);
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for WithUnknown<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct WithUnknownVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for WithUnknownVisitor<T> {
            type Value = WithUnknown<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<WithUnknown<T>, A::Error> {
                let mut unknown = Vec::new();
                let mut note = |path: Path<'_>| {
                    if unknown.len() < MAX_FIELDS {
                        let mut names = FieldPath::new();
                        collect(&path, &mut names);
                        unknown.push(names);
                    }
                };
                let from = serde_ignored::Deserializer::new(MapAccessDeserializer::new(map), &mut note);
                let value = T::deserialize(from)?;
                Ok(WithUnknown { value, unknown })
            }
        }

        from.deserialize_map(WithUnknownVisitor(PhantomData))
    }
}
