//! What a command asks for once its own process has read everything, and where its result goes.

use crate::{app::Config, service::export};
use std::path::PathBuf;

/// An operation with what concerns only the process that asks for it.
pub struct Request<O> {
    pub op: O,
    /// Whether it may begin a new data folder.
    pub creates: bool,
    /// File for the result in place of standard output.
    pub output: Option<PathBuf>,
    /// What the application is told where this process opens the data itself.
    pub config: Config,
}

impl<O> Request<O> {
    /// Works on data that is there, and answers on standard output.
    pub fn new(op: O) -> Self {
        Self { op, creates: false, output: None, config: Config::default() }
    }

    pub fn creating(op: O) -> Self {
        Self { op, creates: true, output: None, config: Config::default() }
    }

    /// The same request for another form of its operation.
    pub fn map<P>(self, f: impl FnOnce(O) -> P) -> Request<P> {
        let Self { op, creates, output, config } = self;
        Request { op: f(op), creates, output, config }
    }
}

/// Where results go. An error of it ends the operation, unless it has already changed something for good.
pub type Output<'a> = dyn export::Output + 'a;
