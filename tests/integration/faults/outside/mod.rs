//! Matrix of all external parties, all their misbehaviours and all ways to use them: saves continue, and a stop is
//! clean. `make prove` (`INVIGIL_OUTSIDE`) also stops a server in each behaviour, and compares save times with those of
//! the same calls with a well-behaved party.

mod ai;
mod browser;
mod crowd;
mod disk;
mod mail;
mod names;
mod stage;
mod uses;

/// Whether the whole matrix is run and measured.
fn is_long() -> bool {
    super::times("INVIGIL_OUTSIDE", 0) > 0
}
