//! Limits of time, which files have in minutes.

use crate::service::import::{
    kinds,
    lost::{Lost, shown},
    qti::{lost_time, whole_minutes},
};

/// A limit as a test can have it, and what differs from the file. Programs write 0 where there is none.
pub fn time_limit(given: &str) -> (Option<i64>, Option<Lost>) {
    let Some(minutes) = kinds::typed_number(given) else {
        let given = shown(given);
        return (None, Some(Lost::reads(format!("The time limit of the file cannot be read: '{given}'."))));
    };
    (whole_minutes(minutes), lost_time(minutes * 60.0))
}
