//! Requests of commands, complete once their own process has read all input, and the destination of their results.

use crate::{app::Config, service::export};
use std::path::PathBuf;

/// An operation, with options that concern only the requesting process.
pub struct CliRequest<O> {
    pub op: O,
    /// Whether it may begin a new data folder.
    pub creates: bool,
    /// File for the result instead of standard output.
    pub output: Option<PathBuf>,
    /// Destination of the cursor that the command ends with.
    pub cursor: Option<CursorPlace>,
    /// Configuration of the application if this process opens the data itself.
    pub config: Config,
}

impl<O> CliRequest<O> {
    /// A request on existing data, with the result on standard output.
    pub fn new(op: O) -> Self {
        Self { op, creates: false, output: None, cursor: None, config: Config::default() }
    }

    pub fn creating(op: O) -> Self {
        Self { op, creates: true, output: None, cursor: None, config: Config::default() }
    }

    /// The same request for another form of its operation.
    pub fn map<P>(self, f: impl FnOnce(O) -> P) -> CliRequest<P> {
        let Self { op, creates, output, cursor, config } = self;
        CliRequest { op: f(op), creates, output, cursor, config }
    }
}

/// Destination of a cursor, once the output before it is complete.
pub enum CursorPlace {
    /// Standard error.
    Shown,
    /// Output is written to this file, which it replaces.
    File(PathBuf),
}

/// Begins the note that holds a cursor.
pub const CURSOR_NOTE: &str = "cursor: ";

/// Receiver of results. A write error ends the operation, unless it has already committed a change.
pub type CommandOutput<'a> = dyn export::ExportOutput + 'a;
