//! Exports tests as files that [`crate::service::import`] reads back unchanged.

use super::{
    exported::Exported,
    gift, moodle,
    pictures::{self, PictureLookup},
    qti::{self, QtiVersion},
    table,
};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Result, TestId, bank::sections::TestSections, consent::TestConsent,
        test_translation::Translations,
    },
    service::{actor::TestReader, import::TestFile, test::authoring},
    store::Read,
};
use serde::{Deserialize, Serialize};
use std::io::{self, Cursor, Write};
use zip::{ZipWriter, write::SimpleFileOptions};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TestFormat {
    Json,
    Yaml,
    Csv,
    Gift,
    /// A package.
    Qti(QtiVersion),
    /// XML.
    Moodle,
}

impl TestFormat {
    /// Name of the format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Yaml => "yaml",
            Self::Csv => "csv",
            Self::Gift => "gift",
            Self::Qti(QtiVersion::V21) => "qti21",
            Self::Qti(QtiVersion::V30) => "qti30",
            Self::Moodle => "moodle_xml",
        }
    }

    /// Returns an error sentence if its files cannot hold these sections.
    fn lacks(self, sections: &TestSections) -> Option<&'static str> {
        match self {
            Self::Json | Self::Yaml => None,
            _ if sections.pools().next().is_some() => Some("Only JSON and YAML files can hold the pools of this test."),
            Self::Csv | Self::Gift | Self::Moodle if sections.have_rules() => {
                Some("Only JSON, YAML and QTI files can hold the timed and one-way sections of this test.")
            }
            Self::Csv | Self::Gift | Self::Qti(_) | Self::Moodle => None,
        }
    }

    /// Extension of its files, and of those in a zip with pictures.
    const fn bare_extension(self) -> &'static str {
        match self {
            Self::Qti(_) => "zip",
            Self::Moodle => "xml",
            Self::Json | Self::Yaml | Self::Csv | Self::Gift => self.name(),
        }
    }

    /// Whether a file of these tests is a zip.
    fn is_zip(self, tests: &[Exported]) -> bool {
        match self {
            Self::Qti(_) => true,
            Self::Json | Self::Yaml | Self::Csv => pictures::are_shown(tests.iter()),
            Self::Gift | Self::Moodle => false,
        }
    }

    /// Extension of a file of these tests.
    #[must_use]
    pub fn extension(self, tests: &[Exported]) -> &'static str {
        if self.is_zip(tests) { "zip" } else { self.bare_extension() }
    }

    #[must_use]
    pub fn media_type(self, tests: &[Exported]) -> &'static str {
        match self {
            _ if self.is_zip(tests) => "application/zip",
            Self::Json => "application/json",
            Self::Yaml => "application/yaml",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Moodle => "application/xml",
            Self::Gift | Self::Qti(_) => "text/plain; charset=utf-8",
        }
    }
}

/// A test with its sections, for a file.
///
/// # Errors
/// 404; 409 `has_sections` for one with sections that the file has no place for.
pub fn exportable(app: &App, by: &TestReader, id: TestId, format: TestFormat) -> Result<Exported> {
    let test = authoring::get(app, by, id)?;
    let read = app.store.read()?;
    let sections: Option<TestSections> = read.get(id)?;
    if let Some(detail) = sections.as_ref().and_then(|sections| format.lacks(sections)) {
        return Err(Error::conflict(ErrorCode::HasSections, detail));
    }
    let consent: Option<TestConsent> = read.get(id)?;
    let has_consent = consent.is_some_and(|own| own.text.is_set());
    Ok(Exported { sections, has_consent, ..test.into() })
}

/// Writes the tests as one file: a single test as an object, several as a list. A file of tests with pictures is in a zip
/// with them.
///
/// # Errors
/// I/O errors of `out`, and errors of `source`.
pub fn write_tests(
    mut tests: Vec<Exported>,
    format: TestFormat,
    source: PictureLookup<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if !matches!(format, TestFormat::Json | TestFormat::Yaml) {
        // Without the pictures that they alone show.
        for exported in &mut tests {
            exported.test.translations = Translations::default();
        }
    }
    let is_zip = format.is_zip(&tests);
    match format {
        TestFormat::Qti(version) => qti::write(&tests, version, source, out),
        TestFormat::Moodle => moodle::write(&tests, source, out),
        TestFormat::Gift => {
            for (index, exported) in tests.iter().enumerate() {
                if index > 0 {
                    writeln!(out)?;
                }
                gift::write(exported, out)?;
            }
            Ok(())
        }
        TestFormat::Json | TestFormat::Yaml | TestFormat::Csv if is_zip => {
            let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
            pictures::write(tests.iter(), source, &mut zip)?;
            zip.start_file(format!("tests.{}", format.bare_extension()), SimpleFileOptions::default())?;
            write_text(tests, format, &mut zip)?;
            out.write_all(&zip.finish()?.into_inner())
        }
        TestFormat::Json | TestFormat::Yaml | TestFormat::Csv => write_text(tests, format, out),
    }
}

fn write_text(tests: Vec<Exported>, format: TestFormat, out: &mut dyn Write) -> io::Result<()> {
    if format == TestFormat::Csv {
        return table::write(&tests, out);
    }
    let file = |Exported { test, sections, labels, .. }| TestFile::new(test, sections, labels);
    let mut files: Vec<TestFile> = tests.into_iter().map(file).collect();
    match (format, files.len()) {
        (TestFormat::Yaml, 1) => yaml(&files.remove(0), out),
        (TestFormat::Yaml, _) => yaml(&files, out),
        (_, 1) => json(&files.remove(0), out),
        _ => json(&files, out),
    }
}

fn json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

fn yaml(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let text = serde_saphyr::to_string(value).map_err(io::Error::other)?;
    out.write_all(text.as_bytes())
}
