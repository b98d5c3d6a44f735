//! Look-ups that several use-cases share. They read, and decide nothing.

pub mod attempt;
pub mod gaps;
pub mod grades;
pub mod history;
pub mod invite;
pub mod link;
pub mod naming;
pub mod origins;
pub mod page;
pub mod person;
pub mod plans;
pub mod pools;
pub mod repairs;
pub mod spans;
