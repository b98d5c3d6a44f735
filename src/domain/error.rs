//! The error type of all use cases: a sentence for people, a code for machines, and a kind that the HTTP layer maps to
//! a status (`docs/behaviour/calls.md#calls`).

use super::{ended_by::EndedBy, error_code::ErrorCode, invisible::is_text, time::Instant};
use serde::Serialize;
use std::{collections::BTreeMap, error, fmt, sync::Arc};

/// Messages by field, for forms. Keys are field names of the request (`title`, `questions[2].points`).
pub type FieldMessages = BTreeMap<String, String>;
pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    Malformed,
    Unauthorized,
    Forbidden,
    NotFound,
    Conflict,
    Gone,
    TooLarge,
    UnsupportedMedia,
    Invalid,
    TooMany,
    Unavailable,
    Internal,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub kind: ErrorKind,
    pub code: ErrorCode,
    pub detail: String,
    pub fields: FieldMessages,
    /// Seconds after which a repeat makes sense.
    pub retry_after: Option<u32>,
    /// When a repeat is in time.
    pub moment: Option<Moment>,
    /// Values that the sentence names, by name.
    pub params: Option<Box<Params>>,
    /// Who changed meanwhile what the caller had read.
    pub changed: Option<Box<Changed>>,
    /// Cause of an internal error: for the log and the operator, never for a browser.
    pub source: Option<ErrorSource>,
}

/// Values in the sentence of a refusal, by name: a page says the same in another language with them.
pub type Params = BTreeMap<&'static str, Param>;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Param {
    Text(String),
    Number(u64),
}

impl From<&str> for Param {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// RFC 3339.
impl From<Instant> for Param {
    fn from(at: Instant) -> Self {
        Self::Text(at.to_string())
    }
}

impl From<u32> for Param {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<usize> for Param {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

/// An instant that a refusal names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// When a link that is too early opens.
    Opens(Instant),
    /// Time until which a test continues that a page takes for over.
    Deadline(Instant),
    /// When a test was submitted, and by whom.
    Submitted(Instant, EndedBy),
}

/// The cause of an error, with its own causes.
#[derive(Clone, Debug)]
pub struct ErrorSource(Arc<Box<dyn error::Error + Send + Sync>>);

impl PartialEq for ErrorSource {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_string() == other.0.to_string()
    }
}

impl Eq for ErrorSource {}

impl fmt::Display for ErrorSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A change since the caller's read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The name of a person, or "AI".
    pub by: String,
    /// RFC 3339.
    pub at: String,
}

impl Error {
    #[must_use]
    pub fn new(kind: ErrorKind, code: ErrorCode, detail: impl Into<String>) -> Self {
        Self {
            kind,
            code,
            detail: detail.into(),
            fields: FieldMessages::new(),
            retry_after: None,
            moment: None,
            params: None,
            changed: None,
            source: None,
        }
    }

    /// Adds a value that the sentence names.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Param>) -> Self {
        self.params.get_or_insert_default().insert(name, value.into());
        self
    }

    /// 422 `invalid`, with messages by field; the first one is the detail. Call it with at least one field.
    #[must_use]
    pub fn invalid(fields: FieldMessages) -> Self {
        let detail = fields.values().next().cloned().unwrap_or_else(|| "The request is not valid.".into());
        Self { fields, ..Self::new(ErrorKind::Invalid, ErrorCode::Invalid, detail) }
    }

    #[must_use]
    pub fn field(name: impl Into<String>, message: impl Into<String>) -> Self {
        Self::invalid(FieldMessages::from([(name.into(), message.into())]))
    }

    #[must_use]
    pub fn not_found(what: &str) -> Self {
        Self::absent(format!("There is no such {what}."))
    }

    /// 404 `not_found` with a reason.
    #[must_use]
    pub fn absent(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::NotFound, ErrorCode::NotFound, detail)
    }

    #[must_use]
    pub fn conflict(code: ErrorCode, detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Conflict, code, detail)
    }

    /// 409 `changed_meanwhile`: `by`, a person's name or "AI", did this since the caller's read (optimistic concurrency).
    #[must_use]
    pub fn changed_meanwhile(by: String, at: impl fmt::Display, did: &str) -> Self {
        let detail = format!("{by} {did}");
        let changed = Some(Box::new(Changed { by, at: at.to_string() }));
        Self { changed, ..Self::conflict(ErrorCode::ChangedMeanwhile, detail) }
    }

    /// 409 `changed_meanwhile` for `what` someone has changed, such as "the pass mark".
    #[must_use]
    pub fn changed_version(by: String, at: impl fmt::Display, what: &str) -> Self {
        let detail = format!("{by} has changed {what} in the meantime.");
        Self { detail, ..Self::changed_meanwhile(by, at, "") }
    }

    /// 409 `changed_meanwhile`: the caller names a version of something that was never stored.
    #[must_use]
    pub fn never_stored() -> Self {
        Self::conflict(ErrorCode::ChangedMeanwhile, "This server has no such version. Please reload the page.")
    }

    #[must_use]
    pub fn forbidden(code: ErrorCode, detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Forbidden, code, detail)
    }

    #[must_use]
    pub fn gone(code: ErrorCode, detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Gone, code, detail)
    }

    /// A defect of the server. The cause goes to the log and stays with the error; callers never see it.
    #[must_use]
    pub fn internal(cause: impl Into<Box<dyn error::Error + Send + Sync>>) -> Self {
        let source = ErrorSource(Arc::new(cause.into()));
        tracing::error!(cause = %source, "internal error");
        let detail = "Something went wrong on our side. Please try again.";
        Self { source: Some(source), ..Self::new(ErrorKind::Internal, ErrorCode::Internal, detail) }
    }

    #[must_use]
    pub fn unavailable(detail: &str, retry_after: u32) -> Self {
        Self { retry_after: Some(retry_after), ..Self::new(ErrorKind::Unavailable, ErrorCode::Unavailable, detail) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        self.source.as_ref().map(|ErrorSource(source)| &***source as &(dyn error::Error + 'static))
    }
}

/// Collects validation messages, so that a form shows all its errors at once.
#[derive(Default)]
pub struct FieldChecker(FieldMessages);

impl FieldChecker {
    pub fn require(&mut self, ok: bool, field: impl Into<String>, message: impl Into<String>) {
        if !ok {
            self.0.entry(field.into()).or_insert_with(|| message.into());
        }
    }

    /// Refuses control characters other than those that break lines and indent: no page, file or mail shows them.
    pub fn require_text(&mut self, text: &str, field: impl Into<String>) {
        self.require(is_text(text), field, "Control characters are not allowed.");
    }

    /// # Errors
    /// 422 `invalid` with all collected messages. The detail is that of the first field of `first` with a message.
    pub fn finish(self, first: &[&str]) -> Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        let lead = first.iter().find_map(|f| self.0.get(*f)).cloned();
        let mut error = Error::invalid(self.0);
        if let Some(detail) = lead {
            error.detail = detail;
        }
        Err(error)
    }
}
