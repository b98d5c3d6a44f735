//! Everybody outside the process, by everything they can do, by every way they are made use of: candidates save on, and
//! a stop is in order. `make prove` (`INVIGIL_OUTSIDE`) stops a server in each behaviour, and holds the times of saves
//! against those of the same calls with a good party.

mod ai;
mod browser;
mod crowd;
mod disk;
mod mail;
mod names;
mod stage;
mod uses;

/// Whether everything is tried, and measured.
fn is_long() -> bool {
    super::times("INVIGIL_OUTSIDE", 0) > 0
}
