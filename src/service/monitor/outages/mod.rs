//! Lost time: outages are found, shown to administrators, and given back by them (`docs/behaviour/taking.md#lost-time`).

pub mod give_back;
pub mod list;
pub mod losses;
pub mod watch;
