//! Tests as a table: a header, then one row per question. Rows of one test have the same title, and rows of several
//! tests may be mixed; the test's first row determines its description and duration, which later rows may omit.
//!
//! Columns, in any order and case: `test` (or `title`), `description`, `duration_minutes`, `type` (`multiple_choice`,
//! essay or coding; without it a row with options is multiple choice, and any other an essay), `question`, `points`,
//! `option_1` to `option_6`, `correct_answer` (the option's text, or its letter A to F), `expected_language`, `id`.
//! The delimiter is a comma, semicolon or tab.

use super::{
    Lines,
    kinds::choice,
    plan::{Parsed, Place, Planned},
    shape::default_points,
};
use crate::domain::test::{DraftQuestion, QuestionKind};
use ::csv::{ReaderBuilder, StringRecord, Trim};
use std::collections::HashMap;

/// Letters of the options, for `correct_answer`.
const LETTERS: &str = "ABCDEF";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Test,
    Description,
    Duration,
    Kind,
    Question,
    Points,
    Option,
    Correct,
    Language,
    Id,
}

fn column(name: &str) -> Option<Column> {
    let name = name.trim().to_ascii_lowercase().replace([' ', '-'], "_");
    Some(match name.as_str() {
        "test" | "title" | "test_title" => Column::Test,
        "description" => Column::Description,
        "duration" | "duration_minutes" | "minutes" => Column::Duration,
        "type" | "question_type" => Column::Kind,
        "question" | "text" => Column::Question,
        "points" => Column::Points,
        "correct_answer" | "correct" => Column::Correct,
        "expected_language" | "language" => Column::Language,
        "id" => Column::Id,
        _ if name.strip_prefix("option").is_some_and(|n| n.trim_matches('_').len() <= 1) => Column::Option,
        _ => return None,
    })
}

/// The delimiter, detected in the header.
fn delimiter(text: &str) -> u8 {
    let heading = text.lines().next().unwrap_or_default();
    let count = |c: char| heading.matches(c).count();
    [(';', b';'), ('\t', b'\t')].into_iter().find(|(c, _)| count(*c) > count(',')).map_or(b',', |(_, byte)| byte)
}

pub(super) fn read(text: &str, title: &str) -> Parsed {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter(text))
        .flexible(true)
        .has_headers(false)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let mut rows = reader.records();
    let mut parsed = Parsed::default();
    let Some(Ok(heading)) = rows.next() else {
        return Parsed::fault(Place::line(1), "This file contains no table.");
    };
    let columns: Vec<Option<Column>> = heading.iter().map(column).collect();
    if !columns.contains(&Some(Column::Question)) {
        return Parsed::fault(Place::line(1), "The first row must name the columns; one of them must be 'question'.");
    }
    for (name, column) in heading.iter().zip(&columns) {
        if column.is_none() && !name.is_empty() {
            parsed.left_out(Place::line(1), format!("Unknown column '{name}'."));
        }
    }
    let mut tests: HashMap<String, usize> = HashMap::new();
    let mut lines = Lines::of(text.as_bytes());
    for row in rows {
        if parsed.is_full() {
            break;
        }
        let row = match row {
            Ok(row) => row,
            Err(error) => {
                let place = error.position().map_or_else(Place::default, |at| Place::line(at.line()));
                parsed.error(place, "This row cannot be read.");
                return parsed;
            }
        };
        if row.iter().all(str::is_empty) {
            continue;
        }
        let place = Place::line(lines.of_row(&row));
        add(&Row { columns: &columns, row: &row }, &place, title, &mut tests, &mut parsed);
    }
    parsed
}

struct Row<'a> {
    columns: &'a [Option<Column>],
    row: &'a StringRecord,
}

impl Row<'_> {
    fn all(&self, wanted: Column) -> impl Iterator<Item = &str> {
        self.row.iter().zip(self.columns).filter(move |(_, c)| **c == Some(wanted)).map(|(cell, _)| cell)
    }

    /// The cell's text; `None` if it is blank.
    fn one(&self, wanted: Column) -> Option<&str> {
        self.all(wanted).find(|cell| !cell.is_empty())
    }
}

fn add(row: &Row<'_>, place: &Place, title: &str, tests: &mut HashMap<String, usize>, parsed: &mut Parsed) {
    if row.row.len() > row.columns.len() {
        return parsed.error(place.clone(), "This row has more cells than the header. Texts with commas need quotes.");
    }
    let title = row.one(Column::Test).unwrap_or(title);
    let index = *tests.entry(title.to_owned()).or_insert_with(|| {
        parsed.tests.push(Planned::new(title, place.clone()));
        parsed.tests.len() - 1
    });
    let is_first = parsed.tests.get(index).is_some_and(|test| test.places.is_empty());
    let duration = row.one(Column::Duration).map(|cell| number(cell, "duration_minutes", place, parsed));
    let question = question(row, place, parsed);
    let Some(test) = parsed.tests.get_mut(index) else {
        return;
    };
    if is_first {
        row.one(Column::Description).unwrap_or_default().clone_into(&mut test.draft.description);
        test.draft.duration_minutes = duration.unwrap_or(test.draft.duration_minutes);
    }
    let differs = duration.is_some_and(|minutes| minutes != test.draft.duration_minutes);
    parsed.push_to(index, question, place);
    if differs {
        parsed.error(place.clone(), format!("The first row of '{title}' has a different duration."));
    }
}

fn question(row: &Row<'_>, place: &Place, parsed: &mut Parsed) -> DraftQuestion {
    let text = row.one(Column::Question).unwrap_or_default().to_owned();
    let points = row.one(Column::Points).map_or(default_points(), |cell| number(cell, "points", place, parsed));
    let options: Vec<String> = row.all(Column::Option).filter(|o| !o.is_empty()).map(str::to_owned).collect();
    let kind = row.one(Column::Kind).map(|name| name.to_ascii_lowercase().replace([' ', '-'], "_"));
    let kind = match kind.as_deref() {
        None if options.is_empty() => QuestionKind::Essay,
        None | Some("multiple_choice" | "choice") => QuestionKind::MultipleChoice,
        Some("essay") => QuestionKind::Essay,
        Some("coding" | "code") => QuestionKind::Coding,
        Some(other) => {
            let message = if QuestionKind::ALL.iter().any(|kind| kind.name() == other) {
                format!("type: the key of '{other}' does not fit into a table: use JSON or YAML.")
            } else {
                format!("type: '{other}' is not known here: expected one of 'multiple_choice', 'essay', 'coding'.")
            };
            parsed.error(place.clone(), message);
            QuestionKind::Essay
        }
    };
    let correct = row.one(Column::Correct).map(|given| correct(given, &options));
    let mut question = DraftQuestion { kind, ..choice(text, points, options, correct) };
    question.id = row.one(Column::Id).map(str::to_owned);
    question.expected_language = row.one(Column::Language).map(str::to_owned);
    question
}

/// The correct option, by text or letter. Numbers are not positions: "2" may be an answer.
fn correct(given: &str, options: &[String]) -> String {
    let by_letter = || {
        let mut letters = given.chars();
        let letter = letters.next().filter(|_| letters.next().is_none())?;
        options.get(LETTERS.find(letter.to_ascii_uppercase())?)
    };
    let exact = options.iter().find(|option| *option == given);
    exact.or_else(by_letter).map_or_else(|| given.to_owned(), Clone::clone)
}

fn number(cell: &str, field: &str, place: &Place, parsed: &mut Parsed) -> i64 {
    cell.parse().unwrap_or_else(|_| {
        parsed.error(place.clone(), format!("{field}: '{cell}' is not a whole number."));
        1
    })
}
