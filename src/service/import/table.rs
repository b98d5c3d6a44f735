//! Tests as a table: a header, then one row per question. Rows of one test have the same title, and rows of several
//! tests may be mixed; the test's first row determines its description and duration, which later rows may omit. A row without a
//! title belongs to the test of the row above. A row that cannot be read is left out.
//!
//! Columns, in any order and case: `test` (or `title`), `description`, `duration_minutes`, `type` (without it a row with
//! options is multiple choice, and any other an essay), `question`, `points`, `option_1` to `option_20`, `correct_answer`,
//! `expected_language`, `tolerance`, `unit`, `case_sensitive`, `scoring`, `format`, `explanation`, `reviewer_notes`, `tags`,
//! `id`, and for the bank `question_title`, `difficulty`, `state`. `answer_1` and `choice_b` are options, too, and a single column `options` has all of them. Several values of a cell are
//! separated by `|`, or by `;` and line ends where no `|` is there. The delimiter is a comma, semicolon or tab,
//! or what a first line such as `sep=;` names. Encodings are those of lists of people (`docs/behaviour/invites.md#lists-of-people`).
//! `more` has other fields of the question as an object of JSON, and `test_settings` those of the test: our own exports fill them
//! with what no column holds. An apostrophe before what a spreadsheet would take for a formula is not part of the text.
//!
//! | type | options | `correct_answer` |
//! |---|---|---|
//! | `multiple_choice` | the choices | the text of one, or the letter A to T of its column |
//! | `multiple_response` | the choices | texts or letters |
//! | `numeric` | | the number; `tolerance` with `%` is relative |
//! | `short_text` | | the accepted answers |
//! | `ordering` | in their right order | |
//! | `matching` | `prompt -> option`; an option alone is a distractor | |
//! | `essay`, `coding` | | |
//! | `gaps` | | only in `more` |

use super::{
    LineCounter,
    faulty::without_end,
    is_open,
    kinds::{
        self,
        row::{self, KeyCells, values},
    },
    lost::Lost,
    moodle::points::{self, Grade},
    named_separator,
    plan::{Parsed, PlannedTest, Position},
    qti::LONG_TIME,
    shape::default_points,
    table_more::{self, MoreFields, said},
    tests_as_text,
};
use crate::domain::{
    bank::{AuthoringState, Difficulty, Labels},
    history::HistoryMode,
    question::Scoring,
    rich_text::RichTextFormat,
    test::{DEFAULT_DURATION, DURATION, QuestionDraft, QuestionKind},
};
use ::csv::{ReaderBuilder, StringRecord, Trim};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// Characters that a spreadsheet takes for the beginning of a formula, full-width ones where such are typed.
pub(in crate::service) const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

#[derive(Clone, Copy, PartialEq, Eq)]
enum ImportColumn {
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
    Tolerance,
    Unit,
    CaseSensitive,
    Scoring,
    Format,
    Explanation,
    ReviewerNotes,
    Tags,
    QuestionTitle,
    Difficulty,
    State,
    More,
    TestSettings,
}

fn column(name: &str) -> Option<ImportColumn> {
    let name = name.trim().to_ascii_lowercase().replace([' ', '-'], "_");
    Some(match name.as_str() {
        "test" | "title" | "test_title" => ImportColumn::Test,
        "description" => ImportColumn::Description,
        "duration" | "duration_minutes" | "minutes" => ImportColumn::Duration,
        "type" | "question_type" => ImportColumn::Kind,
        "question" | "text" => ImportColumn::Question,
        "points" => ImportColumn::Points,
        "correct_answer" | "correct" | "accepted" | "correct_answers" | "correct_number" => ImportColumn::Correct,
        "expected_language" | "language" => ImportColumn::Language,
        "id" => ImportColumn::Id,
        "tolerance" => ImportColumn::Tolerance,
        "unit" => ImportColumn::Unit,
        "case_sensitive" => ImportColumn::CaseSensitive,
        "scoring" => ImportColumn::Scoring,
        "format" => ImportColumn::Format,
        "explanation" => ImportColumn::Explanation,
        "reviewer_notes" => ImportColumn::ReviewerNotes,
        "tags" => ImportColumn::Tags,
        "question_title" => ImportColumn::QuestionTitle,
        "difficulty" => ImportColumn::Difficulty,
        "state" => ImportColumn::State,
        "more" => ImportColumn::More,
        "test_settings" => ImportColumn::TestSettings,
        _ if row::is_option(&name) => ImportColumn::Option,
        _ => return None,
    })
}

/// The delimiter, detected in the header.
fn delimiter(text: &str) -> u8 {
    let heading = text.lines().next().unwrap_or_default();
    let count = |c: char| heading.matches(c).count();
    [(';', b';'), ('\t', b'\t')].into_iter().find(|(c, _)| count(*c) > count(',')).map_or(b',', |(_, byte)| byte)
}

/// A table in any encoding of spreadsheets.
pub(super) fn of_bytes(bytes: &[u8], title: &str) -> Parsed {
    tests_as_text::read(bytes, |text| read(text, title))
}

fn read(text: &str, title: &str) -> Parsed {
    let (text, delimiter, skipped) = match named_separator(text) {
        Some((mark, rest)) => (rest, mark, 1),
        None => (text, delimiter(text), 0),
    };
    let top = || Position::line(1 + skipped);
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .has_headers(false)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let mut rows = reader.records().peekable();
    let mut parsed = Parsed::default();
    let Some(Ok(heading)) = rows.next() else {
        return Parsed::fault(top(), "This file contains no table.");
    };
    let columns: Vec<Option<ImportColumn>> = heading.iter().map(column).collect();
    if !columns.contains(&Some(ImportColumn::Question)) {
        return Parsed::fault(top(), "The first row must name the columns; one of them must be 'question'.");
    }
    report_columns(&heading, &columns, &top(), &mut parsed);
    let mut nameless = false;
    let mut tests = KnownTests::default();
    let mut lines = LineCounter::of(text.as_bytes());
    lines.line += skipped;
    while let Some(row) = rows.next().filter(|_| !parsed.is_full()) {
        let row = match row {
            Ok(row) => row,
            Err(error) => {
                let place = error.position().map_or_else(Position::default, |at| Position::line(at.line() + skipped));
                parsed.error(place, "This row cannot be read.");
                return parsed;
            }
        };
        if row.iter().all(str::is_empty) {
            continue;
        }
        let place = Position::line(lines.of_row(&row));
        if rows.peek().is_none() && is_open(lines.rest_at(&row)) {
            let why = "A quotation mark in this row is not closed: nothing after it can be read.";
            parsed.left_out_of_file(place, Lost::skipped(without_end(why)));
            break;
        }
        let is_nameless = |(cell, name): (&str, &str)| !cell.is_empty() && name.is_empty();
        if !nameless && row.iter().zip(&heading).any(is_nameless) {
            nameless = true;
            parsed.left_out_of_file(place.clone(), Lost::reads("A column without a name in the header is not read."));
        }
        add(&ImportRow { columns: &columns, row: &row }, &place, title, &mut tests, &mut parsed);
    }
    points::set_fractions(&mut parsed, &tests.grades);
    parsed
}

/// Reports columns that are unknown, or that are there again: only options are a list of columns.
fn report_columns(heading: &StringRecord, columns: &[Option<ImportColumn>], top: &Position, parsed: &mut Parsed) {
    for (place, (name, column)) in heading.iter().zip(columns).enumerate() {
        let is_again = columns.iter().take(place).any(|before| before == column);
        let lost = match column {
            None if name.is_empty() => continue,
            None => Lost::reads(format!("Unknown column '{name}'.")),
            Some(ImportColumn::Option) => continue,
            Some(_) if is_again => Lost::scores(format!(
                "The column '{name}' has the meaning of one before it, whose cells count if filled."
            )),
            Some(_) => continue,
        };
        parsed.left_out_of_file(top.clone(), lost.unread(name));
    }
}

struct ImportRow<'a> {
    columns: &'a [Option<ImportColumn>],
    row: &'a StringRecord,
}

impl ImportRow<'_> {
    fn all(&self, wanted: ImportColumn) -> impl Iterator<Item = &str> {
        let cells = self.row.iter().zip(self.columns).filter(move |(_, c)| **c == Some(wanted));
        cells.map(|(cell, _)| unquoted(cell))
    }

    /// The texts of the cells of a column with this name.
    fn joined(&self, name: &str) -> String {
        let cells = column(name).into_iter().flat_map(|column| self.all(column));
        cells.filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join("\u{1f}")
    }

    /// The cell's text; `None` if it is blank.
    fn one(&self, wanted: ImportColumn) -> Option<&str> {
        self.all(wanted).find(|cell| !cell.is_empty())
    }
}

/// A text without the apostrophe that keeps a spreadsheet from running it.
fn unquoted(cell: &str) -> &str {
    let is_formula = cell.trim_start_matches('\'').starts_with(FORMULA);
    cell.strip_prefix('\'').filter(|_| is_formula).unwrap_or(cell)
}

/// The question of a row that has no `more`, for exports to see what the columns hold, and whether they can be read
/// without a finding.
pub(in crate::service) fn held(columns: &[String], cells: &[String]) -> (QuestionDraft, bool) {
    let columns: Vec<Option<ImportColumn>> = columns.iter().map(|name| column(name)).collect();
    let row: StringRecord = cells.iter().map(|cell| cell.trim()).collect();
    let mut notes = RowNotes::default();
    let question = question(&ImportRow { columns: &columns, row: &row }, &mut notes);
    (question, notes.faults.is_empty() && notes.lost.is_empty())
}

/// The fields of `more` with what they need to see that a cell of the row was changed.
pub(in crate::service) fn sealed(columns: &[String], cells: &[String], more: MoreFields) -> MoreFields {
    let columns: Vec<Option<ImportColumn>> = columns.iter().map(|name| column(name)).collect();
    let row: StringRecord = cells.iter().map(|cell| cell.trim()).collect();
    let row = ImportRow { columns: &columns, row: &row };
    table_more::with_hash(more, &|name| row.joined(name))
}

/// Fields of a test that have no column.
#[derive(Serialize, Deserialize, Default, PartialEq, Eq)]
#[serde(default, deny_unknown_fields)]
pub(in crate::service) struct ImportedTestSettings {
    pub description_format: RichTextFormat,
    pub require_fullscreen: bool,
    pub history: HistoryMode,
}

/// The tests of a table so far.
#[derive(Default)]
struct KnownTests {
    by_title: HashMap<String, usize>,
    /// The last title: rows without one belong to its test, as merged cells are saved.
    above: Option<String>,
    grades: BTreeMap<usize, Vec<Grade>>,
}

/// Findings about a row.
#[derive(Default)]
struct RowNotes {
    /// Reasons to leave it out.
    faults: Vec<String>,
    lost: Vec<Lost>,
}

impl RowNotes {
    fn fault(&mut self, why: impl Into<String>) {
        self.faults.push(why.into());
    }
}

fn add(row: &ImportRow<'_>, place: &Position, title: &str, tests: &mut KnownTests, parsed: &mut Parsed) {
    if let Some(title) = row.one(ImportColumn::Test) {
        tests.above = Some(title.to_owned());
    }
    if row.row.len() > row.columns.len() {
        let why = "This row has more cells than the header. Texts with commas need quotes.";
        return parsed.left_out_of_file(place.clone(), Lost::skipped(without_end(why)));
    }
    let title = tests.above.as_deref().unwrap_or(title);
    let known = tests.by_title.get(title).copied();
    let index = known.unwrap_or(parsed.tests.len());
    if known.is_none() {
        tests.by_title.insert(title.to_owned(), index);
        parsed.tests.push(PlannedTest::new(title, place.clone()));
    }
    describe(row, place, index, known.is_none(), parsed);
    let mut notes = RowNotes::default();
    let mut question = question(row, &mut notes);
    let mut unknown = None;
    let cell = |name: &str| row.joined(name);
    match row.one(ImportColumn::More).map(|more| table_more::extended(question.clone(), more, &cell)) {
        None => {}
        Some(Ok((extended, is_changed))) => {
            notes.lost.extend(is_changed.then(|| Lost::scores(table_more::CHANGED)));
            question = extended.value.clone();
            unknown = Some(extended);
        }
        Some(Err(message)) => notes.fault(message),
    }
    if !notes.faults.is_empty() {
        for why in notes.faults {
            parsed.left_out_of_file(place.clone(), Lost::skipped(without_end(&why)));
        }
        return;
    }
    let labels = labels(row, &mut notes);
    for lost in notes.lost {
        parsed.left_out_of_test(index, place.clone(), lost);
    }
    if let Some(more) = unknown {
        parsed.unknown_of_next(index, place, &more, &[]);
    }
    tests.grades.entry(index).or_default().push(Grade::of_cell(row.one(ImportColumn::Points)));
    parsed.push_to(index, question, place);
    parsed.label(index, labels);
}

/// Takes what a row says of its test: that of the first one counts.
fn describe(row: &ImportRow<'_>, place: &Position, index: usize, is_first: bool, parsed: &mut Parsed) {
    let mut lost = Vec::new();
    let duration = row.one(ImportColumn::Duration).and_then(|cell| minutes(cell, is_first, &mut lost));
    let settings = row.one(ImportColumn::TestSettings).and_then(|cell| {
        let read = serde_json::from_str::<ImportedTestSettings>(cell);
        read.map_err(|error| lost.push(Lost::reads(said("test_settings", &error)))).ok()
    });
    let Some(test) = parsed.tests.get_mut(index) else {
        return;
    };
    let draft = &mut test.draft;
    if is_first {
        row.one(ImportColumn::Description).unwrap_or_default().clone_into(&mut draft.description);
        draft.duration_minutes = duration.unwrap_or(draft.duration_minutes);
        if let Some(ImportedTestSettings { description_format, require_fullscreen, history }) = &settings {
            draft.description_format = *description_format;
            draft.require_fullscreen = *require_fullscreen;
            draft.history = *history;
        }
    }
    let known = ImportedTestSettings {
        description_format: draft.description_format,
        require_fullscreen: draft.require_fullscreen,
        history: draft.history,
    };
    if settings.is_some_and(|settings| settings != known) {
        lost.push(Lost::reads(format!(
            "The first row of '{}' has other settings of the test, which count.",
            draft.title
        )));
    }
    if row.one(ImportColumn::Description).is_some_and(|cell| cell != draft.description) {
        let what = format!("The first row of '{}' has another description, which counts.", draft.title);
        lost.push(Lost::reads(what));
    }
    if duration.is_some_and(|minutes| minutes != draft.duration_minutes) {
        lost.push(Lost::reads(format!("The first row of '{}' has a different duration.", draft.title)));
    }
    for lost in lost {
        parsed.left_out_of_test(index, place.clone(), lost);
    }
}

/// The time of a test in a cell; the first row says what differs.
fn minutes(cell: &str, is_first: bool, lost: &mut Vec<Lost>) -> Option<i64> {
    let Some(minutes) = whole(cell) else {
        lost.push(Lost::reads(not_whole("duration_minutes", cell)));
        return None;
    };
    let (what, fit) = if minutes > *DURATION.end() {
        (LONG_TIME.to_owned(), *DURATION.end())
    } else if minutes < *DURATION.start() {
        let what = format!("duration_minutes: '{cell}' is less than 1: it is {DEFAULT_DURATION} here.");
        (what, DEFAULT_DURATION)
    } else {
        return Some(minutes);
    };
    if is_first {
        lost.push(Lost::reads(what));
    }
    Some(fit)
}

fn question(row: &ImportRow<'_>, notes: &mut RowNotes) -> QuestionDraft {
    let text = row.one(ImportColumn::Question).unwrap_or_default().to_owned();
    let points = row.one(ImportColumn::Points).map_or(default_points(), |cell| {
        whole(cell).unwrap_or_else(|| {
            // Those of a fraction are set when all are read.
            if !kinds::typed_number(cell).is_some_and(points::is_fraction) {
                notes.fault(not_whole("points", cell));
            }
            default_points()
        })
    });
    let columns = row::options(row.all(ImportColumn::Option).collect());
    let options: Vec<String> = columns.iter().filter(|o| !o.is_empty()).map(|o| (*o).to_owned()).collect();
    let kind = row.one(ImportColumn::Kind).map(|name| name.to_ascii_lowercase().replace([' ', '-'], "_"));
    let kind = match kind.as_deref() {
        None if options.is_empty() => QuestionKind::Essay,
        None | Some("choice") => QuestionKind::MultipleChoice,
        Some("code") => QuestionKind::Coding,
        Some("gaps") if row.one(ImportColumn::More).is_none() => {
            notes.fault("type: the key of 'gaps' needs the column 'more', or a file in JSON or YAML.");
            QuestionKind::Essay
        }
        Some(other) => QuestionKind::ALL.into_iter().find(|kind| kind.name() == other).unwrap_or_else(|| {
            let known: Vec<String> = QuestionKind::ALL.iter().map(|kind| format!("'{}'", kind.name())).collect();
            let message = format!("type: '{other}' is not known here: expected one of {}.", known.join(", "));
            notes.fault(message);
            QuestionKind::Essay
        }),
    };
    let cells = KeyCells {
        columns,
        options,
        correct: row.one(ImportColumn::Correct),
        tolerance: row.one(ImportColumn::Tolerance),
        unit: row.one(ImportColumn::Unit),
        case_sensitive: row.one(ImportColumn::CaseSensitive),
    };
    for field in row::foreign(kind, &cells) {
        notes.lost.push(Lost::scores(format!("Questions of this type have no {field}.")));
    }
    if let Some(cell) = cells.case_sensitive.filter(|cell| row::truth(cell).is_none()) {
        notes.fault(format!("case_sensitive: '{cell}' is neither 'true' nor 'false'."));
    }
    // What a cell cannot hold, such as a text with a bar, our own files have in `more`.
    if kind == QuestionKind::MultipleResponse && row.one(ImportColumn::More).is_none() {
        let several = cells.several();
        let stray = several.iter().find(|given| !cells.options.contains(&cells.option(given)));
        if let Some(given) = stray {
            notes.fault(format!("correct_answer: '{given}' is none of the options."));
        }
    }
    let mut question = kinds::of_row(kind, text, cells);
    question.points = points;
    question.id = row.one(ImportColumn::Id).map(str::to_owned);
    question.expected_language = row.one(ImportColumn::Language).map(str::to_owned);
    question.explanation = row.one(ImportColumn::Explanation).map(str::to_owned);
    question.reviewer_notes = row.one(ImportColumn::ReviewerNotes).map(str::to_owned);
    question.tags = row.one(ImportColumn::Tags).map(values).unwrap_or_default();
    match row.one(ImportColumn::Format) {
        None | Some("plain") => {}
        Some("markdown") => question.format = RichTextFormat::Markdown,
        Some(other) => notes.fault(format!("format: '{other}' is neither 'plain' nor 'markdown'.")),
    }
    match row.one(ImportColumn::Scoring) {
        None => {}
        Some("partial") => question.scoring = Some(Scoring::Partial),
        Some("all_or_nothing") => question.scoring = Some(Scoring::AllOrNothing),
        Some(other) => {
            notes.fault(format!("scoring: '{other}' is neither 'partial' nor 'all_or_nothing'."));
        }
    }
    question
}

fn labels(row: &ImportRow<'_>, notes: &mut RowNotes) -> Labels {
    let mut labels =
        Labels { title: row.one(ImportColumn::QuestionTitle).unwrap_or_default().to_owned(), ..Labels::default() };
    match row.one(ImportColumn::Difficulty) {
        None => {}
        Some("easy") => labels.difficulty = Some(Difficulty::Easy),
        Some("medium") => labels.difficulty = Some(Difficulty::Medium),
        Some("hard") => labels.difficulty = Some(Difficulty::Hard),
        Some(other) => {
            let what = format!("difficulty: '{other}' is neither 'easy' nor 'medium' nor 'hard'.");
            notes.lost.push(Lost::reads(what));
        }
    }
    match row.one(ImportColumn::State) {
        None => {}
        Some("draft") => labels.state = Some(AuthoringState::Draft),
        Some("ready") => labels.state = Some(AuthoringState::Ready),
        Some(other) => {
            notes.lost.push(Lost::reads(format!("state: '{other}' is neither 'draft' nor 'ready'.")));
        }
    }
    labels
}

/// A whole number, also as spreadsheets write one: `2.0`, `2,0`.
fn whole(cell: &str) -> Option<i64> {
    let number = kinds::typed_decimal(cell)?;
    let whole = number.value().with_scale(0);
    if whole == *number.value() { whole.to_plain_string().parse().ok() } else { None }
}

fn not_whole(field: &str, cell: &str) -> String {
    format!("{field}: '{cell}' is not a whole number.")
}
