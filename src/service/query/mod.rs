//! Look-ups that several use-cases share. They read, and decide nothing.

pub(crate) mod arrangement;
pub mod attempt;
pub(crate) mod exam_session;
pub mod gaps;
pub mod grades;
pub mod history;
pub mod invite;
pub mod language;
pub mod link;
pub mod naming;
pub mod origins;
pub(crate) mod ownership;
pub mod page;
pub mod person;
pub mod plans;
pub mod pools;
pub mod repairs;
pub mod spans;
pub(crate) mod version;
pub(crate) mod vouched;
