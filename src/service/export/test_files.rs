//! Exports tests as files that [`crate::service::import`] reads back unchanged.

use super::{
    gift,
    qti::{self, Version as QtiVersion},
};
use crate::{domain::test::Test, service::import::TestFile};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TestFormat {
    Json,
    Yaml,
    Gift,
    /// A package.
    Qti(QtiVersion),
}

impl TestFormat {
    /// Name of the format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Yaml => "yaml",
            Self::Gift => "gift",
            Self::Qti(QtiVersion::V21) => "qti21",
            Self::Qti(QtiVersion::V30) => "qti30",
        }
    }

    /// Extension of its files.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Qti(_) => "zip",
            other => other.name(),
        }
    }

    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Yaml => "application/yaml",
            Self::Gift => "text/plain; charset=utf-8",
            Self::Qti(_) => "application/zip",
        }
    }
}

/// Writes the tests as one file: a single test as an object, several as a list.
///
/// # Errors
/// I/O errors of `out`.
pub fn write_tests(tests: Vec<Test>, format: TestFormat, out: &mut dyn Write) -> io::Result<()> {
    if let TestFormat::Qti(version) = format {
        return qti::write(&tests, version, out);
    }
    if format == TestFormat::Gift {
        for (index, test) in tests.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            gift::write(test, out)?;
        }
        return Ok(());
    }
    let mut files: Vec<TestFile> = tests.into_iter().map(Into::into).collect();
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
