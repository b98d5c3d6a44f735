//! `invigil results export --since`: what has changed since the last time.

use crate::{
    app::App,
    cli::{
        failure::Failure,
        request::{CURSOR_NOTE, CommandOutput, CursorPlace},
    },
    domain::{TestId, result_change::ResultCursor},
    service::{
        actor::ResultReader,
        result::changes::{
            ChangedResult,
            parquet::ParquetFile,
            read::{self, ChangesPage},
        },
    },
};
use serde::{Deserialize, Serialize};
use std::{fs::File, io::Read, path::Path};

/// Rows that are read at a time.
const PAGE: usize = 500;
/// Bytes of a file with a cursor.
const MAX_CURSOR_FILE: u64 = 1_000;

#[derive(Serialize, Deserialize)]
pub struct ResultsChangesOp {
    pub test: Option<TestId>,
    /// `None` before the first export.
    pub since: Option<String>,
    /// A Parquet file instead of JSON lines.
    pub parquet: bool,
}

/// The cursor to begin with, and where the next one goes.
pub fn cursor(since: Option<String>, file: Option<&Path>) -> Result<(Option<String>, CursorPlace), Failure> {
    let since = since.filter(|since| !since.trim().is_empty());
    let Some(path) = file else { return Ok((since, CursorPlace::Shown)) };
    let refused = |why: &dyn std::fmt::Display| Failure::refused(format!("{}: {why}", path.display()));
    let stored = match File::open(path) {
        Ok(file) => {
            let mut text = String::new();
            file.take(MAX_CURSOR_FILE).read_to_string(&mut text).map_err(|error| refused(&error))?;
            Some(text.trim().to_owned())
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(refused(&error)),
    };
    // An empty file may be what a crash of another program has left: all results again would be a surprise.
    if stored.as_ref().is_some_and(String::is_empty) {
        return Err(refused(&"the file is empty. Delete it to export all results"));
    }
    Ok((stored, CursorPlace::File(path.to_owned())))
}

fn lines(rows: &[ChangedResult], out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    for row in rows {
        serde_json::to_writer(&mut *out, row)?;
        writeln!(out)?;
    }
    Ok(())
}

pub async fn execute(
    app: &App,
    by: &ResultReader,
    op: ResultsChangesOp,
    out: &mut CommandOutput<'_>,
) -> Result<(), Failure> {
    let ResultsChangesOp { test, since, parquet } = op;
    let mut file = if parquet { Some(ParquetFile::begin()?) } else { None };
    let start = || Ok(ResultCursor::start(test));
    let mut cursor = since.map_or_else(start, |since| ResultCursor::parse(&since, test))?;
    loop {
        let (by, since) = (by.clone(), cursor);
        let page = app.blocking(move |app| read::page(app, &by, &since, test, PAGE)).await?;
        let ChangesPage { rows, cursor: next, has_more } = page;
        match &mut file {
            Some(file) => file.push(rows)?,
            None => lines(&rows, out)?,
        }
        cursor = next;
        if !has_more {
            break;
        }
    }
    if let Some(file) = file {
        file.finish(out)??;
    }
    Ok(out.note(&format!("{CURSOR_NOTE}{}", cursor.text()))?)
}
