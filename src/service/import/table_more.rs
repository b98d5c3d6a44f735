//! The column `more` of a table of tests: an object of JSON with the fields of a question that its cells do not hold. Where a
//! cell holds something else for other readers, our export adds a hash of it (`cells`), by which a later change is seen.

use super::{gift::hash_of_words, unknown_fields::WithUnknown};
use crate::domain::{test::QuestionDraft, wording::in_words};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

pub type MoreFields = Map<String, Value>;

/// Field with the hash of the cells that the others count instead of.
const CELLS: &str = "cells";
pub const CHANGED: &str =
    "The row was changed beside its cell 'more', which counts: empty that cell to import the others.";

/// Returns the fields with the hash of the cells that they count instead of; `cell` is the content of a column.
pub fn with_hash(mut more: MoreFields, cell: &dyn Fn(&str) -> String) -> MoreFields {
    if let Some(hash) = hash(&more, cell) {
        more.insert(CELLS.to_owned(), hash.into());
    }
    more
}

/// The hash of the cells that fields count instead of; `None` where they are blank.
fn hash(more: &MoreFields, cell: &dyn Fn(&str) -> String) -> Option<String> {
    let names: BTreeSet<&str> = more.keys().flat_map(|field| columns_of(field)).collect();
    let cells: Vec<String> = names.into_iter().map(cell).collect();
    let is_blank = cells.iter().all(|cell| cell.trim().is_empty());
    (!is_blank).then(|| hash_of_words(&cells.join("\u{1e}")))
}

/// Columns that hold a field.
fn columns_of(field: &str) -> Vec<&str> {
    match field {
        "options" | "prompts" | "pairs" | "order" => vec!["options"],
        "correct_answers" => vec!["options", "correct_answer"],
        "accepted" | "correct_number" => vec!["correct_answer"],
        other => vec![other],
    }
}

/// A question with the fields of an object of JSON instead of its own (`null` takes one away), and whether cells that they count
/// instead of were changed since the export.
///
/// # Errors
/// Why they cannot be read.
pub fn extended(
    question: QuestionDraft,
    more: &str,
    cell: &dyn Fn(&str) -> String,
) -> Result<(WithUnknown<QuestionDraft>, bool), String> {
    let said = |error: serde_json::Error| said("more", &error);
    let mut more: MoreFields = serde_json::from_str(more).map_err(said)?;
    let known = more.remove(CELLS);
    let is_changed = known.is_some_and(|known| known.as_str() != hash(&more, cell).as_deref());
    let mut fields: MoreFields = serde_json::to_value(question).and_then(serde_json::from_value).map_err(said)?;
    for (name, value) in more {
        if value.is_null() {
            fields.remove(&name);
        } else {
            fields.insert(name, value);
        }
    }
    let extended = serde_json::from_value(Value::Object(fields)).map_err(said)?;
    Ok((extended, is_changed))
}

pub fn said(column: &str, error: &serde_json::Error) -> String {
    let (field, message) = in_words(column, &error.to_string());
    format!("{field}: {message}")
}
