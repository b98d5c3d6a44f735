//! Taking a test: start, saves, submit, deadline, take-over, integrity signals.

pub mod access;
pub mod answers_file;
pub mod breaks;
pub mod consent;
pub(crate) mod drafts;
pub mod entries;
pub mod finish;
pub(crate) mod history;
pub mod integrity_signals;
pub mod journal;
pub mod late;
mod offline;
pub mod own_page;
pub mod progress;
pub mod resume;
pub mod runs;
pub mod sections;
pub mod start;
pub mod time_spent;
