//! Two or more machines with one history: each commit of the leader is a record in a log that PostgreSQL keeps, appended
//! before the leader's own commit; the others follow it into files of their own, and one of them takes over
//! (`docs/twin.md`). The store knows the trait [`CommitLog`](crate::store::CommitLog) alone.
//!
//! | file | content |
//! |---|---|
//! | `core` | every decision of a node, a step at a time; the model test explores the same code |
//! | `log` | what a log answers |
//! | `record` | bytes of a record |
//! | `postgres`, `connection`, `servers`, `tls`, `sql` | the log in PostgreSQL |
//! | `lease` | until when this process leads, and the thread that renews it |
//! | `leader` | the log that the store appends to |
//! | `follow` | the thread that follows, and takes over |
//! | `settings` | the file in the data folder that makes a machine a member |
//! | `standing` | what the log knows of its members |
//! | `setup`, `promotion`, `repair` | the steps of a person: creating the log, status, leaving; letting a member lead; appending a lost end again |
//! | `tail` | the last records beside the file |
//! | `crash` | deaths on purpose, in debug builds |

mod connection;
mod core;
#[cfg(debug_assertions)]
mod crash;
mod follow;
mod leader;
mod lease;
mod log;
mod postgres;
pub mod promotion;
mod record;
pub mod repair;
mod servers;
mod settings;
pub mod setup;
mod sql;
mod standing;
mod tail;
mod tls;

#[cfg(test)]
mod tests;

pub use follow::{Following, FollowingState, follow};
pub use leader::Leadership;
pub use settings::{DEFAULT_LEASE, SETTINGS_FILE, Settings, SettingsError};
pub use tail::forget as forget_tail;
