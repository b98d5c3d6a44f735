//! The runner's end of the socket: connections, the queue, and the slots that judge.

mod connection;
mod listener;
mod offered;
mod probes;
mod session;
mod slots;
mod state;

pub use listener::Listener;
pub use offered::LanguageTable;
pub use slots::{ReadyRunner, StartedRunner};
pub use state::SLICE;
