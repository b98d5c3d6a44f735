//! Where code runs: the runner of this server's own, and runners on other machines that pull jobs. In memory only: after a
//! restart these register again, and submitted code is sent again from its stored queue.

mod places;
mod table;

pub use places::Runners;
pub use table::{
    MAX_JOB_BYTES, MAX_JOBS, MAX_LOSSES, MAX_RUNNERS, MAX_RUNNERS_EACH, RemoteRunner, Renewal, Renewed, lease_time,
};
