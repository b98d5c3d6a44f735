//! Changes of results as a Parquet file, with the columns of [`ChangedResult`] in their order.

use super::{ChangedResult, SCHEMA_VERSION};
use crate::domain::{Error, Instant, Result};
use parquet::{
    basic::{Compression, GzipLevel},
    data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type},
    errors::ParquetError,
    file::{
        metadata::KeyValue,
        properties::WriterProperties,
        writer::{SerializedColumnWriter, SerializedFileWriter},
    },
    schema::parser::parse_message_type,
};
use std::{
    fmt::Write as _,
    io::{self, Seek, Write},
    sync::Arc,
};
use tempfile::SpooledTempFile;

/// Rows of a group, which are in memory while it is written.
pub const GROUP: usize = 10_000;
/// A file up to this size stays in memory until it is complete.
const MAX_IN_MEMORY: usize = 4 * 1024 * 1024;

/// How a column is stored, and its value.
enum Column {
    Text(fn(&ChangedResult) -> Option<&str>),
    Time(fn(&ChangedResult) -> Option<&str>),
    Whole(fn(&ChangedResult) -> Option<i64>),
    Number(fn(&ChangedResult) -> Option<f64>),
    Flag(fn(&ChangedResult) -> Option<bool>),
}

const COLUMNS: [(&str, Column); 30] = [
    ("schema_version", Column::Whole(|row| Some(row.schema_version.into()))),
    ("change_number", Column::Whole(|row| i64::try_from(row.change_number).ok())),
    ("changed_at", Column::Time(|row| Some(&row.changed_at))),
    ("state", Column::Text(|row| Some(row.state))),
    ("result_id", Column::Text(|row| Some(&row.result_id))),
    ("test_id", Column::Text(|row| Some(&row.test_id))),
    ("test_title", Column::Text(|row| row.test_title.as_deref())),
    ("invite_id", Column::Text(|row| row.invite_id.as_deref())),
    ("external_id", Column::Text(|row| row.external_id.as_deref())),
    ("applicant_name", Column::Text(|row| row.applicant_name.as_deref())),
    ("applicant_email", Column::Text(|row| row.applicant_email.as_deref())),
    ("started_at", Column::Time(|row| row.started_at.as_deref())),
    ("submitted_at", Column::Time(|row| row.submitted_at.as_deref())),
    ("ended_by", Column::Text(|row| row.ended_by)),
    ("seconds_used", Column::Whole(|row| row.seconds_used.and_then(|seconds| i64::try_from(seconds).ok()))),
    ("is_monitored", Column::Flag(|row| row.is_monitored)),
    ("score", Column::Number(|row| row.score)),
    ("is_final", Column::Flag(|row| row.is_final)),
    ("scoring_status", Column::Text(|row| row.scoring_status)),
    ("judging", Column::Text(|row| row.judging)),
    ("earned_points", Column::Number(|row| row.earned_points)),
    ("pending_points", Column::Whole(|row| row.pending_points.map(i64::from))),
    ("total_points", Column::Whole(|row| row.total_points.map(i64::from))),
    ("repaired_points", Column::Number(|row| row.repaired_points)),
    ("decision", Column::Text(|row| row.decision)),
    ("decision_reason", Column::Text(|row| row.decision_reason.as_deref())),
    ("decided_by", Column::Text(|row| row.decided_by.as_deref())),
    ("decided_at", Column::Time(|row| row.decided_at.as_deref())),
    ("told", Column::Text(|row| row.told)),
    ("told_at", Column::Time(|row| row.told_at.as_deref())),
];

/// Columns may be null in all rows, also those that never are: so a column can be added to a later version's files.
fn schema() -> String {
    let mut text = String::from("message results {");
    for (name, column) in &COLUMNS {
        let kind = match column {
            Column::Text(_) => format!("BYTE_ARRAY {name} (UTF8)"),
            Column::Time(_) => format!("INT64 {name} (TIMESTAMP(MILLIS,true))"),
            Column::Whole(_) => format!("INT64 {name}"),
            Column::Number(_) => format!("DOUBLE {name}"),
            Column::Flag(_) => format!("BOOLEAN {name}"),
        };
        let _ = write!(text, " OPTIONAL {kind};");
    }
    text + " }"
}

/// A file that grows by groups of rows.
pub struct ParquetFile {
    writer: SerializedFileWriter<SpooledTempFile>,
    rows: Vec<ChangedResult>,
}

fn failed(error: ParquetError) -> Error {
    match error {
        ParquetError::External(cause) => Error::internal(cause),
        other => Error::internal(other),
    }
}

impl ParquetFile {
    /// # Errors
    /// None in practice: the schema is ours.
    pub fn begin() -> Result<Self> {
        let schema = Arc::new(parse_message_type(&schema()).map_err(failed)?);
        let version = KeyValue::new("invigil.schema_version".to_owned(), SCHEMA_VERSION.to_string());
        let properties = WriterProperties::builder()
            .set_compression(Compression::GZIP(GzipLevel::default()))
            .set_created_by(format!("Invigil {}", env!("CARGO_PKG_VERSION")))
            .set_key_value_metadata(Some(vec![version]));
        let file = tempfile::spooled_tempfile(MAX_IN_MEMORY);
        let writer = SerializedFileWriter::new(file, schema, Arc::new(properties.build())).map_err(failed)?;
        Ok(Self { writer, rows: Vec::new() })
    }

    /// # Errors
    /// A full disk for temporary files.
    pub fn push(&mut self, rows: Vec<ChangedResult>) -> Result<()> {
        self.rows.extend(rows);
        if self.rows.len() >= GROUP { self.end_group() } else { Ok(()) }
    }

    fn end_group(&mut self) -> Result<()> {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        let mut group = self.writer.next_row_group().map_err(failed)?;
        for (_, column) in &COLUMNS {
            let Some(mut writer) = group.next_column().map_err(failed)? else { break };
            write_column(&mut writer, column, &rows).map_err(failed)?;
            writer.close().map_err(failed)?;
        }
        group.close().map_err(failed)?;
        Ok(())
    }

    /// Ends the file and writes it.
    ///
    /// # Errors
    /// A full disk for temporary files; writing.
    pub fn finish(mut self, out: &mut dyn Write) -> Result<io::Result<()>> {
        self.end_group()?;
        let mut file = self.writer.into_inner().map_err(failed)?;
        file.rewind().map_err(Error::internal)?;
        Ok(io::copy(&mut file, out).map(drop))
    }
}

/// The values that are there, and for each row whether there is one.
fn present<T>(rows: &[ChangedResult], value: impl Fn(&ChangedResult) -> Option<T>) -> (Vec<T>, Vec<i16>) {
    let mut values = Vec::with_capacity(rows.len());
    let mut levels = Vec::with_capacity(rows.len());
    for row in rows {
        let value = value(row);
        levels.push(i16::from(value.is_some()));
        values.extend(value);
    }
    (values, levels)
}

fn write_column(
    writer: &mut SerializedColumnWriter<'_>,
    column: &Column,
    rows: &[ChangedResult],
) -> std::result::Result<(), ParquetError> {
    match column {
        Column::Text(value) => {
            let (values, levels) = present(rows, |row| value(row).map(ByteArray::from));
            writer.typed::<ByteArrayType>().write_batch(&values, Some(&levels), None)?;
        }
        Column::Time(value) => {
            let millis = |row: &ChangedResult| value(row).and_then(|at| Some(Instant::parse(at)?.as_millis()));
            let (values, levels) = present(rows, millis);
            writer.typed::<Int64Type>().write_batch(&values, Some(&levels), None)?;
        }
        Column::Whole(value) => {
            let (values, levels) = present(rows, value);
            writer.typed::<Int64Type>().write_batch(&values, Some(&levels), None)?;
        }
        Column::Number(value) => {
            let (values, levels) = present(rows, value);
            writer.typed::<DoubleType>().write_batch(&values, Some(&levels), None)?;
        }
        Column::Flag(value) => {
            let (values, levels) = present(rows, value);
            writer.typed::<BoolType>().write_batch(&values, Some(&levels), None)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::{
        file::reader::{FileReader, SerializedFileReader},
        record::RowAccessor,
    };

    fn row(n: u64) -> ChangedResult {
        ChangedResult {
            schema_version: SCHEMA_VERSION,
            change_number: n,
            changed_at: "2026-03-02T08:00:00.250Z".into(),
            state: if n.is_multiple_of(2) { "deleted" } else { "present" },
            result_id: format!("r{n}"),
            test_id: "t".into(),
            applicant_name: (n % 2 == 1).then(|| "Zoë".to_owned()),
            score: (n % 2 == 1).then_some(87.5),
            is_final: (n % 2 == 1).then_some(true),
            ..ChangedResult::default()
        }
    }

    #[test]
    fn the_columns_are_those_of_the_rows_in_json() {
        let json = serde_json::to_value(row(1)).unwrap();
        let mut in_json: Vec<_> = json.as_object().unwrap().keys().map(String::as_str).collect();
        let mut named: Vec<_> = COLUMNS.iter().map(|(name, _)| *name).collect();
        in_json.sort_unstable();
        named.sort_unstable();
        assert_eq!(in_json, named);
    }

    #[test]
    fn rows_come_back_as_they_were() {
        let mut file = ParquetFile::begin().unwrap();
        let count = u64::try_from(GROUP).unwrap() + 5;
        for from in (1..=count).step_by(500) {
            file.push((from..(from + 500).min(count + 1)).map(row).collect()).unwrap();
        }
        let mut bytes = Vec::new();
        file.finish(&mut bytes).unwrap().unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        assert_eq!(reader.metadata().num_row_groups(), 2);
        let version = reader.metadata().file_metadata().key_value_metadata().unwrap();
        assert_eq!(version[0].value.as_deref(), Some("1"));
        let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
        assert_eq!(u64::try_from(rows.len()).unwrap(), count);
        assert_eq!(rows[0].get_string(9).unwrap(), "Zoë");
        assert!((rows[0].get_double(16).unwrap() - 87.5).abs() < f64::EPSILON && rows[0].get_bool(17).unwrap());
        assert_eq!(rows[0].get_timestamp_millis(2).unwrap(), 1_772_438_400_250);
        assert!(rows[1].get_string(9).is_err(), "null");
        assert_eq!((rows[1].get_string(3).unwrap().as_str(), rows[1].get_long(1).unwrap()), ("deleted", 2));
    }

    #[test]
    fn a_file_without_rows_has_its_columns() {
        let mut bytes = Vec::new();
        ParquetFile::begin().unwrap().finish(&mut bytes).unwrap().unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        assert_eq!(reader.metadata().file_metadata().schema().get_fields().len(), COLUMNS.len());
    }
}
