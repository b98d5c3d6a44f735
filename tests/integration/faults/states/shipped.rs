//! The audit log in a file: over kills, each entry has arrived, in order and at least once.

use serde_json::Value;

/// Number and hash of each entry; a line that a kill has cut is no entry.
fn entries(lines: &str) -> Vec<(usize, String)> {
    let entry = |line: &str| {
        let entry: Value = serde_json::from_str(line).ok()?;
        Some((usize::try_from(entry["number"].as_u64()?).ok()?, entry["hash"].as_str()?.to_owned()))
    };
    lines.lines().filter_map(entry).collect()
}

/// How a file differs from the log, if it does. After each of the `kills`, it may go on from an earlier entry.
pub fn difference(file: &str, log: &str, kills: usize) -> Option<String> {
    let log = entries(log);
    let (mut last, mut highest, mut repeats) = (0, 0, 0);
    for (number, hash) in entries(file) {
        if number > last + 1 {
            return Some(format!("entry {number} follows on {last}"));
        }
        repeats += usize::from(number <= last);
        if log.get(number.wrapping_sub(1)).is_none_or(|(_, known)| *known != hash) {
            return Some(format!("entry {number} is another one"));
        }
        (last, highest) = (number, highest.max(number));
    }
    let all = log.len();
    if highest != all {
        return Some(format!("{highest} of {all} entries have arrived"));
    }
    (repeats > kills).then(|| format!("{repeats} repeats by {kills} kills"))
}

#[test]
fn a_file_that_lacks_an_entry_is_detected() {
    let line = |n: usize| format!("{{\"number\":{n},\"hash\":\"h{n}\"}}\n");
    let lines = |numbers: &[usize]| numbers.iter().map(|n| line(*n)).collect::<String>();
    let log = lines(&[1, 2, 3, 4]);
    assert_eq!(difference(&log, &log, 0), None);
    assert_eq!(difference(&lines(&[1, 2, 3, 2, 3, 4]), &log, 1), None);
    assert_eq!(difference(&format!("{}{{\"numb\n{}", line(1), lines(&[2, 3, 4])), &log, 1), None);
    for (wrong, kills) in [
        (lines(&[1, 2, 4]), 1),
        (lines(&[1, 3, 2, 4]), 1),
        (lines(&[1, 2, 3]), 1),
        (lines(&[1, 2, 3, 2, 3, 4]), 0),
        (log.replace("h3", "h5"), 1),
    ] {
        assert_ne!(difference(&wrong, &log, kills), None, "{wrong}");
    }
}
