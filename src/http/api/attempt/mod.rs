//! An attempt, as its candidate sees it.

pub mod answer;
pub mod breaks;
pub mod own_page;
mod parts;
pub mod runs;
pub mod signals;
pub mod take;
