//! Deaths of this process at the points of the protocol, so that a harness can meet each of them. Debug builds only.

use std::sync::{
    LazyLock,
    atomic::{AtomicU64, Ordering::SeqCst},
};

/// A point at which a process can die, as the harness names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrashPoint {
    /// Before a record is sent.
    Append,
    /// The record is in the log, and not committed here.
    Appended,
    /// It is committed here, and not acknowledged.
    Committed,
    /// A reading is confirmed, and not applied.
    Apply,
    Applied,
    /// The lease is taken, and the log not applied to its end.
    Taken,
    /// The end of the log is applied, and the application not open.
    Led,
}

/// `INVIGIL_TWIN_DIES=appended:20` dies there at the twentieth time.
static CHOSEN: LazyLock<Option<(CrashPoint, AtomicU64)>> = LazyLock::new(|| {
    let (point, times) = parsed(&std::env::var("INVIGIL_TWIN_DIES").ok()?)?;
    tracing::error!(?point, times, "INVIGIL_TWIN_DIES is set: this process will die on purpose");
    Some((point, AtomicU64::new(times)))
});

fn parsed(text: &str) -> Option<(CrashPoint, u64)> {
    let (point, times) = text.split_once(':')?;
    let point = match point {
        "append" => CrashPoint::Append,
        "appended" => CrashPoint::Appended,
        "committed" => CrashPoint::Committed,
        "apply" => CrashPoint::Apply,
        "applied" => CrashPoint::Applied,
        "taken" => CrashPoint::Taken,
        "led" => CrashPoint::Led,
        _ => return None,
    };
    Some((point, times.parse().ok().filter(|times| *times > 0)?))
}

/// Dies if this point is the chosen one, and it is time.
pub fn reach(point: CrashPoint) {
    if let Some((chosen, left)) = &*CHOSEN
        && *chosen == point
        && left.fetch_sub(1, SeqCst) == 1
    {
        std::process::abort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_has_its_number_of_times() {
        assert_eq!(parsed("appended:20"), Some((CrashPoint::Appended, 20)));
        for none in ["", "appended", "appended:", "appended:0", "nowhere:1"] {
            assert_eq!(parsed(none), None, "{none}");
        }
    }
}
