//! kill -9 in each state of an exam day and of people's accounts: after the restart, each person sees what the server had
//! acknowledged. `INVIGIL_STATE_KILLS` repeats the states. In each control the state is really lost, by data from before
//! it or by a store that does not sync.

mod company;
mod exam_day;
mod people;
mod shipped;
mod site;
mod storm;
mod sweep;

use super::times;

/// How often each state is reached.
fn rounds() -> usize {
    times("INVIGIL_STATE_KILLS", 1)
}
